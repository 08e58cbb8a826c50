// The component of a save that a part is pasted on.
import type { Extracted } from '../worker/protocol.js';
import type { Session } from './session.js';

/** Types on which components stand, whether they carry any yet or not. */
const BOARD = /(^|\.)CircuitBoard$/, MOUNT = /(^|\.)Mount$/;
/** Half a square: the height of a board, and the middle of its first square. A board has its place at its corner. */
const HALF = 0.5;
/** A mount has its length in thirds of a square. */
const THIRDS = 3, USUAL_MOUNT = 6;

export interface Carrier {
  address: number;
  isBoard: boolean;
  /** The height at which parts stand on it. */
  height: number;
}

export function isBoard(type: string | undefined): boolean {
  return BOARD.test(type ?? '');
}

/** The component that is selected alone and can carry others: a board, a mount, or one that carries some already. */
export async function carrierOf({ doc, selected, selection, client }: Pick<Session, 'doc' | 'selected' | 'selection' | 'client'>):
Promise<Carrier | undefined> {
  if (doc?.format !== 'blotter' || selected.length !== 1 || !selection || !/^\/components\/\d+$/.test(selection.pointer)) return undefined;
  const member = (path: string) => selection.members.find(({ pointer }) => pointer === `${selection.pointer}/${path}`);
  const address = member('address')?.value;
  const type = member('type')?.meaning ?? '';
  if (typeof address !== 'number') return undefined;
  if (isBoard(type)) return { address, isBoard: true, height: HALF };
  if (MOUNT.test(type)) return { address, isBoard: false, height: Number(member('mount/length')?.value ?? USUAL_MOUNT) / THIRDS };
  const { count } = await client.call('find', { selectors: `C-${address}`, maxParts: 1 });
  return count > 1 ? { address, isBoard: false, height: HALF } : undefined;
}

/** Where a part stands on a carrier: as on the board that it came from, or in the first place. */
export function placeOn(carrier: Carrier, part: Pick<Extracted, 'at' | 'isOnBoard' | 'isBoard'>, farther: number): number[] {
  const [x, y, z] = part.at as [number, number, number];
  if (carrier.isBoard && part.isOnBoard) return [x + farther, y, z];
  const first = carrier.isBoard && !part.isBoard ? HALF : 0;
  return [first + farther, carrier.height, first];
}
