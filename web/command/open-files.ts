/* The files that the command has open. */
import * as fs from "node:fs";

import { SystemError } from "./errors.js";

/** An open file, which several descriptors may share. */
export interface OpenFile {
  /** The descriptor of Node.js; undefined for a folder that is only entered. */
  host: number | undefined;
  /** Absolute; undefined for standard streams and pipes. */
  path: Buffer | undefined;
  flags: number;
  /** Where the next byte is read or written, as Node.js cannot move the system's own position. Undefined if the system's
   * position counts. */
  position: number | undefined;
  descriptors: number;
  /** The entries of a folder that is read, and how many have been read. */
  entries?: fs.Dirent<Buffer>[];
  entry?: number;
}

export class OpenFiles {
  #files: (OpenFile | undefined)[] = [];

  constructor() {
    for (let stream = 0; stream <= 2; stream++)
      this.add({ host: stream, path: undefined, flags: 2, position: undefined, descriptors: 0 });
  }

  get(descriptor: number): OpenFile {
    const file = this.#files[descriptor];
    if (!file)
      throw new SystemError("EBADF");
    return file;
  }

  /** The descriptor of Node.js. */
  host(descriptor: number): number {
    const host = this.get(descriptor).host;
    if (host === undefined)
      throw new SystemError("EBADF");
    return host;
  }

  /** Adds a descriptor: the lowest that is free from `least` on. */
  add(file: OpenFile, least = 0): number {
    let descriptor = least;
    while (this.#files[descriptor])
      descriptor++;
    this.#files[descriptor] = file;
    file.descriptors++;
    return descriptor;
  }

  close(descriptor: number): void {
    const file = this.get(descriptor);
    this.#files[descriptor] = undefined;
    file.descriptors--;
    /* Node.js may need its standard streams. */
    if (file.descriptors === 0 && file.host !== undefined && file.host > 2)
      fs.closeSync(file.host);
  }
}
