// Broken and hostile input gives an error, and the next call works; callbacks, options and memory behave.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { load, OverworldError } from '../dist/index.js';
import { beside, bytesOf, jsonOf, project, sample, scratch } from './support.mjs';

const overworld = await load();
const SAMPLES = ['world-v7.logicworld', 'level-v4.lvd', 'city-heights.city', 'build-car.structure'];

/** Everything that can be asked of a world: nothing but errors of the library may come. */
function askAll(world) {
  const calls = [
    () => world.info(), () => world.check(), () => world.toJSON(), () => world.children('', 0, 10),
    () => world.pointerAt(40), () => world.find({ maxParts: 3 }), () => world.render({ width: 40, height: 30, samples: 1 }),
    () => world.glb(), () => world.convert().world.close(), () => world.repair({ lossy: true }).world.close(),
  ];
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      assert.ok(error instanceof OverworldError, error.stack);
      assert.ok(error.message.length > 0);
    }
  }
}

/** Numbers that are the same in every run. */
function* random(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

for (const name of SAMPLES) {
  test(`${name}: cut and damaged anywhere`, () => {
    const whole = bytesOf(sample(name));
    const numbers = random(whole.length);
    for (let round = 0; round < 60; round++) {
      const bytes = round % 2 ? whole.slice() : whole.slice(0, numbers.next().value % whole.length);
      for (let i = 0; i < 4 && bytes.length > 0 && round % 2; i++) {
        bytes[numbers.next().value % bytes.length] = numbers.next().value >>> 24;
      }
      let world;
      try {
        world = overworld.open(bytes);
      } catch (error) {
        assert.ok(error instanceof OverworldError, error.stack);
        continue;
      }
      askAll(world);
      world.close();
    }
    assert.equal(overworld.open(whole).check().error, null, 'the next call works');
  });
}

test('an error has its code, pointer and offset', () => {
  const whole = bytesOf(sample('world-v7.logicworld'));
  const error = (() => {
    try {
      overworld.open(whole.slice(0, 700)).toJSON();
    } catch (thrown) {
      return thrown;
    }
  })();
  assert.equal(error.code, 'truncated');
  assert.match(error.pointer, /^\/components\/\d+/);
  assert.ok(error.offset > 0 && error.offset <= 700);
  assert.throws(() => overworld.open(new Uint8Array([1, 2, 3])), { code: 'unknown format' });
  assert.throws(() => overworld.open(new Uint8Array()), { name: 'OverworldError' });
  assert.throws(() => overworld.fromJSON('{'), { code: 'bad json' });
  assert.throws(() => overworld.open(whole).set('/nothing/here', 1), { name: 'OverworldError' });
});

test('an option that is not one is refused by name', () => {
  const world = overworld.open(bytesOf(sample('world-v7.logicworld')));
  assert.throws(() => world.render({ breadth: 100 }), { code: 'bad argument', message: /breadth/ });
  assert.throws(() => world.render({ width: 'wide' }), { code: 'bad argument', message: /width/ });
  assert.throws(() => world.render({ width: -1 }), { code: 'bad argument' });
  assert.throws(() => world.render({ view: 'sideways' }), { code: 'bad argument' });
  assert.throws(() => world.render({ background: '#12345g' }), { code: 'bad argument' });
  assert.throws(() => world.check({ only: ['a\0b'] }), { code: 'bad argument' });
  assert.throws(() => overworld.create('minecraft'), { code: 'bad argument', message: /minecraft/ });
});

test('a picture that is too large is refused', () => {
  const world = overworld.open(bytesOf(sample('world-v7.logicworld')));
  assert.throws(() => world.render({ width: 100_000, height: 100_000 }), { code: 'bad argument' });
});

test('a file larger than memory is an error, and the next call works', () => {
  const huge = { length: 0xfffffff0 };
  assert.throws(() => overworld.open(Object.setPrototypeOf(huge, Uint8Array.prototype)));
  assert.throws(() => overworld.open(bytesOf(sample('level-v4.lvd')), { maxMemory: 10 }).find(), { code: 'too much memory' });
  assert.equal(overworld.open(bytesOf(sample('level-v4.lvd'))).check().error, null);
});

test('progress is told and can stop a call', () => {
  const bytes = bytesOf(sample('world-v7.logicworld'));
  let told = 0;
  overworld.open(bytes, { progress: () => { told++; } }).toJSON();
  const stopped = overworld.open(bytes, { progress: () => false });
  if (told > 0) assert.throws(() => stopped.toJSON(), { code: 'cancelled' });
});

test('what a callback throws comes out of the call', () => {
  const path = sample('issues/CITY_IMAGE_MISSING.city');
  const open = (image) => overworld.open(bytesOf(path), { ...beside(path), image });
  assert.throws(() => open(() => { throw new RangeError('mine'); }).scene(), (error) => error.message === 'mine');
  const { losses } = open(() => undefined).scene();
  assert.ok(losses.length > 0);
  open(() => ({ width: 3, height: 3, data: new Uint8Array(5) })).scene().close();
  open(() => ({ width: 2, height: 2, data: new Uint8Array(16) })).scene().close();
});

test('a value that cannot be set says which', () => {
  const world = overworld.open(bytesOf(sample('four-bit-adder.partialworld')));
  const tries = [['/nowhere', 'bad json', /"nowhere" is not a field of this object/],
    ['/components/0/nowhere', 'bad json', /"nowhere" is not a field of this object/],
    ['/components/0/type', 'bad json', /./, 'x'], ['/components/9999/type', 'not there', /there is no element 9999/]];
  for (const [pointer, code, message, value = 1] of tries) {
    assert.throws(() => world.set(pointer, value), { name: 'OverworldError', code, pointer, message });
  }
  world.close();
});

test('a closed world says so', () => {
  const world = overworld.open(bytesOf(sample('level-v4.lvd')));
  const scene = world.scene();
  world.close();
  world.close();
  assert.throws(() => world.info(), { name: 'OverworldError', code: 'closed', message: 'the world is closed' });
  assert.ok(scene.data().layers.length > 0, 'a scene outlives its world');
  assert.deepEqual([scene.counts.layers, scene.counts.items], [scene.data().layers.length, scene.data().items.count]);
  assert.deepEqual([scene.summary.view, scene.summary.unit_name, scene.summary.types],
    [scene.data().view, scene.data().unit_name, scene.data().types]);
  scene.close();
  assert.throws(() => scene.data(), { name: 'OverworldError', code: 'closed', message: 'the scene is closed' });
});

test('memory after a thousand opens is as after ten', async () => {
  const fresh = await load();
  const work = () => {
    for (const name of SAMPLES) {
      const world = fresh.open(bytesOf(sample(name)), beside(sample(name)));
      askAll(world);
      world.close();
    }
  };
  for (let i = 0; i < 10; i++) work();
  const after = fresh.memorySize;
  for (let i = 0; i < 240; i++) work();
  assert.equal(fresh.memorySize, after);
});

test('each instance has memory of its own, and the module can be shared', async () => {
  const bytes = readFileSync(`${project}/web/overworld/dist/overworld.wasm`);
  const module = await WebAssembly.compile(bytes);
  for (const wasm of [module, bytes, new URL(`file://${project}/web/overworld/dist/overworld.wasm`)]) {
    const one = await load({ wasm });
    assert.equal(one.open(bytesOf(sample('level-v4.lvd'))).format, 'leveld');
  }
  const response = new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
  assert.equal((await load({ wasm: response })).version, overworld.version);
  await assert.rejects(load({ wasm: new Response('', { status: 404 }) }), TypeError);
});

test('facts of a file that breaks off come with the error, as the command tells them', () => {
  const file = join(scratch, 'cut');
  let known = 0;
  for (const name of ['moated-keep.lvd', 'city-town.city', 'build-cabin.structure', 'world-v7.logicworld']) {
    const whole = bytesOf(sample(name));
    for (const share of [0.02, 0.3, 0.7, 0.99]) {
      const bytes = whole.slice(0, Math.floor(whole.length * share));
      writeFileSync(file, bytes);
      const told = jsonOf('info', '--json', '-n', '0', file);
      let error;
      try {
        overworld.open(bytes).info();
      } catch (thrown) {
        error = thrown;
      }
      if (told.format === null) continue; // its first bytes are of no format: it is not opened
      assert.deepEqual(error.found, told.summary, `${name}, ${bytes.length} bytes`);
      assert.deepEqual([error.code, error.offset], [told.error.status, told.error.offset]);
      known += Object.keys(error.found).length;
    }
  }
  assert.ok(known > 10, `${known} facts in all`);
  assert.equal(new OverworldError('cancelled', 'stopped').found, undefined);
});
