// The page in a browser, held against the command.
//
// Usage: run.mjs OVERWORLD PROJECT CORPUS        the last line says how many tests passed and failed
import { begin, end } from './harness.mjs';
import { tests as changing } from './changing.mjs';
import { tests as manners } from './manners.mjs';
import { tests as seeing } from './seeing.mjs';

let passed = 0, failed = 0;
const only = process.argv[5];

await begin();
for (const [name, test] of [...seeing, ...changing, ...manners]) {
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
