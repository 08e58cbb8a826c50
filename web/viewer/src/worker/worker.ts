// The library in a Worker: answers one request after another.
import { strToU8, zipSync } from 'fflate';
import { load, OverworldError } from 'overworld';
import type { Choice, Host, Loss, Mods, Overworld, PictureOptions, Scene, TiledNames, World } from 'overworld';
import { circuitFiles, deflateRaw, inflateRaw, usesOf, withFolder } from './beside.js';
import { RunningCircuit } from './circuit.js';
import { isBoard } from '../page/carrier.js';
import { commonMembers } from './members.js';
import { buildModel, seenOf } from './model.js';
import { Queue } from './queue.js';
import { Tables } from './tables.js';
import type {
  Answer, Calls, CircuitSeen, CircuitWishes, Edit, Edited, Export, Exported, Extracted, Model, ModsSeen, Opened, Picture, Request, SceneWishes, SideFiles, Slot, TooLarge,
} from './protocol.js';

/** A world that is open with what lies beside it, its scene as soon as it is asked for, and what of that is to be seen. */
interface Held {
  world: World; side: SideFiles; texts: { [path: string]: Uint8Array }; scene: Scene | undefined; seenAs: string; chosen: string;
  carriers?: Scene | undefined; circuit?: RunningCircuit | undefined; tables?: Tables;
}

/** JSON is handed to the browser in pieces of about so many bytes. */
const PIECE_BYTES = 4 << 20;
/** Of larger files, what carries the rest is drawn for itself. */
const LARGE = 4 << 20;
/** Larger files have no tables: all of their JSON would stand in memory. */
const MOST_TABLE_BYTES = 8 << 20;
/** So many new records are selected after a copy. */
const MOST_ADDED = 2000;

let library: Overworld | undefined;
let answering = 0;
let lastProgress = 0;
const held = new Map<Slot, Held>();
let mods: Mods | undefined;

/** Texts that the game keeps beside a save. */
const TEXT_OF_SAVE = /^([^/]+|(ExtraData|players)\/.+)\.(jecs|succ)$/;

function post(answer: Answer, transfer: Transferable[] = []): void {
  (self as unknown as { postMessage(value: Answer, transfer: Transferable[]): void }).postMessage(answer, transfer);
}

function progress(done: number, total: number): void {
  const now = performance.now();
  if (now - lastProgress < 60) return;
  lastProgress = now;
  post({ id: answering, done, total });
}

/** A file that a world names: by its path in the world's folder, by its path, or by the end of the path of what was dropped. */
function lookUp<Found>(found: { [path: string]: Found }, path: string, base = ''): Found | undefined {
  if (Object.hasOwn(found, base + path)) return found[base + path];
  if (Object.hasOwn(found, path)) return found[path];
  const name = Object.keys(found).find((one) => one.endsWith(`/${path}`)) ??
    Object.keys(found).find((one) => one.split('/').pop() === path.split('/').pop());
  return name === undefined ? undefined : found[name];
}

function hostOf(side: SideFiles): Host {
  return {
    progress,
    file: (path) => lookUp(side.files, path, side.base),
    image: (path) => lookUp(side.images, path, side.base),
    inflateRaw,
    deflateRaw,
  };
}

function ready(): Overworld {
  if (!library) throw new TypeError('the library is not loaded');
  return library;
}

function slot(name: Slot): Held {
  const one = held.get(name);
  if (!one) throw new TypeError('no world is open');
  return one;
}

function current(): World {
  return slot('current').world;
}

function release(name: Slot): void {
  const one = held.get(name);
  one?.circuit?.close();
  one?.scene?.close();
  one?.carriers?.close();
  one?.world.close();
  held.delete(name);
}

async function replace(name: Slot, world: World, side: SideFiles): Promise<void> {
  release(name);
  const texts = await bytesOf(side, (path) => TEXT_OF_SAVE.test(path));
  held.set(name, { world, side, texts, scene: undefined, seenAs: '', chosen: '{}' });
}

/** Files of the folder of a save. */
async function bytesOf({ folder = {} }: SideFiles, isWanted: (path: string) => boolean): Promise<{ [path: string]: Uint8Array }> {
  const files: { [path: string]: Uint8Array } = {};
  for (const [path, file] of Object.entries(folder)) {
    if (isWanted(path)) files[path] = new Uint8Array(await file.arrayBuffer());
  }
  return files;
}

/** Lets go of what was made with the mods before. */
function forgetScenes(): void {
  for (const one of held.values()) {
    one.circuit?.close();
    one.scene?.close();
    one.carriers?.close();
    one.circuit = one.scene = one.carriers = undefined;
    one.seenAs = '';
    one.chosen = '{}';
  }
}

function readMods(files: { [path: string]: Uint8Array }): ModsSeen {
  const read = ready().readMods(files);
  forgetScenes();
  mods?.close();
  mods = read;
  const { modCount, types, warnings } = read;
  return { modCount, types, warnings };
}

function withMods(): { mods?: Mods } {
  return mods ? { mods } : {};
}

/** A world of its own bytes, of its JSON, or of a map of Tiled. */
function openAny(bytes: Uint8Array, side: SideFiles): Pick<Opened, 'losses' | 'folder'> & { world: World; side: SideFiles; isFile: boolean } {
  const overworld = ready();
  const first = bytes.find((byte) => byte > 32);
  if (first === 0x7b && overworld.identify(bytes) === undefined) {
    if (overworld.isTiled(bytes)) return { ...overworld.fromTiled(bytes, hostOf(side)), side, isFile: false };
    const folder = overworld.filesOfJSON(bytes);
    const whole = folder ? withFolder(side, folder) : side;
    return { world: overworld.fromJSON(bytes, hostOf(whole)), losses: [], side: whole, isFile: false, ...folder ? { folder } : {} };
  }
  return { world: overworld.open(bytes, hostOf(side)), losses: [], side, isFile: true };
}

/** The scene of a world, kept until another tileset is asked for; without wishes, whichever there is. */
function sceneOf(name: Slot, wishes?: SceneWishes): Scene {
  const one = slot(name);
  const seenAs = wishes ? wishes.tileset ?? '' : one.seenAs;
  if (!one.scene || one.seenAs !== seenAs) {
    one.scene?.close();
    one.scene = one.world.scene({ ...withMods(), ...seenAs === '' ? {} : { tileset: seenAs } });
    one.seenAs = seenAs;
    one.chosen = '{}';
  }
  return one.scene;
}

/** The scene of the current world with no more to be seen than is chosen. */
function chosenScene(choice: Choice): Scene {
  const scene = sceneOf('current');
  const wanted = JSON.stringify(choice);
  const one = slot('current');
  if (one.chosen !== wanted) {
    one.chosen = ''; // whatever comes of it
    scene.choose(choice);
    one.chosen = wanted;
  }
  return scene;
}

/** What carries the rest of the current world, if that is drawn much sooner than all. */
function carriers(): Scene | undefined {
  const one = slot('current');
  if (one.world.format !== 'blotter' || one.world.size < LARGE) return undefined;
  one.carriers ??= one.world.scene({ ...withMods(), carriersOnly: true });
  return one.carriers.counts.items > 0 ? one.carriers : undefined;
}

/** Moves a place from the origin of the whole scene to that of the carriers. */
function aroundCarriers(target: [number, number, number], { summary }: Scene): [number, number, number] {
  const { scene } = slot('current');
  return scene ? target.map((at, axis) => at + scene.summary.origin[axis]! - summary.origin[axis]!) as typeof target : target;
}

function renderCarriers(options: PictureOptions, choice: Choice): Picture | undefined {
  const scene = carriers();
  if (!scene) return undefined;
  const { highlight: _, changes: __, target, ...rest } = options; // of things that may not be there
  try {
    scene.choose(choice);
    const { width, height, data } = scene.render({ ...rest, ...target ? { target: aroundCarriers(target, scene) } : {} });
    return { width, height, data };
  } catch {
    return undefined; // nothing of what is chosen carries anything
  }
}

/** Which worlds a scene has the differences of: both are others when something is opened. */
let marked: { scene: Scene; before: World } | undefined;

function markChanges(scene: Scene): void {
  const before = held.get('before')?.world;
  if (!before || (marked?.scene === scene && marked.before === before)) return;
  scene.markChanges(before, current());
  marked = { scene, before };
}

function modelOf(name: Slot, wishes: SceneWishes): Model | TooLarge {
  const scene = sceneOf(name, wishes);
  const count = scene.counts.items + scene.counts.segments;
  if (count > wishes.most) return { ...seenOf(scene.summary, scene.losses), count };
  scene.choose({});
  slot(name).chosen = '{}';
  return buildModel(scene.data(), wishes.states, scene.losses);
}

function besideCurrent(path: string): Uint8Array {
  const { files } = slot('current').side;
  const bytes = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!bytes) throw new OverworldError('not there', `there is no file ${path} beside the world`);
  return bytes;
}

/** Opens the circuit of the current world with the names and types of files beside it. */
function openCircuit({ names, types }: CircuitWishes): CircuitSeen {
  const one = slot('current');
  one.circuit?.close();
  one.circuit = undefined;
  one.circuit = new RunningCircuit(one.world, () => sceneOf('current'), {
    ...withMods(),
    ...(names === undefined ? {} : { names: besideCurrent(names) }),
    ...(types === undefined ? {} : { types: besideCurrent(types) }),
  });
  return one.circuit.seen;
}

/** The lists of the current world, if it is not too large. */
function tables(): Tables | undefined {
  const one = slot('current');
  if (one.world.size > MOST_TABLE_BYTES) return undefined;
  return one.tables ??= new Tables(JSON.parse(one.world.toJSON()) as never);
}

function circuit(): RunningCircuit {
  const { circuit: open } = slot('current');
  if (!open) throw new TypeError('no circuit is open');
  return open;
}

type Place = [number, number, number];

/** Pointers of the records that a change has added. */
function addedBy(world: World, made: World): string[] {
  return world.diff(made, { maxChanges: MOST_ADDED }).changes.flatMap(({ kind, after, record }) =>
    kind === 'added' && after !== null && after === record ? [after] : []);
}

async function change(world: World, edit: Edit): Promise<{ world: World } & Partial<Edited>> {
  switch (edit.kind) {
    case 'set': return { world: world.set(edit.pointer, edit.value) };
    case 'setAll': return { world: world.setValues(Object.fromEntries(edit.pointers.map((pointer) => [pointer, edit.value]))) };
    case 'replaceType': return world.replace('type', edit.from, edit.to);
    case 'patch': return { world: world.patch(edit.patch) };
    case 'remove': return world.remove(edit.selectors);
    case 'move': return world.move(edit.selectors, { by: edit.by as Place });
    case 'turn': return world.turn(edit.selectors, edit.quarters);
    case 'mirror': return world.mirror(edit.selectors, { axis: edit.axis });
    case 'repair': return world.repair(edit.only.length > 0 ? { only: edit.only, lossy: edit.lossy } : { lossy: edit.lossy });
    case 'copy': {
      const made = world.copy(edit.selectors, edit.by as Place);
      return { ...made, added: addedBy(world, made.world) };
    }
    case 'merge': {
      const part = ready().open(new Uint8Array(await edit.part.arrayBuffer()), hostOf(slot('current').side));
      try {
        const made = world.merge(part, { at: edit.at as Place, ...(edit.under === undefined ? {} : { under: edit.under }) });
        return { ...made, added: addedBy(world, made.world) };
      } finally {
        part.close();
      }
    }
  }
}

async function edit(wanted: Edit): Promise<Edited> {
  const { world: made, ...edited } = await change(current(), wanted);
  try {
    return { ...edited, file: new Blob([made.bytes()]) };
  } finally {
    made.close();
  }
}

/** The rectangle of cells around records of a level: without one, the whole map would be extracted. */
function cellsAround(world: World, selectors: string): string {
  if (selectors.startsWith('box:')) return selectors;
  const places = world.find(selectors).parts.flatMap(({ position }) => position ? [position] : []);
  const corner = (end: typeof Math.min) => [0, 1].map((axis) => Math.floor(end(...places.map((at) => at[axis]!)))).join();
  return places.length > 0 ? `box:${corner(Math.min)}..${corner(Math.max)}` : selectors;
}

/** Where the part has to be merged to stand where it stood. A part of a save has its first component at 0, and a part
 * of a level the corner of its box. */
function placeOf(world: World, part: World, selectors: string): Omit<Extracted, 'file' | 'losses'> {
  const corner = /^box:(\d+),(\d+)/.exec(selectors);
  if (corner) return { at: [Number(corner[1]), Number(corner[2]), 0], isOnBoard: false, isBoard: false };
  const root = part.find().parts.find(({ address, position }) => address !== undefined && position?.every((at) => at === 0));
  const [record] = root ? world.find(`only:C-${root.address}`).parts : [];
  const under = record && world.locate(`${record.pointer}/parent`)?.value;
  const board = under ? world.find(`only:C-${String(under)}`).parts[0] : undefined;
  return { at: record?.position ?? [0, 0, 0], isOnBoard: isBoard(board?.type), isBoard: isBoard(record?.type) };
}

function extract(selectors: string): Extracted {
  const world = current();
  const chosen = world.format === 'leveld' ? cellsAround(world, selectors) : selectors;
  const { world: part, losses } = world.extract(chosen);
  try {
    return { file: new Blob([part.bytes()]), ...placeOf(world, part, chosen), losses };
  } finally {
    part.close();
  }
}

/** Pixels as a PNG: what the browser packs, the library has drawn. */
async function packPicture(picture: Picture): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.putImageData(new ImageData(picture.data, picture.width, picture.height), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** JSON, with the files of its save's folder, as a file that never stands in memory as a whole: the browser keeps it where
 * it has room. */
async function jsonFile(world: World, side: SideFiles): Promise<Exported> {
  const pieces: Blob[] = [];
  let some: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const gather = () => {
    pieces.push(new Blob(some));
    some = [];
    size = 0;
  };
  const take = (piece: Uint8Array) => {
    some.push(piece.slice() as Uint8Array<ArrayBuffer>);
    size += piece.length;
    if (size > PIECE_BYTES) gather();
  };
  let losses: Loss[] = [];
  if (hasFolder(side)) losses = world.writeFolderJSON(await bytesOf(side, () => true), take);
  else world.writeJSON(take);
  gather();
  return { file: new Blob(pieces), losses };
}

function hasFolder({ folder = {} }: SideFiles): boolean {
  return Object.keys(folder).length > 0;
}

/** The folder of a save in an archive. */
async function folderArchive(world: World, side: SideFiles, name: string, worldName: string): Promise<Blob> {
  const files = { ...await bytesOf(side, () => true), [worldName]: world.bytes() };
  return new Blob([zipSync(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${name}/${path}`, bytes]))) as Uint8Array<ArrayBuffer>]);
}

/** A map of Tiled with what it needs beside it, named as the command names them, in one archive. */
async function tiledArchive(world: World, name: string): Promise<Blob> {
  const tiles = world.tiledImage('tiles'), blocks = world.tiledImage('blocks');
  const names: TiledNames = {
    ...(tiles ? { tilesImage: `${name}-tiles.png`, tilesFile: `${name}-tiles.tsj` } : {}),
    ...(blocks ? { blocksImage: `${name}-blocks.png` } : {}),
  };
  const files: { [path: string]: Uint8Array } = { [`${name}.tmj`]: strToU8(world.toTiled(names)) };
  const pack = async (picture: Picture) => new Uint8Array(await (await packPicture(picture)).arrayBuffer());
  if (tiles) {
    files[`${name}-tiles.png`] = await pack(tiles);
    files[`${name}-tiles.tsj`] = strToU8(world.tiledTileset(names));
  }
  if (blocks) files[`${name}-blocks.png`] = await pack(blocks);
  return new Blob([zipSync(files) as Uint8Array<ArrayBuffer>]);
}

async function fileOf(what: Exclude<Export, { kind: 'world' | 'json' }>): Promise<Blob> {
  if (what.kind === 'tiled') return tiledArchive(current(), what.name);
  if (what.kind === 'folder') return folderArchive(current(), slot('current').side, what.name, what.worldName);
  if (what.kind === 'svg') return new Blob([chosenScene(what.choice).svg(what.options)]);
  if (what.kind === 'glb') return new Blob([chosenScene(what.choice).glb() as Uint8Array<ArrayBuffer>]);
  return packPicture(chosenScene(what.choice).render(what.options));
}

async function exportAs(what: Export): Promise<Exported> {
  const world = current();
  if (what.kind === 'json') return jsonFile(world, slot('current').side);
  if (what.kind !== 'world') return { file: await fileOf(what), losses: [] };
  if (what.version === undefined) return { file: new Blob([world.bytes()]), losses: [] };
  const made = world.convert({ version: what.version });
  try {
    return { file: new Blob([made.world.bytes()]), losses: made.losses };
  } finally {
    made.world.close();
  }
}

type Answers = { [Name in keyof Calls]: (...values: Parameters<Calls[Name]>) =>
  ReturnType<Calls[Name]> | Promise<ReturnType<Calls[Name]>> };

const calls: Answers = {
  async start(module) {
    library = await load({ wasm: module });
    return { version: library.version, formats: library.formats };
  },
  identify: (bytes) => ready().identify(bytes),
  isForCircuits: (bytes) => usesOf(bytes).length > 0,
  mods: readMods,
  async open(name, file, side) {
    // What was open makes room first.
    release(name);
    const { world, losses, side: whole, isFile, folder } = openAny(new Uint8Array(await file.arrayBuffer()), side);
    await replace(name, world, whole);
    const opened = { format: world.format, extension: world.extension, losses, ...folder ? { folder } : {} };
    return isFile ? opened : { ...opened, file: new Blob([world.bytes()]) };
  },
  close: release,
  info: (whole) => current().info(whole),
  folderInfo: () => current().folderInfo(slot('current').texts),
  check: () => current().check({ ...withMods(), folder: slot('current').texts }),
  children: (pointer, from, count) => current().children(pointer, from, count),
  locate: (pointer) => current().locate(pointer),
  members: (pointers) => commonMembers(current(), pointers),
  fields: (least, most, count) => current().fields(least, most, count),
  find: (options) => current().find(options),
  render(options, choice) {
    const scene = chosenScene(choice);
    if (options.changes) markChanges(scene);
    const { width, height, data } = scene.render(options);
    return { width, height, data };
  },
  renderCarriers,
  bounds(pointer) {
    const { least, most } = chosenScene({ only: pointer }).bounds();
    return least.every((low, axis) => low === most[axis]) ? undefined : { least, most };
  },
  pick(x, y, options, choice) {
    const scene = chosenScene(choice);
    const { part, index } = scene.pick(x, y, options);
    return part === 0 ? '' : scene.pointer(part, index);
  },
  place: (x, y, options, choice) => chosenScene(choice).placeAt(x, y, options),
  model: modelOf,
  edit,
  extract,
  export: exportAs as Answers['export'],
  diff: () => slot('before').world.diff(current(), { maxChanges: 5000 }),
  patchFromBefore: () => slot('before').world.diffPatch(current()),
  circuitFiles: () => circuitFiles(slot('current').side),
  circuit: openCircuit,
  circuitSearch: (word) => circuit().search(word),
  circuitRows: (numbers) => circuit().rows(numbers),
  circuitBus: (base) => circuit().bus(base),
  circuitFind: (name) => circuit().find(name),
  circuitNet: (number) => circuit().net(number),
  circuitAt: (list, number) => circuit().at(list, number),
  circuitComponent: (address) => circuit().component(address),
  circuitPath: (from, to) => circuit().path(from, to),
  circuitTruth: (chosen) => circuit().truth(chosen),
  circuitBench: (path, nets) => circuit().bench(besideCurrent(path), nets),
  simulationReset: (wishes) => circuit().reset(wishes),
  simulationRun: (wishes) => circuit().run(wishes),
  simulationHand: (address, on, isButton, wishes) => circuit().hand(address, on, isButton, wishes),
  simulationDrive: (net, on, wishes) => circuit().drive(net, on, wishes),
  simulationVcd: (nets, ticks) => circuit().vcd(nets, ticks),
  simulationStore: () => circuit().store(),
  tables: () => tables()?.lists,
  tableFind: (wishes) => tables()?.find(wishes) ?? { count: 0 },
  tableRows: (from, count) => tables()?.rows(from, count) ?? [],
};

/** The buffers of arrays anywhere in a value, which go to the page without being copied. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer);
  else if (Array.isArray(value)) for (const one of value) buffersOf(one, found);
  else if (value && typeof value === 'object') for (const one of Object.values(value)) buffersOf(one, found);
  return found;
}

function failureOf(error: unknown) {
  const known = error instanceof OverworldError ? error : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return { code: known?.code ?? 'failed', message, pointer: known?.pointer ?? '', offset: known?.offset ?? 0,
    ...(known?.found ? { found: known.found } : {}), ...(known?.losses ? { losses: known.losses } : {}) };
}

async function answer({ id, name, values }: Request): Promise<void> {
  answering = id;
  try {
    const result = await (calls[name] as (...given: unknown[]) => unknown)(...values);
    const movable = name === 'model' || name === 'render' || name === 'renderCarriers';
    post({ id, result }, movable ? [...buffersOf(result)] : []);
  } catch (error) {
    post({ id, failure: failureOf(error) });
  }
}

const queue = new Queue(answer);
self.addEventListener('message', (event: MessageEvent<Request>) => queue.add(event.data));
