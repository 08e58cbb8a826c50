// The unit solids that instances are made of, with what the shader needs to draw their edges.
import { BufferAttribute, BufferGeometry } from 'three';
import type { Mesh } from '../worker/protocol.js';
import { cross, unit } from '../worker/vectors.js';
import type { Vector } from '../worker/vectors.js';

/** A face: its corners around it, and which axes of the solid its two sides run along; -1 where it has no such edge. */
interface Face { corners: Vector[]; axes: [number, number] }

const CYLINDER_SIDES = 20;
const ON_FACE: readonly [number, number][] = [[0, 0], [1, 0], [1, 1], [0, 1]];

function normalOf(corners: Vector[]): Vector {
  const [a, b, c] = corners as [Vector, Vector, Vector];
  const side = (to: Vector): Vector => [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
  return unit(cross(side(b), side(c)));
}

function geometryOf(faces: Face[]): BufferGeometry {
  const position: number[] = [], normal: number[] = [], edge: number[] = [], index: number[] = [];
  for (const { corners, axes } of faces) {
    const first = position.length / 3;
    const facing = normalOf(corners);
    corners.forEach((corner, i) => {
      const [u, v] = corners.length === 4 ? ON_FACE[i]! : [0.5, 0.5];
      position.push(...corner);
      normal.push(...facing);
      edge.push(u, v, ...axes);
    });
    for (let i = 2; i < corners.length; i++) index.push(first, first + i - 1, first + i);
  }
  return withArrays(new Float32Array(position), new Float32Array(normal), new Float32Array(edge), index);
}

function withArrays(position: Float32Array, normal: Float32Array, edge: Float32Array, index: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('normal', new BufferAttribute(normal, 3));
  geometry.setAttribute('edge', new BufferAttribute(edge, 4));
  geometry.setIndex(index);
  return geometry;
}

/** A box, or with a lower top at -z a wedge. */
function boxFaces(low: number): Face[] {
  const h = 0.5, back = low - 0.5;
  const [a, b, c, d]: Vector[] = [[-h, -h, -h], [h, -h, -h], [h, -h, h], [-h, -h, h]];
  const [e, f, g, i]: Vector[] = [[-h, back, -h], [h, back, -h], [h, h, h], [-h, h, h]];
  return [
    { corners: [a!, b!, c!, d!], axes: [0, 2] }, { corners: [i!, g!, f!, e!], axes: [0, 2] },
    { corners: [d!, c!, g!, i!], axes: [0, 1] }, { corners: [b!, a!, e!, f!], axes: [0, 1] },
    { corners: [c!, b!, f!, g!], axes: [2, 1] }, { corners: [a!, d!, i!, e!], axes: [2, 1] },
  ];
}

function cylinderFaces(): Face[] {
  const ring = Array.from({ length: CYLINDER_SIDES }, (_, side): [number, number] => {
    const angle = 2 * Math.PI * side / CYLINDER_SIDES;
    return [Math.sin(angle) / 2, Math.cos(angle) / 2];
  });
  const sides = ring.map(([x, z], side): Face => {
    const [nextX, nextZ] = ring[(side + 1) % CYLINDER_SIDES]!;
    return { corners: [[x, -0.5, z], [nextX, -0.5, nextZ], [nextX, 0.5, nextZ], [x, 0.5, z]], axes: [-1, 1] };
  });
  const top = ring.map(([x, z]): Vector => [x, 0.5, z]);
  const bottom = ring.map(([x, z]): Vector => [x, -0.5, z]).reverse();
  return [...sides, { corners: top, axes: [-1, -1] }, { corners: bottom, axes: [-1, -1] }];
}

/** The head of an arrow: a foot at -z, its tip at +z. */
function tipFaces(): Face[] {
  const h = 0.5, tip: Vector = [0, 0, h];
  const foot: Vector[] = [[-h, -h, -h], [h, -h, -h], [h, h, -h], [-h, h, -h]];
  const sides = foot.map((corner, i): Face => ({ corners: [corner, foot[(i + 1) % 4]!, tip], axes: [-1, -1] }));
  return [...sides, { corners: [...foot].reverse(), axes: [0, 1] }];
}

/** Triangles with a flat normal each. */
function meshGeometry(mesh: Mesh): BufferGeometry {
  const corners = mesh.triangles.length;
  const position = new Float32Array(3 * corners), normal = new Float32Array(3 * corners);
  const edge = new Float32Array(4 * corners).fill(-1);
  for (let first = 0; first < corners; first += 3) {
    const points = [0, 1, 2].map((corner): Vector => {
      const from = 3 * mesh.triangles[first + corner]!;
      return [mesh.vertices[from] ?? 0, mesh.vertices[from + 1] ?? 0, mesh.vertices[from + 2] ?? 0];
    });
    const facing = normalOf(points);
    points.forEach((point, corner) => {
      position.set(point, 3 * (first + corner));
      normal.set(facing, 3 * (first + corner));
    });
  }
  return withArrays(position, normal, edge, [...Array(corners).keys()]);
}

/** The geometry of a batch's solid: `Batch.solid`. */
export function solidGeometry(solid: string, meshes: Mesh[]): BufferGeometry {
  const [name, number] = solid.split(':');
  if (name === 'mesh') return meshGeometry(meshes[Number(number)]!);
  if (name === 'cylinder') return geometryOf(cylinderFaces());
  if (name === 'tip') return geometryOf(tipFaces());
  return geometryOf(boxFaces(name === 'wedge' ? Number(number) : 1));
}
