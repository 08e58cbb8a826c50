// The package says of every world what the command says, byte for byte.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from '../dist/index.js';
import { beside, bytesOf, command, jsonOf, nameOf, pixelsOf, sample, scratch, worlds } from './support.mjs';

const overworld = await load();
const MOST_FIELDS = 20_000; // of a world that is walked through field by field

function sameOutput(made, ...words) {
  const out = join(scratch, 'out');
  rmSync(out, { force: true });
  const done = command(...words.map((word) => (word === 'OUT' ? out : word)));
  if (done.status !== 0) {
    assert.equal(made(), undefined, done.errors);
    return;
  }
  const wanted = readFileSync(out);
  const given = made();
  assert.ok(wanted.equals(Buffer.from(given)), `${words.join(' ')}: ${wanted.length} bytes, not the same`);
}

/** The text or bytes that a call gives; undefined where it throws an error of the library. */
function attempt(call) {
  try {
    return call();
  } catch (error) {
    assert.equal(error.name, 'OverworldError', error.stack);
    return undefined;
  }
}

/** The JSON of a world put together of its children. */
function gather(world, field) {
  if (field.kind === 'value') return field.value;
  const children = [];
  for (;;) {
    const more = world.children(field.pointer, children.length, 97);
    assert.equal(more.error, null);
    children.push(...more.fields);
    if (more.fields.length < 97) break;
  }
  if (field.kind === 'array') return children.map((child) => gather(world, child));
  return Object.fromEntries(children.filter((child) => !child.derived)
    .map((child) => [child.name, gather(world, child)]));
}

function checkPlaces(world, size) {
  for (let step = 0; step < 16; step++) {
    const offset = Math.floor((size - 1) * step / 15);
    const field = world.pointerAt(offset);
    if (!field) continue;
    assert.ok(field.offset <= offset && offset < field.offset + field.size, `byte ${offset}`);
    const found = world.locate(field.pointer);
    assert.deepEqual([found?.offset, found?.size], [field.offset, field.size], field.pointer);
  }
}

/** The command says where it looked for an image; here the caller looked. */
const sameIssue = (issue) => (issue.code === 'CITY_IMAGE_MISSING' ? { ...issue, message: '' } : issue);
const withoutWords = (summary) => ({ ...summary, terrain_problem: 'terrain_problem' in summary });

const isWhole = (value) => JSON.stringify(value).length < MOST_FIELDS && !JSON.stringify(value).includes('base64');

for (const path of worlds) {
  const bytes = bytesOf(path);
  if (overworld.identify(bytes) === undefined) {
    test(`${nameOf(path)}: refused by both`, () => {
      assert.throws(() => overworld.open(bytes), { name: 'OverworldError' });
      assert.equal(command('info', path).status, 4);
    });
    continue;
  }
  test(nameOf(path), () => {
    const world = overworld.open(bytes, beside(path));
    const json = command('convert', path, '-');
    if (json.status === 0) {
      assert.equal(Buffer.from(world.toJSONBytes()).compare(json.output), 0, 'JSON');
      const back = overworld.fromJSON(json.output);
      assert.deepEqual(back.bytes(), bytes, 'JSON and back');
      const value = JSON.parse(world.toJSON());
      delete value.format;
      if (isWhole(value)) assert.deepEqual(gather(world, { kind: 'object', pointer: '' }), value, 'children');
      back.close();
    } else {
      assert.throws(() => world.toJSON(), { name: 'OverworldError' });
    }
    const info = jsonOf('info', '--json', path);
    if (info.error === null && info.whole) assert.deepEqual(withoutWords(world.info()), withoutWords(info.summary), 'info');
    const wanted = jsonOf('check', '--json', path);
    const issues = wanted.issues.filter((issue) => !issue.code.startsWith('FILE_'));
    assert.deepEqual(world.check().issues.map(sameIssue), issues.map(sameIssue), 'check');
    assert.equal(world.check().error?.message, wanted.error?.message, 'check');
    checkPlaces(world, bytes.length);
    if (json.status === 0) {
      assert.deepEqual(world.find().parts, jsonOf('find', '--json', path).parts, 'find');
    }
    sameOutput(() => attempt(() => world.glb({ title: info.name })), 'convert', path, 'OUT', '--to', 'glb');
    world.close();
  });
  test(`${nameOf(path)}: pictures`, () => {
    const world = overworld.open(bytes, beside(path));
    const out = join(scratch, 'out.png');
    const done = command('render', path, '-o', out, '--force', '--size', '320x240');
    const picture = attempt(() => world.render({ width: 320, height: 240 }));
    assert.equal(picture !== undefined, done.status === 0, done.errors);
    if (picture) assert.ok(pixelsOf(out).data.equals(Buffer.from(picture.data)), 'pixels');
    world.close();
  });
}

test('SVG is the command\'s', () => {
  for (const name of ['world-v7.logicworld', 'level-v4.lvd', 'build-car.structure']) {
    const world = overworld.open(bytesOf(sample(name)), beside(sample(name)));
    sameOutput(() => Buffer.from(world.svg({ width: 640, height: 480, view: 'top', labels: true })),
      'render', sample(name), '-o', 'OUT', '--size', '640x480', '--view', 'top', '--labels', '--to', 'svg');
  }
});

test('a level is the command\'s map of Tiled, and comes back', () => {
  const bytes = bytesOf(sample('level-v4.lvd'));
  const map = overworld.open(bytes).toTiled();
  assert.ok(overworld.isTiled(map));
  const { world, losses } = overworld.fromTiled(map);
  assert.deepEqual(world.bytes(), bytes);
  assert.deepEqual(losses, []);
});

test('schemas are the command\'s', () => {
  for (const format of overworld.formats) {
    assert.deepEqual(overworld.schema(format.name), jsonOf('schema', format.name));
  }
});
