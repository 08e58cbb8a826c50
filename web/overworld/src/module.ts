// The WebAssembly module: its exports, its memory, and what it asks of JavaScript while a call runs.
import { OverworldError } from './errors.js';

/** An image in colour: red, green, blue, opacity of each pixel, row by row. */
export interface Image {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** What a caller lends to calls. A callback that throws ends its call, which throws the same. */
export interface Host {
  /** Told bytes done and bytes in all, now and then; return false to stop with "cancelled". */
  progress?: ((done: number, total: number) => boolean | void) | undefined;
  /** A file beside the world, by its relative path. */
  file?: ((path: string) => Uint8Array | undefined) | undefined;
  /** An image beside the world, decoded. */
  image?: ((path: string) => Image | undefined) | undefined;
  /** Unpacks zlib's or gzip's bytes: Node's zlib.unzipSync does. Only maps of Tiled ask for it. */
  inflate?: ((packed: Uint8Array) => Uint8Array) | undefined;
  /**
   * Unpack and pack raw deflate (RFC 1951), as mods keep memories of circuits: Node's zlib.inflateRawSync, with
   * `finishFlush: constants.Z_SYNC_FLUSH` as mods leave the stream without an end, and zlib.deflateRawSync. Without both
   * memories begin empty, and keep their custom data; what one throws stands for bytes that are no such thing.
   */
  inflateRaw?: ((packed: Uint8Array) => Uint8Array) | undefined;
  deflateRaw?: ((plain: Uint8Array) => Uint8Array) | undefined;
}

type Export = (...numbers: number[]) => number;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  [name: string]: unknown;
}

/** Exports that give floats: sizes and counts beyond 32 bits. */
const FLOATS = /size$|^error_offset$|^simulation_(tick|updates)$/;
const LARGEST = 0xffff0000; // what a 32-bit memory could ever give
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A value that becomes an option of the library; undefined and false stand for none. */
export type Setting = string | number | boolean | readonly string[] | readonly number[] | undefined;

/** One instance of the module. */
export class Module {
  readonly #exports: Exports;
  #host: Host = {};
  #thrown: { error: unknown } | undefined;
  #taker: ((piece: Uint8Array) => void) | undefined;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  static async start(module: WebAssembly.Module): Promise<Module> {
    let made: Module | undefined;
    const instance = await WebAssembly.instantiate(module, {
      env: { emscripten_notify_memory_growth: () => undefined },
      host: {
        progress: (done: number, total: number) => (made?.progress(done, total) ? 1 : 0),
        file: (path: number, size: number, asImage: number) => (made?.file(path, size, asImage !== 0) ? 1 : 0),
        take: (address: number, size: number) => (made?.take(address, size) ? 1 : 0),
        inflate: (packed: number, packedSize: number, into: number, size: number) =>
          made?.inflate(packed, packedSize, into, size) ? 1 : 0,
        packs: () => (made?.packs ? 1 : 0),
        unpack: (packed: number, packedSize: number, into: number, size: number) =>
          made?.raw('inflateRaw', packed, packedSize, into, size) ?? 0,
        pack: (plain: number, plainSize: number, into: number, size: number) =>
          made?.raw('deflateRaw', plain, plainSize, into, size) ?? 0,
      },
    });
    made = new Module(instance.exports as unknown as Exports);
    made.#exports._initialize();
    return made;
  }

  /** How much memory the module has taken of the system, in bytes. It never gives any back. */
  get memorySize(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** A call of an export; what it gives is a number without a sign: a pointer, a status, a size. */
  call(name: string, ...numbers: number[]): number {
    const result = (this.#exports[`web_${name}`] as Export)(...numbers);
    return FLOATS.test(name) ? result : result >>> 0;
  }

  /** Runs calls with what a host lends, and throws what its callbacks threw, though the calls went well: what
   * they made is given to `discard` then. */
  lend<Result>(host: Host, run: () => Result, discard?: (result: Result) => void): Result {
    const before = this.#host;
    this.#host = host;
    this.#thrown = undefined;
    let result: Result | undefined;
    let failed: { error: unknown } | undefined;
    try {
      result = run();
    } catch (error) {
      failed = { error };
    }
    // What a callback threw stands above what its call threw for it.
    const thrown = this.#hasThrown() ?? failed;
    if (thrown && !failed) discard?.(result as Result);
    this.#host = before;
    this.#thrown = undefined;
    if (thrown) throw thrown.error;
    return result as Result;
  }

  /** Runs a call that hands out what it writes piece by piece: each is a view, good until it returns. */
  pour(taker: (piece: Uint8Array) => void, run: () => void): void {
    this.#taker = taker;
    try {
      run();
    } finally {
      this.#taker = undefined;
    }
  }

  #hasThrown(): { error: unknown } | undefined {
    return this.#thrown;
  }

  /** A call that gives a status: throws unless it is fine. */
  run(name: string, ...numbers: number[]): void {
    if (this.call(name, ...numbers) !== 0) throw this.error();
  }

  /** A call that gives a handle: throws where there is none. */
  make(name: string, ...numbers: number[]): number {
    const handle = this.call(name, ...numbers);
    if (handle === 0) throw this.error();
    return handle;
  }

  error(): OverworldError {
    return new OverworldError(
      this.textAt(this.call('error_name')),
      this.textAt(this.call('error_message')),
      this.textAt(this.call('error_pointer')),
      this.call('error_offset'),
    );
  }

  /** Memory with a copy of bytes, and a zero behind them. */
  put(bytes: Uint8Array): number {
    const address = bytes.length < LARGEST ? this.call('allocate', bytes.length + 1) : 0;
    if (address === 0) {
      throw new OverworldError('no memory', `there is no memory for ${bytes.length} bytes`);
    }
    const memory = new Uint8Array(this.#exports.memory.buffer);
    memory.set(bytes, address);
    memory[address + bytes.length] = 0;
    return address;
  }

  release(address: number): void {
    this.call('release', address);
  }

  /** Runs a call with texts in memory, which are given back behind it. */
  withTexts<Result>(texts: (string | Uint8Array)[], run: (addresses: number[], sizes: number[]) => Result): Result {
    const addresses: number[] = [];
    const sizes: number[] = [];
    try {
      for (const text of texts) {
        const bytes = typeof text === 'string' ? encoder.encode(text) : text;
        addresses.push(this.put(bytes));
        sizes.push(bytes.length);
      }
      return run(addresses, sizes);
    } finally {
      for (const address of addresses) this.release(address);
    }
  }

  /** The bytes at an address: a view, good until the next call. */
  view(address: number, size: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, address, size);
  }

  textAt(address: number): string {
    const memory = new Uint8Array(this.#exports.memory.buffer);
    return decoder.decode(memory.subarray(address, memory.indexOf(0, address)));
  }

  /** What the last call answered, as a copy. */
  answer(): Uint8Array {
    const bytes = this.view(this.call('answer'), this.call('answer_size')).slice();
    this.call('answer_release');
    return bytes;
  }

  answerText(): string {
    const size = this.call('answer_size');
    try {
      return decoder.decode(this.view(this.call('answer'), size));
    } catch {
      throw new OverworldError('no memory', `a text of ${size} bytes is more than JavaScript has room for`);
    } finally {
      this.call('answer_release');
    }
  }

  answerJSON<Result>(): Result {
    return JSON.parse(this.answerText()) as Result;
  }

  /** What a call that failed had answered by then; undefined where that is nothing, or no whole JSON. */
  answerSoFar<Result>(): Result | undefined {
    try {
      return this.answerJSON();
    } catch {
      return undefined;
    }
  }

  private guard(run: () => boolean): boolean {
    try {
      return run();
    } catch (error) {
      this.#thrown ??= { error };
      return false;
    }
  }

  private progress(done: number, total: number): boolean {
    if (this.#thrown) return false;
    return this.guard(() => this.#host.progress?.(done, total) !== false);
  }

  private lent(bytes: Uint8Array, width: number, height: number): boolean {
    this.call('lend', this.put(bytes), bytes.length, width, height);
    return true;
  }

  private file(path: number, size: number, asImage: boolean): boolean {
    const name = decoder.decode(this.view(path, size));
    return this.guard(() => {
      if (asImage) {
        const image = this.#host.image?.(name);
        if (!image) return false;
        const { buffer, byteOffset, byteLength } = image.data;
        return this.lent(new Uint8Array(buffer, byteOffset, byteLength), image.width, image.height);
      }
      const bytes = this.#host.file?.(name);
      return bytes ? this.lent(bytes, 0, 0) : false;
    });
  }

  private take(address: number, size: number): boolean {
    return this.guard(() => {
      this.#taker?.(this.view(address, size));
      return true;
    });
  }

  private inflate(packed: number, packedSize: number, into: number, size: number): boolean {
    return this.guard(() => {
      const bytes = this.#host.inflate?.(this.view(packed, packedSize).slice());
      if (bytes?.length !== size) return false;
      this.view(into, size).set(bytes);
      return true;
    });
  }

  private get packs(): boolean {
    return this.#host.inflateRaw !== undefined && this.#host.deflateRaw !== undefined;
  }

  /** Unpacks or packs into what fits; how many bytes came of it, 0 where the bytes are no such thing or do not fit. */
  private raw(how: 'inflateRaw' | 'deflateRaw', from: number, fromSize: number, into: number, size: number): number {
    try {
      const bytes = this.#host[how]?.(this.view(from, fromSize).slice());
      if (!bytes || bytes.length > size) return 0;
      this.view(into, size).set(bytes);
      return bytes.length;
    } catch {
      return 0;
    }
  }
}

/** Options as the library takes them: name=value, each ended by a zero, the last by two. */
export function settings(options: object): string {
  let text = '';
  for (const [name, value] of Object.entries(options) as [string, Setting][]) {
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const isTexts = Array.isArray(value) && typeof (value[0] ?? '') === 'string';
    const values = isTexts ? (value as string[]) : [value];
    for (const one of values) {
      if (one === undefined || one === false) continue;
      const plain = one === true ? '' : Array.isArray(one) ? one.join(',') : String(one);
      if (plain.includes('\0')) {
        throw new OverworldError('bad argument', `${name}: a text with a zero in it is no option`);
      }
      text += `${key}=${plain}\0`;
    }
  }
  return `${text}\0`;
}
