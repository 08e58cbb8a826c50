// Tile layers as planes whose shader looks up cells, and grounds of heights with their water.
import {
  BufferAttribute, BufferGeometry, DataTexture, Mesh, NearestFilter, PlaneGeometry, RedIntegerFormat, RGBAFormat,
  UnsignedByteType, UnsignedShortType,
} from 'three';
import { Flags } from 'overworld';
import type { SceneGround, SceneLayer } from 'overworld';
import type { Model } from '../worker/protocol.js';
import { groundMaterial, layerMaterial } from './materials.js';
import type { Shared } from './materials.js';

const CELLS_ACROSS = 4096;
const TILES = 0x8000;

/** A colour for each tile that has no pixels: the scene's, or one made up for its number, as the library does. */
function tileColors(model: Model): DataTexture {
  const colors = new Uint8Array(4 * TILES);
  for (let tile = 0; tile < TILES; tile++) {
    const mixed = Math.imul(tile + 1, 2654435761) >>> 0;
    const madeUp = [90 + (mixed >>> 8 & 127), 90 + (mixed >>> 16 & 127), 90 + (mixed >>> 24 & 127), 255];
    colors.set(4 * tile < model.tileColors.length ? model.tileColors.subarray(4 * tile, 4 * tile + 4) : madeUp,
      4 * tile);
  }
  return pixelTexture(colors, 256, TILES / 256);
}

function pixelTexture(data: Uint8Array, width: number, height: number): DataTexture {
  const texture = new DataTexture(data, width, height, RGBAFormat, UnsignedByteType);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

function cellsTexture(cells: Uint16Array): DataTexture {
  const rows = Math.max(1, Math.ceil(cells.length / CELLS_ACROSS));
  const padded = new Uint16Array(CELLS_ACROSS * rows);
  padded.set(cells);
  const texture = new DataTexture(padded, CELLS_ACROSS, rows, RedIntegerFormat, UnsignedShortType);
  texture.internalFormat = 'R16UI';
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.unpackAlignment = 1;
  texture.needsUpdate = true;
  return texture;
}

function layerMesh(layer: SceneLayer, number: number, model: Model, shared: Shared, colors: DataTexture): Mesh {
  const { tileset } = model;
  const rows = Math.min(layer.height, Math.ceil(layer.cells.length / Math.max(1, layer.width)));
  const plane = new PlaneGeometry(layer.width, rows);
  plane.rotateX(-Math.PI / 2);
  plane.translate(layer.width / 2, 0, rows / 2);
  const uv = plane.getAttribute('uv');
  const at = plane.getAttribute('position');
  for (let i = 0; i < uv.count; i++) uv.setXY(i, at.getX(i), at.getZ(i));
  const mesh = new Mesh(plane, layerMaterial({
    ...shared,
    uCells: { value: cellsTexture(layer.cells) }, uColors: { value: colors },
    uTiles: { value: tileset ? pixelTexture(tileset.pixels, tileset.width, tileset.height) : colors },
    uNumber: { value: number }, uWidth: { value: layer.width }, uHeight: { value: layer.height },
    uCount: { value: layer.cells.length }, uAcross: { value: CELLS_ACROSS },
    uTileCount: { value: tileset?.count ?? 0 }, uColumns: { value: Math.max(1, tileset?.columns ?? 1) },
    uZeroIsEmpty: { value: (layer.flags & Flags.ZERO_IS_EMPTY) !== 0 }, uHasTiles: { value: tileset !== null },
    uTile: { value: [tileset?.left ?? 0, tileset?.top ?? 0, tileset?.tile_width ?? 1, tileset?.tile_height ?? 1] },
    uGap: { value: [(tileset?.tile_width ?? 0) + (tileset?.spacing_x ?? 0),
      (tileset?.tile_height ?? 0) + (tileset?.spacing_y ?? 0), 0, 0] },
  }));
  mesh.position.fromArray(layer.position);
  mesh.renderOrder = -100 + number % 64;
  return mesh;
}

/** One plane for each layer; their numbers begin with `first`. */
export function layerMeshes(model: Model, first: number, shared: Shared): Mesh[] {
  const colors = tileColors(model);
  return model.layers.map((layer, i) => layerMesh(layer, first + i, model, shared, colors));
}

function groundIndex(ground: SceneGround): Uint32Array {
  const { width, height } = ground;
  const index = new Uint32Array(6 * (width - 1) * (height - 1));
  for (let z = 0, to = 0; z + 1 < height; z++) {
    for (let x = 0; x + 1 < width; x++) {
      const a = z * width + x, b = a + 1, c = a + width, d = c + 1;
      index.set([a, c, d, a, d, b], to);
      to += 6;
    }
  }
  return index;
}

function positionsOf(ground: SceneGround, heightAt: (vertex: number) => number): Float32Array {
  const { width, height, position, spacing } = ground;
  const result = new Float32Array(3 * width * height);
  for (let vertex = 0; vertex < width * height; vertex++) {
    result[3 * vertex] = position[0]! + vertex % width * spacing;
    result[3 * vertex + 1] = position[1]! + heightAt(vertex);
    result[3 * vertex + 2] = position[2]! + Math.floor(vertex / width) * spacing;
  }
  return result;
}

function normalsOf({ width, height, heights, spacing }: SceneGround): Float32Array {
  const result = new Float32Array(3 * width * height);
  const at = (x: number, z: number) => heights[z * width + x]!;
  for (let z = 0; z < height; z++) {
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - 1), right = Math.min(width - 1, x + 1);
      const back = Math.max(0, z - 1), front = Math.min(height - 1, z + 1);
      const slopeX = (at(right, z) - at(left, z)) / ((right - left || 1) * spacing);
      const slopeZ = (at(x, front) - at(x, back)) / ((front - back || 1) * spacing);
      const length = Math.hypot(slopeX, 1, slopeZ);
      result.set([-slopeX / length, 1 / length, -slopeZ / length], 3 * (z * width + x));
    }
  }
  return result;
}

function waterColors(ground: SceneGround): Uint8Array {
  const { heights, water, water_level: level, water_depth: deepest } = ground;
  const colors = new Uint8Array(4 * heights.length);
  heights.forEach((height, vertex) => {
    const depth = level - height;
    const share = deepest > 0 ? Math.min(1, Math.max(0, depth / deepest)) : Number(depth > 0);
    colors.set([water[0]!, water[1]!, water[2]!, water[3]! * share], 4 * vertex);
  });
  return colors;
}

function groundGeometry(position: Float32Array, normal: Float32Array, color: Uint8Array, index: Uint32Array) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('normal', new BufferAttribute(normal, 3));
  geometry.setAttribute('color', new BufferAttribute(color, 4, true));
  geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

/** The vertices along the four sides of a ground, one after another around it. */
function rimOf({ width, height }: SceneGround): { vertices: number[]; normal: [number, number, number] }[] {
  const along = (count: number, at: (i: number) => number) => Array.from({ length: count }, (_, i) => at(i));
  return [
    { vertices: along(width, (i) => (height - 1) * width + i), normal: [0, 0, 1] },
    { vertices: along(height, (i) => (height - 1 - i) * width + width - 1), normal: [1, 0, 0] },
    { vertices: along(width, (i) => width - 1 - i), normal: [0, 0, -1] },
    { vertices: along(height, (i) => i * width), normal: [-1, 0, 0] },
  ];
}

/** The sides of a ground: it is a body of earth, and where water lies at its edge one of water. */
function skirtGeometry(ground: SceneGround, position: Float32Array): BufferGeometry {
  const earth = [178, 150, 118, 255];
  const deep = ground.spacing * (Math.min(ground.width, ground.height) - 1) * 0.05;
  const base = ground.position[1]! + ground.heights.reduce((least, height) => Math.min(least, height), Infinity) - deep;
  const points: number[] = [], normals: number[] = [], colors: number[] = [], index: number[] = [];
  for (const { vertices, normal } of rimOf(ground)) {
    vertices.forEach((vertex, i) => {
      const [x, y, z] = position.subarray(3 * vertex, 3 * vertex + 3);
      const first = points.length / 3;
      points.push(x!, y!, z!, x!, base, z!);
      normals.push(...normal, ...normal);
      colors.push(...earth, ...earth);
      if (i > 0) index.push(first - 2, first - 1, first + 1, first - 2, first + 1, first);
    });
  }
  return groundGeometry(new Float32Array(points), new Float32Array(normals), new Uint8Array(colors),
    new Uint32Array(index));
}

function waterSides(ground: SceneGround, position: Float32Array): BufferGeometry {
  const level = ground.position[1]! + ground.water_level;
  const points: number[] = [], normals: number[] = [], colors: number[] = [], index: number[] = [];
  for (const { vertices, normal } of rimOf(ground)) {
    vertices.forEach((vertex, i) => {
      const [x, y, z] = position.subarray(3 * vertex, 3 * vertex + 3);
      const first = points.length / 3;
      points.push(x!, level, z!, x!, Math.min(y!, level), z!);
      normals.push(...normal, ...normal);
      colors.push(...ground.water, ...ground.water);
      if (i > 0) index.push(first - 2, first - 1, first + 1, first - 2, first + 1, first);
    });
  }
  return groundGeometry(new Float32Array(points), new Float32Array(normals), new Uint8Array(colors),
    new Uint32Array(index));
}

/** A ground, its sides, its water. */
export function groundMeshes(ground: SceneGround, number: number, shared: Shared): Mesh[] {
  if (ground.width < 2 || ground.height < 2) return [];
  const index = groundIndex(ground), normal = normalsOf(ground);
  const position = positionsOf(ground, (vertex) => ground.heights[vertex]!);
  const solid = groundMaterial(shared, number, false);
  const meshes = [new Mesh(groundGeometry(position, normal, ground.colors, index), solid),
    new Mesh(skirtGeometry(ground, position), solid)];
  if (ground.has_water) {
    const water = groundMaterial(shared, number, true);
    const surface = positionsOf(ground, () => ground.water_level);
    meshes.push(new Mesh(groundGeometry(surface, normal, waterColors(ground), index), water),
      new Mesh(waterSides(ground, position), water));
  }
  return meshes;
}
