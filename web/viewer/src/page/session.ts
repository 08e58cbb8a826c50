// What is open: worlds with their history, the selection, and what the library found out about them.
import type { CheckResult, DiffResult, Field, FolderInfo, Format, Loss, Value } from 'overworld';
import { withFolder } from '../worker/beside.js';
import { LibraryError } from '../worker/client.js';
import type { Client } from '../worker/client.js';
import type { CircuitWishes, Edit, Edited, Failure, Model, ModsSeen, SceneWishes, SideFiles, TooLarge } from '../worker/protocol.js';
import { text } from '../text.js';
import { lossesText } from './changer.js';
import { addState } from './history.js';
import type { State } from './history.js';

/** States of a world that are kept to go back to take no more than this together. */
const MOST_HISTORY_BYTES = 256 << 20;
/** When a larger file is closed, the library begins anew, so that its memory is given back. */
const KEEPS_MEMORY = 8 << 20;
/** More things than these are drawn by the library, unless WebGL is asked for. */
export const MOST_THINGS = 200_000;

/** One world that is open. */
export interface Doc {
  name: string;
  side: SideFiles;
  states: State[];
  at: number;
  format: string;
  extension: string;
  losses: Loss[];
  /** The state that was downloaded last, as a world or as JSON. */
  saved?: Blob;
  /** A link to what was seen of it, once another world is shown. */
  seen?: string;
  /** How a link finds it again: "sample=NAME" or "url=ADDRESS". */
  source: string | undefined;
  tileset: string | undefined;
  /** Which of the files beside it its circuit uses; undefined: nobody has chosen yet. */
  circuit?: CircuitWishes;
}

/** Whether changes of a world would be gone with it. */
export function isUnsaved(doc: Doc): boolean {
  return doc.at > 0 && doc.states[doc.at]!.file !== doc.saved;
}

/** What is selected; of a record also the fields that it has. */
export interface Selection {
  pointer: string;
  field: Field | undefined;
  /** If several are selected: those that all have. */
  members: Field[];
  /** Paths inside a record of members whose values differ. */
  differing: string[];
}

export interface Events {
  docs: void;
  /** Another world, or another state of it: what was known is no longer so. */
  world: { isEdit: boolean };
  info: { [name: string]: Value };
  check: CheckResult;
  /** What the other files of its save say of the world. */
  folder: FolderInfo;
  /** Other mods, or none. */
  mods: void;
  model: Model | TooLarge;
  /** The file cannot be read to its end: where it breaks off, and why. */
  broken: Failure;
  /** The library cannot say what the world looks like, and why. */
  unseen: string;
  /** Another world is about to be shown in the place of this one, and was. */
  leaving: Doc;
  shown: Doc;
  selected: { selection: Selection | undefined; from: string };
  /** This byte of the file is to be looked at. */
  byte: number;
  diff: DiffResult | undefined;
  /** The library has begun anew with the same world: what it kept besides is gone. */
  restarted: void;
  look: void;
}

const NOTHING = new Blob([]);
/** What is wrong with a file, not with this browser or what was asked. */
const OF_FILES = new Set(['truncated', 'bad value', 'unknown version']);

type Listener<Name extends keyof Events> = (value: Events[Name]) => void;

export class Session {
  readonly client: Client;
  readonly formats: Format[];
  readonly version: string;
  readonly docs: Doc[] = [];
  doc: Doc | undefined;
  before: Doc | undefined;
  info: { [name: string]: Value } | undefined;
  broken: Failure | undefined;
  check: CheckResult | undefined;
  folder: FolderInfo | undefined;
  /** The mods of all worlds. */
  mods: ModsSeen | undefined;
  model: Model | TooLarge | undefined;
  diff: DiffResult | undefined;
  selection: Selection | undefined;
  /** Pointers of what is selected besides. */
  others: string[] = [];
  showStates = true;
  /** Whether WebGL was asked for, however large the world. */
  isForced = false;
  /** The library draws everything then. */
  isWithoutWebGL = false;
  /** Says something to the user. */
  say: (message: string, kind?: 'plain' | 'error') => void = () => undefined;
  readonly #listeners = new Map<keyof Events, Listener<never>[]>();
  #modFiles: { [path: string]: Uint8Array } = {};
  #turn = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: Client, version: string, formats: Format[]) {
    this.client = client;
    this.version = version;
    this.formats = formats;
  }

  on<Name extends keyof Events>(name: Name, listener: Listener<Name>): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener as Listener<never>]);
  }

  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as Listener<Name>)(value);
  }

  /** The file of the world as it is now. */
  get file(): Blob {
    return this.doc?.states[this.doc.at]?.file ?? NOTHING;
  }

  get format(): Format | undefined {
    return this.formats.find(({ name }) => name === this.doc?.format);
  }

  wishes(): SceneWishes {
    const tileset = this.doc?.tileset;
    return { states: this.showStates, most: this.isWithoutWebGL ? -1 : this.isForced ? Infinity : MOST_THINGS,
      ...(tileset === undefined ? {} : { tileset }) };
  }

  /** One change of what is open after another: the second begins with what the first has made, however quickly it
   * was asked for. */
  #inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Opens bytes as one more world, and shows it. */
  async open(name: string, file: Blob, side: SideFiles, source?: string): Promise<void> {
    const doc: Doc = { name, side, states: [{ file, label: text.opened }], at: 0, format: '', extension: '',
      losses: [], source, tileset: undefined };
    await this.#inTurn(() => this.#turnTo(doc));
    await this.#lookInto(doc);
  }

  async #load(doc: Doc): Promise<void> {
    const state = doc.states[doc.at]!;
    const opened = await this.client.call('open', 'current', state.file, doc.side);
    Object.assign(doc, { format: opened.format, extension: opened.extension, losses: opened.losses });
    if (opened.file) state.file = opened.file;
    if (opened.folder) doc.side = withFolder(doc.side, opened.folder);
  }

  /** Turns to one of the worlds that are open. */
  async show(doc: Doc): Promise<void> {
    await this.#inTurn(() => this.#turnTo(doc));
    await this.#lookInto(doc);
  }

  /** Adds files of mods to those of before, for all worlds. */
  async addMods(files: { [path: string]: Uint8Array }): Promise<ModsSeen> {
    return this.#setMods({ ...this.#modFiles, ...files });
  }

  async forgetMods(): Promise<void> {
    await this.#setMods({});
    if (this.doc) await this.show(this.doc);
  }

  async #setMods(files: { [path: string]: Uint8Array }): Promise<ModsSeen> {
    const seen = await this.client.call('mods', files);
    this.#modFiles = files;
    this.mods = Object.keys(files).length > 0 ? seen : undefined;
    this.emit('mods', undefined);
    return seen;
  }

  async #turnTo(doc: Doc): Promise<void> {
    try {
      await this.#load(doc);
    } catch (error) {
      // Who stops the library begins anew by itself.
      if (this.doc && error instanceof LibraryError) await this.#goOnWith(this.doc);
      throw error;
    }
    if (!this.docs.includes(doc)) this.docs.push(doc);
    if (this.doc && this.doc !== doc) this.emit('leaving', this.doc);
    this.doc = doc;
    this.emit('shown', doc);
    this.before = undefined;
    this.diff = undefined;
    this.isForced = false;
    this.emit('docs', undefined);
    this.emit('diff', undefined);
    void this.select(undefined, 'session');
  }

  /** Opens the world that is shown once more: a library that was started anew has none, and one that was to open what
   * is no world has let go of it, to make room. */
  async #goOnWith(doc: Doc): Promise<void> {
    if (this.doc !== doc) return;
    await this.#load(doc);
    this.emit('restarted', undefined);
  }

  async #lookInto(doc: Doc): Promise<void> {
    // The page comes to stand around the world before its parts begin their work.
    await breathe();
    if (this.doc === doc) await this.#discover(false);
  }

  async close(doc: Doc): Promise<void> {
    const next = await this.#inTurn(() => this.#leave(doc));
    if (next) await this.#lookInto(next);
  }

  /** Closes a world; the one that is shown in its place, if any. */
  async #leave(doc: Doc): Promise<Doc | undefined> {
    if (!this.docs.includes(doc)) return undefined;
    this.docs.splice(this.docs.indexOf(doc), 1);
    const next = this.docs.at(-1);
    if (doc === this.doc && this.file.size > KEEPS_MEMORY) await this.#beginAnew();
    if (doc !== this.doc) this.emit('docs', undefined);
    else if (next) {
      await this.#turnTo(next);
      return next;
    } else {
      this.doc = this.model = this.info = this.check = this.folder = undefined;
      await this.client.call('close', 'current');
      this.emit('docs', undefined);
      this.emit('world', { isEdit: false });
    }
    return undefined;
  }

  /** Finds out about the world what the panels show, the quickest first. */
  async #discover(isEdit: boolean): Promise<void> {
    const turn = ++this.#turn;
    this.info = this.broken = this.check = this.model = this.folder = undefined;
    const first = this.client.call('info', false);
    // The picture asks for its first drawing here.
    this.emit('world', { isEdit });
    const take = <Value>(call: Promise<Value>, use: (value: Value) => void,
      fail = (error: unknown) => this.fail(error)) => call.then((value) => {
      if (turn === this.#turn) use(value);
    }, (error: unknown) => {
      if (turn === this.#turn) fail(error);
    });
    const reportBroken = (error: unknown) => {
      if (!(error instanceof LibraryError && OF_FILES.has(error.failure.code))) this.fail(error);
      else this.#learn('broken', error.failure);
    };
    await Promise.all([
      take(first, (info) => this.#learn('info', info), reportBroken),
      take(this.client.call('model', 'current', this.wishes()), (model) => this.#learn('model', model),
        (error) => this.emit('unseen', messageOf(error))),
      take(this.client.call('info', true), (info) => this.#learn('info', info), reportBroken),
      take(this.client.call('folderInfo'), (folder) => this.#learn('folder', folder)),
      take(this.client.call('check'), (check) => this.#learn('check', check)),
    ]);
  }

  #learn<Name extends 'info' | 'broken' | 'check' | 'folder' | 'model'>(name: Name, value: Events[Name]): void {
    Object.assign(this, { [name]: value });
    this.emit(name, value);
  }

  /** Builds the model anew: states on or off, another tileset, WebGL after all. */
  async lookAgain(): Promise<void> {
    await this.guard(async () => this.#learn('model', await this.client.call('model', 'current', this.wishes())));
  }

  /** All that is selected, the last one last. */
  get selected(): string[] {
    return this.selection ? [...this.others, this.selection.pointer] : [];
  }

  select(pointer: string | undefined, from: string): Promise<void> {
    return this.selectAll(pointer === undefined ? [] : [pointer], from);
  }

  /** Adds to the selection, or takes from it what is in it. */
  toggleSelected(pointer: string, from: string): Promise<void> {
    const { selected } = this;
    return this.selectAll(selected.includes(pointer) ? selected.filter((one) => one !== pointer) : [...selected, pointer], from);
  }

  selectAll(pointers: readonly string[], from: string): Promise<void> {
    this.others = pointers.slice(0, -1);
    return this.#select(pointers.at(-1), from);
  }

  async #select(pointer: string | undefined, from: string): Promise<void> {
    if (pointer === undefined || !this.doc) {
      this.selection = undefined;
      this.emit('selected', { selection: undefined, from });
      return;
    }
    const selection: Selection = { pointer, field: undefined, members: [], differing: [] };
    this.selection = selection;
    const field = await this.client.call('locate', pointer).catch(() => undefined);
    if (this.selection !== selection) return;
    if (field?.kind === 'object') {
      const found = await this.client.call('members', this.selected).catch(() => undefined);
      if (this.selection !== selection) return;
      Object.assign(selection, found);
    }
    selection.field = field;
    this.emit('selected', { selection, from });
  }

  /** Changes the world; the state before can be gone back to. What the library refuses is told to `refuse`. */
  async edit(change: Edit, label: string, refuse?: (message: string) => void): Promise<Edited | undefined> {
    const { doc } = this;
    if (!doc) return undefined;
    try {
      const edited = await this.#inTurn(() => this.#change(doc, change, label));
      if (edited) await this.#lookIntoChange();
      return edited;
    } catch (error) {
      const message = messageOf(error);
      if (refuse && message) refuse(message);
      else this.fail(error);
      return undefined;
    }
  }

  async #change(doc: Doc, change: Edit, label: string): Promise<Edited | undefined> {
    if (this.doc !== doc) return undefined;
    const edited = await this.client.call('edit', change);
    if (edited.report?.fixed === 0) return edited;
    addState(doc.states, doc.at, { file: edited.file, label }, MOST_HISTORY_BYTES);
    doc.at = doc.states.length - 1;
    await this.#reload(doc);
    return edited;
  }

  /** Goes back (-1) or forward (1) among the states of the world. */
  async travel(by: -1 | 1): Promise<void> {
    const { doc } = this;
    await this.guard(async () => {
      const said = await this.#inTurn(async () => {
        if (!doc?.states[doc.at + by] || this.doc !== doc) return undefined;
        doc.at += by;
        await this.#reload(doc);
        return by < 0 ? text.undone(doc.states[doc.at + 1]!.label) : text.redone(doc.states[doc.at]!.label);
      });
      if (said === undefined) return;
      this.say(said);
      await this.#lookIntoChange();
    });
  }

  async #reload(doc: Doc): Promise<void> {
    await this.#load(doc);
    this.emit('docs', undefined);
  }

  async #lookIntoChange(): Promise<void> {
    const found = this.#discover(true);
    if (this.selection) void this.#select(this.selection.pointer, 'session');
    if (this.before) await this.#compare();
    await found;
  }

  /** Compares the world with another, which is taken for the one before. */
  async compare(before: Doc | undefined): Promise<void> {
    this.before = before;
    if (!before) {
      this.#setDiff(undefined);
      return;
    }
    try {
      await this.#compare();
    } catch (error) {
      if (this.before === before) {
        this.before = undefined;
        this.#setDiff(undefined);
      }
      this.fail(error);
    }
  }

  #compare(): Promise<void> {
    return this.#inTurn(async () => {
      const { before } = this;
      if (!before) return;
      // The first state of the same world stands for what it was when it was opened.
      const state = before === this.doc ? before.states[0]! : before.states[before.at]!;
      await this.client.call('open', 'before', state.file, before.side);
      const diff = await this.client.call('diff');
      if (this.before === before) this.#setDiff(diff);
    });
  }

  #setDiff(diff: DiffResult | undefined): void {
    this.diff = diff;
    this.emit('diff', diff);
  }

  /** Ends what the library does. A world that was not known yet is closed, as it would begin all over again; else what
   * is known of it stays. */
  async stop(): Promise<void> {
    const { doc } = this;
    const isKnown = this.check !== undefined && this.model !== undefined;
    await this.#beginAnew();
    if (doc && isKnown) {
      await this.guard(() => this.#inTurn(() => this.#goOnWith(doc)));
    } else if (doc) await this.guard(() => this.close(doc));
  }

  /** A library without worlds, and without their memory, which no library gives back by itself. */
  async #beginAnew(): Promise<void> {
    this.#turn++;
    await this.client.restart();
    if (this.mods) await this.client.call('mods', this.#modFiles);
  }

  /** Runs what may fail, and tells why, and of which file where it is named. */
  async guard<Result>(run: () => Promise<Result>, name?: string): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.fail(error, name);
      return undefined;
    }
  }

  fail(error: unknown, name?: string): void {
    const message = messageOf(error);
    if (message) this.say(name ? `${name}: ${message}` : message, 'error');
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof LibraryError)) return error instanceof Error ? error.message : '';
  const { message, pointer, losses } = error.failure;
  if (losses?.length) return `${message} (${lossesText(losses)})`;
  return pointer ? `${pointer}: ${message}` : message;
}

/** Lets the browser draw, and answer whoever uses the page. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
