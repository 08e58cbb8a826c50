// A distance between two places that are clicked, whoever draws the picture.
import type { Vector3 } from 'three';
import { lengthText } from '../view/measures.js';
import type { Stage } from '../view/stage.js';
import type { Viewpoint } from '../view/camera.js';
import { text } from '../text.js';

const COLOR = 0xf08c1a;

export class Measuring {
  /** The line over a picture that is flat. */
  readonly layer = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  readonly #line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
  #ends: Vector3[] | undefined;
  readonly #say: (message: string) => void;

  constructor(say: (message: string) => void) {
    this.#say = say;
    this.layer.classList.add('measure');
    this.layer.setAttribute('aria-hidden', 'true');
    this.layer.append(this.#line);
    this.follow(undefined);
  }

  get isGoingOn(): boolean {
    return this.#ends !== undefined;
  }

  begin(): void {
    this.#ends = [];
    this.#say(text.measureFirst);
  }

  /** Whether there was something to end. */
  end(stage: Stage | undefined): boolean {
    const wasGoingOn = this.isGoingOn;
    this.#ends = undefined;
    if (wasGoingOn) {
      this.#say('');
      stage?.setMeasure([], COLOR);
    }
    this.follow(undefined);
    return wasGoingOn;
  }

  /** Takes a place that was clicked in a world of such units. */
  take(place: Vector3 | undefined, unit: string, stage: Stage | undefined): void {
    if (!place || !this.#ends) return;
    if (this.#ends.length === 2) this.#ends = [];
    this.#ends.push(place);
    const [a, b] = this.#ends;
    if (!a || !b) {
      stage?.setMeasure([], COLOR);
      this.#say(text.measureSecond);
      return;
    }
    stage?.setMeasure([a.x, a.y, a.z, b.x, b.y, b.z], COLOR);
    const by = b.clone().sub(a);
    this.#say(text.measured(lengthText(a.distanceTo(b)), unit,
      [by.x, by.y, by.z].map((side) => lengthText(Math.abs(side)))));
  }

  /** Moves the line to where its ends are seen; without a view there is none. */
  follow(view: Viewpoint | undefined): void {
    const [a, b] = (view && this.#ends?.map((end) => view.pixelOf(end))) ?? [];
    this.layer.style.display = a && b ? '' : 'none';
    if (!a || !b) return;
    ['x1', 'y1', 'x2', 'y2'].forEach((name, i) => this.#line.setAttribute(name, String([...a, ...b][i])));
  }
}
