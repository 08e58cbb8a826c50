// A list of any number of rows, of which only those in sight are elements.
import { element } from './dom.js';

/** Browsers do not scroll farther than this many pixels; longer lists scroll by shares. */
const MOST_PIXELS = 4_000_000;

export interface ListLook {
  rowHeight: number;
  /** Fills a row's element. */
  draw: (row: number) => HTMLElement;
  attributes: { [name: string]: string };
  onScroll?: (first: number, count: number) => void;
}

export class VirtualList {
  readonly box: HTMLElement;
  readonly #look: ListLook;
  readonly #space = element('div', { class: 'list-space', role: 'presentation' });
  readonly #rows = element('div', { class: 'list-rows', role: 'presentation' });
  #count = 0;
  #isAsked = false;

  constructor(look: ListLook) {
    this.#look = look;
    this.box = element('div', { ...look.attributes, tabindex: '0' }, this.#space);
    this.box.classList.add('list');
    this.#space.append(this.#rows);
    this.box.addEventListener('scroll', () => this.refresh());
    new ResizeObserver(() => this.refresh()).observe(this.box);
  }

  get count(): number {
    return this.#count;
  }

  set count(count: number) {
    this.#count = count;
    this.#space.style.height = `${Math.min(MOST_PIXELS, count * this.#look.rowHeight)}px`;
    this.refresh();
  }

  /** How many rows are in sight as a whole. */
  get page(): number {
    return Math.max(1, Math.floor(this.box.clientHeight / this.#look.rowHeight));
  }

  get first(): number {
    const { box } = this;
    const full = this.#count * this.#look.rowHeight;
    if (full <= MOST_PIXELS) return Math.floor(box.scrollTop / this.#look.rowHeight);
    const share = box.scrollTop / Math.max(1, MOST_PIXELS - box.clientHeight);
    return Math.round(Math.min(1, share) * Math.max(0, this.#count - this.page));
  }

  /** Scrolls until a row is in sight. */
  reveal(row: number, where: 'nearest' | 'middle' = 'nearest'): void {
    const { first, page } = this;
    if (row >= first && row < first + page && where === 'nearest') return;
    const top = where === 'middle' ? row - Math.floor(page / 2) : row < first ? row : row - page + 1;
    this.scrollTo(Math.min(Math.max(0, top), Math.max(0, this.#count - page)));
  }

  scrollTo(row: number): void {
    const full = this.#count * this.#look.rowHeight;
    this.box.scrollTop = full <= MOST_PIXELS ? row * this.#look.rowHeight
      : row / Math.max(1, this.#count - this.page) * (MOST_PIXELS - this.box.clientHeight);
    this.refresh();
  }

  refresh(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    queueMicrotask(() => {
      this.#isAsked = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { rowHeight } = this.#look;
    const { first } = this;
    const isCapped = this.#count * rowHeight > MOST_PIXELS;
    const count = Math.min(this.#count - first, this.page + 2);
    const rows = Array.from({ length: Math.max(0, count) }, (_, i) => this.#look.draw(first + i));
    const top = isCapped ? Math.min(this.box.scrollTop, MOST_PIXELS - rows.length * rowHeight) : first * rowHeight;
    this.#rows.style.transform = `translateY(${Math.max(0, top)}px)`;
    this.#rows.replaceChildren(...rows);
    this.#look.onScroll?.(first, rows.length);
  }
}
