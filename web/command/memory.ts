/* The memory of the command. */

const TEXT = new TextDecoder("utf-8");

interface Owner {
  memory: WebAssembly.Memory;
  memory_at(size: number): number;
}

/** Views of a memory, which grows. */
export class Memory {
  #owner: () => Owner;
  #bytes = Buffer.alloc(0);
  #view = new DataView(new ArrayBuffer(0));

  constructor(owner: () => Owner) {
    this.#owner = owner;
  }

  get view(): DataView {
    const buffer = this.#owner().memory.buffer;
    if (this.#view.buffer !== buffer)
      this.#view = new DataView(buffer);
    return this.#view;
  }

  get bytes(): Buffer {
    const buffer = this.#owner().memory.buffer;
    if (this.#bytes.buffer !== buffer)
      this.#bytes = Buffer.from(buffer);
    return this.#bytes;
  }

  /** Memory of the command's own; 0 if there is none. */
  allocate(size: number): number {
    return this.#owner().memory_at(size) >>> 0;
  }

  /** A copy of the bytes at `at` up to the first zero. */
  word(at: number): Buffer {
    const bytes = this.bytes;
    return Buffer.from(bytes.subarray(at >>> 0, bytes.indexOf(0, at >>> 0)));
  }

  text(at: number): string {
    return TEXT.decode(this.word(at));
  }

  /** The words of a list that ends with NULL. */
  words(at: number): string[] {
    const words = [];
    for (let word; (word = this.view.getUint32(at >>> 0, true)) !== 0; at += 4)
      words.push(this.text(word));
    return words;
  }

  setNumber(at: number, value: number): void {
    this.view.setInt32(at >>> 0, value, true);
  }

  /** An optional argument of a system call. */
  argument(at: number): number {
    return this.view.getInt32(at >>> 0, true);
  }
}
