// A Logic World save as a circuit: its nets, and running it.
import { closedError, disposable, OverworldError } from './errors.js';
import { Mods } from './folder.js';
import { settings } from './module.js';
import type { Host, Module } from './module.js';
import type { Scene } from './scene.js';
import { forgotten, World } from './world.js';

export interface CircuitOptions {
  /** Names for nets: JSON, such as a bench. */
  names?: string | Uint8Array | object;
  /** What components of mods do: JSON with truth tables. */
  types?: string | Uint8Array | object;
  /** Contacts of the components of mods, and what their `overworld-types.json` says of them; `types` come first. */
  mods?: Mods;
}

/** What a circuit is as a whole: the members of the command's `nets --json`, and what it warns of. */
export interface CircuitFacts {
  components: number;
  net_count: number;
  link_count: number;
  /** Pairs of sockets that touch. */
  contacts: number;
  /** Wires left out, as an end of theirs is at no peg. */
  loose_wires: number;
  /** Components of types that nobody has described: their outputs stay as they are saved. */
  unknown_components: number;
  /** Ticks of the longest way. */
  deepest: number;
  loops: number;
  inputs: number;
  outputs: number;
  wires: number;
  ports: number;
  /** Components whose custom data is not what their type has. */
  bad_data: number;
  /** Nets whose pegs do not all have one circuit state: no save of the game has such. */
  nets_of_two_states: number;
  /** There are so many sockets in one place that not all pairs were tried. */
  contacts_left: boolean;
}

export interface Port {
  kind: 'socket' | 'switch' | 'button' | 'display';
  /** The address of a component. */
  component: number;
  peg: number;
}

/** What all that is told about a net begins with. */
export interface NetName {
  name: string;
  name_from: 'number' | 'label' | 'user';
  number: number;
  on: boolean;
  /** It is on with nothing that drives it: the save was cut out of a larger build (inferred). */
  left_on: boolean;
  /** Its pegs do not all have one circuit state: no save of the game has such. */
  two_states: boolean;
  /** The most ticks on a way to it. */
  depth: number;
  /** Which loop it is in, from 1 on; 0: none. */
  loop: number;
}

/** A net in short: counts in place of lists. */
export interface NetRow extends NetName {
  drivers: number;
  pegs: number;
  links: number;
  /** The address of the label that names it. */
  label: number | null;
  ports: Port[];
}

export interface Peg {
  component: number;
  type: string;
  logic: string;
  input?: number;
  output?: number;
}

export interface Link {
  component: number;
  from: string;
  to: string;
  both_ways: boolean;
  closed: boolean;
  /** The net that closes it; null: it is always closed. */
  control: string | null;
}

/** A net, as the command's `nets --json` has it. */
export interface Net extends NetName {
  drivers: Peg[];
  pegs: Peg[];
  links: Link[];
  ports: Port[];
}

/** A peg: the number of its component in the save, its own, and that of its state in a scene of the save. */
export interface PegPlace { component: number; peg: number; state: number }

/** Where a net lies in the save. */
export interface NetPlaces {
  inputs: PegPlace[];
  drivers: PegPlace[];
  wires: Uint32Array;
}

/** A net at a component or a wire. */
export interface NetAt { side: 'input' | 'output' | 'wire'; index: number; number: number; name: string }

/** A step of a way: a net, and the component that led to it; null: the first one, or along a link. */
export interface Step { net: string; component: number | null; ticks: number }

export interface SimulationOptions {
  /** How a delayer counts while its input changes is not known: two readings. */
  delayers?: 'counts' | 'restarts';
  /** Of randomizers, and of extra delays. */
  seed?: number;
  /** The most ticks, up to 200, by which an update of a gate is late, at random each time; in the game none is. */
  extraDelay?: number;
}

export interface BenchOptions extends SimulationOptions {
  /** Run so many ticks at least. */
  ticks?: number;
  /** Nets and buses: the result has their last values (`nets`) and their changes (`events`). */
  watch?: string[];
}

export interface BenchFailure { tick: number; step: number; name: string; signal: string; message: string }

/** What came of a bench: the members of the command's `simulate --json` about the run, and what it wrote. */
export interface BenchResult {
  failed: BenchFailure[];
  nets: { name: string; bits: number; value: number | string }[];
  ticks: number;
  updates: number;
  changed_nets: number;
  rests: boolean;
  steps: number;
  checks: number;
  failures: number;
  /** What the nets of `watch` did: the last 131,072 changes. */
  events: NetEvents;
  printed: Uint8Array;
  written: { path: string; data: Uint8Array }[];
}

/** What watched nets did: event by event, in the order of ticks. */
export interface NetEvents { count: number; tick: Float64Array; net: Uint32Array; on: Uint8Array }

/** What a simulation has changed in a scene, by number: states of pegs; segments with their colours; switches, buttons
 * and displays with their shapes and colours. */
export interface Shown {
  states: Uint32Array; on: Uint8Array;
  segments: Uint32Array; colors: Uint8Array;
  items: Uint32Array; item_shapes: Uint32Array; item_colors: Uint8Array;
}

/** No net, no component. */
const NO_NET = 0xffffffff;
const EVENT_BYTES = 16;

/** Numbers as the bytes of an array of 32 bits each. */
function bytesOf(numbers: ArrayLike<number>): Uint8Array {
  return new Uint8Array(Uint32Array.from(numbers).buffer);
}

function numbersOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function findNet(module: Module, circuit: number, name: string): number | undefined {
  const number = module.withTexts([name], ([text]) => module.call('circuit_find', circuit, text as number));
  return number === NO_NET ? undefined : number;
}

function textOf(value: string | Uint8Array | object | undefined): string | Uint8Array {
  if (value === undefined) return '';
  return typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value);
}

/** A handle of the module's that is given back once. */
class Handle {
  static {
    disposable(this);
  }

  /** Closes it: of `using`. */
  declare [Symbol.dispose]: () => void;

  protected readonly module: Module;
  protected readonly host: Host;
  readonly #close: string;
  #number: number;

  constructor(module: Module, host: Host, number: number, close: string) {
    this.module = module;
    this.host = host;
    this.#number = number;
    this.#close = close;
    forgotten.register(this, () => module.call(close, number), this);
  }

  /** Gives its memory back; the garbage collector does so too, some day. */
  close(): void {
    if (this.#number !== 0) {
      forgotten.unregister(this);
      this.module.call(this.#close, this.#number);
    }
    this.#number = 0;
  }

  protected get handle(): number {
    if (this.#number === 0) throw closedError(this.#close.replace('_close', ''));
    return this.#number;
  }

  protected run(name: string, ...numbers: number[]): void {
    this.module.lend(this.host, () => this.module.run(name, this.handle, ...numbers));
  }

  protected runWith(name: string, texts: (string | Uint8Array)[], ...numbers: number[]): void {
    this.module.withTexts(texts, (addresses) => this.run(name, ...addresses, ...numbers));
  }
}

/** A save as a circuit. A net is called by its number here; `find` has that of a name. */
export class Circuit extends Handle {
  #facts: CircuitFacts | undefined;

  /** @internal */
  static open(module: Module, host: Host, world: number, options: CircuitOptions): Circuit {
    const mods = Mods.handleOf(options.mods, module);
    const number = module.lend(host, () => module.withTexts([textOf(options.names), textOf(options.types)],
      ([names, types], [namesSize, typesSize]) => module.make('circuit', world, names as number, namesSize as number,
        types as number, typesSize as number, mods)), (made) => module.call('circuit_close', made));
    return new Circuit(module, host, number, 'circuit_close');
  }

  get facts(): CircuitFacts {
    if (!this.#facts) {
      this.run('circuit_facts');
      this.#facts = this.module.answerJSON<CircuitFacts>();
    }
    return this.#facts;
  }

  /** Nets from number `from` on, at most `count`: a save may have a million. */
  nets(from = 0, count = 200): Net[] {
    this.run('circuit_nets', from, count);
    return this.module.answerJSON<{ nets: Net[] }>().nets;
  }

  /** A net by its number, by its name, or by a peg of it: "C-12", "C-12.in0", "C-12.out1". */
  net(which: number | string): Net | undefined {
    const number = typeof which === 'number' ? which : this.find(which);
    return number === undefined ? undefined : this.nets(number, 1)[0];
  }

  /** The number of the net that a name or a peg means. */
  find(name: string): number | undefined {
    return findNet(this.module, this.handle, name);
  }

  /** Numbers of the nets that have a word in their names, whatever its case; those with a name or a port come first. */
  search(word = ''): Uint32Array {
    this.runWith('circuit_search', [word]);
    return numbersOf(this.module.answer());
  }

  /** Nets in short, by their numbers. */
  rows(numbers: ArrayLike<number>): NetRow[] {
    this.runWith('circuit_rows', [bytesOf(numbers)], 4 * numbers.length);
    return this.module.answerJSON<{ nets: NetRow[] }>().nets;
  }

  /** The way of fewest components from one net to another; empty where there is none. */
  path(from: number | string, to: number | string): Step[] {
    this.run('circuit_path', this.#numberOf(from), this.#numberOf(to));
    return this.module.answerJSON<{ path: Step[] }>().path;
  }

  /** Where a net lies in the save. */
  places(net: number | string): NetPlaces {
    this.run('circuit_places', this.#numberOf(net));
    const numbers = numbersOf(this.module.answer());
    let at = 0;
    const list = () => {
      const from = ++at;
      return numbers.slice(from, at += numbers[from - 1]!);
    };
    const pegs = () => {
      const all = list();
      return Array.from({ length: all.length / 3 }, (_, i) =>
        ({ component: all[3 * i]!, peg: all[3 * i + 1]!, state: all[3 * i + 2]! }));
    };
    return { inputs: pegs(), drivers: pegs(), wires: list() };
  }

  /** The nets at a component or a wire, by its number in the save. */
  at(list: 'components' | 'wires', number: number): { logic: string; address?: number; nets: NetAt[] } {
    this.run('circuit_at', list === 'wires' ? 1 : 0, number);
    return this.module.answerJSON();
  }

  /** The number in the save of the component with an address. */
  component(address: number): number | undefined {
    const number = this.module.call('circuit_component', this.handle, address);
    return number === NO_NET ? undefined : number;
  }

  /** Begins to run it, in the saved state. Close the simulation when it is not needed any more. */
  simulate(options: SimulationOptions = {}): Simulation {
    const { module } = this;
    const number = module.lend(this.host, () => module.withTexts([settings(options)], ([text]) =>
      module.make('simulation', this.handle, text as number)), (made) => module.call('simulation_close', made));
    return new Simulation(module, this.host, number, this.handle, this.facts);
  }

  /** Runs a bench from the saved state. Files that it reads are the host's `file`. */
  bench(bench: string | Uint8Array | object, options: BenchOptions = {}): BenchResult {
    this.module.lend(this.host, () => this.module.withTexts([textOf(bench), settings(options)], ([text, given], [size]) =>
      this.module.run('bench', this.handle, text as number, size as number, given as number)));
    type Raw = Omit<BenchResult, 'events' | 'printed' | 'written'> & { events: string; printed: string; written: { path: string; data: string }[] };
    const { events, printed, written, ...rest } = this.module.answerJSON<Raw>();
    return { ...rest, events: eventsOf(fromBase64(events)), printed: fromBase64(printed),
      written: written.map(({ path, data }) => ({ path, data: fromBase64(data) })) };
  }

  #numberOf(net: number | string): number {
    const number = typeof net === 'number' ? net : this.find(net);
    if (number === undefined) throw new OverworldError('not there', `unknown net "${net}"`);
    return number;
  }
}

/** Events as the module writes them: a tick as a number of eight bytes, the net, and whether it is on. */
function eventsOf(bytes: Uint8Array): NetEvents {
  const count = bytes.length / EVENT_BYTES, view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const events: NetEvents = { count, tick: new Float64Array(count), net: new Uint32Array(count), on: new Uint8Array(count) };
  for (let i = 0; i < count; i++) {
    events.tick[i] = view.getFloat64(EVENT_BYTES * i, true);
    events.net[i] = view.getUint32(EVENT_BYTES * i + 8, true);
    events.on[i] = view.getUint32(EVENT_BYTES * i + 12, true);
  }
  return events;
}

/** A circuit that runs. It goes on where the circuit and the world that it is of are closed. */
export class Simulation extends Handle {
  /** The library keeps it as long as the simulation. */
  readonly #circuit: number;
  readonly #facts: CircuitFacts;

  /** @internal */
  constructor(module: Module, host: Host, number: number, circuit: number, facts: CircuitFacts) {
    super(module, host, number, 'simulation_close');
    this.#circuit = circuit;
    this.#facts = facts;
  }

  /** Ticks so far. */
  get tick(): number {
    return this.module.call('simulation_tick', this.handle);
  }

  /** Components that were updated so far. */
  get updates(): number {
    return this.module.call('simulation_updates', this.handle);
  }

  /** Whether nothing is left to happen by itself. */
  get rests(): boolean {
    return this.module.call('simulation_rests', this.handle) !== 0;
  }

  /** Runs so many ticks. */
  step(ticks = 1): void {
    this.run('simulation_run', ticks);
  }

  /**
   * Runs for about so many milliseconds, and so many ticks at most, so that a Worker can listen in between; ends
   * where nothing is left to happen. Returns how many ticks it ran.
   */
  runFor(milliseconds: number, most = Infinity): number {
    const first = this.tick, end = performance.now() + milliseconds;
    let some = 16;
    for (let now = performance.now(); now < end && this.tick - first < most && !this.rests;) {
      this.step(Math.min(some, most - (this.tick - first)));
      const after = performance.now();
      some = after - now < milliseconds / 8 ? Math.min(some * 2, 1 << 24) : Math.max(1, some >> 1);
      now = after;
    }
    return this.tick - first;
  }

  /** The states of all nets, a byte each, 0 or 1: a view of memory, good until the next call. */
  netStates(): Uint8Array {
    return this.module.view(this.module.call('simulation_states', this.handle), this.#facts.net_count);
  }

  /** The same of all outputs, component by component of the save. */
  outputStates(): Uint8Array {
    const { net_count: nets, outputs } = this.#facts;
    return this.module.view(this.module.call('simulation_states', this.handle) + nets, outputs);
  }

  /** Whether a net is on. */
  isOn(net: number | string): boolean {
    return this.netStates()[this.#netOf(net)] === 1;
  }

  /** Sets a switch, or holds a button, by the address of its component: its outputs follow in the next tick. */
  set(address: number, on: boolean): void {
    // The handle first: what is closed holds nothing.
    const number = this.handle && this.module.call('circuit_component', this.#circuit, address);
    if (number === NO_NET) throw new OverworldError('not there', `unknown component C-${address}`);
    this.run('simulation_set', number, on ? 1 : 0);
  }

  /** Drives a net from outside, as one more driver, from the next tick on. */
  drive(net: number | string, on: boolean): void {
    this.run('simulation_drive', this.#netOf(net), on ? 1 : 0);
  }

  /** Notes what these nets do from now on, in place of what was watched before. */
  watch(nets: readonly (number | string)[]): void {
    this.runWith('simulation_watch', [this.#bytesOf(nets)], 4 * nets.length);
  }

  /** What watched nets did since this was asked last; of very many events the last 131,072. */
  events(): NetEvents {
    this.run('simulation_events');
    return eventsOf(this.module.answer());
  }

  /** Runs so many ticks; the states of nets after each of them: a byte each, tick by tick in the order of `nets`. */
  sample(nets: readonly (number | string)[], ticks: number): Uint8Array {
    this.runWith('simulation_sample', [this.#bytesOf(nets)], 4 * nets.length, ticks);
    return this.module.answer();
  }

  /** Runs so many ticks; what nets did in them as a Value Change Dump for GTKWave. Nothing is watched afterwards. */
  vcd(nets: readonly (number | string)[], ticks: number): string {
    this.runWith('simulation_vcd', [this.#bytesOf(nets)], 4 * nets.length, ticks);
    return this.module.answerText();
  }

  /** The save with the states that were reached. */
  store(): World {
    const { module } = this;
    return new World(module, module.lend(this.host, () => module.make('simulation_store', this.handle),
      (made) => module.call('close', made)), this.host);
  }

  /** Puts the states into a scene of the same save, so that it is drawn as it stands now; what that changed. */
  show(scene: Scene): Shown {
    this.run('simulation_show', scene.handle);
    const bytes = this.module.answer();
    const entries = numbersOf(bytes);
    const counts = [0, 0, 0];
    for (let i = 1; i < entries.length; i += 4) counts[entries[i]! >> 1]!++;
    const [states, segments, items] = counts as [number, number, number];
    const shown: Shown = { states: new Uint32Array(states), on: new Uint8Array(states),
      segments: new Uint32Array(segments), colors: new Uint8Array(4 * segments),
      items: new Uint32Array(items), item_shapes: new Uint32Array(items), item_colors: new Uint8Array(4 * items) };
    const next = [0, 0, 0];
    for (let i = 0; i < entries.length; i += 4) {
      const what = entries[i + 1]! >> 1, at = next[what]!++;
      const color = bytes.subarray(4 * i + 8, 4 * i + 12);
      if (what === 0) {
        shown.states[at] = entries[i]!;
        shown.on[at] = entries[i + 1]!;
      } else if (what === 1) {
        shown.segments[at] = entries[i]!;
        shown.colors.set(color, 4 * at);
      } else {
        shown.items[at] = entries[i]!;
        shown.item_colors.set(color, 4 * at);
        shown.item_shapes[at] = entries[i + 3]!;
      }
    }
    return shown;
  }

  #netOf(net: number | string): number {
    // The handle first: what is closed holds nothing.
    const number = typeof net === 'number' ? net : this.handle && findNet(this.module, this.#circuit, net);
    if (number === undefined || !(number >= 0 && number < this.#facts.net_count)) {
      throw new OverworldError('not there', `unknown net "${net}"`);
    }
    return number;
  }

  #bytesOf(nets: readonly (number | string)[]): Uint8Array {
    return bytesOf(nets.map((net) => this.#netOf(net)));
  }
}
