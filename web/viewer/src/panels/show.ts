// What is to be seen: types with their counts, kinds, layers, and cuts along each axis.
import { button, element } from '../page/dom.js';
import type { Picture } from '../page/picture.js';
import type { Session } from '../page/session.js';
import { lengthText } from '../view/measures.js';
import type { Cut } from '../view/looking.js';
import type { Seen } from '../worker/protocol.js';
import { text } from '../text.js';

const MOST_TYPES = 500;
const AXES = ['x', 'y', 'z'] as const;

export class ShowPanel {
  readonly box = element('section', { class: 'show scroll', 'aria-label': text.show, tabindex: '0' });
  readonly #session: Session;
  readonly #picture: Picture;

  constructor(session: Session, picture: Picture) {
    this.#session = session;
    this.#picture = picture;
    for (const name of ['world', 'model', 'look'] as const) session.on(name, () => this.draw());
  }

  draw(): void {
    const { model } = this.#session;
    if (!model) {
      this.box.replaceChildren();
      return;
    }
    const layers = 'layers' in model ? model.layers.map((layer) => ({ name: model.groups[layer.group]?.name,
      cells: layer.cells.length })) : [];
    const { looking } = this.#picture;
    const kinds = new Map<string, number>();
    for (const { name, count } of model.kinds) if (count > 0) kinds.set(name, (kinds.get(name) ?? 0) + count);
    this.box.replaceChildren(...this.#records(), this.#background(),
      element('h2', {}, text.cuts),
      ...AXES.map((axis, number) => this.#cutRow(model, axis, number)),
      element('h2', {}, text.kinds),
      element('ul', { class: 'checks' }, ...[...kinds].map(([name, count]) =>
        this.#checkRow(text.kindName(name), count, undefined, !looking.hiddenKinds.has(name), (isShown) =>
          toggle(looking.hiddenKinds, name, !isShown))),
      ...layers.map(({ name, cells }, i) => this.#checkRow(text.layer(name, i), cells, undefined, !looking.hiddenLayers.has(i), (isShown) => toggle(looking.hiddenLayers, i, !isShown))),
      model.hasPegs ? this.#checkRow(text.pegs, undefined, undefined, looking.hasPegs, (isShown) => {
        looking.hasPegs = isShown;
      }) : undefined),
      ...(model.types.length > 0 ? [this.#typesHead(model), this.#typesList(model)] : []));
  }

  /** What was hidden one by one. */
  #records(): HTMLElement[] {
    const { looking } = this.#picture;
    const { hiddenRecords, isolated } = looking;
    if (hiddenRecords.size === 0 && isolated === undefined) return [];
    const row = (name: string, pointer: string, show: () => void) => element('li', {},
      element('code', { class: 'type-name' }, name),
      button({ label: text.showRecord(pointer), icon: 'close', class: 'small quiet' }, () => {
        show();
        this.#session.emit('look', undefined);
      }));
    return [element('h2', {}, text.hiddenRecords, element('span', { class: 'buttons' },
      button({ label: text.showRecordsLong, text: text.showRecords, class: 'small', keys: 'U' },
        () => this.#picture.showAllRecords()))),
    element('ul', { class: 'checks records' },
      ...(isolated === undefined ? [] : [row(text.onlyRecord(isolated), isolated, () => looking.isolated = undefined)]),
      ...[...hiddenRecords].slice(0, MOST_TYPES).map((pointer) => row(pointer, pointer, () => hiddenRecords.delete(pointer))))];
  }

  #background(): HTMLElement {
    const { background } = this.#picture;
    const isKnown = background in text.backgrounds;
    const choice = element('select', { 'aria-label': text.background }, ...Object.entries(text.backgrounds).map(([value, name]) =>
      element('option', { value }, name)));
    const color = element('input', { type: 'color', 'aria-label': text.backgroundColor, value: background || '#f4f7fa', hidden: isKnown });
    choice.value = isKnown ? background : 'own';
    choice.addEventListener('change', () => {
      color.hidden = choice.value !== 'own';
      this.#picture.background = choice.value === 'own' ? color.value : choice.value;
      this.#changed();
    });
    color.addEventListener('input', () => {
      this.#picture.background = color.value;
      this.#changed();
    });
    return element('div', { class: 'background' }, element('h2', {}, text.background), choice, color);
  }

  #changed(): void {
    this.#picture.apply();
  }

  #typesHead(model: Seen): HTMLElement {
    const { hiddenTypes, hiddenKinds } = this.#picture.looking;
    const setAll = (isShown: boolean) => {
      hiddenTypes.clear();
      if (isShown) for (const kind of kindsOfSegments(model)) hiddenKinds.delete(kind);
      if (!isShown) for (const { name } of model.types) hiddenTypes.add(name);
      this.draw();
      this.#changed();
    };
    return element('h2', {}, text.types, element('span', { class: 'buttons' },
      button({ label: text.showAllTypes, text: text.all, class: 'small' }, () => setAll(true)),
      button({ label: text.hideAllTypes, text: text.none, class: 'small' }, () => setAll(false))));
  }

  #typesList(model: Seen): HTMLElement {
    const { hiddenTypes, hiddenKinds } = this.#picture.looking;
    const sorted = [...model.types].sort((a, b) => b.count - a.count).slice(0, MOST_TYPES);
    return element('ul', { class: 'checks types' }, ...sorted.map(({ name, count, color }) => {
      const row = this.#checkRow(name, count, color, !hiddenTypes.has(name), (isShown) => toggle(hiddenTypes, name, !isShown));
      row.append(button({ label: text.isolate(name), text: text.only, class: 'small quiet' }, () => {
        hiddenTypes.clear();
        for (const other of model.types) if (other.name !== name) hiddenTypes.add(other.name);
        // Wires, paths and connections are of no type.
        for (const kind of kindsOfSegments(model)) hiddenKinds.add(kind);
        this.draw();
        this.#changed();
      }));
      return row;
    }));
  }

  #checkRow(name: string, count: number | undefined, color: number[] | undefined, isShown: boolean,
    change: (isShown: boolean) => void): HTMLElement {
    const box = element('input', { type: 'checkbox', change: () => {
      change(box.checked);
      this.#changed();
    } });
    box.checked = isShown;
    const swatch = color ? element('i', { class: 'swatch' }) : undefined;
    if (swatch) swatch.style.background = `rgb(${color!.slice(0, 3).join()})`;
    return element('li', {}, element('label', {}, box, swatch, element('span', { class: 'type-name' }, name)),
      element('span', { class: 'count' }, count === undefined ? '' : count.toLocaleString('en')));
  }

  #cutRow(model: Seen, axis: string, number: number): HTMLElement {
    const least = model.least[number]! + model.origin[number]!, most = model.most[number]! + model.origin[number]!;
    const { cuts } = this.#picture.looking;
    const step = Math.max((most - least) / 200, 1e-6);
    const end = (which: 0 | 1) => {
      const slider = element('input', { type: 'range', min: least, max: most, step: 'any',
        'aria-label': text.cutEnd(axis, which), value: cuts[number]?.[which] ?? (which === 0 ? least : most) });
      slider.addEventListener('input', () => {
        const at = Number(slider.value);
        const cut: [number, number] = [...(cuts[number] ?? [least, most])] as [number, number];
        cut[which] = at;
        if (cut[0] > cut[1]) cut[which === 0 ? 1 : 0] = at;
        cuts[number] = isWhole(cut, least, most, step) ? undefined : cut;
        show();
        this.#changed();
      });
      return slider;
    };
    const [low, high] = [end(0), end(1)];
    const output = element('output', {});
    const show = () => {
      const cut = cuts[number] ?? [least, most];
      [low.value, high.value] = [String(cut[0]), String(cut[1])];
      output.textContent = `${lengthText(Number(cut[0].toFixed(2)))} … ${lengthText(Number(cut[1].toFixed(2)))}`;
    };
    show();
    return element('div', { class: 'cut' }, element('span', { class: 'axis' }, axis), low, high, output);
  }
}

/** Kinds of what joins records, such as wires. */
function kindsOfSegments({ kinds }: Seen): string[] {
  return kinds.filter(({ list }) => /\/(wires|paths|connections)$/.test(list)).map(({ name }) => name);
}

function isWhole(cut: NonNullable<Cut>, least: number, most: number, step: number): boolean {
  return cut[0] <= least + step / 2 && cut[1] >= most - step / 2;
}

function toggle<Value>(set: Set<Value>, value: Value, isIn: boolean): void {
  if (isIn) set.add(value);
  else set.delete(value);
}
