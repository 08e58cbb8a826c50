// What calls give: the values of the command's --json, with the same names. docs/schema has their schemas.

/** A value as the JSON of a world has it: 64-bit integers are strings, bytes are base64, null is a format's own "none". */
export type Value = number | string | boolean | null | Value[] | { [name: string]: Value };

export type Count = { count: number };
export type NamedCount = Count & { name: string };
export type IdCount = Count & { id: number };
/** A number, or the name of a float that JSON has no number for: "NaN", "Infinity", "-Infinity". */
export type Float = number | string;
export type Box = { least: Float[]; most: Float[] };

/** What `info` says of a Logic World save. */
export type BlotterInfo = {
  version: number; save_type: string; game_version: string; variant: string;
  mods: { id: string; version: string }[];
  component_count: number; wire_count: number; component_type_count: number; root_count: number;
  input_count: number; output_count: number; custom_data_bytes: number; states_on: number;
  component_types_used: number; most_used_types: NamedCount[];
  bounding_box_of_origins: Box & { size_in_squares: Float[] };
};

/** What `info` says of a level. */
export type LeveldInfo = {
  version: number; byte_order: string; variant: string;
  level_id: string; level_name: string; author: string; description: string; timestamp: string; date: string | null;
  map: { cells: number[]; tile_pixels?: number[]; pixels?: number[] };
  layer_count: number; blocks: string[]; tile_ids_used: number; highest_tile_id: number; impassable_percent: number;
  cells_impassable_and_tile: { cells: number; impassable: number; tile: number }[];
  layers: { tile_ids_used: number[]; impassable_percent: number[] };
  thing_count: number; things_by_count_and_id: IdCount[]; actors_by_block: (Count & { block: string })[];
  trigger_count: number; actions_by_count_and_id: IdCount[]; path_count: number; point_count: number; tags_used: number;
};

/** What `info` says of a city save. */
export type CityInfo = {
  variant: string; variant_of: string; version: number; name: string; terrain: string;
  image_path: string; z_scale: Float; terrain_problem: string;
  x_vertices: number; y_vertices: number; heights_least: Float; heights_most: Float; heights_mean: Float;
  share_under_water: number; meta_thing_count: number; thing_count: number; most_frequent_things: NamedCount[];
  things: { directions: number[]; least?: Float[]; most?: Float[] };
};

/** What `info` says of a build of Sandbox World. */
export type StructureInfo = {
  version: number; variant: string; variant_is: string; variants_tried: number; search_gave_up: boolean;
  evidence: { switch: string; id?: number; value: Value; verdict: string }[]; other_variants: string[];
  color_count: number; rotation_count: number; root_count: number; block_count: number; interactive_block_count: number;
  named_block_count: number; connection_count: number;
  bounds: Box & { size: Float[] }; roots: { blocks: number; position: Float[]; bounds_size?: Float[] }[];
  block_types_used: number; most_used_types: (IdCount & { name?: string; russian_name?: string })[];
  colors_used: number; most_used_colors: (Count & { color: string; if_red_is_low?: string })[]; color_order: string;
  rotations_used: number; most_used_rotations: (Count & { degrees: Float[] })[]; doubt_about_rotations: string;
  named_blocks: { block: number; name: string; type: string; signal?: number; speed?: number }[];
  formulas: (Count & { formula: string; variables: { [name: string]: number } })[];
  tone_generators: number; lowest_hertz: Float; highest_hertz: Float; nearest_notes: string[];
};

type Any<Name extends PropertyKey, Union> = Union extends { [key in Name]: infer Type } ? Type : never;
type Infos = BlotterInfo | LeveldInfo | CityInfo | StructureInfo;
type InfoName = Infos extends infer One ? One extends Infos ? keyof One : never : never;

/** What `info` says of a world: the members of its format's interface that the file has something for. */
export type Info = { [Name in InfoName]?: Any<Name, Infos> };

export interface Format {
  name: string;
  title: string;
  /** Of files, without the dot, the most usual one first. */
  extensions: string[];
  /** The file that holds the world, where a save is a folder. */
  folder_files: string[];
  variants: string[];
  oldest_version: number;
  newest_version: number;
  /** The oldest version that `convert` makes. */
  oldest_written: number;
  issue_codes: IssueCode[];
  /** Of issues about the folder of a save and about mods. */
  folder_codes: IssueCode[];
}

export type Severity = 'info' | 'warning' | 'error';
export type Fix = 'none' | 'lossless' | 'lossy';

export interface IssueCode {
  code: string;
  severity: Severity;
  fix: Fix;
  meaning: string;
  advice: string;
  /** The name of its fix, and what that does; null where there is none. */
  remedy: string | null;
  remedy_does: string | null;
}

export interface Issue {
  code: string;
  severity: Severity;
  fix: Fix;
  pointer: string;
  offset: number | null;
  size: number | null;
  message: string;
}

/** Where a file breaks off. */
export interface Break {
  status: string;
  offset: number;
  pointer: string;
  message: string;
}

export interface CheckResult {
  issues: Issue[];
  counters: { errors: number; warnings: number; infos: number; not_shown: number };
  /** What breaks the file off, which is the last issue too. */
  error: Break | null;
}

/** A field of the file with the place of its bytes. */
export interface Field {
  pointer: string;
  /** A member of an object has a name, an element of an array an index. */
  name?: string;
  index?: number;
  kind: 'object' | 'array' | 'value';
  offset: number;
  /** Missing where the file breaks off inside. */
  size?: number;
  /** Of an array: how many elements it has. Missing where only the end of the file ends it. */
  count?: number;
  /** It follows from other fields, and is not in JSON: a count, magic numbers, decoded fields such as
   * `/components/12/label/text`, which have a size of 0 and can be set. */
  derived?: true;
  type?: 'integer' | 'float' | 'boolean' | 'text' | 'bytes' | 'unsigned_64';
  value?: Value;
  /** Only the beginning of the value is here. */
  cut?: true;
  /** What the value stands for: a name, a colour, a date. */
  meaning?: string;
}

export interface Fields {
  fields: Field[];
  /** Whether there is what was asked for. */
  found: boolean;
  /** What breaks the file off, where that was met on the way. */
  error: Break | null;
}

export interface Part {
  pointer: string;
  kind: string;
  name?: string;
  address?: number;
  type?: string;
  tag?: number;
  text?: string;
  position?: number[];
}

export interface FindResult {
  parts: Part[];
  /** How many there are, those that were held back too. */
  count: number;
}

/** How many records there are of one kind and type. */
export interface PartCount {
  count: number;
  kind: string;
  /** Missing if records of the kind have no types. */
  type?: string;
}

/** One difference. Pointers are each into its own world; null where it has no such thing. */
export interface Change {
  kind: 'removed' | 'added' | 'changed' | 'moved';
  before: string | null;
  after: string | null;
  record: string | null;
  name: string | null;
  count_before?: number;
  count_after?: number;
  values_before?: Value;
  values_after?: Value;
}

export interface DiffResult {
  changes: Change[];
  left_out: number;
  removed: number;
  added: number;
  changed: number;
  moved: number;
  /** How many things the first world loses where it is compared as the version of the second. */
  losses: number;
}

/** What could not be carried, with the JSON Pointer of the first place. */
export interface Loss {
  pointer: string;
  message: string;
}

export interface Repaired {
  code: string;
  severity: Severity;
  fix: Fix;
  remedy: string | null;
  remedy_does: string | null;
  fixed: number;
  left: number;
  pointers: string[];
}

export interface RepairResult {
  broke_off: {
    offset: number;
    pointer: string;
    bytes_lost: number;
    message: string;
    read_as: string | null;
  } | null;
  kept: { list: string; kept: number; announced: number }[];
  repaired: Repaired[];
  fixed: number;
  left: number;
  errors_left: number;
}

export interface Conflict {
  kind: 'changed' | 'removed_by_ours' | 'removed_by_theirs' | 'added' | 'order' | 'references' | 'form';
  base: string | null;
  ours: string | null;
  theirs: string | null;
  name: string | null;
  message: string;
  count: number;
}

/** An operation of a JSON Patch (RFC 6902). */
export type Operation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: Value }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; from: string; path: string };
