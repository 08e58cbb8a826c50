// Decoded fields: what the library reads out of other fields, and sets in their place.
import type { Field } from 'overworld';

/** The game ends a line so; players see a new line. The library takes either. */
const GAME_LINE = '\v';

/** Whether the library decoded the field from another one. Counts that follow from the rest have bytes of their own. */
export function isDecoded(field: Field): boolean {
  return field.derived === true && field.size === 0;
}

/** What is written on a label, with the line ends that a text area has; undefined if the field is another one. */
export function writtenOn(field: Field): string | undefined {
  const isText = isDecoded(field) && field.name === 'text' && field.type === 'text';
  return isText && !field.cut ? String(field.value).replaceAll(GAME_LINE, '\n') : undefined;
}
