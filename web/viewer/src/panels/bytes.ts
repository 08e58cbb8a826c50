// The bytes of the file, coloured by field.
import type { Field } from 'overworld';
import { element } from '../page/dom.js';
import type { Session } from '../page/session.js';
import { VirtualList } from '../page/virtual-list.js';
import { text } from '../text.js';
import { findNext, patternOf } from './byte-search.js';
import type { SearchKind } from './byte-search.js';
import { Inspector } from './inspector.js';
import { valueText } from './tree.js';

const ROW_HEIGHT = 20;
/** So many bytes at the caret are read as numbers and text. */
const INSPECTED = 32;

/** Bytes before and behind those in sight that are read with them. */
const READ_AROUND = 32 << 10;

interface Known { least: number; most: number; fields: Field[] }

/** A stretch of the file. */
interface Stretch { least: number; bytes: Uint8Array }

const NO_BYTES: Stretch = { least: 0, bytes: new Uint8Array(0) };

function digits(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

export class BytesPanel {
  readonly box: HTMLElement;
  readonly #session: Session;
  readonly #list: VirtualList;
  readonly #status = element('div', { class: 'bytes-status', 'aria-live': 'polite' });
  readonly #inspector = new Inspector();
  readonly #kind = element('select', { 'aria-label': text.searchKind }, ...Object.entries(text.searchKinds).map(([value, name]) =>
    element('option', { value }, name)));
  readonly #words = element('input', { type: 'search', placeholder: text.findBytesHint, 'aria-label': text.findBytes,
    autocomplete: 'off', spellcheck: 'false' });
  #searchTurn = 0;
  #across = 16;
  #known: Known = { least: 0, most: 0, fields: [] };
  #asked = '';
  #stretch = NO_BYTES;
  #reading = -1;
  #caret = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#list = new VirtualList({ rowHeight: ROW_HEIGHT, draw: (row) => this.#drawRow(row),
      attributes: { role: 'grid', 'aria-label': text.bytes, class: 'bytes', 'aria-readonly': 'true' },
      onScroll: (first, count) => this.#learn(first, count) });
    this.box = element('section', { class: 'bytes-panel', 'aria-label': text.bytes },
      element('form', { class: 'byte-search', role: 'search', 'aria-label': text.findBytes, submit: (event: Event) => {
        event.preventDefault();
        void this.#find();
      } }, this.#kind, this.#words, element('button', {}, text.next)),
      element('div', { class: 'bytes-row' }, this.#list.box, this.#inspector.box), this.#status);
    this.#list.box.addEventListener('click', (event) => this.#click(event));
    this.#list.box.addEventListener('pointermove', (event) => this.#hover(event));
    this.#list.box.addEventListener('keydown', (event) => this.#press(event));
    session.on('world', ({ isEdit }) => this.#renew(isEdit));
    for (const name of ['info', 'broken'] as const) session.on(name, () => this.#list.refresh());
    session.on('selected', ({ from }) => this.#follow(from));
    session.on('byte', (offset) => this.#choose(Math.min(offset, session.file.size - 1), 'middle'));
    new ResizeObserver(() => this.#fitWidth()).observe(this.#list.box);
  }

  #fitWidth(): void {
    const width = this.#list.box.clientWidth;
    const across = width < 420 ? 8 : width > 1180 ? 32 : 16;
    if (across === this.#across) return;
    this.#across = across;
    this.#setCount();
  }

  #setCount(): void {
    this.#list.count = Math.ceil(this.#session.file.size / this.#across);
    this.#list.box.setAttribute('aria-rowcount', String(this.#list.count));
  }

  #renew(isEdit: boolean): void {
    this.#known = { least: 0, most: 0, fields: [] };
    this.#asked = '';
    this.#stretch = NO_BYTES;
    this.#reading = -1;
    this.#status.textContent = '';
    if (!isEdit) {
      this.#list.box.scrollTop = 0;
      this.#caret = 0;
    }
    this.#searchTurn++;
    this.#setCount();
    this.#inspect();
  }

  #follow(from: string): void {
    const field = this.#session.selection?.field;
    if (field && from !== 'bytes') {
      this.#caret = field.offset;
      this.#list.reveal(Math.floor(field.offset / this.#across), 'middle');
    }
    if (field) this.#showField(field);
    this.#list.refresh();
    this.#inspect();
  }

  /** Shows what the bytes at the caret are. */
  #inspect(): void {
    const { file } = this.#session, caret = this.#caret;
    void this.#session.guard(async () => {
      const bytes = new Uint8Array(await file.slice(caret, caret + INSPECTED).arrayBuffer());
      if (file === this.#session.file && caret === this.#caret) this.#inspector.show(bytes);
    });
  }

  /** Goes to the next place of what is looked for. */
  async #find(): Promise<void> {
    const { file } = this.#session;
    const pattern = patternOf(this.#kind.value as SearchKind, this.#words.value);
    if (!pattern) {
      this.#status.textContent = text.notSearchable(this.#words.value, this.#kind.value as SearchKind);
      return;
    }
    const turn = ++this.#searchTurn;
    await this.#session.guard(async () => {
      const found = await findNext(file, pattern, this.#caret + 1, () => turn === this.#searchTurn);
      if (turn !== this.#searchTurn || file !== this.#session.file) return;
      if (found < 0) this.#status.textContent = text.notFound(this.#words.value);
      else this.#choose(found, 'middle');
    });
  }

  /** Reads the bytes in sight, and some around them. */
  #read(least: number, most: number): void {
    const { file } = this.#session;
    const { least: known, bytes } = this.#stretch;
    const from = Math.max(0, least - READ_AROUND);
    if ((least >= known && Math.min(most, file.size) <= known + bytes.length) || this.#reading === from) return;
    this.#reading = from;
    void this.#session.guard(async () => {
      const read = new Uint8Array(await file.slice(from, most + READ_AROUND).arrayBuffer());
      if (file !== this.#session.file || this.#reading !== from) return;
      this.#stretch = { least: from, bytes: read };
      this.#list.refresh();
    });
  }

  /** Asks which fields the bytes in sight belong to. */
  #learn(first: number, count: number): void {
    const least = first * this.#across, most = (first + count) * this.#across;
    if (count > 0) this.#read(least, most);
    // The first picture goes before.
    if (!this.#session.info && !this.#session.broken) return;
    if (count === 0 || (least >= this.#known.least && most <= this.#known.most)) return;
    const wanted: [number, number] = [Math.max(0, least - 1024), most + 1024];
    const key = wanted.join();
    if (key === this.#asked) return;
    this.#asked = key;
    this.#session.client.call('fields', ...wanted, 4000).then(({ fields }) => {
      if (key !== this.#asked) return;
      this.#known = { least: wanted[0], most: wanted[1], fields };
      this.#list.refresh();
    }, () => undefined);
  }

  #fieldAt(offset: number): { field: Field; number: number } | undefined {
    const { fields } = this.#known;
    let low = 0, high = fields.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1, field = fields[middle]!;
      if (offset < field.offset) high = middle - 1;
      else if (offset >= field.offset + (field.size ?? 1)) low = middle + 1;
      else return { field, number: middle };
    }
    return undefined;
  }

  #drawRow(row: number): HTMLElement {
    const { file, selection } = this.#session;
    const { least, bytes } = this.#stretch;
    const first = row * this.#across;
    const numbers = element('span', { class: 'hex', role: 'gridcell' });
    const letters = element('span', { class: 'ascii', role: 'gridcell' });
    const chosen = selection?.field;
    for (let offset = first; offset < Math.min(first + this.#across, file.size); offset++) {
      const byte = bytes[offset - least];
      const found = this.#fieldAt(offset);
      const isChosen = chosen && offset >= chosen.offset && offset < chosen.offset + (chosen.size ?? 1);
      const look = [found ? `field ${found.field.derived ? 'derived' : found.field.type ?? ''} ${kindOf(found.field)}` : 'none',
        isChosen ? 'chosen' : '', offset === this.#caret ? 'caret' : ''].join(' ');
      const at = { 'data-at': offset, class: look };
      numbers.append(element('span', at, byte === undefined ? '··' : digits(byte)));
      letters.append(element('span', at, byte !== undefined && byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·'));
    }
    return element('div', { class: 'hex-row', role: 'row', 'aria-rowindex': row + 1 },
      element('span', { class: 'offset', role: 'rowheader' }, first.toString(16).padStart(8, '0')), numbers, letters);
  }

  #offsetOf(event: Event): number | undefined {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-at]')?.dataset['at'];
    return at === undefined ? undefined : Number(at);
  }

  #showField(field: Field): void {
    const value = field.kind === 'value' ? ` = ${valueText(field.value).slice(0, 80)}` : '';
    const meaning = typeof field.meaning === 'string' ? ` (${field.meaning})` : '';
    this.#status.textContent = `${field.pointer}${value}${meaning}`;
  }

  #hover(event: PointerEvent): void {
    const offset = this.#offsetOf(event);
    const found = offset === undefined ? undefined : this.#fieldAt(offset);
    if (found) this.#showField(found.field);
  }

  #click(event: Event): void {
    const offset = this.#offsetOf(event);
    if (offset !== undefined) this.#choose(offset);
  }

  #choose(offset: number, where?: 'middle'): void {
    this.#caret = offset;
    const found = this.#fieldAt(offset);
    this.#list.reveal(Math.floor(offset / this.#across), where);
    this.#list.refresh();
    this.#inspect();
    if (found) void this.#session.select(found.field.pointer, 'bytes');
    else void this.#chooseUnknown(offset);
  }

  async #chooseUnknown(offset: number): Promise<void> {
    const found = await this.#session.client.call('fields', offset, offset + 1, 1).catch(() => undefined);
    const field = found?.fields[0];
    if (field) void this.#session.select(field.pointer, 'bytes');
    else this.#status.textContent = text.noField(offset);
  }

  #press(event: KeyboardEvent): void {
    const steps: { [key: string]: number } = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.#across,
      ArrowUp: -this.#across, PageDown: this.#list.page * this.#across, PageUp: -this.#list.page * this.#across,
      Home: -this.#caret, End: this.#session.file.size - 1 - this.#caret };
    const step = steps[event.key];
    if (step === undefined || this.#session.file.size === 0) return;
    event.preventDefault();
    this.#choose(Math.min(this.#session.file.size - 1, Math.max(0, this.#caret + step)));
  }
}

/** Neighbours differ in shade: by the last number or the length of the name in the pointer. */
function kindOf(field: Field): string {
  const last = field.index ?? field.offset;
  return last % 2 === 0 ? 'even' : 'odd';
}
