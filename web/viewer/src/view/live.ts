// States of a circuit that runs, in the colours of a model's instances: what changed is written, nothing else.
import type { Shown } from 'overworld';
import { Bits, valueOf } from '../worker/protocol.js';
import type { Model } from '../worker/protocol.js';
import type { Changed, Stage } from './stage.js';

/** Instances that changed, by their batches. */
class Changes extends Map<number, Set<number>> implements Changed {
  note(batch: number, instance: number): void {
    const instances = this.get(batch);
    if (instances) instances.add(instance);
    else this.set(batch, new Set([instance]));
  }
}

/** Numbers of instances by a key: those of key k stand from `first[k]` on. */
interface ByKey { first: Uint32Array; batch: Uint32Array; entry: Uint32Array }

type Visit = (take: (key: number, batch: number, entry: number) => void) => void;

function gather(visit: Visit): ByKey {
  let most = 0, count = 0;
  visit((key) => {
    most = Math.max(most, key + 1);
    count++;
  });
  const first = new Uint32Array(most + 2);
  visit((key) => first[key + 2]!++);
  for (let key = 2; key < first.length; key++) first[key]! += first[key - 1]!;
  const batches = new Uint32Array(count), entries = new Uint32Array(count);
  visit((key, batch, entry) => {
    const at = first[key + 1]!++;
    batches[at] = batch;
    entries[at] = entry;
  });
  return { first, batch: batches, entry: entries };
}

function* entriesOf({ first, batch, entry }: ByKey, key: number): Generator<readonly [number, number]> {
  for (let at = first[key] ?? 0; at < (first[key + 1] ?? 0); at++) yield [batch[at]!, entry[at]!];
}

/** A list of each batch, `width` numbers to an entry; the second one is the first of so many keys in a row. */
function byKeys(model: Model, list: 'live' | 'digits' | 'displays' | 'levers', width: number, keys = 1): ByKey {
  return gather((take) => model.batches.forEach((one, batch) => {
    const numbers = one[list], { length } = numbers;
    for (let at = 0; at < length; at += width) for (let i = 0; i < keys; i++) take(numbers[at + 1]! + i, batch, at);
  }));
}

export class Live {
  readonly #model: Model;
  readonly #stage: Stage;
  readonly #states: ByKey;
  readonly #digits: ByKey;
  readonly #displays: ByKey;
  readonly #levers: ByKey;
  readonly #segments: ByKey;

  constructor(model: Model, stage: Stage) {
    this.#model = model;
    this.#stage = stage;
    const { batches, things } = model;
    this.#states = byKeys(model, 'live', 4);
    this.#digits = byKeys(model, 'digits', 5, 4);
    this.#displays = byKeys(model, 'displays', 2);
    this.#levers = byKeys(model, 'levers', 3);
    this.#segments = gather((take) => batches.forEach(({ isThin, id, count }, batch) => {
      for (let i = 0; isThin && i < count; i++) take((id[i]! & Bits.NUMBER) - things.items, batch, i);
    }));
  }

  /** Shows what a simulation has changed; without colours of states, switches and displays alone. */
  apply(shown: Shown, withStates = true): void {
    const colored = new Changes(), moved = new Changes();
    if (withStates) this.#applyStates(shown, colored);
    if (withStates) shown.segments.forEach((segment, i) => {
      for (const [batch, instance] of entriesOf(this.#segments, segment)) {
        this.#model.batches[batch]!.color.set(shown.colors.subarray(4 * i, 4 * i + 4), 4 * instance);
        colored.note(batch, instance);
      }
    });
    this.#applyItems(shown, colored, moved);
    if (colored.size > 0) this.#stage.colorsChanged(colored);
    if (moved.size > 0) this.#stage.rowsChanged(moved);
  }

  #applyStates(shown: Shown, colored: Changes): void {
    const { states } = this.#model;
    shown.states.forEach((state, i) => {
      if (shown.on[i]) states[state >> 3]! |= 1 << (state & 7);
      else states[state >> 3]! &= ~(1 << (state & 7));
    });
    shown.states.forEach((state, i) => {
      for (const [batch, at] of entriesOf(this.#states, state)) {
        const { live } = this.#model.batches[batch]!;
        this.#color(batch, live[at]!, live[at + (shown.on[i] ? 3 : 2)]!, colored);
      }
      for (const [batch, at] of entriesOf(this.#digits, state)) {
        const { digits } = this.#model.batches[batch]!;
        const value = valueOf(digits[at + 1]!, (one) => (states[one >> 3]! >> (one & 7) & 1) === 1);
        this.#color(batch, digits[at]!, digits[at + (digits[at + 4]! >> value & 1 ? 3 : 2)]!, colored);
      }
    });
  }

  #applyItems(shown: Shown, colored: Changes, moved: Changes): void {
    shown.items.forEach((item, i) => {
      for (const [batch, at] of entriesOf(this.#displays, item)) {
        const { displays, color } = this.#model.batches[batch]!;
        color.set(shown.item_colors.subarray(4 * i, 4 * i + 4), 4 * displays[at]!);
        colored.note(batch, displays[at]!);
      }
      for (const [batch, at] of entriesOf(this.#levers, item)) {
        const { levers, positions, rows } = this.#model.batches[batch]!;
        const from = 24 * (at / 3) + (shown.item_shapes[i] === levers[at + 2] ? 12 : 0);
        rows.set(positions.subarray(from, from + 12), 12 * levers[at]!);
        moved.note(batch, levers[at]!);
      }
    });
  }

  /** Writes the colour of an instance. */
  #color(batch: number, instance: number, packed: number, colored: Changes): void {
    const { color } = this.#model.batches[batch]!;
    for (let byte = 0; byte < 4; byte++) color[4 * instance + byte] = packed >>> 8 * byte;
    colored.note(batch, instance);
  }

  /** The instances that show wires and states, by their batches. */
  instancesOf(things: Iterable<number>, states: Iterable<number>): (readonly [number, number])[] {
    const found: (readonly [number, number])[] = [];
    for (const thing of things) found.push(...entriesOf(this.#segments, thing - this.#model.things.items));
    for (const state of states) {
      for (const [batch, at] of entriesOf(this.#states, state)) found.push([batch, this.#model.batches[batch]!.live[at]!]);
    }
    return found;
  }
}
