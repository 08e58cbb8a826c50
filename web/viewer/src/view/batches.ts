// Instances of unit solids as meshes, one for each solid in each cell of the world.
import { InstancedBufferAttribute, InstancedBufferGeometry, InstancedInterleavedBuffer, InterleavedBufferAttribute, Mesh,
  Sphere, Vector3 } from 'three';
import type { DataTexture } from 'three';
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

/** Moves all instances of a batch, whose meshes have no place of their own. */
export function moveBatch(batch: Batch, by: readonly number[]): void {
  for (let i = 0; i < batch.count; i++) {
    for (let axis = 0; axis < 3; axis++) batch.rows[12 * i + 4 * axis + 3]! += by[axis]!;
  }
  batch.center = batch.center.map((at, axis) => at + by[axis]!) as Batch['center'];
}
