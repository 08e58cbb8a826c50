// The fields of a world as a tree of rows, of which only those that were looked at are known.
import type { Field, Fields } from 'overworld';

export const PAGE = 200;

/** A row of the tree; its children are fetched by pages when they come into sight. */
export class TreeNode {
  readonly field: Field;
  readonly parent: TreeNode | undefined;
  readonly index: number;
  readonly depth: number;
  isOpen = false;
  /** How many children it has, as far as is known. */
  size = 0;
  isComplete = false;
  readonly children = new Map<number, TreeNode>();
  /** Pages that are here or on their way. */
  readonly asked = new Map<number, Promise<void>>();

  constructor(field: Field, parent: TreeNode | undefined, index: number) {
    this.field = field;
    this.parent = parent;
    this.index = index;
    this.depth = parent ? parent.depth + 1 : -1;
    if (field.kind === 'array' && field.count !== undefined) {
      this.size = field.count;
      this.isComplete = true;
    }
  }

  get canOpen(): boolean {
    return this.field.kind !== 'value' && !(this.isComplete && this.size === 0);
  }

  get openChildren(): TreeNode[] {
    return [...this.children.values()].filter((child) => child.isOpen).sort((a, b) => a.index - b.index);
  }

  /** Rows below it that are to be seen. */
  get rows(): number {
    return this.isOpen ? this.size + this.openChildren.reduce((sum, child) => sum + child.rows, 0) : 0;
  }
}

/** A row: a node, or one whose field is not known yet. */
export interface Row { parent: TreeNode; index: number; node: TreeNode | undefined }

type Fetch = (pointer: string, from: number, count: number) => Promise<Fields>;

export class TreeModel {
  root: TreeNode;
  readonly #fetch: Fetch;
  readonly #changed: () => void;

  constructor(fetch: Fetch, changed: () => void) {
    this.#fetch = fetch;
    this.#changed = changed;
    this.root = new TreeNode({ pointer: '', kind: 'object', offset: 0 }, undefined, 0);
    this.root.isOpen = true;
  }

  get rows(): number {
    return this.root.rows;
  }

  rowAt(number: number): Row | undefined {
    let parent = this.root;
    let left = number;
    for (;;) {
      let index = left;
      let inside: TreeNode | undefined;
      for (const child of parent.openChildren) {
        if (child.index >= index) break;
        if (index <= child.index + child.rows) {
          inside = child;
          left = index - child.index - 1;
          break;
        }
        index -= child.rows;
      }
      if (!inside) return index < parent.size ? { parent, index, node: parent.children.get(index) } : undefined;
      parent = inside;
    }
  }

  /** The number of a node's row. */
  numberOf(node: TreeNode): number {
    let number = -1;
    for (let at: TreeNode = node; at.parent; at = at.parent) {
      const { parent, index } = at;
      number += index + 1 + parent.openChildren
        .reduce((sum, child) => sum + (child.index < index ? child.rows : 0), 0);
    }
    return number;
  }

  async open(node: TreeNode): Promise<void> {
    if (!node.canOpen) return;
    node.isOpen = true;
    if (node.size === 0) await this.load(node, 0);
    this.#changed();
  }

  close(node: TreeNode): void {
    node.isOpen = false;
    this.#changed();
  }

  /** Fetches the page of children that a row is in. */
  load(node: TreeNode, index: number): Promise<void> {
    const from = Math.floor(index / PAGE) * PAGE;
    const page = node.asked.get(from) ?? this.#loadPage(node, from);
    node.asked.set(from, page);
    return page;
  }

  async #loadPage(node: TreeNode, from: number): Promise<void> {
    const { fields } = await this.#fetch(node.field.pointer, from, PAGE);
    fields.forEach((field, i) => {
      if (!node.children.has(from + i)) node.children.set(from + i, new TreeNode(field, node, from + i));
    });
    if (!node.isComplete) {
      node.isComplete = fields.length < PAGE;
      // One row more than is known asks for the next page once it comes into sight.
      node.size = Math.max(node.size, from + fields.length + (node.isComplete ? 0 : 1));
      if (node.isComplete) node.size = from + fields.length;
    } else if (fields.length === 0) {
      node.size = Math.min(node.size, from);
    }
    this.#changed();
  }

  /** Pointers of the rows between two nodes, the second one last: elements of one list, or all rows in between. Of more
   * than `most`, those nearest to the second. */
  async between(from: TreeNode, to: TreeNode, most: number): Promise<string[]> {
    const { parent } = to;
    const isList = parent !== undefined && parent === from.parent && parent.field.kind === 'array';
    const [first, last] = isList ? [from.index, to.index] : [this.numberOf(from), this.numberOf(to)];
    const step = first <= last ? 1 : -1;
    const numbers = Array.from({ length: Math.min(most, Math.abs(last - first) + 1) }, (_, i) => last - step * i).reverse();
    if (isList) return numbers.map((number) => `${parent.field.pointer}/${number}`);
    const pointers: string[] = [];
    for (const number of numbers) {
      const row = this.rowAt(number);
      if (row && !row.node) await this.load(row.parent, row.index);
      const node = row?.node ?? row?.parent.children.get(row.index);
      if (node) pointers.push(node.field.pointer);
    }
    return pointers;
  }

  /** Opens all that a pointer leads through; the node that it names, or the nearest above. */
  async reveal(pointer: string): Promise<TreeNode | undefined> {
    let node = this.root;
    if (node.size === 0) await this.load(node, 0);
    for (const token of pointer.split('/').slice(1)) {
      const child = await this.#childOf(node, token);
      if (!child) break;
      node = child;
    }
    for (let at = node.parent; at; at = at.parent) at.isOpen = true;
    this.#changed();
    return node === this.root ? undefined : node;
  }

  async #childOf(node: TreeNode, token: string): Promise<TreeNode | undefined> {
    if (!node.canOpen) return undefined;
    if (/^\d+$/.test(token) && node.field.kind === 'array') {
      await this.load(node, Number(token));
      return node.children.get(Number(token));
    }
    for (let from = 0; from === 0 || !node.isComplete; from += PAGE) {
      await this.load(node, from);
      if (from > 20 * PAGE) break;
    }
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    return [...node.children.values()].find((child) => child.field.name === name);
  }
}
