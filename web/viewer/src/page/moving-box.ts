// The box around what is dragged, over a picture that the library draws.
import { Vector3 } from 'three';
import type { Viewpoint } from '../view/camera.js';
import { cornersOf } from '../view/camera.js';
import type { Bounds } from '../view/camera.js';

/** Pairs of corners, which differ on one axis. */
const EDGES = Array.from({ length: 8 }, (_, corner) => [1, 2, 4].flatMap((axis) =>
  corner & axis ? [] : [[corner, corner | axis] as const])).flat();

export class MovingBox {
  readonly layer = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  readonly #edges = document.createElementNS('http://www.w3.org/2000/svg', 'path');

  constructor() {
    this.layer.classList.add('moving-box');
    this.layer.setAttribute('aria-hidden', 'true');
    this.layer.append(this.#edges);
    this.hide();
  }

  show(view: Viewpoint, bounds: Bounds, by: readonly [number, number, number]): void {
    const shift = new Vector3(...by);
    const corners = cornersOf(bounds).map((corner) => view.pixelOf(corner.add(shift)));
    this.#edges.setAttribute('d', EDGES.flatMap(([from, to]) => {
      const [a, b] = [corners[from], corners[to]];
      return a && b ? [`M${a.join()}L${b.join()}`] : [];
    }).join(''));
    this.layer.style.display = '';
  }

  hide(): void {
    this.layer.style.display = 'none';
  }
}
