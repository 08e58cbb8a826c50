// Dragging on the grid, and boxes over the picture: what they move and select.
import { NONE } from 'overworld';
import { Matrix4, Vector3 } from 'three';
import { Bits } from '../worker/protocol.js';
import type { Model } from '../worker/protocol.js';
import type { Viewpoint } from './camera.js';
import { pointerOf } from './looking.js';

/** Seen flatter than this, things are dragged up and down instead of along the ground. */
const FLAT = 0.2;

/** How far a pointer has dragged a place, in whole steps of the grid. */
export class Drag {
  readonly #view: Viewpoint;
  readonly #from: Vector3;
  /** The axis along which nothing moves. */
  readonly #fixed: 0 | 1 | 2;

  constructor(view: Viewpoint, from: Vector3) {
    this.#view = view;
    this.#from = from;
    const { back } = view;
    this.#fixed = Math.abs(back.y) >= FLAT ? 1 : Math.abs(back.x) > Math.abs(back.z) ? 0 : 2;
  }

  to(x: number, y: number): [number, number, number] {
    const placeOf = this.#view.placing(x, y);
    const near = placeOf(0), along = placeOf(1).sub(near);
    const fall = along.getComponent(this.#fixed);
    if (Math.abs(fall) < 1e-9) return [0, 0, 0];
    const depth = (this.#from.getComponent(this.#fixed) - near.getComponent(this.#fixed)) / fall;
    const by = near.addScaledVector(along, depth).sub(this.#from);
    return [0, 1, 2].map((axis) => axis === this.#fixed ? 0 : Math.round(by.getComponent(axis)) || 0) as [number, number, number];
  }
}

type Corner = readonly [number, number];

/** How far a thing reaches in the picture. */
interface Reach { least: [number, number]; most: [number, number] }

/** Pointers of the records whose middle is inside a rectangle of pixels. Larger ones, such as the board below, are not
 * meant. */
export function recordsInBox(model: Model, view: Viewpoint, from: Corner, to: Corner, isSeen: (thing: number) => boolean): string[] {
  const { things } = model;
  const { camera } = view;
  const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  const place = new Vector3();
  const pixel = (): Corner => {
    place.applyMatrix4(matrix);
    return [(place.x + 1) / 2 * view.width, (1 - place.y) / 2 * view.height];
  };
  const inside = new Map<number, Reach>();
  for (let i = 0; i < things.items; i++) {
    if (things.subject[i] === NONE || !isSeen(i)) continue;
    place.fromArray(things.middle, 3 * i);
    const [x, y] = pixel();
    const isInside = place.z <= 1 && (x - from[0]) * (x - to[0]) <= 0 && (y - from[1]) * (y - to[1]) <= 0;
    if (isInside) inside.set(i, { least: [x, y], most: [x, y] });
  }
  for (const batch of model.batches) {
    for (let i = 0; i < batch.count; i++) {
      const reach = inside.get(batch.id[i]! & Bits.NUMBER);
      if (reach) addCorners(reach, batch.rows.subarray(12 * i, 12 * i + 12), place, pixel);
    }
  }
  const fits = ({ least, most }: Reach) => [0, 1].every((side) => most[side]! - least[side]! <= Math.abs(to[side]! - from[side]!));
  return [...new Set([...inside].flatMap(([thing, reach]) =>
    fits(reach) ? [pointerOf(model, things.kind[thing]!, things.subject[thing]!)] : []))];
}

function addCorners({ least, most }: Reach, rows: Float32Array, place: Vector3, pixel: () => Corner): void {
  for (let bits = 0; bits < 8; bits++) {
    place.fromArray([0, 1, 2].map((row) => rows[4 * row + 3]! +
      [0, 1, 2].reduce((sum, axis) => sum + rows[4 * row + axis]! * ((bits >> axis & 1) - 0.5), 0)));
    pixel().forEach((at, side) => {
      least[side] = Math.min(least[side]!, at);
      most[side] = Math.max(most[side]!, at);
    });
  }
}
