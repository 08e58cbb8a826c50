/* What a signal must remove: temporary files and folders, whose names this thread writes where another can read them. */
import * as fs from "node:fs";
import * as path from "node:path";

/* As the command names what it makes before the result is in its place. */
const TEMPORARY = /^(?:\.overworld\.|overworld-)[A-Za-z0-9]{6}$/;

/* The size of the list, then its bytes: paths that end with zero bytes. */
const ROOM = 1 << 16;
const LIST = 4;

export function makeList(): SharedArrayBuffer {
  return new SharedArrayBuffer(LIST + ROOM);
}

/** The temporary files of a thread. */
export class Leftovers {
  #paths = new Set<string>();
  #size: Int32Array | undefined;
  #bytes: Buffer | undefined;

  /** Without a list, nothing is noted: the run has no other thread. */
  constructor(list: SharedArrayBuffer | undefined) {
    this.#size = list && new Int32Array(list, 0, 1);
    this.#bytes = list && Buffer.from(list, LIST);
  }

  note(made: Buffer): void {
    const name = made.toString("latin1");
    if (this.#size && TEMPORARY.test(path.basename(name))) {
      this.#paths.add(name);
      this.#publish();
    }
  }

  /** A path that has been removed or moved. */
  forget(gone: Buffer): void {
    if (this.#paths.delete(gone.toString("latin1")))
      this.#publish();
  }

  #publish(): void {
    const bytes = Buffer.from([...this.#paths].map(name => `${name}\0`).join(""), "latin1");
    /* A reader in between finds an empty list, at the worst. */
    Atomics.store(this.#size!, 0, 0);
    if (bytes.copy(this.#bytes!) === bytes.length)
      Atomics.store(this.#size!, 0, bytes.length);
  }
}

/** Removes what the list names, which another thread has written. */
export function removeLeftovers(list: SharedArrayBuffer): void {
  const size = Atomics.load(new Int32Array(list, 0, 1), 0);
  const names = Buffer.from(new Uint8Array(list, LIST, size)).toString("latin1").split("\0").slice(0, -1);
  for (const name of names) {
    try {
      fs.rmSync(Buffer.from(name, "latin1").toString(), { recursive: true, force: true });
    } catch {
      /* It stays. */
    }
  }
}
