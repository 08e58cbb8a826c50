// What is written on a label of Logic World: a text within the custom data of its component.
import type { Field } from 'overworld';

/** Behind the alignment, the colour, the font's size and whether it is monospaced: the size of the text. */
const SIZE_AT = 12;
/** The game ends a line so; players see a new line. */
const GAME_LINE = '\v';

function bytesOf(field: Field): Uint8Array | undefined {
  if (field.type !== 'bytes' || typeof field.value !== 'string' || field.cut) return undefined;
  return Uint8Array.from(atob(field.value), (letter) => letter.charCodeAt(0));
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The text in custom data, as the library understands it; undefined if there is none, or it is not where a label has it. */
function textIn(field: Field): string | undefined {
  const { meaning } = field;
  const found = meaning && typeof meaning === 'object' && !Array.isArray(meaning) ? meaning['text'] : undefined;
  const bytes = typeof found === 'string' ? bytesOf(field) : undefined;
  if (!bytes || bytes.length < SIZE_AT + 4) return undefined;
  const text = new TextEncoder().encode(found as string);
  const size = new DataView(bytes.buffer).getUint32(SIZE_AT, true);
  const isThere = size === text.length && text.every((byte, i) => bytes[SIZE_AT + 4 + i] === byte);
  return isThere ? found as string : undefined;
}

/** What is written there, with the line ends that a text area has. */
export function writtenOn(field: Field): string | undefined {
  return textIn(field)?.replaceAll(GAME_LINE, '\n');
}

/** The custom data with another text, as base64. */
export function rewritten(field: Field, typed: string): string | undefined {
  const before = textIn(field), bytes = bytesOf(field);
  if (before === undefined || !bytes) return undefined;
  // A text that had other line ends keeps those.
  const hasPlainLines = before.includes('\n');
  const text = new TextEncoder().encode(hasPlainLines ? typed : typed.replaceAll('\n', GAME_LINE));
  const old = new TextEncoder().encode(before).length;
  const changed = new Uint8Array(bytes.length - old + text.length);
  changed.set(bytes.subarray(0, SIZE_AT));
  new DataView(changed.buffer).setUint32(SIZE_AT, text.length, true);
  changed.set(text, SIZE_AT + 4);
  changed.set(bytes.subarray(SIZE_AT + 4 + old), SIZE_AT + 4 + text.length);
  return base64Of(changed);
}
