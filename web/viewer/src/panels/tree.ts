// The tree of fields: names, values and what they mean.
import type { Field, Value } from 'overworld';
import { element } from '../page/dom.js';
import { choosingOf, keepTextUnselected, MOST_CHOSEN } from '../page/choosing.js';
import type { Choosing } from '../page/choosing.js';
import type { Session } from '../page/session.js';
import { VirtualList } from '../page/virtual-list.js';
import { text } from '../text.js';
import { RecordNames } from '../view/looking.js';
import { TreeModel } from './tree-model.js';
import type { TreeNode } from './tree-model.js';

const ROW_HEIGHT = 22;
/** In milliseconds. */
const DOUBLE_CLICK = 500;
const KEYS = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp', 'Home', 'End', 'Enter']);

/** A value in a few words. */
export function valueText(value: Value | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function nameOf(field: Field): string {
  return field.name ?? (field.index === undefined ? field.pointer : String(field.index));
}

function sizeText(field: Field): string {
  if (field.kind === 'array') return field.count === undefined ? '[…]' : `[${field.count.toLocaleString('en')}]`;
  return field.kind === 'object' ? '{}' : '';
}

export class TreePanel {
  readonly box: HTMLElement;
  readonly #session: Session;
  readonly #list: VirtualList;
  #tree: TreeModel;
  #selected: TreeNode | undefined;
  /** Where a range of rows begins. */
  #anchor: TreeNode | undefined;
  /** Pointers of all that is selected. */
  #chosen = new Set<string>();
  #clicked: { node: TreeNode; at: number } | undefined;
  /** Keys are obeyed one after another: what one asks for may have to be fetched. */
  #pressed: Promise<unknown> = Promise.resolve();
  /** Whose value is to be typed in, once it is shown. */
  #typing: string | undefined;
  #names: RecordNames | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#tree = this.#freshTree();
    this.#list = new VirtualList({ rowHeight: ROW_HEIGHT, draw: (row) => this.#drawRow(row),
      attributes: { role: 'tree', 'aria-label': text.tree, 'aria-multiselectable': 'true', class: 'tree' } });
    this.box = this.#list.box;
    keepTextUnselected(this.box);
    this.box.addEventListener('keydown', (event) => this.#listen(event));
    this.box.addEventListener('click', (event) => {
      const { node, isTwisty } = this.#hit(event);
      if (!node) return;
      // Rows are drawn anew in between, so that browsers see no double click.
      const how = choosingOf(event);
      const isSecond = how === 'one' && this.#clicked?.node === node && event.timeStamp - this.#clicked.at < DOUBLE_CLICK;
      this.#clicked = isSecond || isTwisty || how !== 'one' ? undefined : { node, at: event.timeStamp };
      if (!isTwisty) void this.#choose(node, how);
      if (isTwisty || isSecond) this.#toggle(node);
    });
    session.on('world', ({ isEdit }) => void this.#renew(isEdit));
    session.on('model', (model) => {
      this.#names = 'batches' in model ? new RecordNames(model) : undefined;
      this.#list.refresh();
    });
    session.on('selected', ({ selection, from }) => {
      this.#chosen = new Set(session.selected);
      void this.#follow(selection?.pointer, from);
      // The panel of details shows it first.
      queueMicrotask(() => this.#typeIn(selection?.pointer));
    });
  }

  #freshTree(): TreeModel {
    const tree: TreeModel = new TreeModel(
      (pointer, from, count) => this.#session.client.call('children', pointer, from, count),
      () => tree === this.#tree && this.#refresh());
    return tree;
  }

  #refresh(): void {
    this.#list.count = this.#tree.rows;
    this.#markActive();
  }

  async #renew(isEdit: boolean): Promise<void> {
    if (!isEdit) this.#names = undefined;
    const opened = isEdit ? openPointers(this.#tree.root) : [];
    const top = this.#list.first;
    this.#tree = this.#freshTree();
    this.#selected = this.#anchor = undefined;
    const tree = this.#tree;
    if (!this.#session.doc) {
      this.#list.count = 0;
      return;
    }
    await this.#session.guard(async () => {
      await tree.load(tree.root, 0);
      for (const pointer of opened) {
        const node = await tree.reveal(pointer);
        if (node?.field.pointer === pointer) await tree.open(node);
      }
      if (isEdit) this.#list.scrollTo(top);
      if (this.#session.selection) await this.#follow(this.#session.selection.pointer, 'session');
    });
  }

  async #follow(pointer: string | undefined, from: string): Promise<void> {
    const tree = this.#tree;
    if (pointer === undefined) {
      this.#selected = this.#anchor = undefined;
      this.#refresh();
      return;
    }
    const node = await this.#session.guard(() => tree.reveal(pointer));
    if (tree !== this.#tree || pointer !== this.#session.selection?.pointer) return;
    this.#selected = node;
    if (from !== 'tree') this.#anchor = node;
    this.#refresh();
    if (node && from !== 'tree') this.#list.reveal(tree.numberOf(node), 'middle');
    else if (node) this.#list.reveal(tree.numberOf(node));
  }

  #drawRow(number: number): HTMLElement {
    const row = this.#tree.rowAt(number);
    if (!row?.node) {
      if (row) void this.#session.guard(() => this.#tree.load(row.parent, row.index));
      return element('div', { class: 'row waiting', role: 'treeitem', 'aria-label': text.loading }, '…');
    }
    const { node } = row;
    const { field } = node;
    const twisty = element('span', { class: 'twisty', 'aria-hidden': 'true' }, node.canOpen ? (node.isOpen ? '▾' : '▸') : '');
    const made = element('div', {
      class: 'row', role: 'treeitem', id: `row-${number}`, 'aria-level': node.depth + 1,
      'aria-expanded': node.canOpen ? String(node.isOpen) : undefined,
      'aria-selected': String(node === this.#selected || this.#chosen.has(field.pointer)), title: field.pointer,
    }, twisty,
    element('span', { class: field.derived ? 'name derived' : 'name' }, nameOf(field)),
    element('span', { class: 'size' }, sizeText(field)),
    field.kind === 'value' && element('span', { class: `value ${field.type ?? ''}` },
      valueText(field.value).slice(0, 200) + (field.cut ? '…' : '')),
    element('span', { class: 'meaning' }, (field.meaning ?? this.#nameOfRecord(field)).slice(0, 200)));
    made.style.paddingLeft = `${4 + 14 * node.depth}px`;
    return made;
  }

  #nameOfRecord(field: Field): string {
    return field.kind === 'object' && field.index !== undefined ? this.#names?.of(field.pointer) ?? '' : '';
  }

  #toggle(node: TreeNode): void {
    if (node.isOpen) this.#tree.close(node);
    else void this.#session.guard(() => this.#tree.open(node));
  }

  #markActive(): void {
    if (this.#selected) this.box.setAttribute('aria-activedescendant', `row-${this.#tree.numberOf(this.#selected)}`);
    else this.box.removeAttribute('aria-activedescendant');
  }

  /** The row that was clicked. Rows may be drawn anew while the button is down: then the list is what is clicked. */
  #hit(event: MouseEvent): { node: TreeNode | undefined; isTwisty: boolean } {
    const target = event.target as Element;
    const at = target.closest('.row') ? target : document.elementFromPoint(event.clientX, event.clientY);
    const number = /^row-(\d+)$/.exec(at?.closest('.row')?.id ?? '')?.[1];
    return { node: number === undefined ? undefined : this.#tree.rowAt(Number(number))?.node,
      isTwisty: at?.closest('.twisty') !== null && at !== null };
  }

  /** Selects a row at once, or changes what is selected; what is known of it follows. */
  async #choose(node: TreeNode, how: Choosing): Promise<void> {
    this.#typing = undefined;
    const tree = this.#tree;
    const { pointer } = node.field;
    if (how !== 'range') {
      this.#anchor = node;
      if (how === 'one') this.#chosen.clear();
    }
    this.#selected = node;
    this.#refresh();
    if (how === 'one') void this.#session.select(pointer, 'tree');
    else if (how === 'toggle') void this.#session.toggleSelected(pointer, 'tree');
    else {
      const pointers = await this.#session.guard(() => tree.between(this.#anchor ?? node, node, MOST_CHOSEN));
      if (pointers && tree === this.#tree && node === this.#selected) void this.#session.selectAll(pointers, 'tree');
    }
  }

  #typeIn(pointer: string | undefined): void {
    if (this.#typing === undefined || this.#typing !== pointer) return;
    this.#typing = undefined;
    document.querySelector<HTMLElement>('#new-value')?.focus();
  }

  #listen(event: KeyboardEvent): void {
    if (!KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#pressed = this.#pressed.then(() => this.#session.guard(() => this.#press(event.key, choosingOf(event))));
  }

  async #press(key: string, how: Choosing): Promise<void> {
    const node = this.#selected;
    const at = node ? this.#tree.numberOf(node) : -1;
    const steps: { [key: string]: number } = { ArrowDown: 1, ArrowUp: -1, PageDown: this.#list.page, PageUp: -this.#list.page };
    const step = steps[key];
    if (step !== undefined) await this.#goTo(Math.min(this.#tree.rows - 1, Math.max(0, at + step)), how);
    else if (key === 'Home') await this.#goTo(0, how);
    else if (key === 'End') await this.#goTo(this.#tree.rows - 1, how);
    else if (key === 'ArrowRight' && node) {
      if (node.canOpen && !node.isOpen) await this.#tree.open(node);
      else await this.#goTo(at + 1);
    } else if (key === 'ArrowLeft' && node) {
      if (node.isOpen) this.#tree.close(node);
      else if (node.parent && node.parent !== this.#tree.root) await this.#goTo(this.#tree.numberOf(node.parent));
    } else if (key === 'Enter' && node) {
      this.#typing = node.field.pointer;
      const { selection } = this.#session;
      if (selection?.pointer === this.#typing && selection.field) this.#typeIn(this.#typing);
    }
  }

  async #goTo(number: number, how: Choosing = 'one'): Promise<void> {
    const row = this.#tree.rowAt(number);
    if (!row) return;
    if (!row.node) await this.#session.guard(() => this.#tree.load(row.parent, row.index));
    const node = this.#tree.rowAt(number)?.node;
    if (!node) return;
    await this.#choose(node, how);
    this.#list.reveal(number);
  }
}

/** What is open, the outer first; not more than is worth while to open again. */
function openPointers(root: TreeNode): string[] {
  const pointers: string[] = [];
  const walk = (node: TreeNode) => {
    for (const child of node.openChildren) {
      pointers.push(child.field.pointer);
      walk(child);
    }
  };
  walk(root);
  return pointers.slice(0, 100);
}
