// Which runs of an array go to the graphics card after some of its entries have changed.

/** Entries from `from` on. */
export interface Range { from: number; count: number }

/** A call to the card costs as much as this many entries more. */
const GAP = 64;
/** More runs than these in one array: the card gets the array as a whole. */
const MOST = 64;

/** Few runs that hold all entries. */
export function rangesOf(entries: Iterable<number>): Range[] {
  const sorted = Uint32Array.from(entries).sort();
  const ranges: Range[] = [];
  for (const entry of sorted) {
    const last = ranges.at(-1);
    if (last && entry - last.from - last.count <= GAP) last.count = Math.max(last.count, entry - last.from + 1);
    else ranges.push({ from: entry, count: 1 });
  }
  return ranges;
}

/** An array that three.js keeps on the card, and the ranges of it that go there with the next picture. */
interface Kept { needsUpdate: boolean; updateRanges: unknown[]; array: { length: number }; addUpdateRange(start: number, count: number): void; clearUpdateRanges(): void }

/** Sends the changed entries, each of `width` numbers, with the next picture that shows any of the array. */
export function sendEntries(kept: Kept, entries: Iterable<number>, width: number): void {
  const ranges = rangesOf(entries);
  if (kept.updateRanges.length + ranges.length > MOST) {
    kept.clearUpdateRanges();
    kept.addUpdateRange(0, kept.array.length);
  } else for (const { from, count } of ranges) kept.addUpdateRange(from * width, count * width);
  kept.needsUpdate = true;
}
