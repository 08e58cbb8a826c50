// Cells of layers and heights of grounds that a comparison found changed: as sheets of colour over them.
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh } from 'three';
import type { Change } from 'overworld';
import type { SceneGround, SceneLayer } from 'overworld';
import type { Model } from '../worker/protocol.js';
import { subjectsOf } from './looking.js';
import { plainMaterial } from './materials.js';

/** A run of cells of a layer, or of vertices of a ground. */
export interface Run { of: 'layer' | 'ground'; index: number; from: number; count: number }

const MOST_CELLS = 200_000;
const CHANGED = 0xf79010;

/** The runs that changes of a world are about. */
export function changedRuns(model: Model, changes: readonly Change[]): Run[] {
  const runs: Run[] = [];
  for (const { after, count_after: count = 1 } of changes) {
    if (after === null) continue;
    for (const { kind, subject, rest } of subjectsOf(after, model)) {
      const index = model.layers.findIndex((layer) => layer.kind === kind && layer.subject === subject);
      if (index >= 0 && /^\d+$/.test(rest)) runs.push({ of: 'layer', index, from: Number(rest), count });
    }
    model.grounds.forEach((ground, index) => {
      const [, vertex] = /^\/heights\/(\d+)$/.exec(after.slice(model.kinds[ground.kind]?.list.length)) ?? [];
      if (vertex !== undefined && after.startsWith(model.kinds[ground.kind]?.list ?? '')) {
        runs.push({ of: 'ground', index, from: Number(vertex), count });
      }
    });
  }
  return runs;
}

type Corner = readonly [number, number, number];

/** A square of four corners, one after another around it. */
function addSquare(points: number[], [a, b, c, d]: readonly [Corner, Corner, Corner, Corner]): void {
  points.push(...a, ...b, ...c, ...a, ...c, ...d);
}

function addCell(points: number[], { width, position }: SceneLayer, cell: number): void {
  const [left, y, top] = [position[0]! + cell % width, position[1]! + 0.01, position[2]! + Math.floor(cell / width)];
  addSquare(points, [[left, y, top], [left, y, top + 1], [left + 1, y, top + 1], [left + 1, y, top]]);
}

/** The four squares around a vertex. */
function addVertex(points: number[], { width, height, heights, position, spacing }: SceneGround, vertex: number): void {
  const corner = (x: number, z: number) => [position[0]! + x * spacing,
    position[1]! + heights[z * width + x]! + spacing * 0.02, position[2]! + z * spacing] as const;
  const column = vertex % width, row = Math.floor(vertex / width);
  for (const x of [column - 1, column]) {
    for (const z of [row - 1, row]) {
      if (x < 0 || z < 0 || x + 1 >= width || z + 1 >= height) continue;
      addSquare(points, [corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)]);
    }
  }
}

/** One mesh over all runs; undefined where there are none. */
export function runsMesh(model: Model, runs: readonly Run[]): Mesh | undefined {
  const points: number[] = [];
  let left = MOST_CELLS;
  for (const { of, index, from, count } of runs) {
    for (let at = from; at < from + count && left > 0; at++, left--) {
      if (of === 'layer') addCell(points, model.layers[index]!, at);
      else addVertex(points, model.grounds[index]!, at);
    }
  }
  if (points.length === 0) return undefined;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  const mesh = new Mesh(geometry, plainMaterial(CHANGED, 0.85, { side: DoubleSide, polygonOffset: true,
    polygonOffsetFactor: -1, polygonOffsetUnits: -4 }));
  mesh.frustumCulled = false;
  mesh.renderOrder = 30;
  return mesh;
}
