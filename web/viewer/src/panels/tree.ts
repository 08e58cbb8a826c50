// The tree of fields: names, values and what they mean.
import type { Field, Value } from 'overworld';
import { element } from '../page/dom.js';
import type { Session } from '../page/session.js';
import { VirtualList } from '../page/virtual-list.js';
import { text } from '../text.js';
import { RecordNames } from '../view/looking.js';
import { TreeModel } from './tree-model.js';
import type { TreeNode } from './tree-model.js';

const ROW_HEIGHT = 22;

/** A value in a few words. */
export function valueText(value: Value | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function meaningText(meaning: Value | undefined): string {
  if (meaning === undefined) return '';
  return typeof meaning === 'string' ? meaning : JSON.stringify(meaning);
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
  #names: RecordNames | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#tree = this.#freshTree();
    this.#list = new VirtualList({ rowHeight: ROW_HEIGHT, draw: (row) => this.#drawRow(row),
      attributes: { role: 'tree', 'aria-label': text.tree, class: 'tree' } });
    this.box = this.#list.box;
    this.box.addEventListener('keydown', (event) => this.#press(event));
    session.on('world', ({ isEdit }) => void this.#renew(isEdit));
    session.on('model', (model) => {
      this.#names = 'batches' in model ? new RecordNames(model) : undefined;
      this.#list.refresh();
    });
    session.on('selected', ({ selection, from }) => void this.#follow(selection?.pointer, from));
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
    this.#selected = undefined;
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
      this.#selected = undefined;
      this.#refresh();
      return;
    }
    const node = await this.#session.guard(() => tree.reveal(pointer));
    if (tree !== this.#tree) return;
    this.#selected = node;
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
    twisty.addEventListener('click', (event) => {
      event.stopPropagation();
      this.#toggle(node);
    });
    const made = element('div', {
      class: 'row', role: 'treeitem', id: `row-${number}`, 'aria-level': node.depth + 1,
      'aria-expanded': node.canOpen ? String(node.isOpen) : undefined,
      'aria-selected': String(node === this.#selected), title: field.pointer,
      click: () => void this.#session.select(field.pointer, 'tree'), dblclick: () => this.#toggle(node),
    }, twisty,
    element('span', { class: field.derived ? 'name derived' : 'name' }, nameOf(field)),
    element('span', { class: 'size' }, sizeText(field)),
    field.kind === 'value' && element('span', { class: `value ${field.type ?? ''}` },
      valueText(field.value).slice(0, 200) + (field.cut ? '…' : '')),
    element('span', { class: 'meaning' }, (meaningText(field.meaning) || this.#nameOfRecord(field)).slice(0, 200)));
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

  #press(event: KeyboardEvent): void {
    const node = this.#selected;
    const at = node ? this.#tree.numberOf(node) : -1;
    const steps: { [key: string]: number } = { ArrowDown: 1, ArrowUp: -1, PageDown: this.#list.page, PageUp: -this.#list.page };
    const step = steps[event.key];
    if (step !== undefined) void this.#goTo(Math.min(this.#tree.rows - 1, Math.max(0, at + step)));
    else if (event.key === 'Home') void this.#goTo(0);
    else if (event.key === 'End') void this.#goTo(this.#tree.rows - 1);
    else if (event.key === 'ArrowRight' && node) {
      if (node.canOpen && !node.isOpen) this.#toggle(node);
      else void this.#goTo(at + 1);
    } else if (event.key === 'ArrowLeft' && node) {
      if (node.isOpen) this.#toggle(node);
      else if (node.parent && node.parent !== this.#tree.root) void this.#session.select(node.parent.field.pointer, 'tree');
    } else if (event.key === 'Enter') {
      document.querySelector<HTMLElement>('#new-value')?.focus();
    } else return;
    event.preventDefault();
  }

  async #goTo(number: number): Promise<void> {
    const row = this.#tree.rowAt(number);
    if (!row) return;
    if (!row.node) await this.#session.guard(() => this.#tree.load(row.parent, row.index));
    const node = this.#tree.rowAt(number)?.node;
    if (node) await this.#session.select(node.field.pointer, 'tree');
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
