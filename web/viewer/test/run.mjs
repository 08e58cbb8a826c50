// The page in a browser, held against the command.
//
// Usage: run.mjs OVERWORLD PROJECT CORPUS [PART]...
//
// PART is a group below, or a part of a test's name. Without it all tests run. The slowest are listed at the end. The
// last line has the counts.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { begin, end } from './harness.mjs';
import { tests as bench } from './bench.mjs';
import { tests as changing } from './changing.mjs';
import { tests as circuit } from './circuit.mjs';
import { tests as closer } from './closer.mjs';
import { tests as editing } from './editing.mjs';
import { tests as embed } from './embed.mjs';
import { tests as large } from './large.mjs';
import { tests as manners } from './manners.mjs';
import { tests as modded } from './modded.mjs';
import { tests as pictures } from './pictures.mjs';
import { tests as quick } from './quick.mjs';
import { tests as seeing } from './seeing.mjs';

let passed = 0, failed = 0;
const only = process.argv.slice(5), took = [];
/** Groups take about as long as each other and run side by side. PAGE_GROUPS of tests/suites.py has the same names. */
const groups = { look: [...seeing, ...pictures, ...closer, ...modded], change: [...embed, ...changing, ...editing, ...manners],
  circuits: [...circuit, ...bench], speed: [...large, ...quick] };

/** The models' own tests, which need no browser. */
function testModels() {
  const { stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, '--test', '--test-reporter=tap',
    fileURLToPath(new URL('models.test.mjs', import.meta.url))], { encoding: 'utf8' });
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1] ?? Number.NaN);
  passed += count('pass') || 0;
  failed += Number.isNaN(count('fail')) ? 1 : count('fail');
  if (count('fail') !== 0) console.log(stdout, stderr);
}

if (only.length === 0 || only.includes('look')) testModels();

await begin();
for (const [group, name, test] of Object.entries(groups).flatMap(([group, tests]) => tests.map((one) => [group, ...one]))) {
  if (only.length > 0 && !only.some((part) => group === part || (!(part in groups) && name.includes(part)))) continue;
  const began = performance.now();
  try {
    await test();
    passed++;
  } catch (problem) {
    failed++;
    console.log(`${name}: ${problem instanceof Error ? problem.stack : problem}`);
  }
  took.push([name, (performance.now() - began) / 1000]);
}
await end();
if (passed + failed === 0) {
  failed++;
  console.log(`no test matches "${only.join('", "')}"`);
}
const slowest = took.sort(([, one], [, other]) => other - one).slice(0, 10);
console.log(`slowest: ${slowest.map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
