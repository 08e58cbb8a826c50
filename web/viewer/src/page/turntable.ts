// Turns the picture slowly, until somebody takes hold of it.
import type { Viewpoint } from '../view/camera.js';

const DEGREES_A_SECOND = 18;
/** After a picture that took longer the world does not jump. */
const MOST_SECONDS = 0.25;

export class Turntable {
  readonly #view: Viewpoint;
  readonly #turned: () => void;
  #request = 0;
  #last = 0;

  constructor(view: Viewpoint, turned: () => void) {
    this.#view = view;
    this.#turned = turned;
  }

  get isTurning(): boolean {
    return this.#request !== 0;
  }

  begin(): void {
    this.#last = performance.now();
    this.#request = requestAnimationFrame((now) => this.#step(now));
  }

  /** Whether it was turning. */
  end(): boolean {
    const wasTurning = this.isTurning;
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    return wasTurning;
  }

  #step(now: number): void {
    const seconds = Math.min(MOST_SECONDS, Math.max(0, now - this.#last) / 1000);
    this.#last = now;
    this.#view.turn(seconds * DEGREES_A_SECOND, 0);
    this.#turned();
    this.#request = requestAnimationFrame((next) => this.#step(next));
  }
}
