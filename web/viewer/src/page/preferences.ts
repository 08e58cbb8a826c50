// The few things that the page remembers: sizes of panels, light or dark. Nothing of any world.

export interface Preference<Value> { value: Value }

/** A value that is kept, as far as the browser lets the page keep anything. */
export function preference<Value extends string | number | boolean>(name: string, otherwise: Value): Preference<Value> {
  const key = `overworld.${name}`;
  let kept: unknown;
  try {
    kept = JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    kept = null;
  }
  let current: Value = typeof kept === typeof otherwise ? kept as Value : otherwise;
  return {
    get value() {
      return current;
    },
    set value(value: Value) {
      current = value;
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // A page of a file may have no storage.
      }
    },
  };
}
