// Lists of a world as tables: columns of their records' fields, sorted and filtered.

/** A list of records at the top of a world's JSON. */
export interface TableList { pointer: string; count: number; columns: string[] }

export interface TableWishes { pointer: string; filter: string; sort: string; isDescending: boolean }

export type Cell = string | number | boolean | null;

/** Which records are left, in their order. */
export interface TableFound { count: number; problem?: string }

export interface TableRow { index: number; cells: Cell[] }

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Item = { [name: string]: Json };

/** Columns are those of so many records of a list. */
const LOOKED_AT = 2000;
/** Letters of a cell that holds more than one value. */
const MOST_LETTERS = 120;

function isItem(value: Json | undefined): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function columnsOf(items: readonly Json[]): string[] {
  const names = new Set<string>();
  for (const item of items.slice(0, LOOKED_AT)) if (isItem(item)) for (const name of Object.keys(item)) names.add(name);
  return [...names];
}

/** Compares numbers as numbers, all else as texts; what is missing comes last. */
function compare(one: Cell, other: Cell): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'en', { numeric: true });
}

type Test = (cells: readonly Cell[]) => boolean;

function fits(cell: Cell, sign: string, value: string): boolean {
  const [one, other] = [Number(cell), Number(value)];
  const areNumbers = cell !== null && cell !== '' && value !== '' && !Number.isNaN(one) && !Number.isNaN(other);
  if (sign === '<') return areNumbers && one < other;
  if (sign === '>') return areNumbers && one > other;
  if (sign === '=') return areNumbers ? one === other : String(cell).toLowerCase() === value.toLowerCase();
  return String(cell).toLowerCase().includes(value.toLowerCase());
}

/** What a filter asks for: words, and conditions such as "address>12", "type=MHG.Relay", "text~reset". */
function readFilter(filter: string, columns: readonly string[]): Test | string {
  const tests: Test[] = [];
  for (const word of filter.split(/\s+/).filter(Boolean)) {
    const [, name, sign, value] = /^(\w+)([=<>~])(.*)$/.exec(word) ?? [];
    if (name === undefined) {
      const wanted = word.toLowerCase();
      tests.push((cells) => cells.some((cell) => cell !== null && String(cell).toLowerCase().includes(wanted)));
      continue;
    }
    const column = columns.indexOf(name);
    if (column < 0) return name;
    tests.push((cells) => fits(cells[column] ?? null, sign!, value!));
  }
  return (cells) => tests.every((test) => test(cells));
}

export class Tables {
  readonly #world: Item;
  readonly #lists: TableList[];
  /** Names of types by their ids, for lists whose records have a number of a type. */
  readonly #types: Map<number, string>;
  #pointer = '';
  #rows: Cell[][] = [];
  #order: number[] = [];

  constructor(world: Json) {
    this.#world = isItem(world) ? world : {};
    this.#lists = Object.entries(this.#world).flatMap(([name, items]) =>
      Array.isArray(items) && isItem(items[0]) ? [{ pointer: `/${name}`, count: items.length, columns: columnsOf(items) }] : []);
    this.#types = new Map(Object.entries(this.#world).filter(([name]) => name.endsWith('_types')).flatMap(([, types]) =>
      Array.isArray(types) ? types.flatMap((type) => isItem(type) && typeof type['id'] === 'number' ? [[type['id'], String(type['name'])] as const] : []) : []));
  }

  get lists(): TableList[] {
    return this.#lists;
  }

  #cell(name: string, value: Json | undefined): Cell {
    if (value === undefined || value === null) return null;
    if (name === 'type' && typeof value === 'number') return this.#types.get(value) ?? value;
    if (typeof value === 'object') return JSON.stringify(value).slice(0, MOST_LETTERS);
    return value;
  }

  #open(list: TableList): void {
    if (this.#pointer === list.pointer) return;
    const items = this.#world[list.pointer.slice(1)] as Json[];
    this.#pointer = list.pointer;
    this.#rows = items.map((item) => list.columns.map((name) => this.#cell(name, isItem(item) ? item[name] : undefined)));
  }

  find({ pointer, filter, sort, isDescending }: TableWishes): TableFound {
    const list = this.#lists.find((one) => one.pointer === pointer);
    this.#order = [];
    if (!list) return { count: 0, problem: pointer };
    this.#open(list);
    const test = readFilter(filter, list.columns);
    if (typeof test === 'string') return { count: 0, problem: test };
    this.#rows.forEach((cells, index) => test(cells) && this.#order.push(index));
    const column = list.columns.indexOf(sort);
    if (column >= 0) {
      const by = isDescending ? -1 : 1;
      this.#order.sort((a, b) => by * compare(this.#rows[a]![column]!, this.#rows[b]![column]!) || a - b);
    } else if (isDescending) this.#order.reverse();
    return { count: this.#order.length };
  }

  rows(from: number, count: number): TableRow[] {
    return this.#order.slice(from, from + count).map((index) => ({ index, cells: this.#rows[index]! }));
  }
}
