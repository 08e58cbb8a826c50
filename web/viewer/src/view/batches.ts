// Instances of unit solids as meshes, one for each solid in each cell of the world.
import { InstancedBufferAttribute, InstancedBufferGeometry, InstancedInterleavedBuffer, InterleavedBufferAttribute, Mesh,
  Sphere, Vector3 } from 'three';
import type { DataTexture } from 'three';
import { Bits } from '../worker/protocol.js';
import type { Batch, Model } from '../worker/protocol.js';
import { solidMaterial } from './materials.js';
import type { Shared } from './materials.js';
import { solidGeometry } from './solids.js';

export function batchMesh(batch: Batch, model: Model, shared: Shared, marks: DataTexture, first: number): Mesh {
  const solid = solidGeometry(batch.solid, model.meshes);
  const geometry = new InstancedBufferGeometry();
  geometry.index = solid.index;
  for (const name of ['position', 'normal', 'edge']) geometry.setAttribute(name, solid.getAttribute(name));
  // The rows go to the card as the Worker laid them out.
  const rows = new InstancedInterleavedBuffer(batch.rows, 12);
  for (let row = 0; row < 3; row++) geometry.setAttribute(`row${row}`, new InterleavedBufferAttribute(rows, 4, 4 * row));
  geometry.setAttribute('color', new InstancedBufferAttribute(batch.color, 4, true));
  geometry.setAttribute('id', new InstancedBufferAttribute(batch.id, 1));
  geometry.instanceCount = batch.count;
  const isMesh = batch.solid.startsWith('mesh');
  geometry.boundingSphere = new Sphere(new Vector3(...batch.center), isMesh ? Infinity : batch.radius + 1);
  const mesh = new Mesh(geometry, solidMaterial(shared, marks, first, batch.isSeenThrough, batch.isThin, isMesh));
  mesh.renderOrder = batch.isSeenThrough ? 20 : 0;
  return mesh;
}

/** No simulation changes anything. */
const UNCHANGED = { live: new Uint32Array(0), digits: new Uint32Array(0), displays: new Uint32Array(0),
  levers: new Uint32Array(0), positions: new Float32Array(0) };

/** The instances of some things, moved: meshes of batches have no place of their own. */
export function someOf(batch: Batch, things: ReadonlySet<number>, by: readonly number[]): Batch {
  const chosen: number[] = [];
  batch.id.forEach((id, i) => {
    if (things.has(id & Bits.NUMBER)) chosen.push(i);
  });
  const count = chosen.length;
  const rows = new Float32Array(12 * count), color = new Uint8Array(4 * count), id = new Uint32Array(count);
  chosen.forEach((from, to) => {
    rows.set(batch.rows.subarray(12 * from, 12 * from + 12), 12 * to);
    for (let axis = 0; axis < 3; axis++) rows[12 * to + 4 * axis + 3]! += by[axis]!;
    color.set(batch.color.subarray(4 * from, 4 * from + 4), 4 * to);
    id[to] = batch.id[from]!;
  });
  const center = batch.center.map((at, axis) => at + by[axis]!) as Batch['center'];
  return { ...batch, count, rows, color, id, center, ...UNCHANGED };
}
