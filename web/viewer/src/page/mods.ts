// Mods among files that were dropped: which files are theirs, and the folder of each save.
import type { SideFiles } from '../worker/protocol.js';

/** A file with its path in what was dropped or chosen. */
export interface Found { path: string; file: Blob }

/** As for the command: files of mods are no larger, and there are no more of them together. */
const MOST_TEXT_BYTES = 4 << 20, MOST_BYTES = 64 << 20, MOST_FILES = 8192;
/** A path that the library reads has no more parts. */
const MOST_PARTS = 8;
const TYPES_FILE = 'overworld-types.json';
const TEXT = /\.(jecs|succ)$/;
const MANIFEST = /(^|\/)manifest\.(jecs|succ)$/;

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isComponents(path: string): boolean {
  return TEXT.test(path) && /(^|\/)components\//.test(folderOf(path));
}

/** Files of mods, and the others. What lies in the folder of a mod is no world, and belongs to none. */
export function splitMods(found: readonly Found[]): { mods: Found[]; rest: Found[] } {
  const texts = found.filter(({ path }) => MANIFEST.test(path) || isComponents(path));
  const tops = new Set(texts.map(({ path }) => path.split('/')[0]));
  const folders = texts.filter(({ path }) => MANIFEST.test(path)).map(({ path }) => folderOf(path)).filter((folder) => folder !== '');
  const isOfMods = ({ path }: Found) => MANIFEST.test(path) || isComponents(path) ||
    (nameOf(path) === TYPES_FILE && tops.has(path.split('/')[0]));
  return { mods: found.filter(isOfMods),
    rest: found.filter((one) => !isOfMods(one) && !folders.some((folder) => one.path.startsWith(folder))) };
}

export interface ModFiles { files: { [path: string]: Uint8Array }; skipped: string[] }

/** Reads files of mods, as long as there are not too many. */
export async function readModFiles(mods: readonly Found[]): Promise<ModFiles> {
  const depth = Math.max(...mods.map(({ path }) => path.split('/').length));
  const read: ModFiles = { files: {}, skipped: [] };
  let size = 0, count = 0;
  for (const { path, file } of mods) {
    // The folder that was dropped is a part of the paths unless they are too long for the library.
    const name = depth > MOST_PARTS ? path.split('/').slice(1).join('/') : path;
    size += file.size;
    if (name.split('/').length > MOST_PARTS || file.size > MOST_TEXT_BYTES || size > MOST_BYTES || count === MOST_FILES) {
      read.skipped.push(path);
      continue;
    }
    count++;
    read.files[name] = new Uint8Array(await file.arrayBuffer());
  }
  return read;
}

/** The other files of the save that a world is in, by their paths in its folder. `names` are the files of worlds there. */
export function saveFolder(world: Found, found: readonly Found[], names: readonly string[]): Pick<SideFiles, 'base' | 'folder'> {
  const base = folderOf(world.path);
  if (!names.includes(nameOf(world.path))) return { base };
  const folder: { [path: string]: Blob } = {};
  let size = 0;
  for (const { path, file } of found) {
    const inside = path.slice(base.length);
    // Without a folder, other folders that were dropped too are not the save's.
    const isInside = path.startsWith(base) && (base !== '' || !inside.includes('/') || /^(ExtraData|players)\//.test(inside));
    if (!isInside || names.includes(inside) || (size += file.size) > MOST_BYTES) continue;
    folder[inside] = file;
  }
  return { base, folder };
}
