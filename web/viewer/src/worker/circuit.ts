// The circuit of a world in the Worker: its nets, and a simulation that runs in slices.
import { OverworldError } from 'overworld';
import type { BenchResult, Circuit, CircuitOptions, NetPlaces, NetRow, Scene, Simulation, World } from 'overworld';
import type { CircuitAt, CircuitSeen, NetSeen, Ran, RunWishes, TruthTable } from './protocol.js';
import { truthTable } from './truth.js';

/** A button is held for so many ticks. */
const HOLD_TICKS = 10;
/** Of a net no more pegs, drivers, links and wires than these are told one by one. */
const MOST_TOLD = 500;
/** Ticks that are run at once at most, so that Pause and a click are soon listened to. */
const MOST_AT_ONCE = 1 << 30;

export class RunningCircuit {
  readonly #circuit: Circuit;
  readonly #scene: () => Scene;
  #simulation: Simulation | undefined;
  #held = new Map<number, number>();
  #watched = '';

  constructor(world: World, scene: () => Scene, options: CircuitOptions) {
    this.#circuit = world.circuit(options);
    this.#scene = scene;
  }

  close(): void {
    this.#simulation?.close();
    this.#circuit.close();
  }

  get seen(): CircuitSeen {
    return { facts: this.#circuit.facts, order: this.#circuit.search() };
  }

  search(word: string): Uint32Array {
    return this.#circuit.search(word);
  }

  rows(numbers: Uint32Array): NetRow[] {
    return this.#circuit.rows(numbers);
  }

  /** Nets whose names are one with a number behind it, "Data[0]", in the order of these: a bus. */
  bus(base: string): NetRow[] {
    const numbers = this.#circuit.search(`${base}[`).slice(0, 4096);
    const index = ({ name }: NetRow) => name.startsWith(`${base}[`) ? /^\[(\d+)\]$/.exec(name.slice(base.length))?.[1] : undefined;
    return this.#circuit.rows(numbers).filter((row) => index(row) !== undefined)
      .sort((a, b) => Number(index(a)) - Number(index(b)));
  }

  find(name: string): number | undefined {
    return this.#circuit.find(name);
  }

  /** A net with the places of all that is at it in the save. */
  net(number: number): NetSeen {
    const row = this.#circuit.rows([number])[0];
    if (!row) throw new OverworldError('not there', `there is no net ${number}`);
    const places = this.#circuit.places(number);
    const isShort = row.pegs + row.drivers + row.links <= MOST_TOLD;
    const net = isShort ? this.#circuit.nets(number, 1)[0] : undefined;
    return { row, places: shortened(places), wires: places.wires.length, net };
  }

  at(list: 'components' | 'wires', number: number): CircuitAt {
    return this.#circuit.at(list, number);
  }

  component(address: number): number | undefined {
    return this.#circuit.component(address);
  }

  path(from: number, to: number): NetRow[] {
    return this.#circuit.path(from, to).map(({ net }) => this.#circuit.rows([this.#circuit.find(net)!])[0]!);
  }

  /** What chosen nets come to, whatever runs besides. */
  truth(chosen: readonly { name: string; nets: number[] }[]): TruthTable {
    return truthTable(this.#circuit, chosen);
  }

  /** Runs a bench from the saved state, whatever runs besides. The result has the changes of these nets. */
  bench(bench: Uint8Array, nets: readonly number[]): BenchResult {
    return this.#circuit.bench(bench, { watch: this.#circuit.rows(nets).map(({ name }) => name) });
  }

  /** Back to the saved state. */
  reset(wishes: RunWishes): Ran {
    this.#simulation?.close();
    this.#simulation = undefined;
    this.#held.clear();
    this.#watched = '';
    return this.#ran(wishes, false);
  }

  /** Runs for a while, and tells what has changed in the picture and in the nets that are asked for. */
  run(wishes: RunWishes): Ran {
    const simulation = this.#running(wishes);
    const end = performance.now() + wishes.milliseconds;
    let left = wishes.ticks;
    while (left > 0) {
      const next = Math.min(left, this.#ticksToRelease(), MOST_AT_ONCE);
      let ran = simulation.runFor(Math.max(1, end - performance.now()), next);
      // Time passes where nothing happens too, as far as somebody waits for it.
      if (ran < next && simulation.rests && (wishes.keepsTime || this.#held.size > 0)) {
        simulation.step(next - ran);
        ran = next;
      }
      left -= ran;
      this.#release();
      if (performance.now() >= end || simulation.rests && this.#held.size === 0 && !wishes.keepsTime) break;
    }
    return this.#ran(wishes, true);
  }

  /** Sets a switch, or presses a button for a while. */
  hand(address: number, on: boolean, isButton: boolean, wishes: RunWishes): Ran {
    const simulation = this.#running(wishes);
    simulation.set(address, on);
    if (isButton && on) this.#held.set(address, simulation.tick + HOLD_TICKS);
    return this.#ran(wishes, true);
  }

  drive(net: number, on: boolean, wishes: RunWishes): Ran {
    this.#running(wishes).drive(net, on);
    return this.#ran(wishes, true);
  }

  vcd(nets: number[], ticks: number): Blob {
    const text = this.#simulation?.vcd(nets, ticks) ?? '';
    this.#watched = '';
    return new Blob([text]);
  }

  store(): Blob | undefined {
    const stored = this.#simulation?.store();
    try {
      return stored && new Blob([stored.bytes()]);
    } finally {
      stored?.close();
    }
  }

  #running(wishes: RunWishes): Simulation {
    this.#simulation ??= this.#circuit.simulate();
    const watched = wishes.watched.join();
    if (watched !== this.#watched) {
      this.#simulation.watch(wishes.watched);
      this.#watched = watched;
    }
    return this.#simulation;
  }

  #ticksToRelease(): number {
    const { tick } = this.#simulation!;
    return Math.max(1, Math.min(Infinity, ...[...this.#held.values()].map((at) => at - tick)));
  }

  #release(): void {
    const { tick } = this.#simulation!;
    for (const [address, at] of this.#held) {
      if (at > tick) continue;
      this.#simulation!.set(address, false);
      this.#held.delete(address);
    }
  }

  #ran({ asked }: RunWishes, isRunning: boolean): Ran {
    const simulation = this.#simulation ??= this.#circuit.simulate();
    const states = simulation.netStates();
    const on = Uint8Array.from(asked, (net) => states[net] ?? 0);
    const { tick, updates } = simulation;
    return { tick, updates, rests: isRunning && simulation.rests && this.#held.size === 0, on,
      shown: simulation.show(this.#scene()), events: simulation.events() };
  }
}

function shortened({ inputs, drivers, wires }: NetPlaces): NetPlaces {
  const most = 100_000;
  return { inputs: inputs.slice(0, most), drivers: drivers.slice(0, most), wires: wires.slice(0, most) };
}
