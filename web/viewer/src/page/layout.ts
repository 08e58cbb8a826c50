// Panels around the picture: docks that are resized and hidden, tabs in them; on a narrow screen all in one dock below.
import { text } from '../text.js';
import { button, element } from './dom.js';
import { preference } from './preferences.js';

export interface Tab { id: string; label: string; panel: HTMLElement; badge?: HTMLElement }

/** Panels of which one is shown, with a row of tabs. */
export class Tabs {
  readonly box: HTMLElement;
  readonly #tabs: Tab[];
  readonly #row: HTMLElement;
  readonly #body = element('div', { class: 'tab-body' });
  #current: string;
  /** Told which panel is shown. */
  onShow: (id: string) => void = () => undefined;

  constructor(name: string, label: string, tabs: Tab[]) {
    this.#tabs = tabs;
    this.#current = tabs[0]!.id;
    this.#row = element('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
    for (const tab of tabs) {
      this.#row.append(element('button', { type: 'button', role: 'tab', id: `tab-${name}-${tab.id}`,
        'aria-controls': `panel-${name}-${tab.id}`, click: () => this.show(tab.id) }, tab.label, tab.badge));
      this.#body.append(element('div', { role: 'tabpanel', id: `panel-${name}-${tab.id}`,
        'aria-labelledby': `tab-${name}-${tab.id}`, class: 'tab-panel' }, tab.panel));
    }
    this.#row.addEventListener('keydown', (event) => this.#press(event));
    this.box = element('div', { class: 'tabbed' }, this.#row, this.#body);
    this.show(this.#current);
  }

  get current(): string {
    return this.#current;
  }

  show(id: string): void {
    this.#current = id;
    this.#tabs.forEach((tab, i) => {
      const isShown = tab.id === id;
      const head = this.#row.children[i]!;
      head.setAttribute('aria-selected', String(isShown));
      head.setAttribute('tabindex', isShown ? '0' : '-1');
      (this.#body.children[i] as HTMLElement).hidden = !isShown;
    });
    this.onShow(id);
  }

  /** Offers a panel, or not: another one is shown then. */
  offer(id: string, isOffered: boolean): void {
    const at = this.#tabs.findIndex((tab) => tab.id === id);
    (this.#row.children[at] as HTMLElement).hidden = !isOffered;
    if (!isOffered && this.#current === id) this.show(this.#tabs[0]!.id);
  }

  #press(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const offered = this.#tabs.filter((_, i) => !(this.#row.children[i] as HTMLElement).hidden);
    const at = offered.findIndex(({ id }) => id === this.#current);
    const next = offered[(at + step + offered.length) % offered.length]!;
    this.show(next.id);
    (this.#row.querySelector('[aria-selected=true]') as HTMLElement).focus();
  }
}

export type Side = 'left' | 'right' | 'bottom';

/** A dock at a side of the picture with a bar to resize it. */
export class Dock {
  readonly box: HTMLElement;
  readonly bar: HTMLElement;
  readonly #side: Side;
  readonly #name: string;
  readonly #size;
  readonly #isHidden;

  constructor(side: Side, name: string, content: HTMLElement, size: number) {
    this.#side = side;
    this.#name = name;
    this.#size = preference<number>(`${side}-size`, size);
    this.#isHidden = preference<boolean>(`${side}-hidden`, false);
    this.box = element('aside', { class: `dock ${side}`, 'aria-label': name, id: `dock-${side}` }, content);
    this.bar = element('div', { class: `bar ${side}`, role: 'separator', tabindex: '0', 'aria-label': text.resize(name),
      'aria-orientation': side === 'bottom' ? 'horizontal' : 'vertical', 'aria-valuemin': 120, 'aria-valuemax': 900,
      'aria-controls': `dock-${side}` });
    this.bar.addEventListener('pointerdown', (event) => this.bar.setPointerCapture(event.pointerId));
    this.bar.addEventListener('pointermove', (event) => this.bar.hasPointerCapture(event.pointerId) && this.#drag(event));
    this.bar.addEventListener('keydown', (event) => this.#press(event));
    this.#apply();
  }

  toggle(isHidden = !this.#isHidden.value): void {
    this.#isHidden.value = isHidden;
    this.#apply();
  }

  /** A button that shows or hides it. */
  switch(keys: string): HTMLButtonElement {
    return button({ label: text.hidePanel(this.#name), text: this.#name, class: 'quiet', keys }, () => this.toggle());
  }

  #drag(event: PointerEvent): void {
    const box = this.box.getBoundingClientRect();
    this.#setSize(this.#side === 'left' ? event.clientX - box.left
      : this.#side === 'right' ? box.right - event.clientX : box.bottom - event.clientY);
  }

  #press(event: KeyboardEvent): void {
    const grows = { left: 'ArrowRight', right: 'ArrowLeft', bottom: 'ArrowUp' }[this.#side];
    const shrinks = { left: 'ArrowLeft', right: 'ArrowRight', bottom: 'ArrowDown' }[this.#side];
    if (event.key !== grows && event.key !== shrinks) return;
    event.preventDefault();
    this.#setSize(this.#size.value + (event.key === grows ? 20 : -20));
  }

  #setSize(size: number): void {
    this.#size.value = Math.round(Math.min(900, Math.max(120, size)));
    this.#apply();
  }

  #apply(): void {
    this.box.style.setProperty('--size', `${this.#size.value}px`);
    this.box.classList.toggle('hidden', this.#isHidden.value);
    this.bar.classList.toggle('hidden', this.#isHidden.value);
    this.bar.setAttribute('aria-valuenow', String(this.#size.value));
  }
}
