// What makes worlds of worlds does what the command does.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load } from '../dist/index.js';
import { bytesOf, command, jsonOf, project, sample, scratch } from './support.mjs';

const overworld = await load();
const open = (name) => overworld.open(bytesOf(sample(name)));
const SAMPLES = ['world-v7.logicworld', 'level-v4.lvd', 'city-heights.city', 'build-car.structure'];

/** The file that the command makes. */
function madeBy(...words) {
  const out = join(scratch, 'made');
  const done = command(...words.map((word) => (word === 'OUT' ? out : word)), '--force');
  assert.ok(done.status === 0 || done.status === 1, done.errors);
  return new Uint8Array(readFileSync(out));
}

const CHANGES = {
  'world-v7.logicworld': ['/components/1/position/0', 1234],
  'level-v4.lvd': ['/blocks/0/name', 'another name'],
  'city-heights.city': ['/name', 'Another City'],
  'build-car.structure': ['/blocks/0/type', 7],
};

for (const name of SAMPLES) {
  const [pointer, value] = CHANGES[name];
  test(`${name}: set, diff and patch`, (context) => {
    const before = open(name);
    if (!before.locate(pointer)) return context.skip(`no ${pointer}`);
    const after = before.set(pointer, value);
    assert.deepEqual(after.bytes(), madeBy('set', sample(name), pointer, JSON.stringify(value), '-o', 'OUT'));
    const changed = join(scratch, `changed-${name}`);
    writeFileSync(changed, after.bytes());
    const { changes } = jsonOf('diff', '--json', sample(name), changed);
    assert.ok(changes.length > 0);
    assert.deepEqual(before.diff(after).changes, changes);
    assert.deepEqual(before.diff(after, { maxChanges: 0 }).changes, changes);
    assert.deepEqual(before.diffPatch(after), jsonOf('diff', '--patch', sample(name), changed));
    assert.deepEqual(before.patch(before.diffPatch(after)).bytes(), after.bytes());
    assert.deepEqual(before.bytes(), bytesOf(sample(name)), 'the world before stays as it was');
    assert.equal(before.diff(before).changes.length, 0);
  });
}

test('a scene finds what selectors choose, and names it', () => {
  const world = open('four-bit-adder.partialworld'), scene = world.scene();
  const found = new Set([...scene.find('type:MHG.XorGate')].map((item) => scene.pointer(1, item)));
  assert.deepEqual([...found].sort(), world.find('type:MHG.XorGate').parts.map(({ pointer }) => pointer).sort());
  const { count } = world.find('wires');
  assert.equal(new Set([...scene.find('wires', 'segments')].map((at) => scene.pointer(2, at))).size, count);
  assert.equal(scene.find('type:MHG.Mount').length, 0);
  scene.close();
});

test('a scene marks all that differs, and tells the place of a pixel', () => {
  const before = open('four-bit-adder.partialworld');
  const { world: after, count } = before.replace('type', 'MHG.XorGate', 'MHG.AndGate');
  const scene = after.scene();
  assert.deepEqual(scene.markChanges(before, after), { items: count, segments: 0, removed: 0, cells: 0 });
  const framed = { width: 80, height: 60, samples: 1 };
  const marked = scene.render({ ...framed, changes: true }).data;
  assert.deepEqual(marked, scene.render({ ...framed, highlight: before.find('type:MHG.XorGate').parts
    .map(({ pointer }) => pointer).join() }).data);
  assert.notDeepEqual(marked, scene.render(framed).data);
  assert.deepEqual(scene.markChanges(after, after), { items: 0, segments: 0, removed: 0, cells: 0 });
  const { least, most } = scene.bounds();
  scene.placeAt(40, 30, framed).forEach((at, axis) =>
    assert.ok(at > least[axis] - 0.1 && at < most[axis] + 0.1, `${at} on axis ${axis}`));
  assert.equal(scene.placeAt(0, 0, framed), undefined);
  assert.throws(() => scene.placeAt(80, 0, framed), { code: 'bad argument' });
});

/** How many pixels of a picture are of a hue. */
function pixels({ data }, isOf) {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) count += isOf(data[i], data[i + 1], data[i + 2]) ? 1 : 0;
  return count;
}

const isRed = (r, g, b) => r > 120 && g < r / 3 && b < r / 3;
const isOrange = (r, g, b) => r > 150 && g > r * 0.4 && g < r * 0.75 && b < r / 2.5;

test('removed bodies with surfaces of their own are shown where they stood', () => {
  const before = open('build-custom.structure');
  const { world: after } = before.remove('/blocks/0');
  const scene = after.scene();
  assert.equal(scene.markChanges(before, after).removed, 1);
  const [shown, plain] = [true, false].map((changes) => pixels(scene.render({ width: 200, height: 160, changes }), isRed));
  assert.ok(shown > plain + 100, `${shown} red pixels of ${plain}`);
});

test('a picture of a comparison shows what was removed where it stood, and changed cells and heights', () => {
  const before = open('four-bit-adder.partialworld');
  // Another origin: what is left has other bounds.
  const { world: after } = before.remove('type:MHG.XorGate,type:MHG.PanelLabel,wires');
  const scene = after.scene(), whole = before.scene();
  const facts = scene.markChanges(before, after);
  assert.equal(facts.removed, before.info().component_count - after.info().component_count + before.info().wire_count);
  const origin = (one) => one.summary.origin;
  const { least, most } = whole.summary;
  const target = least.map((low, axis) => (low + most[axis]) / 2);
  const framed = { width: 200, height: 160, scale: 8, view: 'top', withoutStates: true };
  const moved = target.map((at, axis) => at + origin(whole)[axis] - origin(scene)[axis]);
  const plain = scene.render({ ...framed, target: moved });
  const shown = scene.render({ ...framed, target: moved, changes: true });
  assert.ok(pixels(shown, isRed) > pixels(plain, isRed) + 500, `${pixels(shown, isRed)} red of ${pixels(plain, isRed)}`);
  // What differs between the two pictures is where the removed things stand in one of the world before.
  const gates = whole.render({ ...framed, target, highlight: 'type:MHG.XorGate,type:MHG.PanelLabel,wires' });
  const there = whole.render({ ...framed, target });
  let both = 0, alone = 0;
  for (let i = 0; i < plain.data.length; i += 4) {
    const isRedHere = isRed(...shown.data.subarray(i, i + 3)) && !isRed(...plain.data.subarray(i, i + 3));
    const isMarkedThere = [0, 1, 2].some((c) => gates.data[i + c] !== there.data[i + c]);
    both += isRedHere && isMarkedThere ? 1 : 0;
    alone += isRedHere && !isMarkedThere ? 1 : 0;
  }
  assert.ok(both > 500 && alone < both / 20, `${both} pixels are in both, ${alone} elsewhere`);

  for (const [name, pointer, value, most] of [['moated-keep.lvd', '/blocks/1/layers/0/100', 5, 1], ['city-town.city', '/terrain/heights/1200', 12, 4]]) {
    const level = open(name);
    const changed = level.set(pointer, value);
    const seen = changed.scene();
    assert.equal(seen.markChanges(level, changed).cells, 1);
    const [with_, without] = [true, false].map((changes) => pixels(seen.render({ width: 480, height: 280, view: 'top', plain: true, changes }), isOrange));
    assert.ok(with_ > without + 30 && with_ < without + 500 * most, `${name}: ${with_} orange pixels of ${without}`);
  }
});

/** What is looked into in the middle of a long list is what is there. */
test('bytes and children far in a file are those of a walk from its beginning', () => {
  let world = open('four-bit-adder.partialworld');
  for (let i = 0; i < 6; i++) world = world.merge(world, { at: [20 << i, 0, 0] }).world;
  const bytes = world.bytes();
  assert.ok(bytes.length > 200_000);
  for (const list of ['/components', '/wires']) {
    const { count } = world.locate(list);
    for (const share of [0, 0.3, 0.77, 1]) {
      const from = Math.floor((count - 1) * share);
      const [field] = world.children(list, from, 1).fields;
      assert.equal(field.pointer, `${list}/${from}`);
      assert.deepEqual(world.locate(field.pointer), field);
      const value = world.pointerAt(field.offset);
      assert.ok(value.pointer.startsWith(`${field.pointer}/`) && value.offset === field.offset, value.pointer);
      assert.deepEqual(world.pointerAt(field.offset + field.size - 1), world.fields(field.offset + field.size - 1,
        field.offset + field.size, 1).fields[0]);
    }
  }
  const walked = world.children('/components', 0, 1e6).fields;
  assert.deepEqual(world.children('/components', 2000, 50).fields, walked.slice(2000, 2050));
});

test('convert carries what it can and tells the rest', () => {
  const { world, losses } = open('world-v7.logicworld').convert({ version: 6 });
  assert.equal(world.info().version, 6);
  assert.deepEqual(world.bytes(), madeBy('convert', sample('world-v7.logicworld'), 'OUT', '--version', '6', '--to', 'blotter'));
  assert.deepEqual(losses, []);
  const level = open('level-v4.lvd').convert({ version: 2 });
  assert.ok(level.losses.length > 0);
  assert.throws(() => open('level-v4.lvd').convert({ version: 99 }), { code: 'bad argument' });
});

test('repair does what the command does, and says it', () => {
  const path = join(project, 'samples/issues/BLOTTER_DANGLING_PEG.partialworld');
  for (const lossy of [false, true]) {
    const { world, report } = overworld.open(bytesOf(path)).repair({ lossy });
    const told = jsonOf('repair', '--json', path, ...(lossy ? ['--lossy'] : []));
    for (const key of Object.keys(report)) assert.deepEqual(report[key], told[key], key);
    assert.equal(world.check().counters.errors, report.errors_left);
  }
});

test('a file that breaks off is salvaged', () => {
  const whole = bytesOf(sample('world-v7.logicworld'));
  const broken = overworld.open(whole.slice(0, 700));
  assert.throws(() => broken.repair(), { name: 'OverworldError', code: 'truncated' });
  const { world, report } = broken.repair({ lossy: true });
  assert.equal(report.broke_off.pointer.startsWith('/components/'), true);
  assert.equal(world.check().counters.errors, 0);
});

test('find, remove, replace, extract, merge', () => {
  const path = sample('world-v7.logicworld');
  const world = overworld.open(bytesOf(path));
  assert.equal(world.find({ type: 'MHG.Peg', maxParts: 2 }).parts.length, 2);
  assert.equal(world.find({ type: 'MHG.Peg', maxParts: 2 }).count, 3);
  assert.deepEqual(world.find({ where: ['/address > 60'] }).parts,
    jsonOf('find', path, '--where', '/address > 60', '--json').parts);
  const removed = world.remove('type:MHG.Peg');
  assert.equal(removed.count, 3);
  assert.deepEqual(removed.world.bytes(), madeBy('remove', path, 'type:MHG.Peg', '-o', 'OUT'));
  const replaced = world.replace('type', 'MHG.Peg', 'MHG.ThroughPeg');
  assert.equal(replaced.count, 3);
  const part = world.extract('C-40');
  writeFileSync(join(scratch, 'part.partialworld'), part.world.bytes());
  assert.deepEqual(part.world.bytes(), madeBy('extract', path, 'C-40', '-o', 'OUT'));
  const merged = world.merge(part.world, { at: [0, 0, 40], quarterTurns: 1 });
  assert.deepEqual(merged.world.bytes(), madeBy('merge', path, join(scratch, 'part.partialworld'),
    '--at', '0,0,40', '--turn', '1', '-o', 'OUT'));
  assert.throws(() => world.remove('type:NoSuchThing'), { code: 'bad argument' });
});

test('values are set in the words of show, all or none', () => {
  const path = sample('four-bit-adder.partialworld');
  const world = overworld.open(bytesOf(path));
  const changed = world.setValues({ 'C-2/label/text': 'CLOCK', 'C-2/label/color': 'orange', '/components/0/board/size_x': 20,
    'C-32/type': 'AndGate', 'type:PanelSwitch/switch/on': true });
  assert.deepEqual(changed.bytes(), madeBy('set', path, 'C-2/label/text="CLOCK"', 'C-2/label/color=orange',
    '/components/0/board/size_x=20', 'C-32/type=AndGate', 'type:PanelSwitch/switch/on=true', '-o', 'OUT'));
  assert.equal(changed.locate('/components/1/label/text').value, 'CLOCK');
  assert.deepEqual(world.setValues({}).bytes(), world.bytes());
  assert.throws(() => world.setValues({ 'C-2/label/text': 'A', 'C-2/label/color': 'no colour' }), { code: 'bad json' });
  assert.throws(() => world.setValues({ 'C-999/label/text': 'A' }), { code: 'not there', message: /999/ });
  assert.throws(() => world.setValues({ '': 1 }), { code: 'bad argument' });
  assert.throws(() => world.setValues({ 'a\0b': 1 }), { code: 'bad argument' });
});

test('move, turn, mirror and copy', () => {
  const path = sample('four-bit-adder.partialworld');
  const world = overworld.open(bytesOf(path));
  const same = (made, ...words) => {
    assert.deepEqual(made.world.bytes(), madeBy(words[0], path, ...words.slice(1), '-o', 'OUT'), words.join(' '));
    return made;
  };
  assert.deepEqual(same(world.move('C-32', { by: [2, 0, -1] }), 'move', 'C-32', '--by', '2,0,-1').losses, []);
  same(world.move('C-32,C-34', { to: [1, 0.5, 2] }), 'move', 'C-32', 'C-34', '--to', '1,0.5,2');
  same(world.turn('C-2'), 'turn', 'C-2');
  same(world.turn('C-2', -1), 'turn', 'C-2', '--quarters', '3');
  same(world.mirror('type:PanelLabel', { axis: 'z' }), 'mirror', 'type:PanelLabel', '--axis', 'z');
  same(world.mirror('C-2', { at: 9 }), 'mirror', 'C-2', '--at', '9');
  assert.equal(same(world.copy('C-32', [0, 0, 20], 3), 'copy', 'C-32', '--step', '0,0,20', '-n', '3').count, 3);
  assert.throws(() => world.copy('C-32', [1, 0], 0), { code: 'bad argument' });
  assert.throws(() => world.move('C-999', { by: [1, 0] }), { code: 'bad argument' });
  assert.throws(() => world.mirror('type:XorGate'), ({ code, message, losses }) => {
    assert.equal(code, 'bad value');
    assert.match(message, /8 of the selected components have no mirror image/);
    assert.equal(losses.length, 8);
    assert.match(losses[0].message, /no mirror image: MHG.XorGate C-10/);
    return losses[0].pointer === '/components/9';
  });
  const level = sample('moated-keep.lvd');
  assert.deepEqual(open('moated-keep.lvd').move('box:0,0..3,3', { by: [8, 0] }).world.bytes(),
    madeBy('move', level, 'box:0,0..3,3', '--by', '8,0', '-o', 'OUT'));
  assert.equal(open('moated-keep.lvd').find({ near: [4, 5], within: 100 }).count > 0, true);
});

test('parts are counted as the command counts them', () => {
  for (const name of ['four-bit-adder.partialworld', 'moated-keep.lvd', 'build-car.structure', 'city-town.city']) {
    assert.deepEqual(open(name).parts(), jsonOf('parts', '--json', sample(name)).parts, name);
  }
  assert.deepEqual(open('four-bit-adder.partialworld').parts('type:*Gate'),
    jsonOf('parts', '--json', sample('four-bit-adder.partialworld'), 'type:*Gate').parts);
});

test('merge3 joins what two sides did, and tells conflicts', () => {
  const base = open('world-v7.logicworld');
  const ours = base.set('/components/0/position/0', 500);
  const theirs = base.set('/components/1/position/2', 700);
  const { world, conflicts } = ours.merge3(base, theirs);
  assert.deepEqual(conflicts, []);
  const value = JSON.parse(world.toJSON());
  assert.deepEqual([value.components[0].position[0], value.components[1].position[2]], [500, 700]);
  const other = base.set('/components/0/position/0', 900);
  assert.equal(ours.merge3(base, other).conflicts[0].kind, 'changed');
});

test('create starts with nothing, in the newest version', () => {
  for (const format of overworld.formats) {
    const world = overworld.create(format.name);
    assert.equal(world.format, format.name);
    assert.deepEqual(overworld.open(world.bytes(), { format: format.name }).toJSON(), world.toJSON());
  }
});
