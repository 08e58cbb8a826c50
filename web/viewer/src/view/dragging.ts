// Dragging on the grid, and boxes over the picture: what they move and select.
import { NONE } from 'overworld';
import { Vector3 } from 'three';
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

/** Pointers of the records whose middle is inside a rectangle of pixels. */
export function recordsInBox(model: Model, view: Viewpoint, from: [number, number], to: [number, number],
  isSeen: (thing: number) => boolean): string[] {
  const { things } = model;
  const found = new Set<string>();
  const place = new Vector3();
  for (let i = 0; i < things.items; i++) {
    if (things.subject[i] === NONE || !isSeen(i)) continue;
    const at = view.pixelOf(place.fromArray(things.middle, 3 * i));
    const isInside = at?.every((pixel, axis) => (pixel - from[axis]!) * (pixel - to[axis]!) <= 0);
    if (isInside) found.add(pointerOf(model, things.kind[i]!, things.subject[i]!));
  }
  return [...found];
}
