// A distance between two places that are clicked.
import type { Vector3 } from 'three';
import { lengthText } from '../view/measures.js';
import type { Stage } from '../view/stage.js';
import { text } from '../text.js';

const COLOR = 0xf08c1a;

export class Measuring {
  #ends: Vector3[] | undefined;
  readonly #say: (message: string) => void;

  constructor(say: (message: string) => void) {
    this.#say = say;
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
    return wasGoingOn;
  }

  click(stage: Stage, x: number, y: number): void {
    const place = stage.placeAt(x, y);
    if (!place || !this.#ends || !stage.model) return;
    if (this.#ends.length === 2) this.#ends = [];
    this.#ends.push(place);
    const [a, b] = this.#ends;
    if (!a || !b) {
      this.#say(text.measureSecond);
      return;
    }
    stage.setMeasure([a.x, a.y, a.z, b.x, b.y, b.z], COLOR);
    const by = b.clone().sub(a);
    this.#say(text.measured(lengthText(a.distanceTo(b)), stage.model.unit,
      [by.x, by.y, by.z].map((side) => lengthText(Math.abs(side)))));
  }
}
