// The page in a browser, held against the command.
//
// Usage: run.mjs OVERWORLD PROJECT CORPUS        the last line says how many tests passed and failed
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { begin, end } from './harness.mjs';
import { tests as bench } from './bench.mjs';
import { tests as changing } from './changing.mjs';
import { tests as circuit } from './circuit.mjs';
import { tests as large } from './large.mjs';
import { tests as manners } from './manners.mjs';
import { tests as quick } from './quick.mjs';
import { tests as seeing } from './seeing.mjs';

let passed = 0, failed = 0;
const only = process.argv[5];

/** The models' own tests, which need no browser. */
function testModels() {
  const { stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, '--test', '--test-reporter=tap',
    fileURLToPath(new URL('models.test.mjs', import.meta.url))], { encoding: 'utf8' });
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1] ?? Number.NaN);
  passed += count('pass') || 0;
  failed += Number.isNaN(count('fail')) ? 1 : count('fail');
  if (count('fail') !== 0) console.log(stdout, stderr);
}

if (!only) testModels();

await begin();
for (const [name, test] of [...seeing, ...changing, ...manners, ...circuit, ...bench, ...large, ...quick]) {
  if (only && !name.includes(only)) continue;
  try {
    await test();
    passed++;
  } catch (problem) {
    failed++;
    console.log(`${name}: ${problem instanceof Error ? problem.stack : problem}`);
  }
}
await end();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
