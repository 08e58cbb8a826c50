// What the bytes at a place are as numbers and text, whatever the format says.
import { element } from '../page/dom.js';
import { text } from '../text.js';

const MOST_TEXT = 24;

type Reader = readonly [name: string, size: number, read: (view: DataView, isLittle: boolean) => number | bigint];

const READERS: readonly Reader[] = [
  ['u8', 1, (view) => view.getUint8(0)], ['i8', 1, (view) => view.getInt8(0)],
  ['u16', 2, (view, little) => view.getUint16(0, little)], ['i16', 2, (view, little) => view.getInt16(0, little)],
  ['u32', 4, (view, little) => view.getUint32(0, little)], ['i32', 4, (view, little) => view.getInt32(0, little)],
  ['u64', 8, (view, little) => view.getBigUint64(0, little)], ['i64', 8, (view, little) => view.getBigInt64(0, little)],
  ['f32', 4, (view, little) => view.getFloat32(0, little)], ['f64', 8, (view, little) => view.getFloat64(0, little)],
];

/** Numbers of every size at the beginning of some bytes, and their text up to the first byte that is none. */
export function readingsOf(bytes: Uint8Array, isLittle: boolean): [string, string][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = READERS.filter(([, size]) => size <= bytes.length).map(([name, , read]): [string, string] => {
    const value = read(view, isLittle);
    return [name, name === 'f32' ? String(Number((value as number).toPrecision(8))) : String(value)];
  });
  const written = new TextDecoder().decode(bytes.subarray(0, MOST_TEXT));
  const end = [...written].findIndex((letter) => letter < ' ' || letter === '\u007f' || letter === '\ufffd');
  const words = end < 0 ? written : [...written].slice(0, end).join('');
  const bits = bytes.length > 0 ? [['bits', bytes[0]!.toString(2).padStart(8, '0')] as [string, string]] : [];
  return [...bits, ...numbers, ...(words === '' ? [] : [['text', words] as [string, string]])];
}

export class Inspector {
  readonly box: HTMLElement;
  readonly #list = element('dl', {});
  readonly #order = element('select', { 'aria-label': text.byteOrder },
    element('option', { value: 'little' }, text.littleEndian), element('option', { value: 'big' }, text.bigEndian));
  #bytes = new Uint8Array(0);

  constructor() {
    this.box = element('section', { class: 'inspector', 'aria-label': text.inspector, tabindex: '0' }, this.#order, this.#list);
    this.#order.addEventListener('change', () => this.show(this.#bytes));
  }

  show(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#list.replaceChildren(...readingsOf(bytes, this.#order.value === 'little').flatMap(([name, value]) =>
      [element('dt', {}, name), element('dd', {}, value)]));
  }
}
