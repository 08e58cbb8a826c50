// Which rows of a list a click or a key selects: one, one more or less, or all up to it.

export type Choosing = 'one' | 'toggle' | 'range';

/** So many rows are selected at once. */
export const MOST_CHOSEN = 10_000;

export function choosingOf({ shiftKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent): Choosing {
  return shiftKey ? 'range' : ctrlKey || metaKey ? 'toggle' : 'one';
}

/** Shift and a click select rows, not the text between two clicks. */
export function keepTextUnselected(box: HTMLElement): void {
  box.addEventListener('mousedown', (event) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    box.focus({ preventScroll: true });
  });
}
