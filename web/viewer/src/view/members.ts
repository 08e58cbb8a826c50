// Records with all that stands on them: as the library's selectors take a JSON Pointer.
import type { Model } from '../worker/protocol.js';
import { subjectsOf } from './looking.js';

/** What is known of a group. */
const Group = { UNKNOWN: 0, IN: 1, OUT: 2, ON_THE_WAY: 3 } as const;

export class Members {
  readonly #records = new Set<string>();
  readonly #groups: Uint8Array;

  constructor(model: Model, pointers: Iterable<string>) {
    for (const pointer of pointers) {
      for (const { kind, subject } of subjectsOf(pointer, model)) this.#records.add(`${kind} ${subject}`);
    }
    const { groups } = model;
    this.#groups = new Uint8Array(groups.length);
    groups.forEach(({ kind, subject }, i) => {
      if (subject !== null && this.#records.has(`${kind} ${subject}`)) this.#groups[i] = Group.IN;
    });
    groups.forEach((_, i) => this.#settle(model, i));
  }

  /** What stands on a group is in with it; groups may go round in circles. */
  #settle({ groups }: Model, from: number): void {
    const known = this.#groups;
    let at: number | null | undefined = from;
    while (typeof at === 'number' && known[at] === Group.UNKNOWN) {
      known[at] = Group.ON_THE_WAY;
      at = groups[at]?.parent;
    }
    const found = typeof at === 'number' && known[at] === Group.IN ? Group.IN : Group.OUT;
    for (at = from; typeof at === 'number' && known[at] === Group.ON_THE_WAY; at = groups[at]?.parent) known[at] = found;
  }

  has(kind: number, subject: number, group: number): boolean {
    return this.#groups[group] === Group.IN || this.#records.has(`${kind} ${subject}`);
  }
}
