// A bar of a round length over the picture.
import type { Viewpoint } from '../view/camera.js';
import { gridStep, lengthText, scaleBar } from '../view/measures.js';
import type { Seen } from '../worker/protocol.js';
import { text } from '../text.js';
import { element } from './dom.js';

export class Scale {
  readonly #bar = element('i');
  readonly #words = element('span');
  readonly box = element('div', { class: 'scale', hidden: true }, this.#bar, this.#words);

  /** In perspective there is none: what is farther is smaller. */
  draw(view: Viewpoint, seen: Seen | undefined, hasGrid: boolean): void {
    this.box.hidden = seen === undefined || view.isPerspective;
    if (!seen || view.isPerspective) return;
    const { units, pixels } = scaleBar(view.scale);
    this.#bar.style.width = `${pixels}px`;
    const grid = hasGrid ? text.gridStep(lengthText(gridStep(seen))) : '';
    this.#words.textContent = `${text.units(lengthText(units), seen.unit)}${grid}`;
  }
}
