// The package against the command as a process, in one run: a pass over the file, check, JSON. Not a test: figures for
// people. Usage: node bench.mjs WORLD [RUNS]
import { performance } from 'node:perf_hooks';
import { load } from '../dist/index.js';
import { bytesOf, command } from './support.mjs';

const [path, runs = '5'] = process.argv.slice(2);
if (!path) {
  console.error('usage: node bench.mjs WORLD [RUNS]');
  process.exit(2);
}
const overworld = await load();
const bytes = bytesOf(path);
const world = overworld.open(bytes, { maxMemory: 2 ** 31 });

const last = world.children().fields.at(-1).pointer;

/** Milliseconds of the fastest run. */
function best(run) {
  let least = Infinity;
  for (let i = 0; i < Number(runs); i++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const rows = [
  // What comes last in the file: everything before it is passed.
  ['trace', () => world.locate(last), () => command('show', '--json', path, last)],
  ['check', () => world.check(), () => command('check', path, '--json')],
  ['JSON', () => world.toJSONBytes(), () => command('convert', path, '-')],
];
console.log(`${path}: ${(bytes.length / 1e6).toFixed(1)} MB, milliseconds of the fastest of ${runs}`);
for (const [name, inPackage, asProcess] of rows) {
  const [ours, theirs] = [best(inPackage), best(asProcess)];
  console.log(`${name.padEnd(8)}${ours.toFixed(0).padStart(8)}  command ${theirs.toFixed(0).padStart(6)}  ${(ours / theirs).toFixed(2)} x`);
}
console.log(`memory of the module: ${(overworld.memorySize / 1e6).toFixed(0)} MB, ${(overworld.memorySize / bytes.length).toFixed(1)} x the file`);
