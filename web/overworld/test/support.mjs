// What the tests of the package share: the command, the samples and the real files.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';

export const project = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
export const corpus = resolve(project, process.env.OVERWORLD_CORPUS ?? '../shared/corpus');
export const scratch = mkdtempSync(join(tmpdir(), 'overworld-package-'));

const OTHER_FILES = /\.(json|md|tsv|png|sh|jecs|succ|clip|thing|model|txt|jpg|tsj|tmj|tmx)$/;

function filesOf(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // no corpus here
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : entry.isFile() && !OTHER_FILES.test(path) ? [path] : [];
  });
}

/** Every world of the project and of the corpus. */
export const worlds = [...filesOf(join(project, 'samples')), ...filesOf(corpus)].sort();

export const sample = (name) => join(project, 'samples', name);
export const bytesOf = (path) => new Uint8Array(readFileSync(path));
export const nameOf = (path) => relative(project, path);

/** Runs the command; `output` is its standard output as bytes. */
export function command(...words) {
  const done = spawnSync(join(project, 'build/overworld'), words, { maxBuffer: 1 << 30 });
  return { status: done.status, output: done.stdout, errors: done.stderr.toString() };
}

export const jsonOf = (...words) => JSON.parse(command(...words).output.toString());

/** Files and images beside a world, as the command finds them: below its own folder. */
export function beside(path) {
  const folder = dirname(path);
  const read = (name) => {
    try {
      const found = join(folder, name);
      return statSync(found).isFile() ? bytesOf(found) : undefined;
    } catch {
      return undefined;
    }
  };
  const image = (name) => {
    try {
      const { width, height, data } = PNG.sync.read(Buffer.from(read(name)));
      return { width, height, data: new Uint8Array(data) };
    } catch {
      return undefined;
    }
  };
  return { file: read, image };
}

export const pixelsOf = (path) => PNG.sync.read(readFileSync(path));
