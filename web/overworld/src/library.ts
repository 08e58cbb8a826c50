// The library: loaded once, opens worlds.
import { Mods, takeFiles } from './folder.js';
import type { Files } from './folder.js';
import { Module, settings } from './module.js';
import type { Host } from './module.js';
import type { Format, Loss, Value } from './results.js';
import { World } from './world.js';

export interface LoadOptions {
  /** Where the WebAssembly comes from. Left out: overworld.wasm beside this file. */
  wasm?: WebAssembly.Module | BufferSource | Response | PromiseLike<Response> | URL | string;
}

export interface OpenOptions extends Host {
  /** Read as this format, whatever the bytes look like. */
  format?: string;
  /** Read in this variant of the format, whether it fits or not. */
  variant?: string;
  /** Most bytes that one call may hold at once; left out: four times the input and 16 MiB. */
  maxMemory?: number;
  /** Refuse what is otherwise kept and reported. */
  strict?: boolean;
}

/** Of a classic script, which has no address of its own: known while it runs for the first time. */
const script = typeof document === 'object' ? (document.currentScript as HTMLScriptElement | null)?.src : undefined;

/** Where the module is unless the caller says so: beside this file, or beside the script that it was bundled into. */
function usualPlace(): URL {
  // Bundlers that know files of packages look for exactly this expression.
  if (import.meta.url) return new URL('./overworld.wasm', import.meta.url);
  return new URL('overworld.wasm', script ?? location.href);
}

async function fromFile(url: URL): Promise<WebAssembly.Module> {
  // Not for bundlers: browsers never come here.
  const name = ['node:fs', 'promises'].join('/');
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name) as typeof import('node:fs/promises');
  return WebAssembly.compile(new Uint8Array(await readFile(url)));
}

async function compile(source: LoadOptions['wasm']): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
  if (typeof source === 'string' || source instanceof URL) {
    const url = new URL(source, import.meta.url || script || location.href);
    // Node's fetch knows no files.
    const isFile = url.protocol === 'file:' && typeof process === 'object' && process.versions?.node !== undefined;
    return isFile ? fromFile(url) : compile(await fetch(url));
  }
  const response = await (source as Response | PromiseLike<Response>);
  if (!response.ok) throw new TypeError(`overworld.wasm: ${response.status} ${response.statusText}`);
  // A server that does not know the type of .wasm rules out compiling while it loads.
  const isTyped = response.headers.get('content-type')?.startsWith('application/wasm') === true;
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Loads the library. Each call makes an instance with memory of its own, of which it never gives any back. */
export async function load(options: LoadOptions = {}): Promise<Overworld> {
  const module = await compile(options.wasm ?? usualPlace());
  return new Overworld(await Module.start(module));
}

/** What the caller lends, and what the library is told. */
function parted({ progress, file, image, inflate, inflateRaw, deflateRaw, ...rest }: OpenOptions): { host: Host; rest: object } {
  return { host: { progress, file, image, inflate, inflateRaw, deflateRaw }, rest };
}

/** The library. */
export class Overworld {
  readonly #module: Module;
  #formats: Format[] | undefined;

  /** @internal */
  constructor(module: Module) {
    this.#module = module;
  }

  get version(): string {
    return this.#module.textAt(this.#module.call('version'));
  }

  /** The formats that it knows, with the codes of their issues. */
  get formats(): Format[] {
    if (!this.#formats) {
      this.#module.run('formats');
      this.#formats = this.#module.answerJSON<{ formats: Format[] }>().formats;
    }
    return this.#formats;
  }

  /** How much memory it has taken of the system, in bytes. */
  get memorySize(): number {
    return this.#module.memorySize;
  }

  /** The name of the format that bytes are of, undefined for none. */
  identify(bytes: Uint8Array): string | undefined {
    return this.#module.withTexts([bytes], ([address], [size]) =>
      this.#module.textAt(this.#module.call('identify', address as number, size as number)) || undefined);
  }

  /**
   * Opens a world of bytes, which are copied. Only its format is looked at: a file that breaks off can be
   * opened, looked at and repaired; what cannot be done with it throws later.
   */
  open(bytes: Uint8Array, options: OpenOptions = {}): World {
    const { host, rest } = parted(options);
    const handle = this.#module.lend(host, () => this.#module.withTexts([settings(rest)], ([text]) =>
      // The library takes the bytes over, whatever comes of them.
      this.#module.make('open', this.#module.put(bytes), bytes.length, text as number)));
    return new World(this.#module, handle, host);
  }

  /** A world of the JSON that `toJSON` writes. The offset of an error counts bytes of the text as UTF-8. */
  fromJSON(json: string | Uint8Array | Value, options: OpenOptions = {}): World {
    const { host, rest } = parted(options);
    const text = typeof json === 'string' || json instanceof Uint8Array ? json : JSON.stringify(json);
    const handle = this.#module.lend(host, () =>
      this.#module.withTexts([text, settings(rest)], ([address, given], [size]) =>
        this.#module.make('from_json', address as number, size as number, given as number)));
    return new World(this.#module, handle, host);
  }

  /** The other files of a save's folder in JSON that `writeFolderJSON` writes; undefined if the JSON is of a world alone. */
  filesOfJSON(json: string | Uint8Array): { [path: string]: Uint8Array } | undefined {
    const folder = this.#module.withTexts([json], ([address], [size]) =>
      this.#module.call('folder_from_json', address as number, size as number));
    if (folder !== 0) return takeFiles(this.#module, folder);
    if (this.#module.call('error_status') !== 0) throw this.#module.error();
    return undefined;
  }

  /**
   * Reads the text files of mods: the folder of one mod, or a folder that has mods at any depth. Other files are ignored.
   * What cannot be read is left out, and is in `warnings`. Close the mods when they are not needed any more.
   */
  readMods(files: Files): Mods {
    return Mods.read(this.#module, files);
  }

  /** A level of a map of Tiled (TMJ), and what it has no place for. */
  fromTiled(map: string | Uint8Array, host: Host = {}): { world: World; losses: Loss[] } {
    const handle = this.#module.lend(host, () => this.#module.withTexts([map], ([address], [size]) =>
      this.#module.make('from_tiled', address as number, size as number)));
    return {
      world: new World(this.#module, handle, host),
      losses: this.#module.answerJSON<{ losses: Loss[] }>().losses,
    };
  }

  /** Whether JSON text looks like a map of Tiled. */
  isTiled(text: string | Uint8Array): boolean {
    return this.#module.withTexts([text], ([address], [size]) =>
      this.#module.call('is_tiled', address as number, size as number) !== 0);
  }

  /** A world with nothing in it, in the newest version of a format. */
  create(format: string): World {
    const handle = this.#module.withTexts([format], ([name]) => this.#module.make('new', name as number));
    return new World(this.#module, handle, {});
  }

  /** The JSON Schema (2020-12) of a format's JSON. */
  schema(format: string): { [name: string]: Value } {
    this.#module.withTexts([format], ([name]) => this.#module.run('schema', name as number));
    return this.#module.answerJSON();
  }
}
