// What a world is, in rows of names and values.
import type { Loss, ModType, Value } from 'overworld';
import { button, element } from '../page/dom.js';
import type { Session } from '../page/session.js';
import { text } from '../text.js';

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

function plain(value: Value): string {
  if (typeof value === 'number') return Math.abs(value) >= 10000 ? value.toLocaleString('en') : String(value);
  return value === null ? '–' : String(value);
}

function drawValue(value: Value): Node {
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object')) return document.createTextNode(value.map(plain).join(', '));
    return element('ul', {}, ...value.slice(0, 30).map((one) => element('li', {}, drawValue(one))));
  }
  if (value && typeof value === 'object') {
    const { count, name, ...more } = value;
    if (count !== undefined && name !== undefined && Object.keys(more).length === 0) {
      return element('span', { class: 'counted' }, element('span', { class: 'count' }, plain(count)), ` ${plain(name)}`);
    }
    const parts = Object.entries(value).map(([name, one]) => [words(name), drawValue(one)] as const);
    return element('span', { class: 'pairs' }, ...parts.flatMap(([name, one]) =>
      [element('span', { class: 'pair' }, element('span', { class: 'quiet' }, `${name} `), one)]));
  }
  return document.createTextNode(plain(value));
}

/** Lists of records and long texts take rows of their own. */
function isLong(value: Value): boolean {
  if (typeof value === 'string') return value.length > 28;
  return value !== null && typeof value === 'object' && !(Array.isArray(value) && value.every((one) => typeof one !== 'object'));
}

function drawRows(values: { [name: string]: Value }): HTMLElement {
  return element('dl', { class: 'wide' }, ...Object.entries(values).flatMap(([name, value]) =>
    [element('dt', {}, words(name)), element('dd', { class: isLong(value) ? 'full' : undefined }, drawValue(value))]));
}

const MOST_TYPES = 200;

function drawMod(id: string, types: ModType[], counts: Map<string, number>, isUsed: boolean): HTMLElement {
  const shapes = types.filter(({ has_shape: has }) => has).length;
  const sorted = [...types].sort((one, other) => Number(counts.has(other.name)) - Number(counts.has(one.name))).slice(0, MOST_TYPES);
  return element('details', { class: 'mod', open: isUsed },
    element('summary', {}, element('code', {}, id), ' ', element('span', { class: 'quiet' }, text.modShapes(shapes, types.length))),
    element('ul', {}, ...sorted.map(({ name, has_shape: has }) => element('li', {},
      element(counts.has(name) ? 'strong' : 'span', {}, name.slice(id.length + 1)), ' ',
      element('span', { class: 'quiet' }, has ? text.hasShape : text.hasNoShape,
        counts.has(name) ? `, ${text.usedHere(counts.get(name)!)}` : '')))));
}

export class FactsPanel {
  readonly box = element('section', { class: 'facts scroll', 'aria-label': text.facts, tabindex: '0' });
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    for (const name of ['world', 'info', 'broken', 'model', 'folder', 'mods'] as const) session.on(name, () => this.#draw());
  }

  #draw(): void {
    const { doc, broken, model, format } = this.#session;
    const info = { ...this.#session.info, ...broken?.found };
    if (!doc) {
      this.box.replaceChildren();
      return;
    }
    const { title, description, ...folder } = this.#session.folder ?? {};
    const losses = [...doc.losses, ...(model?.losses ?? [])];
    this.box.replaceChildren(
      element('h2', {}, doc.name),
      element('p', { class: 'quiet' }, `${format?.title ?? doc.format}, ${text.bytesCount(this.#session.file.size)}`),
      ...(title ? [element('p', { class: 'given' }, element('strong', {}, title))] : []),
      ...(description ? [element('p', { class: 'given' }, description)] : []),
      ...this.#drawBreak(),
      drawRows(info),
      ...(Object.keys(folder).length > 0 ? [element('h3', {}, text.saveFolder), drawRows(folder)] : []),
      ...this.#drawMods(),
      ...(losses.length > 0 ? [element('h3', {}, text.notes), drawLosses(losses)] : []));
  }

  /** The mods that were read: their types, those of this world first, and what was wrong. */
  #drawMods(): Node[] {
    const { mods, model } = this.#session;
    if (!mods) return [];
    const counts = new Map(model?.types.map(({ name, count }) => [name, count] as const));
    const groups = new Map<string, ModType[]>();
    for (const type of mods.types) {
      const id = type.name.slice(0, type.name.lastIndexOf('.'));
      groups.set(id, [...(groups.get(id) ?? []), type]);
    }
    const used = (types: ModType[]) => types.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0);
    const sorted = [...groups].sort(([, one], [, other]) => Math.sign(used(other)) - Math.sign(used(one)));
    return [element('h3', {}, text.mods),
      ...(mods.warnings.length > 0 ? [element('div', { class: 'break' }, element('p', {}, text.modProblems),
        drawLosses(mods.warnings.map((message) => ({ pointer: '', message }))))] : []),
      ...sorted.map(([id, types]) => drawMod(id, types, counts, used(types) > 0)),
      element('p', {}, button({ label: text.forgetMods, text: text.forgetMods, class: 'small' },
        () => void this.#session.guard(() => this.#session.forgetMods())))];
  }

  /** Where a file that cannot be read to its end breaks off. */
  #drawBreak(): Node[] {
    const { broken } = this.#session;
    if (!broken) return [];
    const { pointer, offset, message } = broken;
    return [element('div', { class: 'break' }, element('p', {}, text.broken),
      button({ label: `${text.atByte(offset)}: ${message}`, class: 'place', text: message },
        () => this.#session.emit('byte', offset)),
      element('p', { class: 'quiet' }, text.atByte(offset), ...(pointer ? [', ', element('code', {}, pointer)] : [])))];
  }
}

export function drawLosses(losses: Loss[]): HTMLElement {
  return element('ul', { class: 'losses' }, ...losses.slice(0, 50).map(({ pointer, message }) =>
    element('li', {}, pointer ? element('code', {}, pointer) : undefined, ' ', message)));
}
