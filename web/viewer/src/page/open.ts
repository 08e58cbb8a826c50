// Ways into the page: dropped, chosen, pasted, of a folder, of an address, samples, worlds inside the page.
import { text } from '../text.js';
import type { SideFiles } from '../worker/protocol.js';
import { readDropped } from './dropped.js';
import { readModFiles, saveFolder, splitMods } from './mods.js';
import type { Found, ModFiles } from './mods.js';
import { IMAGE, pixelsOf } from './pixels.js';
import type { Session } from './session.js';

/** Files beside a world are read up to this many bytes together. */
const MOST_SIDE_BYTES = 64 << 20;
const MOST_SIDE_FILES = 2000;
/** Files about circuits are no larger. */
const MOST_CIRCUIT_BYTES = 4 << 20;
const NO_WORLD = /\.(png|jpe?g|webp|gif|bmp|succ|jecs|clip|thing|model|txt|md|tsv|tsj|zip|html)$/i;

interface EmbeddedFile { name: string; data: string }

/** A world inside the page: what shows in its picture, and the texts of its folder, are in `files`, what somebody put beside
 * it in `beside`, files of mods in `mods`. A sample has a `picture`, a PNG in base 64. */
export interface Embedded extends EmbeddedFile { files?: EmbeddedFile[]; beside?: EmbeddedFile[]; mods?: EmbeddedFile[]; picture?: string }

export function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  const letters = atob(data);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

/** What lies beside the worlds, read and decoded. */
async function readSide(files: Found[]): Promise<SideFiles> {
  const side: SideFiles = { files: {}, images: {} };
  let size = 0;
  for (const { path, file } of files.slice(0, MOST_SIDE_FILES)) {
    size += file.size;
    if (size > MOST_SIDE_BYTES) break;
    if (IMAGE.test(path)) {
      const image = await pixelsOf(file);
      if (image) side.images[path] = image;
    } else side.files[path] = await bytesOf(file);
  }
  return side;
}

export class Opener {
  readonly #session: Session;
  /** Takes what the page itself put on the clipboard; whether it was that. */
  onPaste: (pasted: string) => boolean = () => false;

  constructor(session: Session) {
    this.#session = session;
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.classList.add('dropping');
    });
    document.addEventListener('dragleave', (event) => event.relatedTarget || document.body.classList.remove('dropping'));
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('dropping');
      void this.#session.guard(() => this.#drop(event.dataTransfer));
    });
    document.addEventListener('paste', (event) => this.#paste(event));
  }

  /** Lets the user choose files, or a folder. */
  choose(isFolder: boolean): void {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.webkitdirectory = isFolder;
    input.addEventListener('change', () => void this.files([...(input.files ?? [])]));
    input.click();
  }

  files(files: File[]): Promise<void> {
    return this.#session.guard(() => this.#openAll(files.map((file) =>
      ({ path: file.webkitRelativePath || file.name, file }))));
  }

  async #drop(transfer: DataTransfer | null): Promise<void> {
    await this.#openAll(await readDropped(transfer));
  }

  #paste(event: ClipboardEvent): void {
    const isTyping = (event.target as HTMLElement | null)?.closest?.('input, textarea');
    if (isTyping) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const typed = event.clipboardData?.getData('text/plain') ?? '';
    if (files.length > 0) void this.files(files);
    else if (!this.onPaste(typed)) void this.pasted(typed);
  }

  /** Text that was pasted: a JSON Patch for the world that is open, or a world as JSON or base64. */
  async pasted(typed: string): Promise<void> {
    const trimmed = typed.trim();
    if (trimmed === '') return;
    if (trimmed.startsWith('[') && this.#session.doc) {
      const edited = await this.#session.edit({ kind: 'patch', patch: trimmed }, text.patch);
      if (edited) this.#session.say(text.patched);
      return;
    }
    await this.#session.guard(async () => {
      const isBase64 = !trimmed.startsWith('{') && /^[A-Za-z0-9+/\s]+=*$/.test(trimmed);
      const bytes = isBase64 ? fromBase64(trimmed.replaceAll(/\s/g, '')) : new TextEncoder().encode(trimmed);
      await this.#session.open(text.pastedName, new Blob([bytes as Uint8Array<ArrayBuffer>]), { files: {}, images: {} });
    });
  }

  #isNamedAsWorld(path: string): boolean {
    const extension = path.split('.').pop()!.toLowerCase();
    return this.#session.formats.some(({ extensions }) => extensions.includes(extension));
  }

  /** Whether it is a file for the circuit of the save that is open, or for one that is opened with it. */
  async #isForCircuits({ path, file }: Found): Promise<boolean> {
    return /\.json$/i.test(path) && file.size <= MOST_CIRCUIT_BYTES &&
      this.#session.client.call('isForCircuits', await bytesOf(file));
  }

  /** The worlds among files. */
  async #worldsOf(found: Found[]): Promise<Found[]> {
    const worlds: Found[] = [];
    for (const one of found) {
      if (NO_WORLD.test(one.path) || await this.#isForCircuits(one)) continue;
      const isKnown = this.#isNamedAsWorld(one.path) ||
        await this.#session.client.call('identify', await bytesOf(one.file.slice(0, 65536))) !== undefined;
      const isJson = /\.(json|tmj)$/i.test(one.path) && found.length === 1;
      if (isKnown || isJson || found.length === 1) worlds.push(one);
    }
    return worlds;
  }

  async #openAll(found: Found[]): Promise<void> {
    const { mods, rest } = splitMods(found);
    const worlds = await this.#worldsOf(rest);
    if (mods.length > 0) await this.#addMods(await readModFiles(mods), worlds.length > 0);
    const others = rest.filter((one) => !worlds.includes(one));
    if (worlds.length === 0) {
      if (mods.length === 0) await this.#addBeside(others);
      return;
    }
    const side = await readSide(others);
    const names = this.#session.formats.flatMap(({ folder_files: files }) => files);
    for (const world of worlds) {
      const name = world.path.split('/').slice(-2).join('/');
      await this.#session.guard(() => this.#session.open(name, world.file, { ...side, ...saveFolder(world, found, names) }), name);
    }
  }

  /** Reads mods for all worlds, and draws the one that is open anew unless another one follows. */
  async #addMods({ files, skipped }: ModFiles, isFollowed: boolean): Promise<void> {
    const session = this.#session;
    await session.guard(async () => {
      const { modCount, types, warnings } = await session.addMods(files);
      if (session.doc && !isFollowed) await session.show(session.doc);
      session.say(text.modsRead(modCount, types.filter(({ has_shape: has }) => has).length, types.length));
      if (warnings.length > 0) session.say(text.modsWrong(warnings[0]!, warnings.length), 'error');
      if (skipped.length > 0) session.say(text.modsSkipped(skipped[0]!, skipped.length), 'error');
    });
  }

  /** Images and other files for the world that is open: a tileset, a ground, display configurations. */
  async #addBeside(found: Found[]): Promise<void> {
    const { doc } = this.#session;
    if (!doc || found.length === 0) {
      this.#session.say(text.noWorlds, 'error');
      return;
    }
    const side = await readSide(found);
    Object.assign(doc.side.files, side.files);
    Object.assign(doc.side.images, side.images);
    delete doc.circuit;
    const tileset = Object.keys(side.images)[0];
    if (doc.format === 'leveld' && tileset) doc.tileset = tileset;
    await this.#session.guard(() => this.#session.show(doc));
    this.#session.say(text.addedBeside(found.length));
  }

  async embedded({ name, data, files = [], beside = [], mods = [] }: Embedded, source?: string): Promise<void> {
    await this.#session.guard(async () => {
      if (mods.length > 0) {
        await this.#session.addMods(Object.fromEntries(mods.map((file) => [file.name, fromBase64(file.data)])));
      }
      const side = await readSide([...files, ...beside].map((file) =>
        ({ path: file.name, file: new Blob([fromBase64(file.data)]) })));
      const texts = files.filter((file) => /\.(jecs|succ)$/.test(file.name));
      const folder = Object.fromEntries(texts.map((file) => [file.name, new Blob([fromBase64(file.data)])]));
      await this.#session.open(name, new Blob([fromBase64(data)]), { ...side, ...texts.length > 0 ? { folder } : {} }, source);
      const given = new Set((source === undefined ? beside : files).map((file) => file.name));
      const tileset = Object.keys(side.images).find((path) => given.has(path));
      const { doc } = this.#session;
      // A level names its tileset by itself; those of samples do not, nor does one that somebody puts beside it.
      if (doc?.format === 'leveld' && tileset) {
        doc.tileset = tileset;
        await this.#session.lookAgain();
      }
    });
  }

  /** A file of the same origin. */
  async address(address: string): Promise<void> {
    await this.#session.guard(async () => {
      const url = new URL(address, location.href);
      if (url.origin !== location.origin) throw new Error(text.otherOrigin);
      const response = await fetch(url);
      if (!response.ok) throw new Error(text.notFetched(url.pathname, response.status));
      const name = decodeURIComponent(url.pathname.split('/').pop() || url.pathname);
      await this.#session.open(name, await response.blob(), { files: {}, images: {} }, `url=${address}`);
    });
  }
}
