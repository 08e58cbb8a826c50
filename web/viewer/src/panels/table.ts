// Records of a list in rows, to sort, filter and select.
import { element } from '../page/dom.js';
import { choosingOf, keepTextUnselected, MOST_CHOSEN } from '../page/choosing.js';
import type { Session } from '../page/session.js';
import { VirtualList } from '../page/virtual-list.js';
import { text } from '../text.js';
import type { TableList, TableRow } from '../worker/tables.js';

const ROW_HEIGHT = 22;
/** Rows are fetched by so many. */
const PAGE = 200;
const FILTERS_AFTER = 150;

export class TablePanel {
  readonly box: HTMLElement;
  readonly #session: Session;
  readonly #choice = element('select', { 'aria-label': text.list });
  readonly #filter = element('input', { type: 'search', placeholder: text.filterHint, 'aria-label': text.filter,
    autocomplete: 'off', spellcheck: 'false' });
  readonly #status = element('output', { class: 'quiet', role: 'status' });
  readonly #head = element('div', { class: 'table-head', role: 'row' });
  readonly #list: VirtualList;
  readonly #note = element('p', { class: 'quiet table-note' });
  #lists: TableList[] = [];
  #sort = '';
  #isDescending = false;
  #rows = new Map<number, TableRow>();
  #asked = new Set<number>();
  /** Where a range of rows begins. */
  #anchor = 0;
  /** Pointers of all that is selected. */
  #chosen = new Set<string>();
  #isShown = false;
  #isKnown = false;
  #turn = 0;
  #timer = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#list = new VirtualList({ rowHeight: ROW_HEIGHT, draw: (row) => this.#drawRow(row),
      attributes: { class: 'table-rows', role: 'rowgroup', 'aria-label': text.records } });
    this.box = element('section', { class: 'table-panel', 'aria-label': text.table },
      element('div', { class: 'table-tools' }, this.#choice, this.#filter, this.#status), this.#note,
      element('div', { class: 'table', role: 'table', 'aria-label': text.records }, element('div', { class: 'table-top', role: 'rowgroup' }, this.#head), this.#list.box));
    this.#list.box.addEventListener('scroll', () => this.#head.scrollLeft = this.#list.box.scrollLeft);
    this.#list.box.addEventListener('click', (event) => void this.#choose(event));
    keepTextUnselected(this.#list.box);
    this.#choice.addEventListener('change', () => {
      this.#sort = '';
      this.#isDescending = false;
      void this.#find();
    });
    this.#filter.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#find(), FILTERS_AFTER);
    });
    session.on('world', () => this.#forget());
    session.on('restarted', () => this.#forget());
    session.on('selected', () => {
      this.#chosen = new Set(session.selected);
      this.#list.refresh();
    });
  }

  /** The panel is shown, or no more: nothing is asked for before it is. */
  show(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown) void this.#open();
  }

  #forget(): void {
    this.#turn++;
    this.#isKnown = false;
    this.#lists = [];
    this.#choice.replaceChildren();
    this.#head.replaceChildren();
    this.#status.textContent = this.#note.textContent = '';
    this.#clearRows(0);
    if (this.#isShown) void this.#open();
  }

  #clearRows(count: number): void {
    this.#anchor = 0;
    this.#rows.clear();
    this.#asked.clear();
    this.#list.count = count;
  }

  async #open(): Promise<void> {
    if (this.#isKnown || !this.#session.doc) return;
    this.#isKnown = true;
    const turn = this.#turn;
    const lists = await this.#session.client.call('tables').catch(() => undefined);
    if (turn !== this.#turn) return;
    this.#lists = lists ?? [];
    this.#note.textContent = lists ? this.#lists.length === 0 ? text.noTable : '' : text.tooLargeForTable;
    this.#choice.replaceChildren(...this.#lists.map(({ pointer, count }) =>
      element('option', { value: pointer }, `${pointer.slice(1)} (${count.toLocaleString('en')})`)));
    this.#choice.value = [...this.#lists].sort((a, b) => b.count - a.count)[0]?.pointer ?? '';
    if (this.#lists.length > 0) await this.#find();
  }

  get #current(): TableList | undefined {
    return this.#lists.find(({ pointer }) => pointer === this.#choice.value);
  }

  async #find(): Promise<void> {
    const list = this.#current;
    if (!list) return;
    const turn = ++this.#turn;
    const found = await this.#session.guard(() => this.#session.client.call('tableFind', { pointer: list.pointer,
      filter: this.#filter.value.trim(), sort: this.#sort, isDescending: this.#isDescending }));
    if (!found || turn !== this.#turn) return;
    this.#status.textContent = found.problem === undefined ? text.rowCount(found.count, list.count)
      : text.noColumn(found.problem, list.columns);
    this.#drawHead(list);
    this.#list.scrollTo(0);
    this.#clearRows(found.count);
  }

  #drawHead({ columns }: TableList): void {
    this.box.style.setProperty('--columns', String(columns.length));
    this.#head.replaceChildren(...['#', ...columns].map((name) => {
      const column = name === '#' ? '' : name;
      const isSorted = this.#sort === column;
      const order = !isSorted ? 'none' : this.#isDescending ? 'descending' : 'ascending';
      return element('span', { role: 'columnheader', 'aria-sort': order },
        element('button', { type: 'button', click: () => this.#sortBy(column) }, name,
          isSorted ? element('span', { 'aria-hidden': 'true' }, this.#isDescending ? '▾' : '▴') : undefined));
    }));
  }

  #sortBy(column: string): void {
    this.#isDescending = this.#sort === column && !this.#isDescending;
    this.#sort = column;
    void this.#find();
  }

  #drawRow(row: number): HTMLElement {
    const found = this.#rows.get(row);
    if (!found) {
      void this.#fetch(Math.floor(row / PAGE));
      return element('div', { class: 'table-row', role: 'row' }, element('span', { role: 'cell' }, '…'));
    }
    const pointer = `${this.#choice.value}/${found.index}`;
    const selected = this.#session.selection?.pointer ?? '';
    return element('div', { class: 'table-row', role: 'row', 'data-pointer': pointer, 'data-row': row,
      'aria-current': String(this.#chosen.has(pointer) || selected === pointer || selected.startsWith(`${pointer}/`)) },
    element('span', { role: 'cell' }, element('button', { type: 'button', class: 'quiet' }, String(found.index))),
    ...found.cells.map((cell) => element('span', { role: 'cell', class: typeof cell === 'number' ? 'number' : undefined },
      cell === null ? '' : String(cell))));
  }

  async #fetch(page: number): Promise<void> {
    if (this.#asked.has(page)) return;
    this.#asked.add(page);
    const turn = this.#turn;
    const rows = await this.#session.client.call('tableRows', page * PAGE, PAGE).catch(() => []);
    if (turn !== this.#turn) return;
    rows.forEach((row, i) => this.#rows.set(page * PAGE + i, row));
    this.#list.refresh();
  }

  async #choose(event: MouseEvent): Promise<void> {
    const { pointer, row } = (event.target as HTMLElement).closest<HTMLElement>('[data-pointer]')?.dataset ?? {};
    if (pointer === undefined) return;
    const how = choosingOf(event);
    if (how === 'range') {
      await this.#chooseTo(Number(row));
      return;
    }
    this.#anchor = Number(row);
    if (how === 'one') void this.#session.select(pointer, 'table');
    else void this.#session.toggleSelected(pointer, 'table');
  }

  /** Selects the rows from the one that was clicked last to another one, which comes last. */
  async #chooseTo(row: number): Promise<void> {
    const list = this.#choice.value;
    const turn = this.#turn;
    const least = Math.max(Math.min(this.#anchor, row), row - MOST_CHOSEN + 1);
    const most = Math.min(Math.max(this.#anchor, row), row + MOST_CHOSEN - 1);
    const rows = await this.#session.guard(() => this.#session.client.call('tableRows', least, most - least + 1));
    if (!rows || turn !== this.#turn) return;
    const pointers = rows.map(({ index }) => `${list}/${index}`);
    void this.#session.selectAll(row === least ? pointers.reverse() : pointers, 'table');
  }
}
