// Mods and the folder of a save: the package says what the command says.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from '../dist/index.js';
import { beside, bytesOf, command, jsonOf, pixelsOf, sample, scratch } from './support.mjs';

const overworld = await load();
const parts = () => overworld.open(bytesOf(sample('mods/parts.partialworld')));

/** The files below a folder, by their paths. */
function filesIn(folder, without = () => false) {
  return Object.fromEntries(readdirSync(folder, { recursive: true }).map(String)
    .filter((path) => statSync(join(folder, path)).isFile() && !without(path))
    .map((path) => [path.replaceAll('\\', '/'), bytesOf(join(folder, path))]));
}

const demo = () => overworld.readMods(filesIn(sample('mods')));

test('types of mods: their shapes, files and lines', () => {
  const mods = demo();
  assert.equal(mods.modCount, 1);
  assert.deepEqual(mods.warnings, []);
  assert.deepEqual(mods.types.map(({ name }) => name), mods.types.map(({ name }) => name).sort());
  const lines = readFileSync(sample('mods/DemoMod/components/gates.jecs'), 'utf8').split('\n');
  const gates = mods.types.filter(({ file }) => file === 'DemoMod/components/gates.jecs');
  assert.ok(gates.length > 1);
  for (const { name, line } of gates) assert.equal(`DemoMod.${lines[line - 1]}`, `${name}:`);
  assert.ok(mods.types.some(({ has_shape, inputs }) => has_shape && inputs > 0));
  mods.close();
});

test('pictures, nets and scenes with mods are those of the command', () => {
  const mods = demo(), world = parts();
  const png = join(scratch, 'mods.png');
  const size = { width: 320, height: 240 };
  const done = command('render', sample('mods/parts.partialworld'), '--mods', sample('mods'), '-o', png, '--size', '320x240');
  assert.equal(done.status, 0, done.errors);
  assert.ok(Buffer.from(world.render({ ...size, mods }).data).equals(pixelsOf(png).data));
  assert.ok(!Buffer.from(world.render(size).data).equals(pixelsOf(png).data), 'without mods it looks otherwise');
  assert.equal(world.svg({ ...size, mods }) === world.svg(size), false);
  assert.equal(Buffer.from(world.glb({ mods })).equals(Buffer.from(world.glb())), false);
  const wanted = jsonOf('nets', '--json', '--mods', sample('mods'), sample('mods/parts.partialworld'));
  const circuit = world.circuit({ mods });
  assert.deepEqual(circuit.nets(0, 100), wanted.nets);
  assert.equal(circuit.facts.contacts, wanted.contacts);
  assert.notEqual(world.circuit().facts.contacts, wanted.contacts);
  // What was made with mods outlives them.
  const scene = world.scene({ mods });
  mods.close();
  assert.ok(Buffer.from(scene.render(size).data).equals(pixelsOf(png).data));
  assert.deepEqual(circuit.nets(0, 100), wanted.nets);
  assert.throws(() => world.render({ ...size, mods }), { code: 'closed' });
  assert.throws(() => world.check({ mods }), { code: 'closed' });
});

test('an error in a mod is reported with its line, and the other files are read', () => {
  const mods = overworld.readMods({
    'A/manifest.jecs': 'ID: A\n', 'A/components/a.jecs': 'Good:\n    prefab:\n        inputs: \nBad:\n    prefab:\n        blocks: 1\n',
    'A/components/tab.jecs': 'Part:\n\tprefab:\n', 'B/components/b.jecs': 'Part:\n', 'A/readme.txt': 'not read',
  });
  assert.deepEqual(mods.types.map(({ name }) => name), ['A.Good']);
  assert.equal(mods.warnings.length, 3);
  for (const start of ['A/components/a.jecs: line 6: ', 'A/components/tab.jecs: line 2: ', 'B/components/b.jecs: ']) {
    assert.ok(mods.warnings.some((one) => one.startsWith(start)), `${start} ${mods.warnings}`);
  }
  assert.throws(() => overworld.readMods({ '../manifest.jecs': '' }), { code: 'bad argument' });
  assert.equal(overworld.readMods({}).modCount, 0);
});

test('mods of another instance are refused', async () => {
  const other = await load();
  const mods = other.readMods(filesIn(sample('mods')));
  assert.throws(() => parts().scene({ mods }), { code: 'bad argument' });
});

const saves = readdirSync(sample('issues')).filter((name) => name.startsWith('FOLDER_'));
const worldOf = (folder) => readdirSync(folder).find((name) => /^data\.(logic|partial)world$/.test(name));

for (const name of saves) {
  test(`${name}: checked, summarised and written with its folder`, () => {
    const folder = sample(`issues/${name}`), file = worldOf(folder);
    const world = overworld.open(bytesOf(join(folder, file)), beside(join(folder, file)));
    const files = filesIn(folder, (path) => path === file);
    const texts = filesIn(folder, (path) => path === file || path.startsWith('mod/'));
    const modded = readdirSync(folder).includes('mod');
    const wanted = jsonOf('check', '--json', ...modded ? ['--mods', join(folder, 'mod')] : [], folder);
    const mods = modded ? overworld.readMods(filesIn(join(folder, 'mod'))) : undefined;
    const found = world.check({ folder: texts, ...modded ? { mods } : {} });
    assert.deepEqual(found.issues, wanted.issues);
    assert.deepEqual(found.counters, wanted.counters);
    assert.ok(found.issues.some(({ code }) => code === name));
    const [code] = overworld.formats.find((one) => one.name === 'blotter').folder_codes.filter((one) => one.code === name);
    assert.ok(code.meaning);
    assert.deepEqual(world.check({ folder: texts, mods, only: [name] }).issues, wanted.issues.filter((one) => one.code === name));
    assert.ok(!world.check({ folder: texts, mods, ignore: [name] }).issues.some((one) => one.code === name));
    assert.ok(!world.check().issues.some((one) => one.code.startsWith('FOLDER_')));
    const { title, description, folder: said } = jsonOf('info', '--json', folder);
    const { title: ours = null, description: text = null, ...rest } = world.folderInfo(texts);
    assert.deepEqual([ours, text, rest], [title, description, said ?? {}]);
    const out = join(scratch, `${name}.json`);
    assert.equal(command('convert', folder, out).status, 0);
    const pieces = [];
    assert.deepEqual(world.writeFolderJSON(files, (piece) => pieces.push(piece.slice())), []);
    assert.ok(Buffer.concat(pieces).equals(readFileSync(out)), 'the JSON of the command');
    assert.deepEqual(overworld.filesOfJSON(bytesOf(out)), files);
    assert.deepEqual(overworld.fromJSON(bytesOf(out)).bytes(), world.bytes());
  });
}

test('the issues that are handed out end with maxIssues, and all are counted', () => {
  const folder = sample('issues/FOLDER_MOD_PEGS'), file = worldOf(folder);
  const world = overworld.open(bytesOf(join(folder, file)));
  const given = { folder: { 'meta.jecs': 'a\tb\n', 'worldinfo.jecs': 'a\tb\n' }, mods: overworld.readMods(filesIn(join(folder, 'mod'))) };
  const all = world.check(given);
  assert.ok(all.issues.length > 2);
  for (let most = 1; most <= all.issues.length; most++) {
    const some = world.check({ ...given, maxIssues: most });
    assert.deepEqual(some.issues, all.issues.slice(0, most));
    assert.equal(some.counters.not_shown, all.issues.length - most);
  }
  assert.throws(() => world.check({ ...given, only: ['NO_SUCH'] }), { code: 'bad argument' });
});

test('files that JSON cannot hold are reported, and JSON of a world alone has no files', () => {
  const world = parts();
  const folder = join(scratch, 'hidden');
  mkdirSync(folder);
  writeFileSync(join(folder, 'data.partialworld'), world.bytes());
  const pieces = [];
  const losses = world.writeFolderJSON({ '.hidden': 'x', 'meta.jecs': 'Title: kept\n' }, (piece) => pieces.push(piece.slice()));
  assert.equal(losses.length, 1);
  assert.match(losses[0].message, /^\.hidden is skipped/);
  assert.deepEqual(Object.keys(overworld.filesOfJSON(Buffer.concat(pieces))), ['meta.jecs']);
  assert.equal(overworld.filesOfJSON(world.toJSON()), undefined);
  assert.throws(() => overworld.filesOfJSON('{"format":"blotter","folder":{"../x":""}}'), { code: 'bad json' });
  const level = overworld.open(bytesOf(sample('level-v4.lvd')));
  assert.throws(() => level.writeFolderJSON({ 'meta.jecs': '' }, () => undefined), { code: 'bad argument' });
  assert.deepEqual(level.folderInfo({ 'meta.jecs': 'Title: x\n' }), {});
  rmSync(folder, { recursive: true });
});

test('mods and folders give their memory back', () => {
  const files = { ...filesIn(sample('mods')), 'large.txt': new Uint8Array(1 << 20) };
  const world = parts();
  const round = () => {
    const mods = overworld.readMods(files);
    world.check({ folder: files, mods });
    world.scene({ mods }).close();
    world.circuit({ mods }).close();
    mods.close();
    overworld.filesOfJSON('{"format":"blotter","folder":{"a.jecs":"x"}}');
  };
  for (let i = 0; i < 3; i++) round();
  const before = overworld.memorySize;
  for (let i = 0; i < 50; i++) round();
  assert.equal(overworld.memorySize, before);
});
