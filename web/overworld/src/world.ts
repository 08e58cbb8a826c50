// A world, whichever format it is of.

import { Circuit } from './circuit.js';
import type { CircuitOptions } from './circuit.js';
import { closedError, disposable, OverworldError } from './errors.js';
import { Mods, withFolder } from './folder.js';
import type { Files, FolderInfo } from './folder.js';
import type { Host, Module, Setting } from './module.js';
import { settings } from './module.js';
import type {
  CheckResult, Conflict, DiffResult, Field, Fields, FindResult, Info, Loss, Operation, PartCount, RepairResult, Value,
} from './results.js';
import { Scene } from './scene.js';
import type { Choice, GltfOptions, Picture, PictureOptions, SceneOptions } from './scene.js';

export interface CheckOptions {
  /** Codes: nothing but these, or all but these. */
  only?: string[];
  ignore?: string[];
  /** Hand out no more than this many; all are counted. */
  maxIssues?: number;
  /** The other files of the save's folder: checks them against the world. */
  folder?: Files;
  /** Checks the pegs and types of components against their mods. */
  mods?: Mods;
}

export interface FindOptions {
  /** Joined by commas: "C-12", "type:MHG.*", "wires", "tag:3", "text:alarm", "at:3,4", "box:0,0..9,9". */
  selectors?: string;
  type?: string;
  text?: string;
  /** Conditions of fields, such as "/type_id = 3" or "/name ~ door". */
  where?: string[];
  tag?: number;
  near?: Place;
  within?: number;
  maxParts?: number;
}

export interface Target {
  version?: number;
  variant?: string;
}

export interface Placement {
  at?: [number, number, number];
  /** Blotter: the address of the component that the part stands on. */
  under?: number;
  quarterTurns?: number;
}

/** What files beside a map of Tiled are to be called, as the map is to name them; left out: they are not named. */
export interface TiledNames {
  tilesImage?: string;
  /** The tileset's own file; left out: it stands in the map. */
  tilesFile?: string;
  blocksImage?: string;
}

/** What a call made, and what it could not carry. */
export interface Made {
  world: World;
  losses: Loss[];
}

/** On three axes, in squares, cells, blocks or units, as `find` has positions; two numbers leave the third 0. */
export type Place = [number, number] | [number, number, number];

/** What moved or copied records, and how many there are. */
export interface Rearranged extends Made {
  count: number;
}

interface Registry { register(target: object, held: () => void, token: object): void; unregister(token: object): void }

// A world that nobody closed is given back when JavaScript forgets it.
/** @internal */
export const forgotten: Registry = new FinalizationRegistry((close: () => void) => close());

/** A world: bytes of a file, or what was made of one. Nothing ever changes it; what changes gives another. */
export class World {
  readonly #module: Module;
  readonly #host: Host;
  #handle: number;

  static {
    disposable(this);
  }

  /** Closes it: of `using`. */
  declare [Symbol.dispose]: () => void;

  /** @internal */
  constructor(module: Module, handle: number, host: Host) {
    this.#module = module;
    this.#handle = handle;
    this.#host = host;
    forgotten.register(this, () => module.call('close', handle), this);
  }

  /** Gives its memory back; the garbage collector does so too, some day. */
  close(): void {
    if (this.#handle !== 0) {
      forgotten.unregister(this);
      this.#module.call('close', this.#handle);
    }
    this.#handle = 0;
  }

  /** @internal */
  get handle(): number {
    return this.#open();
  }

  /** The name of its format: "blotter", "leveld", "city", "structure". */
  get format(): string {
    return this.#module.textAt(this.#module.call('format', this.#open()));
  }

  /** The extension that its file has in its game, without a dot. */
  get extension(): string {
    return this.#module.textAt(this.#module.call('extension', this.#open()));
  }

  /** How many bytes its file has. */
  get size(): number {
    this.#run('need_bytes');
    return this.#module.call('size', this.#open());
  }

  /** Its file: the bytes that it was opened from, or those that it is written as. */
  bytes(): Uint8Array<ArrayBuffer> {
    const size = this.size;
    return this.#module.view(this.#module.call('bytes', this.#open()), size).slice();
  }

  /** What it is: version, counts, most used types. `whole` false looks at the first bytes alone. The error of a file
   * that breaks off has what was found out before in `found`. */
  info(whole = true): Info {
    try {
      this.#run('info', whole ? 1 : 0);
    } catch (error) {
      if (error instanceof OverworldError) error.found = this.#module.answerSoFar();
      throw error;
    }
    return this.#module.answerJSON();
  }

  /** What is wrong with it. A file that breaks off is no error of this call, but an issue. */
  check({ folder, mods, ...options }: CheckOptions = {}): CheckResult {
    const handle = Mods.handleOf(mods, this.#module);
    withFolder(this.#module, folder, (files) => this.#runWith('check', [settings(options)], files, handle));
    return this.#module.answerJSON();
  }

  /** What the other files of its save's folder say of it: title, tags, players and so on. */
  folderInfo(folder: Files): FolderInfo {
    withFolder(this.#module, folder, (files) => this.#run('folder_info', files));
    return this.#module.answerJSON();
  }

  /** The fields directly inside one, from number `from` on, at most `count`. */
  children(pointer = '', from = 0, count = 200): Fields {
    this.#runWith('children', [pointer], from, count);
    return this.#module.answerJSON();
  }

  /** The field of a JSON Pointer with the place of its bytes; undefined where there is none. */
  locate(pointer: string): Field | undefined {
    this.#runWith('locate', [pointer]);
    return this.#module.answerJSON<Fields>().fields[0];
  }

  /** The values that have bytes from `least` on and before `most`, at most `count`. */
  fields(least: number, most: number, count = 1000): Fields {
    this.#run('fields', least, most, count);
    return this.#module.answerJSON();
  }

  /** The value that a byte belongs to; undefined where it belongs to none. */
  pointerAt(offset: number): Field | undefined {
    return this.fields(offset, offset + 1, 1).fields[0];
  }

  /** Records that options choose, in the order of the file. */
  find(options: FindOptions | string = {}): FindResult {
    this.#runWith('find', [settings(typeof options === 'string' ? { selectors: options } : options)]);
    return this.#module.answerJSON();
  }

  /** Lossless JSON, one record a line. */
  toJSON(): string {
    const text = new TextDecoder();
    const parts: string[] = [];
    this.writeJSON((piece) => parts.push(text.decode(piece, { stream: true })));
    try {
      return parts.join('');
    } catch {
      throw new OverworldError('no memory', 'a text of so many bytes is more than JavaScript has room for');
    }
  }

  /** The same as UTF-8: JavaScript has no strings of more than half a gigabyte. */
  toJSONBytes(): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [];
    let size = 0;
    this.writeJSON((piece) => {
      parts.push(piece.slice());
      size += piece.length;
    });
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  /** The same piece by piece, never as a whole: each piece is a view of memory, good until `take` returns. */
  writeJSON(take: (piece: Uint8Array) => void): void {
    this.#module.pour(take, () => this.#run('to_json'));
  }

  /** JSON of the world with the other files of its save's folder, piece by piece, as `overworld convert FOLDER` writes it;
   * `fromJSON` and `filesOfJSON` read it. The result lists files whose names JSON cannot have. */
  writeFolderJSON(folder: Files, take: (piece: Uint8Array) => void): Loss[] {
    withFolder(this.#module, folder, (files) => this.#module.pour(take, () => this.#run('folder_to_json', files)));
    return this.#module.answerJSON<{ losses: Loss[] }>().losses;
  }

  /** The same world in another version or variant. */
  convert(target: Target = {}): Made {
    return this.#makeWith('convert', [settings(target)], (world) => this.#withLosses(world));
  }

  /** What differs: `this` is the world before. */
  diff(after: World, options: { maxChanges?: number } = {}): DiffResult {
    this.#module.lend(this.#host, () => this.#module.withTexts([settings(options)], ([text]) =>
      this.#module.run('diff', this.#open(), after.#open(), text as number)));
    return this.#module.answerJSON();
  }

  /** The JSON Patch (RFC 6902) that makes of this world the other one. */
  diffPatch(after: World): Operation[] {
    this.#run('diff_patch', after.#open());
    return this.#module.answerJSON();
  }

  /** The world that a JSON Patch makes of this one: as a whole or not at all. */
  patch(patch: Operation[] | string): World {
    return this.#makeWith('patch', [typeof patch === 'string' ? patch : JSON.stringify(patch)], (world) => world);
  }

  /** The world with another value in the place of a JSON Pointer. */
  set(pointer: string, value: Value): World {
    const module = this.#module;
    return this.#make(() => module.withTexts([pointer, JSON.stringify(value)], ([at, json], [, size]) =>
      module.make('set', this.#open(), at as number, json as number, size as number)), (world) => world);
  }

  /** The world with several values, set in order, all or none. A place is a JSON Pointer, or a selector with a pointer
   * behind it: "C-12/label/text", "type:Switch/switch/on". Values are as `children` has them, or what they mean: the
   * name of a type, a colour, a date. */
  setValues(values: { readonly [place: string]: Value }): World {
    const texts = Object.entries(values).flatMap(([place, value]) => [place, JSON.stringify(value)]);
    if (texts.some((text) => text === '' || text.includes('\0'))) {
      throw new OverworldError('bad argument', 'a place is empty or has a zero in it');
    }
    if (texts.length === 0) return this.patch([]);
    return this.#makeWith('set_values', [`${texts.join('\0')}\0`], (world) => world);
  }

  /** Moves records with everything on them: by a distance, or the first record to a place. */
  move(selectors: string, where: { by: Place } | { to: Place }): Rearranged {
    if ('by' in where) return this.#rearrange(selectors, { by: where.by });
    const from = this.find({ selectors, maxParts: 100 }).parts.find(({ position }) => position)?.position ?? [];
    return this.#rearrange(selectors, { by: [0, 1, 2].map((axis) =>
      from[axis] === undefined ? 0 : (where.to[axis] ?? 0) - from[axis]) });
  }

  /** Turns records about the first one, by quarters, clockwise from above. */
  turn(selectors: string, quarters = 1): Rearranged {
    return this.#rearrange(selectors, { quarterTurns: (quarters % 4 + 4) % 4 });
  }

  /** Mirrors records: in the middle of the first one or of the box, or where a mirror stands on the axis. If records
   * have no mirror image, the error has them as `losses`. */
  mirror(selectors: string, options: { axis?: 'x' | 'y' | 'z'; at?: number } = {}): Rearranged {
    return this.#rearrange(selectors, { mirror: options.axis ?? 'x', mirrorAt: options.at });
  }

  /** Copies records, each copy by `step` farther than the one before. */
  copy(selectors: string, step: Place, count = 1): Rearranged {
    if (!(count >= 1)) throw new OverworldError('bad argument', 'count: there is at least one copy');
    return this.#rearrange(selectors, { by: step, copies: count });
  }

  /** How many records there are of each kind and type, the most frequent first. */
  parts(selectors?: string): PartCount[] {
    const counts = new Map<string, PartCount>();
    for (const { kind, type } of this.find({ selectors } as FindOptions).parts) {
      const key = `${kind}\0${type ?? ''}`;
      const one = counts.get(key) ?? { count: 0, kind, ...(type === undefined ? {} : { type }) };
      one.count++;
      counts.set(key, one);
    }
    return [...counts].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1)).map(([, one]) => one);
  }

  /** Mends what `check` finds: without `lossy` only what loses nothing. */
  repair(options: { lossy?: boolean; only?: string[] } = {}): { world: World; report: RepairResult } {
    return this.#makeWith('repair', [settings(options)], (world) => ({
      world, report: this.#module.answerJSON<RepairResult>(),
    }));
  }

  /** The world without the records that selectors choose, and what joins them. */
  remove(selectors: string): { world: World; count: number } {
    return this.#makeWith('remove', [selectors], (world) => ({
      world, count: this.#module.answerJSON<{ count: number }>().count,
    }));
  }

  /** The world with records of another type, or cells of another tile. */
  replace(what: 'type' | 'tile', from: string, to: string): { world: World; count: number } {
    const module = this.#module;
    return this.#make(() => module.withTexts([from, to], ([old, fresh]) =>
      module.make('replace', this.#open(), what === 'tile' ? 1 : 0, old as number, fresh as number)), (world) => ({
      world, count: module.answerJSON<{ count: number }>().count,
    }));
  }

  /** A world of the records that selectors choose. */
  extract(selectors: string): Made {
    return this.#makeWith('extract', [selectors], (world) => this.#withLosses(world));
  }

  /** A world that has everything of both. */
  merge(part: World, placement: Placement = {}): Made {
    const module = this.#module;
    return this.#make(() => module.withTexts([settings(placement)], ([text]) =>
      module.make('merge', this.#open(), part.#open(), text as number)), (world) => this.#withLosses(world));
  }

  /** Does to this world what `theirs` did to `base`; conflicts keep this world's. */
  merge3(base: World, theirs: World): { world: World; conflicts: Conflict[] } {
    const module = this.#module;
    return this.#make(() => module.make('merge3', base.#open(), this.#open(), theirs.#open()), (world) => ({
      world, conflicts: module.answerJSON<{ conflicts: Conflict[] }>().conflicts,
    }));
  }

  /** What it looks like. Close the scene when it is not needed any more. */
  scene({ mods, ...options }: SceneOptions = {}): Scene {
    const module = this.#module;
    const known = Mods.handleOf(mods, module);
    const handle = module.lend(this.#host, () => module.withTexts([settings(options)], ([text]) =>
      module.make('scene', this.#open(), text as number, known)), (made) => module.call('scene_close', made));
    return new Scene(module, handle, this.#host, module.answerJSON());
  }

  /** A picture: the same pixels as the command's. */
  render(options: PictureOptions & Choice & SceneOptions = {}): Picture {
    return this.#show(options, (scene, rest) => scene.render(rest));
  }

  svg(options: PictureOptions & Choice & SceneOptions = {}): string {
    return this.#show(options, (scene, rest) => scene.svg(rest));
  }

  /** glTF 2.0, binary unless `asText`. */
  glb(options: GltfOptions & Choice & SceneOptions = {}): Uint8Array {
    return this.#show(options, (scene, rest) => scene.glb(rest));
  }

  /** A level as a map of Tiled, as JSON text (TMJ). */
  toTiled(names: TiledNames = {}): string {
    this.#runWith('to_tiled', [settings(names)]);
    return this.#module.answerText();
  }

  /** The file of the map's tileset, as JSON text (TSJ). */
  tiledTileset(names: TiledNames = {}): string {
    this.#runWith('tiled_tileset', [settings(names)]);
    return this.#module.answerText();
  }

  /** The image of the map's tiles, or of the mark of impassable cells; undefined where tiles have no sensible size. */
  tiledImage(which: 'tiles' | 'blocks'): Picture | undefined {
    const number = which === 'blocks' ? 1 : 0;
    const width = this.#module.call('tiled_width', this.#open(), number);
    this.#run('tiled_image', number);
    const data = new Uint8ClampedArray(this.#module.answer());
    return width > 0 ? { width, height: data.length / 4 / width, data, has_less_detail: false } : undefined;
  }

  /** A Logic World save as a circuit: nets, and running it. Close the circuit when it is not needed any more. */
  circuit(options: CircuitOptions = {}): Circuit {
    return Circuit.open(this.#module, this.#host, this.#open(), options);
  }

  #open(): number {
    if (this.#handle === 0) throw closedError('world');
    return this.#handle;
  }

  #run(name: string, ...numbers: number[]): void {
    this.#module.lend(this.#host, () => this.#module.run(name, this.#open(), ...numbers));
  }

  #runWith(name: string, texts: string[], ...numbers: number[]): void {
    this.#module.withTexts(texts, (addresses) => this.#run(name, ...addresses, ...numbers));
  }

  #make<Result>(make: () => number, finish: (world: World) => Result): Result {
    const handle = this.#module.lend(this.#host, make, (made) => this.#module.call('close', made));
    return finish(new World(this.#module, handle, this.#host));
  }

  /** A call with one text, and its size where that counts. */
  #makeWith<Result>(name: string, texts: string[], finish: (world: World) => Result): Result {
    const module = this.#module;
    return this.#make(() => module.withTexts(texts, (addresses, sizes) =>
      module.make(name, this.#open(), ...addresses, ...(name === 'patch' ? sizes : []))), finish);
  }

  #rearrange(selectors: string, how: { [option: string]: Setting }): Rearranged {
    try {
      return this.#makeWith('rearrange', [selectors, settings(how)], (world) =>
        ({ world, ...this.#module.answerJSON<{ losses: Loss[]; count: number }>() }));
    } catch (error) {
      if (error instanceof OverworldError) error.losses = this.#module.answerSoFar<{ losses: Loss[] }>()?.losses;
      throw error;
    }
  }

  #withLosses(world: World): Made {
    return { world, losses: this.#module.answerJSON<{ losses: Loss[] }>().losses };
  }

  #show<Options, Result>(
    options: Options & Choice & SceneOptions,
    draw: (scene: Scene, rest: Omit<Options, keyof Choice | keyof SceneOptions>) => Result,
  ): Result {
    const { only, hide, cutX, cutY, cutZ, tileset, asPlaced, carriersOnly, mods, ...rest } = options;
    const scene = this.scene({ tileset, asPlaced, carriersOnly, mods } as SceneOptions);
    try {
      scene.choose({ only, hide, cutX, cutY, cutZ } as Choice);
      return draw(scene, rest as unknown as Omit<Options, keyof Choice | keyof SceneOptions>);
    } finally {
      scene.close();
    }
  }
}


