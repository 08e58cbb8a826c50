// States of a circuit that runs, in the colours of a model's instances: what changed is written, nothing else.
import type { Shown } from 'overworld';
import { Bits } from '../worker/protocol.js';
import type { Model } from '../worker/protocol.js';
import type { Stage } from './stage.js';

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

export class Live {
  readonly #model: Model;
  readonly #stage: Stage;
  readonly #states: ByKey;
  readonly #segments: ByKey;

  constructor(model: Model, stage: Stage) {
    this.#model = model;
    this.#stage = stage;
    const { batches, things } = model;
    this.#states = gather((take) => batches.forEach(({ live }, batch) => {
      for (let at = 0; at < live.length; at += 4) take(live[at + 1]!, batch, at);
    }));
    this.#segments = gather((take) => batches.forEach(({ isThin, id, count }, batch) => {
      for (let i = 0; isThin && i < count; i++) take((id[i]! & Bits.NUMBER) - things.items, batch, i);
    }));
  }

  /** Colours what a simulation has changed. */
  apply(shown: Shown): void {
    const touched = new Set<number>();
    shown.states.forEach((state, i) => {
      for (const [batch, at] of entriesOf(this.#states, state)) {
        const { live, color } = this.#model.batches[batch]!;
        const [instance, packed] = [live[at]!, live[at + (shown.on[i] ? 3 : 2)]!];
        for (let byte = 0; byte < 4; byte++) color[4 * instance + byte] = packed >>> 8 * byte;
        touched.add(batch);
      }
    });
    shown.segments.forEach((segment, i) => {
      for (const [batch, instance] of entriesOf(this.#segments, segment)) {
        this.#model.batches[batch]!.color.set(shown.colors.subarray(4 * i, 4 * i + 4), 4 * instance);
        touched.add(batch);
      }
    });
    if (touched.size > 0) this.#stage.colorsChanged(touched);
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
