// States of a world that can be gone back to.

/** One state: a file, which the browser keeps out of the page's memory, and what led to it. */
export interface State { file: Blob; label: string }

/** Adds a state behind the one at hand, which those that were undone give way to. So that all take no more than `most`
 * bytes, steps in between are forgotten, the oldest first: what was opened and what is now can always be had. */
export function addState(states: State[], at: number, state: State, most: number): void {
  states.splice(at + 1, Infinity, state);
  while (states.length > 2 && states.reduce((sum, { file }) => sum + file.size, 0) > most) states.splice(1, 1);
}
