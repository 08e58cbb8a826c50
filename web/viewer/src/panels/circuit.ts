// The circuit of a Logic World save: its nets, what is at each, and a simulation of it all.
import type { NetRow, Peg, Port } from 'overworld';
import { button, element, setPressed } from '../page/dom.js';
import type { Picture } from '../page/picture.js';
import type { Session } from '../page/session.js';
import { SPEEDS } from '../page/simulator.js';
import type { Simulator } from '../page/simulator.js';
import { VirtualList } from '../page/virtual-list.js';
import { text } from '../text.js';
import type { CircuitFiles, CircuitSeen, CircuitWishes, NetSeen, Ran } from '../worker/protocol.js';
import { BenchBox } from './bench.js';
import { save } from './compare.js';
import { wayFrom } from './way.js';
import type { Waves } from './waves.js';

const PAGE = 100;
const VCD_TICKS = 1000;
/** Of pegs, drivers and links so many are listed each. */
const MOST_LISTED = 60;

/** What is drawn of a net's state, to be changed where it stands. */
interface Lamp { dot: HTMLElement; words: (isOn: boolean) => void }

export class CircuitPanel {
  readonly box = element('section', { class: 'circuit', 'aria-label': text.circuit });
  readonly #session: Session;
  readonly #picture: Picture;
  readonly #simulator: Simulator;
  readonly #waves: Waves;
  readonly #bench: BenchBox;
  readonly #list: VirtualList;
  readonly #search = element('input', { type: 'search', placeholder: text.netHint, 'aria-label': text.findNet,
    autocomplete: 'off', spellcheck: 'false' });
  readonly #facts = element('div', { class: 'circuit-facts' });
  readonly #at = element('div', { class: 'circuit-at', role: 'status' });
  readonly #details = element('section', { class: 'net-details', 'aria-label': text.net });
  readonly #run: HTMLButtonElement;
  readonly #reset: HTMLButtonElement;
  readonly #store: HTMLButtonElement;
  readonly #count = element('input', { type: 'number', min: '1', max: '1000000000', value: '10', 'aria-label': text.stepCount });
  readonly #status = element('output', { class: 'quiet', role: 'status' });
  #isShown = false;
  #seen: CircuitSeen | undefined;
  #order = new Uint32Array(0);
  #rows = new Map<number, NetRow>();
  #asking = new Set<number>();
  #on = new Map<number, boolean>();
  #lamps = new Map<string, { net: number; lamp: Lamp }>();
  #hands = new Map<string, boolean>();
  #chosen: NetSeen | undefined;
  #turn = 0;
  #first = 0;
  #looking = 0;

  constructor(session: Session, picture: Picture, simulator: Simulator, waves: Waves) {
    this.#session = session;
    this.#picture = picture;
    this.#simulator = simulator;
    this.#waves = waves;
    this.#list = new VirtualList({ rowHeight: 28, draw: (row) => this.#drawRow(row),
      attributes: { class: 'nets', role: 'list', 'aria-label': text.nets }, onScroll: (first) => this.#scrolled(first) });
    this.#run = button({ label: text.run, text: text.run, class: 'main' }, () => this.toggle());
    this.#reset = button({ label: text.resetLong, text: text.reset }, () => void this.#begin());
    this.#store = button({ label: text.storeLong, text: text.store, class: 'small' }, () => void this.#save());
    this.#bench = new BenchBox(session);
    this.box.append(this.#facts, this.#controls(), this.#bench.box, this.#at,
      element('form', { class: 'find net-find', role: 'search', 'aria-label': text.findNet, submit: (event: Event) => event.preventDefault() }, this.#search),
      this.#list.box, this.#details);
    this.#listen();
  }

  #controls(): HTMLElement {
    const step = button({ label: text.stepLong, text: text.step }, () => void this.#simulator.step(1));
    const many = button({ label: text.stepManyLong, text: text.stepMany }, () =>
      void this.#simulator.step(Math.max(1, Math.floor(Number(this.#count.value)) || 1)));
    const speed = element('select', { 'aria-label': text.speed }, ...SPEEDS.map((one) =>
      element('option', { value: one }, text.speedName(one))));
    speed.value = String(this.#simulator.speed);
    speed.addEventListener('change', () => this.#simulator.speed = Number(speed.value));
    return element('div', { class: 'simulation', role: 'group', 'aria-label': text.simulation }, this.#run, step,
      element('span', { class: 'group' }, this.#count, many), this.#reset, speed, this.#status, this.#store);
  }

  #listen(): void {
    const session = this.#session, simulator = this.#simulator;
    session.on('world', () => this.#forget());
    session.on('restarted', () => this.#forget());
    session.on('model', () => this.#mark());
    session.on('selected', ({ selection, from }) => void this.#follow(selection?.pointer, from));
    this.#search.addEventListener('input', () => void this.#find());
    simulator.watched = () => this.#waves.nets;
    simulator.asked = () => this.#asked();
    simulator.onRan = (ran, asked) => this.#take(ran, asked);
    simulator.onChange = () => this.#drawStatus();
    this.#waves.onChange = () => {
      this.#list.refresh();
      this.#drawWatch();
      void this.#simulator.look();
    };
    this.#waves.onVcd = () => void this.#saveVcd();
    this.#waves.onTruth = (watched) => session.client.call('circuitTruth', watched.map(({ name, nets }) => ({ name, nets })));
    this.#bench.onChange = (wishes) => this.#use(wishes);
    this.#bench.watched = () => this.#waves.nets;
    this.#bench.onRan = (result, nets) => this.#waves.showBench(result, nets);
    this.#bench.onNet = (name) => void this.#chooseNamed(name);
    this.#drawStatus();
  }

  /** Whether there can be a circuit of the world. */
  get isOffered(): boolean {
    return this.#session.doc?.format === 'blotter';
  }

  /** The panel is shown, or no more: nothing is asked for before it is. */
  show(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown) void this.#open();
  }

  /** The tick that running from the saved state leads to; 0 after switches were used: they cannot be repeated. */
  get tick(): number {
    return this.#simulator.isTouched ? 0 : this.#simulator.ran?.tick ?? 0;
  }

  get isTouched(): boolean {
    return this.#simulator.isTouched;
  }

  /** Runs from the saved state to a tick. */
  async runTo(tick: number): Promise<void> {
    const turn = this.#turn;
    await this.#open();
    if (!this.#seen || turn !== this.#turn) return;
    if (this.#simulator.ran) await this.#simulator.reset();
    await this.#simulator.step(tick);
  }

  toggle(): void {
    if (!this.#seen) return;
    if (this.#simulator.isRunning) this.#simulator.pause();
    else void this.#simulator.run();
  }

  #forget(): void {
    this.#turn++;
    this.#seen = this.#chosen = undefined;
    this.#order = new Uint32Array(0);
    this.#rows.clear();
    this.#asking.clear();
    this.#on.clear();
    this.#hands.clear();
    this.#simulator.forget();
    this.#waves.clear();
    this.#facts.replaceChildren();
    this.#bench.clear();
    this.#at.replaceChildren();
    this.#details.replaceChildren();
    this.#search.value = '';
    this.#list.count = 0;
    if (this.#isShown) void this.#open();
  }

  async #open(): Promise<void> {
    if (this.#seen || !this.isOffered) return;
    const turn = this.#turn, { client } = this.#session, doc = this.#session.doc!;
    this.#facts.replaceChildren(element('p', { class: 'quiet' }, text.findingNets));
    const files = await this.#session.guard(() => client.call('circuitFiles'));
    if (!files || turn !== this.#turn) return;
    doc.circuit ??= wishesOf(files);
    this.#bench.offer(files, doc.circuit);
    const seen = await client.call('circuit', doc.circuit).catch((error: unknown) => error as Error);
    if (turn !== this.#turn || this.#seen) return;
    if (seen instanceof Error) {
      const [, use] = /^the (names|types)\b/.exec(seen.message) ?? [];
      const path = use && doc.circuit[use as 'names'];
      this.#facts.replaceChildren(element('p', { class: 'error' }, path ? `${path}: ${seen.message}` : seen.message));
      return;
    }
    this.#seen = seen;
    this.#order = seen.order as Uint32Array<ArrayBuffer>;
    this.#list.count = this.#order.length;
    this.#drawFacts();
    this.#drawStatus();
    void this.#follow(this.#session.selection?.pointer, 'session');
  }

  /** Opens the circuit anew, with other files beside it. */
  #use(wishes: CircuitWishes): void {
    this.#session.doc!.circuit = wishes;
    this.#picture.markNet(undefined);
    this.#forget();
  }

  #drawFacts(): void {
    const { facts } = this.#seen!;
    const notes = text.circuitNotes(facts);
    this.#facts.replaceChildren(element('p', {}, text.circuitFacts(facts)),
      ...(notes.length > 0 ? [element('ul', { class: 'losses quiet' }, ...notes.map((note) => element('li', {}, note)))] : []));
  }

  async #find(): Promise<void> {
    if (!this.#seen) return;
    const word = this.#search.value.trim();
    const found = word === '' ? this.#seen.order : await this.#session.client.call('circuitSearch', word).catch(() => undefined);
    if (!found || word !== this.#search.value.trim()) return;
    this.#order = found as Uint32Array<ArrayBuffer>;
    this.#list.count = this.#order.length;
    this.#list.scrollTo(0);
    this.#lookSoon();
  }

  #scrolled(first: number): void {
    if (first !== this.#first) this.#lookSoon();
    this.#first = first;
  }

  /** Asks for the states of the nets in sight, unless they come by themselves. */
  #lookSoon(): void {
    clearTimeout(this.#looking);
    if (this.#simulator.ran && !this.#simulator.isRunning) this.#looking = window.setTimeout(() => void this.#simulator.look(), 50);
  }

  // Rows

  #drawRow(at: number): HTMLElement {
    const number = this.#order[at]!;
    const row = this.#rows.get(number);
    if (!row) {
      void this.#fetch(Math.floor(at / PAGE) * PAGE);
      return element('div', { class: 'net', role: 'listitem' }, element('span', { class: 'quiet' }, `n${number}`));
    }
    const dot = element('span', { class: 'lamp', 'aria-hidden': 'true' });
    const name = element('button', { type: 'button', class: 'place', click: () => void this.#choose(number, true) },
      element('span', { class: 'net-name' }, row.name), ' ', element('span', { class: 'quiet' }, text.netKind(row)));
    const made = element('div', { class: 'net', role: 'listitem', 'aria-current': this.#chosen?.row.number === number ? 'true' : undefined },
      dot, name, this.#handOf(row), this.#watchOf(row));
    this.#light(`row ${number}`, row, dot, (isOn) => name.setAttribute('aria-label', text.netState(row.name, isOn, text.netKind(row))));
    return made;
  }

  async #fetch(from: number): Promise<void> {
    const numbers = this.#order.slice(from, from + PAGE).filter((number) => !this.#rows.has(number) && !this.#asking.has(number));
    if (numbers.length === 0) return;
    for (const number of numbers) this.#asking.add(number);
    const turn = this.#turn;
    const rows = await this.#session.client.call('circuitRows', numbers).catch(() => []);
    if (turn !== this.#turn) return;
    for (const row of rows) this.#rows.set(row.number, row);
    for (const number of numbers) this.#asking.delete(number);
    this.#list.refresh();
    void this.#simulator.look();
  }

  /** Shows a state, now and whenever it changes. */
  #light(key: string, row: NetRow, dot: HTMLElement, words: (isOn: boolean) => void): void {
    const lamp = { dot, words };
    this.#lamps.set(key, { net: row.number, lamp });
    setLamp(lamp, this.#on.get(row.number) ?? row.on);
  }

  /** What a hand can do to a net: its switch, its button, or else drive it. */
  #handOf(row: NetRow): HTMLElement | undefined {
    const port = row.ports.find(({ kind }) => kind === 'switch' || kind === 'button') ?? row.ports.find(({ kind }) => kind === 'socket');
    return port && this.#hand(row, port);
  }

  #hand(row: NetRow, port: Port): HTMLButtonElement | undefined {
    if (port.kind === 'display') return undefined;
    const key = port.kind === 'socket' ? `net ${row.number}` : `C-${port.component}`;
    const isButton = port.kind === 'button';
    const made = button({ label: text.handLong(port.kind, row.name, port.component), text: text.hand(port.kind), class: 'small',
      ...(isButton ? {} : { pressed: this.#handState(key, row, port) }) }, () => {
      const isOn = isButton || !this.#handState(key, row, port);
      this.#hands.set(key, isOn);
      if (!isButton) for (const one of this.box.querySelectorAll<HTMLElement>(`[data-hand="${key}"]`)) setPressed(one, isOn);
      void (port.kind === 'socket' ? this.#simulator.drive(row.number, isOn)
        : this.#simulator.hand(port.component, isOn, isButton));
    });
    made.dataset['hand'] = key;
    return made;
  }

  /** A switch stands as its net does where nobody has touched it. */
  #handState(key: string, row: NetRow, port: Port): boolean {
    return this.#hands.get(key) ?? (port.kind === 'switch' && row.drivers <= 1 && (this.#on.get(row.number) ?? row.on));
  }

  #watchOf(row: NetRow): HTMLButtonElement {
    const made = button({ label: text.watchLong(row.name), text: '∿', class: 'small watch',
      pressed: this.#waves.isWatched(row.name) }, () => {
      this.#waves.toggle({ name: row.name, nets: [row.number] });
      setPressed(made, this.#waves.isWatched(row.name));
    });
    return made;
  }

  // The simulation

  #asked(): number[] {
    const rows = Array.from({ length: Math.min(this.#list.page + 3, this.#order.length) },
      (_, i) => this.#order[this.#list.first + i]).filter((net) => net !== undefined);
    return [...new Set([...rows, ...this.#waves.nets, ...(this.#chosen ? [this.#chosen.row.number] : [])])];
  }

  #take(ran: Ran, asked: number[]): void {
    this.#picture.showRun(ran.shown);
    this.#on = new Map(asked.map((net, i) => [net, ran.on[i] === 1]));
    for (const [key, { net, lamp }] of this.#lamps) {
      if (!lamp.dot.isConnected) this.#lamps.delete(key);
      else if (this.#on.has(net)) setLamp(lamp, this.#on.get(net)!);
    }
    this.#waves.take(ran, asked);
    this.#drawStatus();
  }

  #drawStatus(): void {
    const { isRunning, ran } = this.#simulator;
    this.#picture.setRestless(isRunning);
    this.#run.textContent = isRunning ? text.pause : text.run;
    this.#run.setAttribute('aria-label', isRunning ? text.pause : text.run);
    this.#run.title = isRunning ? text.pause : text.run;
    this.#reset.disabled = this.#store.disabled = ran === undefined;
    this.#status.textContent = ran ? text.runState(ran.tick, ran.rests) : text.notRun;
  }

  async #begin(): Promise<void> {
    this.#hands.clear();
    await this.#simulator.reset();
    this.#waves.reset();
    this.#on.clear();
    this.#list.refresh();
    if (this.#chosen) this.#drawNet(this.#chosen);
  }

  async #save(): Promise<void> {
    const file = await this.#session.guard(() => this.#session.client.call('simulationStore'));
    const { doc } = this.#session;
    if (file && doc) save(`${doc.name.split('/').pop()!.replace(/\.[^.]*$/, '')}-run.${doc.extension}`, file);
  }

  async #saveVcd(): Promise<void> {
    this.#simulator.pause();
    await this.#simulator.step(0);
    const file = await this.#session.guard(() => this.#session.client.call('simulationVcd', this.#waves.nets, VCD_TICKS));
    if (file) save('waves.vcd', file);
    await this.#simulator.look();
  }

  // What is selected

  async #follow(pointer: string | undefined, from: string): Promise<void> {
    if (!this.#seen || !this.#isShown || from === 'circuit') return;
    const [, list, number] = /^\/(wires|components)\/(\d+)/.exec(pointer ?? '') ?? [];
    if (!list) {
      this.#at.replaceChildren();
      return;
    }
    const turn = this.#turn;
    const at = await this.#session.client.call('circuitAt', list as 'wires', Number(number)).catch(() => undefined);
    if (!at || turn !== this.#turn) return;
    this.#at.replaceChildren(element('p', {}, at.nets.length > 0 ? text.netsHere : text.noNetsHere, ' ',
      ...at.nets.slice(0, MOST_LISTED).flatMap(({ side, index, name, number: net }) => [
        button({ label: text.netAt(side, index, name), text: text.netAt(side, index, name), class: 'small' },
          () => void this.#choose(net, true)), ' '])));
    if (list === 'wires' && at.nets[0]) void this.#choose(at.nets[0].number, false);
    const isHand = at.logic === 'switch' || at.logic === 'button';
    if (from === 'picture' && isHand && this.#simulator.ran && at.address !== undefined) {
      await this.#handAt(at.address, at.logic === 'button', at.nets[0]?.number);
    }
  }

  /** A switch in the picture is toggled, a button pressed. */
  async #handAt(address: number, isButton: boolean, net: number | undefined): Promise<void> {
    const key = `C-${address}`;
    const row = net === undefined ? undefined : (await this.#session.client.call('circuitRows', Uint32Array.of(net)))[0];
    const isOn = isButton || !(row ? this.#handState(key, row, { kind: 'switch', component: address, peg: 0 }) : this.#hands.get(key));
    this.#hands.set(key, isOn);
    for (const one of this.box.querySelectorAll<HTMLElement>(`[data-hand="${key}"][aria-pressed]`)) setPressed(one, isOn);
    await this.#simulator.hand(address, isOn, isButton);
    this.#session.say(isButton ? text.pressed(address) : text.switched(address, isOn));
  }

  async #choose(number: number, isFromList: boolean): Promise<void> {
    const turn = this.#turn;
    const seen = await this.#session.guard(() => this.#session.client.call('circuitNet', number));
    if (!seen || turn !== this.#turn) return;
    this.#chosen = seen;
    this.#rows.set(number, seen.row);
    this.#drawNet(seen);
    this.#mark();
    for (const row of this.#list.box.querySelectorAll('.net[aria-current]')) row.removeAttribute('aria-current');
    const at = this.#order.indexOf(number);
    if (!isFromList && at >= 0) this.#list.reveal(at);
    this.#list.box.querySelectorAll('.net')[at - this.#list.first]?.setAttribute('aria-current', 'true');
    await this.#simulator.look();
  }

  #mark(): void {
    if (this.#chosen || this.#seen) this.#picture.markNet(this.#chosen?.places);
  }

  #unchoose(): void {
    this.#chosen = undefined;
    this.#details.replaceChildren();
    this.#mark();
    this.#list.refresh();
  }

  #drawNet(seen: NetSeen): void {
    const { row, net, places, wires } = seen;
    const dot = element('span', { class: 'lamp', 'aria-hidden': 'true' });
    const state = element('span', { class: 'quiet' });
    const list = (title: string, pegs: readonly Peg[], at: typeof places.inputs, side: 'input' | 'output') => pegs.length === 0 ? [] : [
      element('h3', {}, title, element('span', { class: 'count' }, String(pegs.length))),
      element('ul', {}, ...pegs.slice(0, MOST_LISTED).map((peg, i) => element('li', {}, this.#link(peg, at[i]?.component, side)))),
      pegs.length > MOST_LISTED && element('p', { class: 'quiet' }, text.andMore(pegs.length - MOST_LISTED))];
    this.#details.replaceChildren(
      element('h2', {}, dot, element('span', { class: 'net-name' }, row.name), state, element('span', { class: 'buttons' },
        button({ label: text.closeNet, icon: 'close', class: 'small quiet' }, () => this.#unchoose()))),
      element('p', { class: 'quiet' }, text.netFacts(row, wires)),
      element('p', { class: 'actions' }, ...this.#actions(row)),
      wayFrom(row, this.#session, (number) => void this.#choose(number, false)),
      ...(net ? [...list(text.drivenBy, net.drivers, places.drivers, 'output'), ...this.#links(net.links),
        ...list(text.pegsOfNet, net.pegs, places.inputs, 'input')] : [element('p', { class: 'quiet' }, text.longNet(row))])
        .filter((one): one is HTMLElement => one !== false));
    this.#light('details', row, dot, (isOn) => state.textContent = isOn ? text.on : text.off);
  }

  #drawWatch(): void {
    if (this.#chosen) this.#drawNet(this.#chosen);
  }

  #actions(row: NetRow): (Node | undefined)[] {
    const [, base] = /^(.*)\[\d+\]$/.exec(row.name) ?? [];
    const isWatched = this.#waves.isWatched(row.name);
    return [
      button({ label: isWatched ? text.unwatch(row.name) : text.watchLong(row.name), text: isWatched ? text.unwatchShort : text.watch, class: 'small' },
        () => this.#waves.toggle({ name: row.name, nets: [row.number] })),
      base === undefined ? undefined : button({ label: text.watchBus(base), class: 'small' }, () => void this.#watchBus(base)),
      ...row.ports.slice(0, 8).map((port) => this.#hand(row, port)),
      this.#picture.isLive ? button({ label: text.zoomNetLong, text: text.zoomNet, class: 'small' }, () => this.#picture.fitNet()) : undefined,
    ];
  }

  async #watchBus(base: string): Promise<void> {
    const rows = await this.#session.guard(() => this.#session.client.call('circuitBus', base));
    if (rows && rows.length > 0) this.#waves.toggle({ name: `${base}[]`, nets: rows.map(({ number }) => number) });
  }

  #link(peg: Peg, component: number | undefined, side: 'input' | 'output'): HTMLElement {
    const words = `${peg.type} C-${peg.component}`;
    return element('button', { type: 'button', class: 'place', click: () => component !== undefined &&
      void this.#session.select(`/components/${component}`, 'circuit') }, words,
    element('code', {}, side === 'output' ? `out${peg.output}` : `in${peg.input}`));
  }

  #links(links: readonly { component: number; from: string; to: string; both_ways: boolean; control: string | null }[]): HTMLElement[] {
    if (links.length === 0) return [];
    const go = (name: string) => element('button', { type: 'button', class: 'small', click: () => void this.#chooseNamed(name) }, name);
    return [element('h3', {}, text.linkedTo, element('span', { class: 'count' }, String(links.length))),
      element('ul', {}, ...links.slice(0, MOST_LISTED).map(({ component, from, to, both_ways: isBoth, control }) =>
        element('li', { class: 'net-link' }, go(from), isBoth ? ' ↔ ' : ' → ', go(to), ` C-${component}`,
          ...(control === null ? [] : [` ${text.while} `, go(control)]))))];
  }

  async #chooseNamed(name: string): Promise<void> {
    const find = (one: string) => this.#session.client.call('circuitFind', one).catch(() => undefined);
    const number = await find(name) ?? await find(`${name}[0]`); // the lowest bit of a bus
    if (number !== undefined) await this.#choose(number, false);
  }
}

/** What lies beside a save is meant for it: what came last is used until another is chosen. */
function wishesOf({ names, types }: CircuitFiles): CircuitWishes {
  return { names: names.at(-1), types: types.at(-1) };
}

function setLamp({ dot, words }: Lamp, isOn: boolean): void {
  if (dot.dataset['on'] === String(isOn)) return;
  dot.dataset['on'] = String(isOn);
  words(isOn);
}
