// Chosen nets as waves over ticks: drawn on a canvas, with the values at a cursor beside it.
import { button, element, setPressed } from '../page/dom.js';
import { text } from '../text.js';
import type { BenchResult } from 'overworld';
import type { Ran, TruthTable } from '../worker/protocol.js';
import { Truth } from './truth.js';
import { record, Signal } from './wave-model.js';
import type { Watched } from './wave-model.js';

const ROW = 28;
const AXIS = 18;
const MOST_SIGNALS = 64;
const SPANS = { least: 8, most: 1e9 };

export class Waves {
  readonly box: HTMLElement;
  readonly #canvas = element('canvas', { tabindex: '0', role: 'img', class: 'wave-canvas' });
  readonly #names = element('ul', { class: 'wave-names' });
  readonly #title = element('h2', {}, text.waves);
  readonly #place = element('output', { class: 'quiet' });
  readonly #truth = new Truth();
  readonly #rows: HTMLElement;
  readonly #truthSwitch: HTMLButtonElement;
  readonly #ofTime = element('span', { class: 'buttons' },
    button({ label: text.waveWider, icon: 'minus', class: 'small' }, () => this.#zoom(2)),
    button({ label: text.waveNarrower, icon: 'plus', class: 'small' }, () => this.#zoom(0.5)),
    button({ label: text.waveEndLong, text: text.waveEnd, class: 'small' }, () => this.#follow()));
  #signals: Signal[] = [];
  #tick = 0;
  /** What is seen: so many ticks up to this one; undefined: the last. */
  #span = 60;
  #end: number | undefined;
  #cursor: number | undefined;
  #isAsked = false;
  /** Counts truth tables that were asked for. */
  #turn = 0;
  #isOfBench = false;
  /** Told when other nets are watched. */
  onChange: () => void = () => undefined;
  onVcd: () => void = () => undefined;
  /** Makes the truth table of what is watched. */
  onTruth: (watched: readonly Watched[]) => Promise<TruthTable> = () => Promise.reject(new Error());

  constructor() {
    this.#truthSwitch = button({ label: text.truthLong, text: text.truth, class: 'small', pressed: false }, () => this.#toggleTruth());
    const tools = element('div', { class: 'wave-tools' }, this.#title, this.#place,
      element('span', { class: 'buttons' }, this.#ofTime, this.#truthSwitch,
        button({ label: text.vcdLong, text: text.vcd, class: 'small' }, () => this.onVcd()),
        button({ label: text.unwatchAll, text: text.clear, class: 'small' }, () => this.clear())));
    this.#rows = element('div', { class: 'wave-rows scroll' }, this.#names, this.#canvas);
    this.box = element('section', { class: 'waves', 'aria-label': text.waves, hidden: true }, tools, this.#rows, this.#truth.box);
    this.#listen();
  }

  /** Nets that are watched. */
  get nets(): number[] {
    return [...new Set(this.#signals.flatMap(({ nets }) => nets))];
  }

  isWatched(name: string): boolean {
    return this.#signals.some((signal) => signal.name === name);
  }

  toggle(watched: Watched): void {
    if (this.isWatched(watched.name)) this.#signals = this.#signals.filter(({ name }) => name !== watched.name);
    else if (this.#signals.length < MOST_SIGNALS) this.#signals.push(new Signal(watched));
    this.#changed();
  }

  clear(): void {
    this.#signals = [];
    this.#changed();
  }

  /** A simulation begins again. */
  reset(): void {
    for (const signal of this.#signals) signal.clear();
    this.#isOfBench = false;
    this.#title.textContent = text.waves;
    this.#tick = 0;
    this.#end = this.#cursor = undefined;
    this.#draw();
  }

  /** What nets did in a bench, in the place of the simulation, until that goes on. */
  showBench({ ticks, events, nets: values }: BenchResult, nets: readonly number[]): void {
    this.reset();
    this.#isOfBench = true;
    this.#title.textContent = text.wavesOfBench;
    this.#tick = ticks;
    record(this.#signals, events, 0, ticks, new Map(nets.map((net, i) => [net, Number(values[i]?.value ?? 0)])));
    this.#span = Math.max(SPANS.least, ticks);
    this.#draw();
  }

  take(ran: Ran, asked: readonly number[]): void {
    if (this.#isOfBench) this.reset();
    const from = this.#tick;
    this.#tick = ran.tick;
    record(this.#signals, ran.events, from, ran.tick, new Map(asked.map((net, i) => [net, ran.on[i]!])));
    this.#draw();
  }

  #changed(): void {
    this.box.hidden = this.#signals.length === 0;
    this.#names.replaceChildren(...this.#signals.map((signal) => element('li', {},
      button({ label: text.unwatch(signal.name), icon: 'close', class: 'small quiet' }, () => this.toggle(signal)),
      element('span', { class: 'wave-name', title: signal.name }, signal.name), element('output', {}))));
    this.#draw();
    if (!this.#truth.box.hidden) void this.#askTruth();
    this.onChange();
  }

  /** The table stands in the place of the waves. */
  #toggleTruth(): void {
    const isShown = Boolean(this.#truth.box.hidden);
    this.#truth.box.hidden = !isShown;
    this.#rows.hidden = this.#ofTime.hidden = this.#place.hidden = isShown;
    setPressed(this.#truthSwitch, isShown);
    if (isShown) void this.#askTruth();
    else this.#draw();
  }

  async #askTruth(): Promise<void> {
    const turn = ++this.#turn;
    this.#truth.show(undefined, this.#signals.length > 0 ? text.working : '');
    if (this.#signals.length === 0) return;
    const table = await this.onTruth(this.#signals).catch((error: unknown) => error as Error);
    if (turn !== this.#turn) return;
    if (table instanceof Error) this.#truth.show(undefined, table.message);
    else this.#truth.show(table);
  }

  #listen(): void {
    const canvas = this.#canvas;
    canvas.addEventListener('pointermove', (event) => this.#point(event.offsetX));
    canvas.addEventListener('pointerdown', (event) => this.#point(event.offsetX));
    canvas.addEventListener('pointerleave', () => {
      this.#cursor = undefined;
      this.#draw();
    });
    canvas.addEventListener('wheel', (event) => {
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.#pan((event.deltaX || event.deltaY) / canvas.clientWidth);
      else if (event.ctrlKey) this.#zoom(event.deltaY > 0 ? 1.25 : 0.8);
      else return;
      event.preventDefault();
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => this.#press(event));
    new ResizeObserver(() => this.#draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
  }

  #press(event: KeyboardEvent): void {
    const step = Math.max(1, Math.round(this.#span / 100));
    const moves: { [key: string]: () => void } = {
      ArrowLeft: () => this.#setCursor((this.#cursor ?? this.#last) - step),
      ArrowRight: () => this.#setCursor((this.#cursor ?? this.#last) + step),
      PageUp: () => this.#pan(-0.5), PageDown: () => this.#pan(0.5), End: () => this.#follow(),
      Home: () => this.#setCursor(0), '+': () => this.#zoom(0.5), '-': () => this.#zoom(2),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }

  get #last(): number {
    return this.#end ?? Math.max(this.#tick, 1);
  }

  get #first(): number {
    return Math.max(0, this.#last - this.#span);
  }

  #setCursor(tick: number): void {
    this.#cursor = Math.min(Math.max(0, tick), this.#tick);
    if (this.#cursor < this.#first || this.#cursor > this.#last) this.#end = Math.max(this.#span, this.#cursor + this.#span / 2);
    this.#draw();
  }

  #point(x: number): void {
    this.#cursor = Math.min(this.#tick, Math.floor(this.#first + x / Math.max(1, this.#canvas.clientWidth) * this.#span));
    this.#draw();
  }

  #zoom(by: number): void {
    this.#span = Math.min(SPANS.most, Math.max(SPANS.least, Math.round(this.#span * by)));
    this.#draw();
  }

  #pan(share: number): void {
    const end = Math.max(this.#span, this.#last + share * this.#span);
    this.#end = end >= this.#tick ? undefined : end;
    this.#draw();
  }

  #follow(): void {
    this.#end = this.#cursor = undefined;
    this.#draw();
  }

  #draw(): void {
    if (this.#isAsked || this.box.hidden) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#showValues();
      this.#paint();
    });
  }

  #showValues(): void {
    const at = this.#cursor ?? this.#tick;
    this.#place.textContent = text.atTick(at);
    const values = this.#signals.map((signal) => signal.textAt(at));
    [...this.#names.querySelectorAll('output')].forEach((output, i) => output.textContent = values[i]!);
    this.#canvas.setAttribute('aria-label', text.wavesAt(at, this.#signals.map(({ name }, i) => `${name} ${values[i]}`)));
  }

  #paint(): void {
    const { clientWidth: width } = this.#canvas;
    const height = AXIS + ROW * this.#signals.length;
    const ratio = devicePixelRatio || 1;
    this.#canvas.style.height = `${height}px`;
    Object.assign(this.#canvas, { width: Math.max(1, width * ratio), height: height * ratio });
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(this.box);
    const color = (name: string) => style.getPropertyValue(name);
    const painter = new Painter(context, width, this.#first, this.#span, {
      line: themed(color('--line')), quiet: themed(color('--quiet')), wave: themed(color('--green')),
      bus: themed(color('--accent')), cursor: themed(color('--orange')) });
    painter.axis(height);
    this.#signals.forEach((signal, i) => painter.wave(signal, AXIS + ROW * i, this.#tick));
    if (this.#cursor !== undefined) painter.cursor(this.#cursor, height);
  }
}

/** The one of `light-dark(a, b)` that holds: a canvas does not know the words. */
function themed(color: string): string {
  const [, light, dark] = /light-dark\((.*?),\s*(.*?)\)$/.exec(color.trim()) ?? [];
  if (light === undefined) return color;
  const theme = document.documentElement.dataset['theme'];
  const isDark = theme === 'dark' || !theme && matchMedia('(prefers-color-scheme: dark)').matches;
  return isDark ? dark! : light;
}

interface Colors { line: string; quiet: string; wave: string; bus: string; cursor: string }

class Painter {
  readonly #context: CanvasRenderingContext2D;
  readonly #width: number;
  readonly #first: number;
  readonly #span: number;
  readonly #colors: Colors;

  constructor(context: CanvasRenderingContext2D, width: number, first: number, span: number, colors: Colors) {
    this.#context = context;
    this.#width = width;
    this.#first = first;
    this.#span = span;
    this.#colors = colors;
    context.font = '11px ui-monospace, Menlo, Consolas, monospace';
    context.textBaseline = 'middle';
  }

  #x(tick: number): number {
    return (tick - this.#first) / this.#span * this.#width;
  }

  axis(height: number): void {
    const context = this.#context;
    const rough = this.#span / Math.max(1, this.#width / 90);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, [1, 2, 5, 10].map((by) => by * power).find((one) => one >= rough) ?? 1);
    context.strokeStyle = this.#colors.line;
    context.fillStyle = this.#colors.quiet;
    context.lineWidth = 1;
    for (let tick = Math.ceil(this.#first / step) * step; tick <= this.#first + this.#span; tick += step) {
      const x = Math.round(this.#x(tick)) + 0.5;
      context.beginPath();
      context.moveTo(x, AXIS);
      context.lineTo(x, height);
      context.stroke();
      context.fillText(tick.toLocaleString('en'), x + 3, AXIS / 2);
    }
  }

  cursor(tick: number, height: number): void {
    const context = this.#context, x = Math.round(this.#x(tick)) + 0.5;
    context.strokeStyle = this.#colors.cursor;
    context.beginPath();
    context.moveTo(x, AXIS - 4);
    context.lineTo(x, height);
    context.stroke();
  }

  /** A signal from the change that is seen first up to the last tick; changes within one pixel are one block. */
  wave(signal: Signal, top: number, now: number): void {
    const { ticks, values } = signal;
    const end = Math.min(this.#first + this.#span, now);
    let at = Math.max(0, signal.indexAt(this.#first));
    while (at < ticks.length && ticks[at]! <= end) {
      const from = Math.max(0, this.#x(ticks[at]!));
      let next = at + 1;
      if (next < ticks.length && this.#x(ticks[next]!) - from < 1.5) {
        // What changes faster than pixels go by.
        next = Math.max(next, signal.indexAt(this.#first + (from + 2) / this.#width * this.#span) + 1);
        this.#block(signal, from, Math.max(from + 1, Math.min(this.#x(end), next < ticks.length ? this.#x(ticks[next]!) : this.#x(end))), top);
      } else {
        const to = Math.min(this.#x(end), next < ticks.length ? this.#x(ticks[next]!) : Infinity);
        if (signal.isBus) this.#value(signal, values[at]!, from, to, top);
        else this.#bit(values[at]!, from, to, top, at > 0 && this.#x(ticks[at]!) >= 0);
      }
      at = next;
    }
  }

  #block(signal: Signal, from: number, to: number, top: number): void {
    const context = this.#context;
    context.globalAlpha = 0.55;
    context.fillStyle = signal.isBus ? this.#colors.bus : this.#colors.wave;
    context.fillRect(from, top + 6, Math.max(1, to - from), ROW - 12);
    context.globalAlpha = 1;
  }

  #bit(value: number, from: number, to: number, top: number, hasEdge: boolean): void {
    const context = this.#context;
    const y = top + (value ? 6 : ROW - 6);
    context.strokeStyle = context.fillStyle = this.#colors.wave;
    context.lineWidth = 1.5;
    context.beginPath();
    if (hasEdge) {
      context.moveTo(from, top + (value ? ROW - 6 : 6));
      context.lineTo(from, y);
    } else context.moveTo(from, y);
    context.lineTo(to, y);
    context.stroke();
    if (value) {
      context.globalAlpha = 0.16;
      context.fillRect(from, y, to - from, ROW - 12);
      context.globalAlpha = 1;
    }
  }

  #value(signal: Signal, value: number, from: number, to: number, top: number): void {
    const context = this.#context;
    const slope = Math.min(3, (to - from) / 2), middle = top + ROW / 2;
    context.strokeStyle = context.fillStyle = this.#colors.bus;
    context.lineWidth = 1.2;
    context.beginPath();
    context.moveTo(from, middle);
    for (const [x, y] of [[from + slope, top + 6], [to - slope, top + 6], [to, middle], [to - slope, top + ROW - 6],
      [from + slope, top + ROW - 6]] as const) context.lineTo(x, y);
    context.closePath();
    context.stroke();
    const words = signal.textOf(value);
    if (context.measureText(words).width < to - from - 8) context.fillText(words, from + 6, middle + 0.5);
  }
}
