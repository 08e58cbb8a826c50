// What calls give: the values of the command's --json, with the same names. docs/schema has their schemas.

/** A value as the JSON of a world has it: 64-bit integers are strings, bytes are base64, null is a format's own "none". */
export type Value = number | string | boolean | null | Value[] | { [name: string]: Value };

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
  /** It follows from other fields, and is not in JSON: a count, magic numbers. */
  derived?: true;
  type?: 'integer' | 'float' | 'boolean' | 'text' | 'bytes' | 'unsigned_64';
  value?: Value;
  /** Only the beginning of the value is here. */
  cut?: true;
  /** What the value stands for: a name, a colour, the fields of custom data. */
  meaning?: Value;
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
