// Files beside a save that say something of its circuit: names of nets, what components of mods do, benches.
import { Deflate, Inflate } from 'fflate';
import type { CircuitFiles, SideFiles } from './protocol.js';

/** Larger files are none of these: they are not looked into. */
const MOST_BYTES = 4 << 20;
/** What a memory of a mod may hold at most. */
const MOST_MEMORY = 64 << 20;
/** Packed bytes are taken so many at a time: what comes of them is a thousand times as long at most. */
const SOME_BYTES = 16 << 10;

export type CircuitUse = keyof CircuitFiles;

/** What a file can be for a circuit; a bench that names nets is a file of names too. */
export function usesOf(bytes: Uint8Array): CircuitUse[] {
  if (bytes.length > MOST_BYTES) return [];
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return [];
  }
  if (!isObject(json) || Object.hasOwn(json, 'format')) return []; // a world says its format
  const isList = (name: string) => Object.hasOwn(json, name) && Array.isArray(json[name]);
  return [
    ...(Object.hasOwn(json, 'nets') && isObject(json['nets']) ? ['names' as const] : []),
    ...(isList('types') ? ['types' as const] : []),
    ...(['steps', 'clocks', 'memories'].some(isList) ? ['benches' as const] : []),
  ];
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The paths of all such files beside a save, by what they can be. */
export function circuitFiles({ files }: SideFiles): CircuitFiles {
  const found: CircuitFiles = { names: [], types: [], benches: [] };
  for (const [path, bytes] of Object.entries(files)) {
    if (/\.json$/i.test(path)) for (const use of usesOf(bytes)) found[use].push(path);
  }
  return found;
}

/** What lies beside a world with the files of its save's folder, which came in its JSON. */
export function withFolder(side: SideFiles, folder: { [path: string]: Uint8Array }): SideFiles {
  return { ...side, base: '', files: { ...side.files, ...folder },
    folder: Object.fromEntries(Object.entries(folder).map(([path, bytes]) => [path, new Blob([bytes as Uint8Array<ArrayBuffer>])])) };
}

/** Unpacks raw deflate, whether its stream is ended or not: mods leave it open. */
export function inflateRaw(packed: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((piece) => {
    size += piece.length;
    if (size > MOST_MEMORY) throw new RangeError('too large for a memory');
    pieces.push(piece);
  });
  for (let at = 0; at < packed.length; at += SOME_BYTES) stream.push(packed.subarray(at, at + SOME_BYTES));
  return joined(pieces, size);
}

export function deflateRaw(plain: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Deflate({ level: 9 }, (piece) => {
    size += piece.length;
    pieces.push(piece);
  });
  stream.push(plain, true);
  return joined(pieces, size);
}

function joined(pieces: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
