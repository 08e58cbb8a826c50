// The examples of the README run, and print what they say.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { test } from 'node:test';
import { project, sample, scratch } from './support.mjs';

const readme = readFileSync(join(project, 'web/overworld/README.md'), 'utf8');

/** The values that a line "console.log(a, b); // 1 x" is to print. */
const promised = (code) => [...code.matchAll(/^console\.log\(.*\);\s+\/\/ (.*)$/gm)].map((match) => match[1]);

test('examples print what their comments say', () => {
  const code = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1]).join('\n');
  const folder = join(scratch, 'readme');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(project, 'web/overworld'), join(folder, 'node_modules/overworld'));
  copyFileSync(sample('world-v7.logicworld'), join(folder, 'save.logicworld'));
  copyFileSync(sample('four-bit-adder.partialworld'), join(folder, 'adder.partialworld'));
  copyFileSync(sample('city-town.city'), join(folder, 'my.city'));
  writeFileSync(join(folder, 'lamps.jecs'), 'Lamp:\n    prefab:\n        inputs:\n            -\n                position: (0, 1, 0)\n');
  writeFileSync(join(folder, 'run.mjs'), code);
  const done = spawnSync(process.execPath, [...process.execArgv, 'run.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  assert.deepEqual(done.stdout.trimEnd().split('\n'), promised(code), inspect(done.stdout));
  assert.ok(promised(code).length > 10);
});
