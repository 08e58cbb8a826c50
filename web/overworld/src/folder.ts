// Files in the folder of a save, and mods.
import { closedError, disposable, OverworldError } from './errors.js';
import type { Module } from './module.js';
import type { Value } from './results.js';

/** Files of a folder by their paths below it, joined by "/": "ExtraData/MHG.SimulationSpeed.jecs". A text is UTF-8. */
export type Files = { readonly [path: string]: Uint8Array | string };

/** What the files of a save's folder say: the members of the command's `info --json` about it. */
export interface FolderInfo {
  title?: string;
  description?: string;
  [name: string]: Value;
}

/** A component of a mod. */
export interface ModType {
  /** As in saves: "LabelSockets.LabelSocket". */
  name: string;
  file: string;
  line: number;
  /** 0 without a shape. */
  inputs: number;
  outputs: number;
  /** Whether the file has the shape; otherwise the mod's own code makes it. */
  has_shape: boolean;
}

interface ModsRead { mod_count: number; types: ModType[]; warnings: string[] }

const encoder = new TextEncoder();

/** Runs calls with a folder in the library's memory. Without files, the folder is 0.
 * @internal */
export function withFolder<Result>(module: Module, files: Files | undefined, run: (folder: number) => Result): Result {
  if (!files) return run(0);
  const folder = module.make('folder');
  try {
    for (const [path, content] of Object.entries(files)) {
      const name = encoder.encode(path);
      const bytes = typeof content === 'string' ? encoder.encode(content) : content;
      // The library takes both over, whether or not the call succeeds.
      const address = module.put(name);
      let data: number;
      try {
        data = module.put(bytes);
      } catch (error) {
        module.release(address);
        throw error;
      }
      module.run('folder_add', folder, address, name.length, data, bytes.length);
    }
    return run(folder);
  } finally {
    module.call('folder_close', folder);
  }
}

/** Copies the files of a folder, and closes it.
 * @internal */
export function takeFiles(module: Module, folder: number): { [path: string]: Uint8Array } {
  try {
    const count = module.call('folder_count', folder);
    return Object.fromEntries(Array.from({ length: count }, (_, i) => [module.textAt(module.call('folder_path', folder, i)),
      module.view(module.call('folder_bytes', folder, i), module.call('folder_size', folder, i)).slice()]));
  } finally {
    module.call('folder_close', folder);
  }
}

/** Mods of Logic World. `scene`, `render`, `check` and `circuit` take shapes, pegs and contacts from them. */
export class Mods {
  static {
    disposable(this);
  }

  /** Closes it: of `using`. */
  declare [Symbol.dispose]: () => void;

  readonly #module: Module;
  #handle: number;
  /** How many mods there are: folders with a manifest. */
  readonly modCount: number;
  /** Their components, in ascending order of names. */
  readonly types: readonly ModType[];
  /** Files and types that were left out: the file, the line, and what is wrong there. */
  readonly warnings: readonly string[];

  private constructor(module: Module, handle: number, { mod_count, types, warnings }: ModsRead) {
    this.#module = module;
    this.#handle = handle;
    this.modCount = mod_count;
    this.types = types;
    this.warnings = warnings;
  }

  /** @internal */
  static read(module: Module, files: Files): Mods {
    const handle = withFolder(module, files, (folder) => module.make('mods', folder));
    return new Mods(module, handle, module.answerJSON());
  }

  /** @internal */
  static handleOf(mods: Mods | undefined, module: Module): number {
    if (!mods) return 0;
    if (mods.#handle === 0) throw closedError('mods');
    if (mods.#module !== module) throw new OverworldError('bad argument', 'mods: they were read by another instance');
    return mods.#handle;
  }

  /** Frees their memory. Scenes and circuits that were made with them stay valid. */
  close(): void {
    if (this.#handle !== 0) this.#module.call('mods_close', this.#handle);
    this.#handle = 0;
  }
}
