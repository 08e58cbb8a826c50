// Lines over a picture: outlines of what is selected, a grid, a measured distance.
import { BufferAttribute, BufferGeometry, LineSegments } from 'three';
import { Bits } from '../worker/protocol.js';
import type { Batch } from '../worker/protocol.js';
import { plainMaterial } from './materials.js';

const MOST_OUTLINES = 400;

/** Pairs of points as lines; `isBehind` where what is nearer hides them. */
export function linesOf(points: readonly number[], color: number, opacity: number, isBehind: boolean): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  const lines = new LineSegments(geometry, plainMaterial(color, opacity, { depthTest: isBehind }));
  lines.frustumCulled = false;
  return lines;
}

/** The twelve edges of an instance's box. */
function addOutline(points: number[], rows: Float32Array): void {
  const corner = (bits: number) => [0, 1, 2].map((row) => rows[4 * row + 3]! +
    [0, 1, 2].reduce((sum, axis) => sum + rows[4 * row + axis]! * ((bits >> axis & 1) - 0.5), 0));
  for (let bits = 0; bits < 8; bits++) {
    for (let axis = 0; axis < 3; axis++) {
      if (!(bits >> axis & 1)) points.push(...corner(bits), ...corner(bits | 1 << axis));
    }
  }
}

/** The edges of all parts of things. */
export function outlinesOf(batches: readonly Batch[], numbers: ReadonlySet<number>): number[] {
  const points: number[] = [];
  for (const batch of numbers.size > 0 ? batches : []) {
    for (let i = 0; i < batch.count && points.length < MOST_OUTLINES * 72; i++) {
      if (numbers.has(batch.id[i]! & Bits.NUMBER)) addOutline(points, batch.rows.subarray(12 * i, 12 * i + 12));
    }
  }
  return points;
}

/** The edges of instances. */
export function outlinesOfInstances(batches: readonly Batch[], instances: readonly (readonly [number, number])[]): number[] {
  const points: number[] = [];
  for (const [batch, at] of instances.slice(0, MOST_OUTLINES)) {
    addOutline(points, batches[batch]!.rows.subarray(12 * at, 12 * at + 12));
  }
  return points;
}

/** The bounds of things; undefined where they show nothing. */
export function boundsOf(batches: readonly Batch[], numbers: ReadonlySet<number>): { least: number[]; most: number[] } | undefined {
  const least = [Infinity, Infinity, Infinity], most = [-Infinity, -Infinity, -Infinity];
  for (const batch of batches) {
    for (let i = 0; i < batch.count; i++) {
      if (!numbers.has(batch.id[i]! & Bits.NUMBER)) continue;
      for (let axis = 0; axis < 3; axis++) {
        const [a, b, c, at] = batch.rows.subarray(12 * i + 4 * axis, 12 * i + 4 * axis + 4);
        const reach = (Math.abs(a!) + Math.abs(b!) + Math.abs(c!)) / 2;
        least[axis] = Math.min(least[axis]!, at! - reach);
        most[axis] = Math.max(most[axis]!, at! + reach);
      }
    }
  }
  return least[0]! <= most[0]! ? { least, most } : undefined;
}
