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
    // What depends on the name of a file, or on the texts beside it, is for the command.
    const issues = wanted.issues.filter((issue) => !/^(FILE|FOLDER)_/.test(issue.code));
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

test('the tileset of a map and its images are the command\'s', () => {
  const world = overworld.open(bytesOf(sample('level-v4.lvd')));
  const out = join(scratch, 'level.tmj');
  command('convert', sample('level-v4.lvd'), out);
  const names = { tilesImage: 'level-tiles.png', tilesFile: 'level-tiles.tsj', blocksImage: 'level-blocks.png' };
  assert.equal(world.toTiled(names), readFileSync(out, 'utf8'));
  assert.equal(world.tiledTileset(names), readFileSync(join(scratch, names.tilesFile), 'utf8'));
  for (const [which, name] of [['tiles', names.tilesImage], ['blocks', names.blocksImage]]) {
    const made = world.tiledImage(which), wanted = pixelsOf(join(scratch, name));
    assert.deepEqual([made.width, made.height], [wanted.width, wanted.height]);
    assert.ok(wanted.data.equals(Buffer.from(made.data)), which);
  }
  assert.throws(() => overworld.open(bytesOf(sample('build-car.structure'))).tiledImage('tiles'), { code: 'bad argument' });
});

test('JSON comes in pieces, each of them once', () => {
  const world = overworld.open(bytesOf(sample('build-cabin.structure')));
  const pieces = [];
  world.writeJSON((piece) => pieces.push(Buffer.from(piece)));
  assert.equal(Buffer.concat(pieces).toString(), world.toJSON());
  const wrong = new Error('enough');
  assert.throws(() => world.writeJSON(() => { throw wrong; }), wrong);
  assert.equal(world.toJSON().length, Buffer.concat(pieces).length);
});

test('a picture is framed where it is asked to be', () => {
  const world = overworld.open(bytesOf(sample('build-cabin.structure')));
  const scene = world.scene();
  const { least, most } = scene.summary;
  const target = least.map((low, axis) => (low + most[axis]) / 2);
  const seen = { view: 'front', transparent: true, plain: true, samples: 1, width: 200, height: 200, target };
  const filled = (scale) => scene.render({ ...seen, scale }).data.filter((value, i) => i % 4 === 3 && value > 0).length;
  const wide = most[0] - least[0], high = most[1] - least[1];
  const [near, far] = [filled(10), filled(5)];
  assert.ok(Math.abs(far - near / 4) < near * 0.02, `${near} and ${far} pixels`);
  assert.ok(near <= wide * high * 100 * 1.05 && near > wide * high * 20, `${near} pixels`);
  assert.throws(() => scene.render({ ...seen, scale: 0 }), { code: 'bad argument' });
  let told = 0;
  const watched = overworld.open(bytesOf(sample('build-cabin.structure')), { progress: () => { told++; } });
  watched.render({ width: 1200, height: 900 });
  assert.ok(told > 0, 'drawing tells how far it is');
  scene.close();
});

test('a first look has what carries others', () => {
  const world = overworld.open(bytesOf(sample('rom-4x8.partialworld')));
  const all = world.scene(), few = world.scene({ carriersOnly: true });
  const boards = all.data().groups.filter(({ subject }) => subject !== 0xffffffff).map(({ subject }) => subject);
  assert.ok(boards.length > 0 && boards.length < all.counts.items);
  assert.deepEqual([...few.data().items.subject], boards.sort((a, b) => a - b));
  assert.equal(few.counts.segments, 0);
  const filled = (options) => world.render({ transparent: true, width: 100, height: 100, ...options }).data.filter((value) => value > 0).length;
  assert.notEqual(filled({ carriersOnly: true }), filled({}));
  all.close();
  few.close();
});

test('schemas are the command\'s', () => {
  for (const format of overworld.formats) {
    assert.deepEqual(overworld.schema(format.name), jsonOf('schema', format.name));
  }
});
