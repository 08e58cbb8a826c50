// What a world looks like: arrays for a renderer, and pictures.
import { closedError, disposable } from './errors.js';
import type { Mods } from './folder.js';
import type { Host, Image, Module } from './module.js';
import { settings } from './module.js';
import type { Loss } from './results.js';
import type { World } from './world.js';

/** No index: ow_scene's OW_NONE. */
export const NONE = 0xffffffff;

/** Flags of items, segments, labels, layers and types. */
export const Flags = {
  INFERRED_SHAPE: 1, INFERRED_COLOR: 2, INFERRED_PLACE: 4, HIDDEN: 8, ARROW: 16, FACES_VIEWER: 32,
  ZERO_IS_EMPTY: 64, ROOF: 128, OUTLYING: 256,
} as const;

/** What a part is made of: `parts.solid`. */
export const Solid = { BOX: 0, WEDGE: 1, CYLINDER: 2, MESH: 3 } as const;
/** Where a part's colour comes from: `parts.paint`. */
export const Paint = { PART: 0, ITEM: 1, STATE: 2, ITEM_STATE: 3, ITEM_VALUE: 4 } as const;
/** `parts.material`. */
export const Material = { PLAIN: 0, BOARD: 1, MARK: 2, HATCHED: 3 } as const;
/** Which array something is in. */
export const Kind = { NOTHING: 0, ITEMS: 1, SEGMENTS: 2, LABELS: 3, LAYERS: 4, GROUNDS: 5 } as const;

export interface SceneItems {
  count: number;
  position: Float32Array; rotation: Float32Array; scale: Float32Array; color: Uint8Array;
  shape: Uint32Array; type: Uint32Array; group: Uint32Array; subject: Uint32Array; address: Uint32Array;
  first_state: Uint32Array; kind: Uint16Array; flags: Uint16Array;
}

export interface SceneSegments {
  count: number;
  from: Float32Array; to: Float32Array; width: Float32Array; thickness: Float32Array; roll: Float32Array;
  color: Uint8Array; group: Uint32Array; subject: Uint32Array; kind: Uint16Array; flags: Uint16Array; on: Uint8Array;
}

export interface SceneLabels {
  count: number;
  position: Float32Array; rotation: Float32Array; size: Float32Array; font_size: Float32Array;
  align_x: Int8Array; align_y: Int8Array; color: Uint8Array; group: Uint32Array; subject: Uint32Array;
  kind: Uint16Array; flags: Uint16Array;
  text: string[];
}

export interface SceneParts {
  count: number;
  solid: Uint32Array; paint: Uint32Array; material: Uint32Array; state: Uint32Array; mesh: Uint32Array;
  center: Float32Array; size: Float32Array; rotation: Float32Array; low: Float32Array;
  color: Uint8Array; color_on: Uint8Array; is_peg: Uint8Array; is_hidden: Uint8Array;
  /** With `Paint.ITEM_VALUE`: bit n is set if the part has the item's colour when the item's first four states make n. */
  values: Uint16Array;
}

export interface SceneShapes { count: number; first_part: Uint32Array; part_count: Uint32Array }

/** Items that `Simulation.show` gives another shape: switches and buttons. */
export interface SceneSwitches { count: number; item: Uint32Array; off_shape: Uint32Array; on_shape: Uint32Array }
/** Items that `Simulation.show` gives another colour. */
export interface SceneDisplays { count: number; item: Uint32Array; input_count: Uint32Array }

export interface SceneMeshes {
  count: number;
  first_vertex: Uint32Array; vertex_count: Uint32Array; first_triangle: Uint32Array; triangle_count: Uint32Array;
}

export interface SceneKind { name: string; list: string; count: number }
export interface SceneType { name: string; color: number[]; flags: number; count: number }
export interface SceneGroup {
  name: string; parent: number | null; subject: number | null; kind: number; flags: number; rotation: number[];
}

export interface SceneLayer {
  width: number; height: number; position: number[]; group: number; subject: number; kind: number; flags: number;
  cells: Uint16Array;
}

export interface SceneGround {
  width: number; height: number; position: number[]; spacing: number; has_water: boolean; water_level: number;
  water_depth: number; water: number[]; kind: number; flags: number; heights: Float32Array; colors: Uint8Array;
}

export interface SceneTileset {
  width: number; height: number; left: number; top: number; tile_width: number; tile_height: number;
  spacing_x: number; spacing_y: number; columns: number; count: number; pixels: Uint8Array;
}

/** A scene as arrays of its own: names, units and axes are those of include/overworld/scene.h. */
export interface SceneData {
  unit_name: string;
  origin: number[];
  least: number[];
  most: number[];
  view: 'anyhow' | 'above' | 'city';
  outlying_count: number;
  has_pegs: boolean;
  light: { ambient: number[]; sun: number[][] };
  kinds: SceneKind[];
  types: SceneType[];
  groups: SceneGroup[];
  items: SceneItems;
  segments: SceneSegments;
  labels: SceneLabels;
  parts: SceneParts;
  shapes: SceneShapes;
  switches: SceneSwitches;
  displays: SceneDisplays;
  meshes: SceneMeshes;
  vertices: Float32Array;
  triangles: Uint32Array;
  /** Bit n of byte n / 8, lowest first: peg n is on. */
  states: Uint8Array;
  tile_colors: Uint8Array;
  layers: SceneLayer[];
  grounds: SceneGround[];
  tileset: SceneTileset | null;
}

export interface SceneOptions {
  /** An image or what describes one, asked of the world's `file` and `image`; else what the level names. */
  tileset?: string;
  /** Logic World: turned as the placement beside a subassembly says. */
  asPlaced?: boolean;
  /** Logic World: only the components that carry others, and boards, without wires: a first look at a large save. */
  carriersOnly?: boolean;
  /** Logic World: shapes of the components of mods. */
  mods?: Mods;
}

export interface Choice {
  /** Selectors joined by commas: "C-12", "type:MHG.Peg", "wires", a JSON Pointer. */
  only?: string;
  hide?: string;
  /** What has its middle between two places on an axis; Infinity for an open end. */
  cutX?: [number, number];
  cutY?: [number, number];
  cutZ?: [number, number];
}

export type View =
  | 'usual' | 'iso' | 'top' | 'bottom' | 'front' | 'back' | 'left' | 'right' | 'city' | 'game' | 'angles';

/** How a picture is drawn; everything left out is as in ow_picture_options. */
export interface PictureOptions {
  width?: number;
  height?: number;
  view?: View;
  /** Degrees, with view "angles". */
  yaw?: number;
  pitch?: number;
  /** Quarter turns, 0 to 3. */
  turn?: number;
  perspective?: boolean;
  /** A place around the scene's origin that stands in the middle, with `scale` pixels in a unit there; left out: all
   * that is seen is framed. */
  target?: [number, number, number];
  scale?: number;
  transparent?: boolean;
  /** "#rrggbb". */
  background?: string;
  plain?: boolean;
  samples?: number;
  withoutStates?: boolean;
  labels?: boolean;
  grid?: boolean;
  scaleBar?: boolean;
  legend?: boolean;
  /** Selectors of what is to be marked. */
  highlight?: string;
  /** What `markChanges` found is shown too. A frame goes by what stands there now. */
  changes?: boolean;
  budget?: number;
  maxMemory?: number;
}

export interface GltfOptions {
  asText?: boolean;
  instancing?: boolean;
  withoutStates?: boolean;
  title?: string;
  maxMemory?: number;
}

/** A drawn picture: red, green, blue, opacity; alpha is not multiplied in. */
export interface Picture extends Image {
  data: Uint8ClampedArray<ArrayBuffer>;
  /** To keep the budget: fewer samples than were asked for, or something left out. */
  has_less_detail: boolean;
}

interface FieldPlace { name: string; type: string; width: number; address: number; stride: number }
interface ArrayPlace { count: number; fields: FieldPlace[] }

const types = {
  f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array, i8: Int8Array,
} as const;

/** One field of all records, out of memory. */
function readField(module: Module, count: number, place: FieldPlace) {
  const Type = types[place.type as keyof typeof types];
  const { width } = place;
  const step = place.stride / Type.BYTES_PER_ELEMENT;
  const result = new Type(count * width);
  if (count === 0) return result;
  const bytes = module.view(place.address, (count - 1) * place.stride + width * Type.BYTES_PER_ELEMENT);
  const source = new Type(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength / Type.BYTES_PER_ELEMENT);
  if (step === width) {
    result.set(source);
    return result;
  }
  for (let record = 0, from = 0, to = 0; record < count; record++, from += step) {
    for (let i = 0; i < width; i++) result[to++] = source[from + i] as number;
  }
  return result;
}

function readArray(module: Module, place: ArrayPlace): Record<string, unknown> {
  const result: Record<string, unknown> = { count: place.count };
  for (const field of place.fields) result[field.name] = readField(module, place.count, field);
  return result;
}

function readPlain(module: Module, place: ArrayPlace) {
  const field = place.fields[0];
  return field ? readField(module, place.count, field) : undefined;
}

/** What is known of a scene before its arrays are copied. */
export interface SceneSummary {
  /** What could not be found or is drawn otherwise. */
  losses: Loss[];
  unit_name: string;
  origin: number[];
  least: number[];
  most: number[];
  view: SceneData['view'];
  outlying_count: number;
  has_pegs: boolean;
  kinds: SceneKind[];
  types: SceneType[];
  counts: { items: number; segments: number; labels: number; layers: number; grounds: number };
}

/** A scene, which lives in the library's memory until it is closed. */
export class Scene {
  static {
    disposable(this);
  }

  /** Closes it: of `using`. */
  declare [Symbol.dispose]: () => void;

  /** What was known of it when it was made: a choice changes its bounds later. */
  readonly summary: SceneSummary;
  readonly #module: Module;
  readonly #host: Host;
  #handle: number;

  /** @internal */
  constructor(module: Module, handle: number, host: Host, summary: SceneSummary) {
    this.#module = module;
    this.#handle = handle;
    this.#host = host;
    this.summary = summary;
  }

  /** @internal */
  get handle(): number {
    return this.#open();
  }

  get losses(): Loss[] {
    return this.summary.losses;
  }

  get counts(): SceneSummary['counts'] {
    return this.summary.counts;
  }

  /** Gives its memory back. */
  close(): void {
    if (this.#handle !== 0) this.#module.call('scene_close', this.#handle);
    this.#handle = 0;
  }

  /** Copies the scene out of the library's memory. */
  data(): SceneData {
    const module = this.#module;
    module.run('scene_facts', this.#open());
    const facts = module.answerJSON<Record<string, unknown>>();
    module.run('scene_arrays', this.#open());
    const places = module.answerJSON<Record<string, ArrayPlace>>();
    for (const [name, place] of Object.entries(places)) {
      const isPlain = place.fields.length === 1 && place.fields[0]?.name === 'value';
      facts[name] = isPlain ? readPlain(module, place) : readArray(module, place);
    }
    for (const list of ['layers', 'grounds']) {
      for (const grid of facts[list] as Record<string, unknown>[]) this.#readGrid(grid);
    }
    if (facts['tileset']) this.#readGrid(facts['tileset'] as Record<string, unknown>);
    (facts['labels'] as Record<string, unknown>)['text'] = facts['label_texts'];
    delete facts['label_texts'];
    return facts as unknown as SceneData;
  }

  /** Hides what a choice leaves out, and shows everything else; bounds follow. */
  choose(choice: Choice = {}): void {
    this.#module.withTexts([settings(choice)], ([text]) =>
      this.#module.run('scene_choose', this.#open(), text as number));
  }

  /** The bounds of what is neither hidden nor outlying. */
  bounds(): { least: number[]; most: number[] } {
    this.#module.run('scene_bounds', this.#open());
    return this.#module.answerJSON();
  }

  /** The indices of the items, or the segments, that selectors choose. */
  find(selectors: string, array: 'items' | 'segments' = 'items'): Uint32Array {
    this.#module.withTexts([selectors], ([text]) =>
      this.#module.run('scene_find', this.#open(), text as number, array === 'segments' ? 1 : 0));
    return new Uint32Array(this.#module.answer().buffer);
  }

  /** The JSON Pointer of what number `index` of an array (`Kind`) shows; "" where there is none. */
  pointer(kind: number, index: number): string {
    this.#module.run('scene_pointer', this.#open(), kind, index);
    return this.#module.answerText();
  }

  /** Draws it: the same pixels as the command's. */
  render(options: PictureOptions = {}): Picture {
    const module = this.#module;
    this.#runWith('draw', options);
    const width = module.call('picture_width');
    const height = module.call('picture_height');
    const bytes = module.view(module.call('picture_pixels'), width * height * 4);
    const data = new Uint8ClampedArray(bytes);
    const hasLessDetail = module.call('picture_has_less_detail') !== 0;
    module.call('picture_release');
    return { width, height, data, has_less_detail: hasLessDetail };
  }

  /** What stands at a pixel of the picture that the same options give. */
  pick(x: number, y: number, options: PictureOptions = {}): { part: number; index: number } {
    this.#runWith('pick', { ...options, x, y });
    return this.#module.answerJSON();
  }

  /** The place around the scene's origin that is seen at such a pixel; undefined where it is background. */
  placeAt(x: number, y: number, options: PictureOptions = {}): [number, number, number] | undefined {
    this.#runWith('find_place', { ...options, x, y });
    const place = this.#module.answerJSON<number[]>();
    return place.length === 3 ? place as [number, number, number] : undefined;
  }

  /** Finds what is not as it was in another world, for pictures with `changes`: all that was added, changed or moved is
   * marked there, what was removed stands in them in red, and sheets of orange lie over changed cells and heights.
   * @param before what it is compared with @param after the world that this scene is of */
  markChanges(before: World, after: World): { items: number; segments: number; removed: number; cells: number } {
    this.#module.run('scene_mark_changes', this.#open(), before.handle, after.handle);
    return this.#module.answerJSON();
  }

  svg(options: PictureOptions = {}): string {
    this.#runWith('svg', options);
    return this.#module.answerText();
  }

  /** glTF 2.0, binary unless `asText`. */
  glb(options: GltfOptions = {}): Uint8Array {
    this.#runWith('gltf', options);
    return this.#module.answer();
  }

  #runWith(name: string, options: object): void {
    this.#module.lend(this.#host, () => this.#module.withTexts([settings(options)], ([text]) =>
      this.#module.run(name, this.#open(), text as number)));
  }

  #open(): number {
    if (this.#handle === 0) throw closedError('scene');
    return this.#handle;
  }

  #readGrid(grid: Record<string, unknown>): void {
    for (const name of ['cells', 'heights', 'colors', 'pixels']) {
      if (grid[name]) grid[name] = readPlain(this.#module, grid[name] as ArrayPlace);
    }
  }
}
