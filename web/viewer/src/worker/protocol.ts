// What the page asks of the Worker that runs the library, and what comes back.
import type {
  BenchResult, CheckResult, Choice, CircuitFacts, DiffResult, Field, Fields, FindOptions, FindResult, FolderInfo, Format, Loss, ModType, Net, NetAt, NetEvents, NetPlaces, NetRow, Operation, PictureOptions,
  RepairResult, SceneGround, SceneLabels, SceneLayer, SceneKind, SceneGroup, SceneTileset, SceneType, Shown, Value,
} from 'overworld';
import type { TableFound, TableList, TableRow, TableWishes } from './tables.js';

/** An image beside a world, decoded. */
export interface SideImage { width: number; height: number; data: Uint8ClampedArray }

/** What lies beside a world, by path from its folder. */
export interface SideFiles {
  files: { [path: string]: Uint8Array };
  images: { [path: string]: SideImage };
  /** What the paths of files in the world's own folder begin with. */
  base?: string;
  /** The other files of its save, where that is a folder, by their paths in it. */
  folder?: { [path: string]: Blob };
}

/** Mods that were read, and what was wrong with their files. */
export interface ModsSeen { modCount: number; types: readonly ModType[]; warnings: readonly string[] }

export interface Opened {
  format: string;
  extension: string;
  losses: Loss[];
  /** Its file, where it was opened from something else. */
  file?: Blob;
  /** The other files of its save, where its JSON has them. */
  folder?: { [path: string]: Uint8Array };
}

/** What is known of a scene, whoever draws it. */
export interface Seen {
  unit: string;
  origin: number[];
  least: number[];
  most: number[];
  view: 'anyhow' | 'above' | 'city';
  outlying: number;
  hasPegs: boolean;
  kinds: SceneKind[];
  types: SceneType[];
  losses: Loss[];
}

/** A scene of more things than were asked for: the library draws it instead. */
export interface TooLarge extends Seen { count: number }

export interface SceneWishes {
  /** An image that lies beside the world, for the tiles of levels. */
  tileset?: string;
  states: boolean;
  /** Build no model of more things than these. */
  most: number;
}

/** Instances of one solid in one cell of the world. */
export interface Batch {
  /** "box", "cylinder", "tip", "wedge:LOW" or "mesh:NUMBER". */
  solid: string;
  isSeenThrough: boolean;
  /** Segments: drawn at least a pixel wide. */
  isThin: boolean;
  count: number;
  /** Three rows of four numbers for each: from the unit solid into the world. */
  rows: Float32Array;
  color: Uint8Array;
  /** The number of the thing, with bits of `Bits` above it. */
  id: Uint32Array;
  center: [number, number, number];
  radius: number;
  /** Instances whose colour is that of a state of the scene: the instance, the state, its colour off, and on. */
  live: Uint32Array;
  /** Instances whose colour depends on four states: the instance, the first state, the colours off and on, the numbers
   * with which it is on as bits. */
  digits: Uint32Array;
  /** Instances that show the colour of a display: the instance, its item. */
  displays: Uint32Array;
  /** Instances of switches and buttons: the instance, its item, the shape of the item when it is on; and their rows when
   * it is off, and on. */
  levers: Uint32Array;
  positions: Float32Array;
}

/** The number that four states make, the first one lowest. */
export function valueOf(first: number, isOn: (state: number) => boolean): number {
  return [0, 1, 2, 3].reduce((value, i) => value | Number(isOn(first + i)) << i, 0);
}

/** Above the number of a thing in `Batch.id`. */
export const Bits = { NUMBER: 0x0fffffff, MATERIAL: 28, PEG: 0x40000000 } as const;

/** Items, then segments, in one numbering. */
export interface Things {
  count: number;
  items: number;
  kind: Uint16Array;
  subject: Uint32Array;
  /** Index into groups. */
  group: Uint32Array;
  /** Index into types; NONE for segments. */
  type: Uint32Array;
  flags: Uint16Array;
  address: Uint32Array;
  /** Around the origin of the scene. */
  middle: Float32Array;
}

export interface Mesh { vertices: Float32Array; triangles: Uint32Array }

/** A scene made ready for a graphics card. */
export interface Model extends Seen {
  light: { ambient: number[]; sun: number[][] };
  groups: SceneGroup[];
  things: Things;
  batches: Batch[];
  meshes: Mesh[];
  labels: SceneLabels;
  layers: SceneLayer[];
  grounds: SceneGround[];
  tileColors: Uint8Array;
  tileset: SceneTileset | null;
  partCount: number;
  /** Bit n of byte n / 8, lowest first: state n is on. */
  states: Uint8Array;
}

export interface Picture { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

export type Edit =
  | { kind: 'set'; pointer: string; value: Value }
  /** One value in several places. */
  | { kind: 'setAll'; pointers: readonly string[]; value: Value }
  | { kind: 'replaceType'; from: string; to: string }
  | { kind: 'patch'; patch: string }
  | { kind: 'repair'; only: string[]; lossy: boolean }
  | { kind: 'remove'; selectors: string }
  | { kind: 'move' | 'copy'; selectors: string; by: number[] }
  | { kind: 'turn'; selectors: string; quarters: number }
  | { kind: 'mirror'; selectors: string; axis: 'x' | 'y' | 'z' }
  /** `under`: the address of the component that the part is put on. */
  | { kind: 'merge'; part: Blob; at: number[]; under?: number };

/** What came of a change; `added` are pointers of records that are new. */
export interface Edited { file: Blob; report?: RepairResult; count?: number; losses?: Loss[]; added?: string[] }

/** A part as a world of its own, where a copy of it stands as the part did, whether that is on a board, and whether the
 * part is a board itself. */
export interface Extracted { file: Blob; at: number[]; isOnBoard: boolean; isBoard: boolean; losses: Loss[] }

/** Fields that all selected records have, as the last one has them; paths inside a record of those that differ. */
export interface Members { members: Field[]; differing: string[] }

export type Export =
  | { kind: 'world'; version?: number }
  | { kind: 'json' }
  /** The folder of the save in an archive, with the world in the file of this name. */
  | { kind: 'folder'; name: string; worldName: string }
  | { kind: 'tiled'; name: string }
  | { kind: 'png' | 'svg'; options: PictureOptions; choice: Choice }
  | { kind: 'glb'; choice: Choice };

export interface Exported { file: Blob; losses: Loss[] }

/** Paths of the files beside a save that its circuit can use. */
export interface CircuitFiles { names: string[]; types: string[]; benches: string[] }

/** Which of them it uses. */
export interface CircuitWishes { names?: string | undefined; types?: string | undefined }

/** The circuit of a world: what it is as a whole, and its nets in the order that people look for them. */
export interface CircuitSeen { facts: CircuitFacts; order: Uint32Array }

/** A net with its places in the save; without `net` where that is very long. */
export interface NetSeen { row: NetRow; places: NetPlaces; wires: number; net: Net | undefined }

export interface CircuitAt { logic: string; address?: number; nets: NetAt[] }

export interface RunWishes {
  /** So many ticks at most, for about so long. */
  ticks: number;
  milliseconds: number;
  /** Ticks pass where nothing happens too. */
  keepsTime: boolean;
  /** Nets whose changes are told one by one, and those whose states are. */
  watched: number[];
  asked: number[];
}

/** Where a simulation has come to. */
export interface Ran {
  tick: number;
  updates: number;
  rests: boolean;
  /** The states of the nets that were asked for. */
  on: Uint8Array;
  shown: Shown;
  events: NetEvents;
}

/** A net or a bus of a truth table: names of its bits, the highest first. */
export interface TruthColumn { name: string; isInput: boolean; bits: string[] }

/** What each column is in each case, case by case; NaN where nothing comes to rest. Inputs are first. */
export interface TruthTable { columns: TruthColumn[]; values: Float64Array }

/** Which world a call means: the one that is looked at, or the one that it is compared with. */
export type Slot = 'current' | 'before';

export interface Calls {
  start(module: WebAssembly.Module): { version: string; formats: Format[] };
  identify(bytes: Uint8Array): string | undefined;
  /** Whether a file says something of circuits: names, types, benches. */
  isForCircuits(bytes: Uint8Array): boolean;
  /** Reads mods from their files, for all worlds, in the place of those before. */
  mods(files: { [path: string]: Uint8Array }): ModsSeen;
  open(slot: Slot, file: Blob, side: SideFiles): Opened;
  close(slot: Slot): void;
  info(whole: boolean): { [name: string]: Value };
  /** What the other files of its save say of the world. */
  folderInfo(): FolderInfo;
  check(): CheckResult;
  children(pointer: string, from: number, count: number): Fields;
  locate(pointer: string): Field | undefined;
  members(pointers: readonly string[]): Members;
  fields(least: number, most: number, count: number): Fields;
  find(options: FindOptions): FindResult;
  render(options: PictureOptions, choice: Choice): Picture;
  /** The same of what carries the rest of a large world, which is there long before the rest; undefined for other worlds. */
  renderCarriers(options: PictureOptions, choice: Choice): Picture | undefined;
  /** The bounds of a record and all that stands on it; undefined where it shows nothing. */
  bounds(pointer: string): { least: number[]; most: number[] } | undefined;
  pick(x: number, y: number, options: PictureOptions, choice: Choice): string;
  /** The place that is seen at a pixel. */
  place(x: number, y: number, options: PictureOptions, choice: Choice): number[] | undefined;
  model(slot: Slot, wishes: SceneWishes): Model | TooLarge;
  edit(edit: Edit): Edited;
  extract(selectors: string): Extracted;
  export(what: Export): Exported;
  diff(): DiffResult;
  patchFromBefore(): Operation[];
  circuitFiles(): CircuitFiles;
  /** Opens the circuit anew. */
  circuit(wishes: CircuitWishes): CircuitSeen;
  circuitSearch(word: string): Uint32Array;
  circuitRows(numbers: Uint32Array): NetRow[];
  circuitBus(base: string): NetRow[];
  circuitFind(name: string): number | undefined;
  circuitNet(number: number): NetSeen;
  circuitAt(list: 'components' | 'wires', number: number): CircuitAt;
  circuitComponent(address: number): number | undefined;
  circuitPath(from: number, to: number): NetRow[];
  circuitTruth(chosen: readonly { name: string; nets: number[] }[]): TruthTable;
  /** Runs the bench at a path beside the save, from the saved state. Tells also what these nets do in it. */
  circuitBench(path: string, nets: readonly number[]): BenchResult;
  simulationReset(wishes: RunWishes): Ran;
  simulationRun(wishes: RunWishes): Ran;
  simulationHand(address: number, on: boolean, isButton: boolean, wishes: RunWishes): Ran;
  simulationDrive(net: number, on: boolean, wishes: RunWishes): Ran;
  simulationVcd(nets: number[], ticks: number): Blob;
  simulationStore(): Blob | undefined;
  /** Lists of the world; undefined if it is too large for tables. */
  tables(): TableList[] | undefined;
  /** Sorts and filters a list; its rows come by `tableRows`. */
  tableFind(wishes: TableWishes): TableFound;
  tableRows(from: number, count: number): TableRow[];
}

export type Request = { id: number; name: keyof Calls; values: unknown[] };

/** How a call failed; `found` is what `info` had found out by then. */
export interface Failure { code: string; message: string; pointer: string; offset: number; found?: { [name: string]: Value }; losses?: Loss[] }

export type Answer =
  | { id: number; result: unknown }
  | { id: number; failure: Failure }
  | { id: number; done: number; total: number };
