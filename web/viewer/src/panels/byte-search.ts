// Finds bytes, texts and numbers in a file, piece by piece, so that a large one does not stand in memory.

export type SearchKind = 'hex' | 'text' | 'i32' | 'f32' | 'f64';

const PIECE = 4 << 20;

/** The bytes that are looked for; undefined if the words are none of their kind. */
export function patternOf(kind: SearchKind, words: string): Uint8Array | undefined {
  if (words.trim() === '') return undefined;
  if (kind === 'text') return new TextEncoder().encode(words);
  if (kind === 'hex') {
    const digits = words.replaceAll(/0x|[\s,]/gi, '');
    if (!/^([0-9a-f]{2})+$/i.test(digits)) return undefined;
    return Uint8Array.from(digits.match(/../g)!, (pair) => Number.parseInt(pair, 16));
  }
  const number = Number(words);
  if (Number.isNaN(number) || kind === 'i32' && (!Number.isInteger(number) || Math.abs(number) > 0xffffffff)) return undefined;
  const view = new DataView(new ArrayBuffer(kind === 'f64' ? 8 : 4));
  if (kind === 'i32') view.setInt32(0, number, true);
  else if (kind === 'f32') view.setFloat32(0, number, true);
  else view.setFloat64(0, number, true);
  return new Uint8Array(view.buffer);
}

/** Where a pattern begins in bytes, from a place on; -1: nowhere. */
export function indexOf(bytes: Uint8Array, pattern: Uint8Array, from: number): number {
  const [first] = pattern;
  if (first === undefined) return -1;
  for (let at = bytes.indexOf(first, from); at >= 0 && at + pattern.length <= bytes.length; at = bytes.indexOf(first, at + 1)) {
    if (pattern.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

/** Where a pattern comes next in a file after a place, from its beginning again after its end; -1: nowhere. */
export async function findNext(file: Blob, pattern: Uint8Array, after: number, isWanted: () => boolean = () => true): Promise<number> {
  for (const [from, to] of [[after, file.size], [0, Math.min(file.size, after + pattern.length)]] as const) {
    for (let at = from; at < to && isWanted(); at += PIECE) {
      const end = Math.min(to, at + PIECE + pattern.length - 1);
      const found = indexOf(new Uint8Array(await file.slice(at, end).arrayBuffer()), pattern, 0);
      if (found >= 0) return at + found;
    }
  }
  return -1;
}
