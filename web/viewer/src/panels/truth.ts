// A truth table of chosen nets, and the same as CSV for `overworld build`.
import { button, element } from '../page/dom.js';
import { VirtualList } from '../page/virtual-list.js';
import { text } from '../text.js';
import type { TruthColumn, TruthTable } from '../worker/protocol.js';
import { save } from './compare.js';

const ROW_HEIGHT = 22;

function digitsOf(value: number, { bits }: TruthColumn): string {
  if (Number.isNaN(value)) return '?';
  return bits.length === 1 ? String(value) : value.toString(16).toUpperCase().padStart(Math.ceil(bits.length / 4), '0');
}

/** A cell for each bit, inputs first, as `overworld netlist --to table` writes them. */
export function csvOf({ columns, values }: TruthTable): string {
  const line = (cells: (column: TruthColumn, i: number) => string[]) => {
    const side = (isInput: boolean) => columns.flatMap((column, i) => column.isInput === isInput ? cells(column, i) : []);
    return [...side(true), '->', ...side(false)].join();
  };
  const lines = [line(({ bits }) => bits)];
  for (let at = 0; at < values.length; at += columns.length) {
    lines.push(line(({ bits }, i) => [...values[at + i]!.toString(2).padStart(bits.length, '0')]));
  }
  return `${lines.join('\n')}\n`;
}

export class Truth {
  readonly box: HTMLElement;
  readonly #head = element('div', { class: 'truth-row truth-head', role: 'row' });
  readonly #note = element('p', { class: 'quiet', role: 'status' });
  readonly #save: HTMLButtonElement;
  readonly #list: VirtualList;
  #table: TruthTable | undefined;

  constructor() {
    this.#list = new VirtualList({ rowHeight: ROW_HEIGHT, draw: (row) => this.#drawRow(row),
      attributes: { class: 'truth-rows', role: 'rowgroup', 'aria-label': text.cases } });
    this.#save = button({ label: text.truthSaveLong, text: text.truthSave, class: 'small' }, () =>
      save('truth-table.csv', new Blob([csvOf(this.#table!)])));
    this.box = element('section', { class: 'truth', 'aria-label': text.truth, hidden: true },
      element('div', { class: 'truth-tools' }, this.#note, this.#save),
      element('div', { class: 'truth-table', role: 'table', 'aria-label': text.truth },
        element('div', { role: 'rowgroup' }, this.#head), this.#list.box));
    this.show(undefined);
  }

  /** Shows a table, or why there is none. */
  show(table: TruthTable | undefined, message = ''): void {
    this.#table = table;
    const { columns = [], values = [] } = table ?? {};
    const rests = !values.some(Number.isNaN);
    this.#save.disabled = !table || !rests;
    this.#note.textContent = table ? text.truthFacts(values.length / columns.length, rests) : message;
    this.#head.replaceChildren(...columns.map((column, i) => this.#cell('columnheader', column.name, columns, i)));
    this.#list.count = table ? values.length / columns.length : 0;
  }

  #drawRow(row: number): HTMLElement {
    const { columns, values } = this.#table!;
    return element('div', { class: 'truth-row', role: 'row' }, ...columns.map((column, i) =>
      this.#cell('cell', digitsOf(values[row * columns.length + i]!, column), columns, i)));
  }

  /** A line stands before the first output. */
  #cell(role: string, words: string, columns: readonly TruthColumn[], i: number): HTMLElement {
    const isFirst = i > 0 && columns[i - 1]!.isInput && !columns[i]!.isInput;
    return element('span', { role, title: words, class: isFirst ? 'first-output' : undefined }, words);
  }
}
