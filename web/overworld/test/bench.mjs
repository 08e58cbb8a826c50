// The package beside the command as a process, in turn in one run: check, JSON, a picture. The package has one thread, so
// the command is measured with one and with all; nobody keeps the output of either. Not a test: figures for people.
// Usage: node bench.mjs WORLD [RUNS]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { deflateSync } from 'node:zlib';
import { load } from '../dist/index.js';
import { bytesOf, project } from './support.mjs';

const [path, runs = '5'] = process.argv.slice(2);
if (!path) {
  console.error('usage: node bench.mjs WORLD [RUNS]');
  process.exit(2);
}
const overworld = await load();
const bytes = bytesOf(path);
const options = { maxMemory: 2 ** 31 };

/** What a process does too: it opens the world, and closes it. */
function inPackage(work) {
  const world = overworld.open(bytes, options);
  work(world);
  world.close();
}

function asProcess(...words) {
  const { status } = spawnSync(join(project, 'build/overworld'), words, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status > 1) throw new Error(words.join(' '));
}

/** Milliseconds of the fastest run of each. */
function best(ways) {
  const least = ways.map(() => Infinity);
  for (let i = 0; i < Number(runs); i++)
    ways.forEach((way, k) => {
      const start = performance.now();
      way();
      least[k] = Math.min(least[k], performance.now() - start);
    });
  return least;
}

const size = { width: 1200, height: 900 };
const rows = [
  ['check', (world) => world.check(), ['check', '--json', path]],
  ['JSON', (world) => world.writeJSON(() => {}), ['convert', path, '-', '--to', 'json']],
  ['picture', (world) => deflateSync(world.render(size).data, { level: 3 }), ['render', path, '--size', '1200x900', '--to', 'png', '-o', '-']],
];
console.log(`${path}: ${(bytes.length / 1e6).toFixed(1)} MB, milliseconds of the fastest of ${runs}`);
console.log('            package  command -j 1         ratio       command         ratio');
for (const [name, work, words] of rows) {
  const [ours, one, all] = best([() => inPackage(work), () => asProcess(...words, '-j', '1'), () => asProcess(...words)]);
  const columns = [ours.toFixed(0), one.toFixed(0), (ours / one).toFixed(2), all.toFixed(0), (ours / all).toFixed(2)];
  console.log(name.padEnd(9) + columns.map((column, i) => column.padStart(i === 0 ? 10 : 14)).join(''));
}
console.log(`memory of the module: ${(overworld.memorySize / 1e6).toFixed(0)} MB, ${(overworld.memorySize / bytes.length).toFixed(1)} x the file`);
