// What watched nets did: values of signals by tick, each a net or a bus.
import type { NetEvents } from 'overworld';

export interface Watched { name: string; nets: number[] }

/** Values beyond these are not exact in JavaScript's numbers. */
export const MOST_BITS = 52;
/** Changes that are kept of a signal, at least half of them. */
const MOST_CHANGES = 200_000;

export class Signal {
  readonly name: string;
  readonly nets: number[];
  readonly ticks: number[] = [];
  readonly values: number[] = [];
  readonly #bits: number[];

  constructor({ name, nets }: Watched) {
    this.name = name;
    this.nets = nets.slice(0, MOST_BITS);
    this.#bits = this.nets.map(() => 0);
  }

  get isBus(): boolean {
    return this.nets.length > 1;
  }

  clear(): void {
    this.ticks.length = this.values.length = 0;
  }

  /** What its nets are at first. */
  begin(tick: number, states: ReadonlyMap<number, number>): void {
    this.nets.forEach((net, bit) => this.#bits[bit] = states.get(net) ?? 0);
    this.#note(tick);
  }

  /** What a net of it is from a tick on. */
  set(tick: number, net: number, on: number): void {
    this.nets.forEach((one, bit) => {
      if (one === net) this.#bits[bit] = on;
    });
    this.#note(tick);
  }

  #note(tick: number): void {
    const value = this.#bits.reduce((sum, isOn, bit) => sum + isOn * 2 ** bit, 0);
    if (this.ticks.at(-1) === tick) this.values[this.values.length - 1] = value;
    else if (this.values.at(-1) !== value) {
      this.ticks.push(tick);
      this.values.push(value);
    }
    if (this.ticks.length > MOST_CHANGES) {
      this.ticks.splice(0, MOST_CHANGES / 2);
      this.values.splice(0, MOST_CHANGES / 2);
    }
  }

  /** The number of the last change at a tick or before it; -1 where nothing is known of it. */
  indexAt(tick: number): number {
    let low = 0, high = this.ticks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ticks[middle]! <= tick) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** As it is written: a digit, or a bus in hexadecimal digits; empty where it is not known. */
  textAt(tick: number): string {
    const value = this.values[this.indexAt(tick)];
    return value === undefined ? '' : this.textOf(value);
  }

  textOf(value: number): string {
    return this.isBus ? value.toString(16).toUpperCase().padStart(Math.ceil(this.nets.length / 4), '0') : String(value);
  }
}

/** What nets were before events that end in known states. */
function before(events: NetEvents, states: ReadonlyMap<number, number>): Map<number, number> {
  const first = new Map(states);
  for (let i = events.count - 1; i >= 0; i--) first.set(events.net[i]!, 1 - events.on[i]!);
  return first;
}

/** Takes what happened between two ticks into signals; `states` is what their nets have come to. */
export function record(signals: readonly Signal[], events: NetEvents, from: number, to: number,
  states: ReadonlyMap<number, number>): void {
  const byNet = new Map<number, Signal[]>();
  const first = before(events, states);
  for (const signal of signals) {
    if (signal.ticks.length === 0) signal.begin(from, first);
    for (const net of new Set(signal.nets)) byNet.set(net, [...byNet.get(net) ?? [], signal]);
  }
  for (let i = 0; i < events.count; i++) {
    for (const signal of byNet.get(events.net[i]!) ?? []) signal.set(events.tick[i]!, events.net[i]!, events.on[i]!);
  }
  for (const signal of signals) {
    for (const net of signal.nets) signal.set(to, net, states.get(net) ?? 0);
  }
}
