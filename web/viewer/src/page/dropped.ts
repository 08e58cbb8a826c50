// What somebody dropped: files, and those in folders.
import type { Found } from './mods.js';

/** Of a folder no more files than these are looked at; folders of mods have many. */
const MOST_FOUND = 20_000;

/** What Chromium gives beside an entry. TypeScript knows no `getAsFileSystemHandle`. */
interface Handle {
  kind: 'file' | 'directory';
  name: string;
  getFile(): Promise<File>;
  values(): AsyncIterable<Handle>;
}
type Item = DataTransferItem & { getAsFileSystemHandle?(): Promise<Handle | null> };

/** As for the command: hidden files are skipped. */
function isHidden({ name }: { name: string }): boolean {
  return name.startsWith('.');
}

async function readEntry(entry: FileSystemEntry, path: string, found: Found[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0 || found.length > MOST_FOUND) return;
    for (const one of entries) if (!isHidden(one)) await readEntry(one, `${path}/${one.name}`, found);
  }
}

async function readHandle(handle: Handle, path: string, found: Found[]): Promise<void> {
  if (handle.kind === 'file') {
    found.push({ path, file: await handle.getFile() });
    return;
  }
  for await (const one of handle.values()) {
    if (found.length > MOST_FOUND) return;
    if (!isHidden(one)) await readHandle(one, `${path}/${one.name}`, found);
  }
}

/** Files that were dropped, with their paths. In a page from a file, Chromium reads no entries, but handles. */
export async function readDropped(transfer: DataTransfer | null): Promise<Found[]> {
  // All that the browser lends has to be taken before anything is waited for.
  const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file').map((item: Item) => {
    const entry = item.webkitGetAsEntry();
    return { entry, file: item.getAsFile(),
      handle: entry?.isDirectory ? item.getAsFileSystemHandle?.().catch(() => null) : undefined };
  });
  const found: Found[] = [];
  for (const { entry, file, handle: asked } of items) {
    const handle = await asked;
    if (handle) await readHandle(handle, handle.name, found);
    else if (entry?.isDirectory) await readEntry(entry, entry.name, found);
    else if (file) found.push({ path: file.name, file });
  }
  return found;
}
