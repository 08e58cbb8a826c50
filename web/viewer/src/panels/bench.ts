// Files beside a save that its circuit uses: which names and types it has, and benches, which are run here.
import type { BenchFailure, BenchResult } from 'overworld';
import { button, element } from '../page/dom.js';
import type { Session } from '../page/session.js';
import { text } from '../text.js';
import type { CircuitFiles, CircuitWishes } from '../worker/protocol.js';
import { save } from './compare.js';

/** Of what a bench prints no more is shown than this. */
const MOST_PRINTED = 20_000;
const MOST_FAILURES = 100;

export class BenchBox {
  readonly box = element('section', { class: 'bench', 'aria-label': text.besideCircuit });
  readonly #session: Session;
  readonly #result = element('div', { class: 'bench-result', role: 'status' });
  #wishes: CircuitWishes = {};
  /** Other files are to be used. */
  onChange: (wishes: CircuitWishes) => void = () => undefined;
  /** A net is to be looked at. */
  onNet: (name: string) => void = () => undefined;
  /** Nets whose waves are shown, and what they did in a bench. */
  watched: () => number[] = () => [];
  onRan: (result: BenchResult, nets: readonly number[]) => void = () => undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Offers the files that lie beside the save. */
  offer(files: CircuitFiles, wishes: CircuitWishes): void {
    this.#wishes = wishes;
    this.#result.replaceChildren();
    const isOffered = Object.values(files).some((paths) => paths.length > 0);
    this.box.replaceChildren(...(isOffered ? [this.#uses(files), this.#benches(files.benches), this.#result] :
      [element('p', { class: 'quiet' }, text.noneBesideCircuit)]));
  }

  clear(): void {
    this.box.replaceChildren();
    this.#result.replaceChildren();
  }

  #uses(files: CircuitFiles): HTMLElement {
    const choice = (use: 'names' | 'types') => {
      if (files[use].length === 0) return undefined;
      const select = element('select', {}, element('option', { value: '' }, text.noFile),
        ...files[use].map((path) => element('option', { value: path }, path)));
      select.value = this.#wishes[use] ?? '';
      select.addEventListener('change', () => this.onChange({ ...this.#wishes, [use]: select.value || undefined }));
      return element('label', {}, element('span', {}, text.useOfFile[use]), select);
    };
    return element('div', { class: 'uses' }, choice('names'), choice('types'));
  }

  #benches(paths: string[]): HTMLElement {
    if (paths.length === 0) return element('div', {});
    const select = element('select', {}, ...paths.map((path) => element('option', { value: path }, path)));
    select.value = paths.at(-1)!;
    const run = button({ label: text.runBenchLong, text: text.runBench }, () => void this.#run(select.value, run));
    return element('div', { class: 'uses' }, element('label', {}, element('span', {}, text.bench), select, run));
  }

  async #run(path: string, run: HTMLButtonElement): Promise<void> {
    run.disabled = true;
    this.#result.replaceChildren(element('p', { class: 'quiet' }, text.benchRuns));
    const nets = this.watched();
    const result = await this.#session.client.call('circuitBench', path, nets).catch((error: unknown) => error as Error);
    run.disabled = false;
    if (!this.#result.isConnected) return;
    if (result instanceof Error) {
      this.#result.replaceChildren(element('p', { class: 'error' }, `${path}: ${result.message || text.stopped}`));
    } else {
      this.#result.replaceChildren(...this.#drawn(result));
      this.onRan(result, nets);
    }
  }

  #drawn(result: BenchResult): HTMLElement[] {
    const isFine = result.failures === 0;
    const printed = new TextDecoder().decode(result.printed.subarray(0, MOST_PRINTED));
    return [
      element('p', { class: isFine ? 'fine' : 'error' }, text.benchOutcome(result)),
      ...(result.failures > 0 ? [element('ul', {}, ...result.failed.slice(0, MOST_FAILURES).map((one) => this.#failure(one)))] : []),
      ...(printed === '' ? [] : [element('p', { class: 'quiet' }, text.printed), element('pre', { tabindex: 0, 'aria-label': text.printed }, printed,
        result.printed.length > MOST_PRINTED && text.andMore(result.printed.length - MOST_PRINTED))]),
      ...result.written.map(({ path, data }) => button({ label: text.saveWritten(path), text: text.saveWritten(path), class: 'small' }, () =>
        save(path.split('/').pop()!, new Blob([data as Uint8Array<ArrayBuffer>])))),
    ];
  }

  #failure({ tick, step, name, signal, message }: BenchFailure): HTMLElement {
    const words = text.benchFailure(tick, step, name, message);
    return element('li', {}, signal === '' ? words :
      element('button', { type: 'button', class: 'place', click: () => this.onNet(signal) }, words));
  }
}
