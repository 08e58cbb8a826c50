// Unit tests of the page's models, which need no browser.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { load } from '../../overworld/dist/index.js';

const here = dirname(fileURLToPath(import.meta.url));
const outfile = join(mkdtempSync(join(tmpdir(), 'page-models-')), 'models.mjs');
await build({ entryPoints: [join(here, 'models.entry.ts')], bundle: true, format: 'esm', platform: 'node', outfile,
  alias: { overworld: join(here, '../../overworld/dist/index.js') }, logLevel: 'error' });
const { choosingOf, carrierOf, isBoard, placeOn, typeOf, typeValue, commonMembers, TreeModel, PAGE, addState, changedRuns, PRESETS, Viewpoint, cornersOf, Looking, RecordNames, pointerOf, recordOf, subjectsOf,
  thingsAt, Mark, gridLines, lengthText, roundBelow, scaleBar, Members, buildModel, Bits, record, Signal, Live, rangesOf, sendEntries, Tables, findNext, indexOf, patternOf } =
  await import(pathToFileURL(outfile).href);
const overworld = await load();

function modelOf(name, states = true) {
  const world = overworld.open(new Uint8Array(readFileSync(join(here, '../../../samples', name))));
  const scene = world.scene();
  const model = buildModel(scene.data(), states, scene.losses);
  scene.close();
  world.close();
  return model;
}

const adder = modelOf('four-bit-adder.partialworld');
const keep = modelOf('moated-keep.lvd');

/** A tree of `sizes[depth]` children at each depth. */
function treeOf(sizes) {
  const asked = [];
  const fetch = async (pointer, from, count) => {
    asked.push(`${pointer} ${from}`);
    const depth = pointer === '' ? 0 : pointer.split('/').length - 1;
    const size = sizes[depth] ?? 0;
    const fields = Array.from({ length: Math.max(0, Math.min(count, size - from)) }, (_, i) => ({
      pointer: `${pointer}/${from + i}`, ...(depth === 0 ? { name: String(from + i) } : { index: from + i }), kind: depth + 1 < sizes.length ? 'array' : 'value', offset: 0,
      ...(depth + 1 < sizes.length ? { count: sizes[depth + 1] } : {}) }));
    return { fields, found: true, error: null };
  };
  return { tree: new TreeModel(fetch, () => undefined), asked };
}

test('rows between two nodes are those of their list, or all', async () => {
  const { tree } = treeOf([3, 1000, 2]);
  await tree.load(tree.root, 0);
  const second = tree.rowAt(1).node;
  await tree.open(second);
  await tree.load(second, 0);
  const [early, late] = [second.children.get(1), tree.rowAt(2 + 150).node];
  await tree.open(second.children.get(2));
  await tree.load(second.children.get(2), 0);
  assert.deepEqual((await tree.between(early, late, 1000)).slice(0, 3), ['/1/1', '/1/2', '/1/3']);
  assert.deepEqual(await tree.between(late, early, 3), ['/1/3', '/1/2', '/1/1']);
  const inside = second.children.get(2).children.get(0);
  assert.deepEqual(await tree.between(early, inside, 1000), ['/1/1', '/1/2', '/1/2/0']);
  assert.deepEqual(await tree.between(inside, early, 1000), ['/1/2/0', '/1/2', '/1/1']);
  assert.deepEqual(await tree.between(early, early, 1000), ['/1/1']);
  assert.deepEqual(await tree.between(tree.rowAt(0).node, late, 1e4).then((all) => all.length), 154 + 1);
});

test('keys say what a click selects', () => {
  const how = (keys) => choosingOf({ shiftKey: false, ctrlKey: false, metaKey: false, ...keys });
  assert.deepEqual([how({}), how({ shiftKey: true }), how({ ctrlKey: true }), how({ metaKey: true })], ['one', 'range', 'toggle', 'toggle']);
});

function openSample(name) {
  return overworld.open(new Uint8Array(readFileSync(join(here, '../../../samples', name))));
}

test('records have the members that all of them have', () => {
  const world = openSample('four-bit-adder.partialworld');
  const paths = ({ members }, record) => members.map(({ pointer }) => pointer.slice(record.length));
  const one = commonMembers(world, ['/components/1']);
  assert.ok(paths(one, '/components/1').includes('/label/text'));
  assert.deepEqual(one.differing, []);
  const labels = commonMembers(world, ['/components/1', '/components/2']);
  assert.deepEqual(paths(labels, '/components/2').filter((path) => path.startsWith('/label/')), paths(one, '/components/1').filter((path) => path.startsWith('/label/')));
  assert.ok(labels.differing.includes('/label/text') && !labels.differing.includes('/type'));
  const others = commonMembers(world, ['/components/1', '/components/31']);
  assert.ok(paths(others, '/components/31').includes('/type') && others.differing.includes('/type'));
  assert.ok(!paths(commonMembers(world, ['/components/31', '/components/1']), '/components/1').includes('/label/text'));
  assert.deepEqual(commonMembers(world, ['/wires/0', '/components/1']).members, []);
  assert.deepEqual(commonMembers(world, []).differing, []);
  world.close();
});

/** The type of a record of a sample. */
function typeIn(name, pointer) {
  const world = openSample(name), scene = world.scene();
  const types = scene.summary.types.map((type) => type.name);
  const found = typeOf(world.format, pointer, world.children(pointer).fields, types);
  scene.close();
  world.close();
  return found && { ...found, field: found.field.pointer };
}

test('types are those of the world, by names that it takes', () => {
  assert.deepEqual(typeIn('four-bit-adder.partialworld', '/components/31').names.slice(0, 2), ['MHG.AndGate', 'MHG.ChubbySocket']);
  assert.deepEqual(typeIn('moated-keep.lvd', '/blocks/2/things/1'), { field: '/blocks/2/things/1/id', name: '10', names: ['1', '10', '20', '21', '30'] });
  assert.equal(typeIn('city-town.city', '/things/0').name, 'overworld-house');
  assert.equal(typeIn('build-car.structure', '/blocks/3').field, '/blocks/3/id');
  assert.equal(typeIn('four-bit-adder.partialworld', '/wires/0'), undefined);
  assert.equal(typeIn('moated-keep.lvd', '/blocks/2'), undefined);
  assert.deepEqual([typeValue('20'), typeValue('MHG.AndGate')], [20, 'MHG.AndGate']);
});

test('parts stand on boards, mounts and what carries some already', async () => {
  const world = openSample('world-v7.logicworld');
  const carrier = (pointer, ...more) => carrierOf({ doc: { format: world.format }, selected: [pointer, ...more], client: { call: async (name, options) => world.find(options) },
    selection: { pointer, ...commonMembers(world, [pointer]) } });
  const board = await carrier('/components/0'), mount = await carrier('/components/6');
  assert.deepEqual(board, { address: 40, isBoard: true, height: 0.5 });
  assert.deepEqual(mount, { address: 59, isBoard: false, height: 4 });
  for (const none of [['/components/1'], ['/wires/0'], ['/components/0', '/components/6']]) assert.equal(await carrier(...none), undefined);
  const [loose, onBoard] = [{ at: [15, 0, -3], isOnBoard: false, isBoard: false }, { at: [5.5, 0.5, 4.5], isOnBoard: true, isBoard: false }];
  assert.deepEqual(placeOn(board, onBoard, 2), [7.5, 0.5, 4.5]);
  assert.deepEqual(placeOn(board, loose, 0), [0.5, 0.5, 0.5]);
  assert.deepEqual(placeOn(board, { ...loose, isBoard: true }, 0), [0, 0.5, 0]);
  assert.deepEqual(placeOn(mount, onBoard, 0), [0, 4, 0]);
  assert.deepEqual([isBoard('MHG.CircuitBoard'), isBoard('MHG.Mount'), isBoard(undefined)], [true, false, false]);
  world.close();
});

test('a tree fetches pages, each once, and finds every row again', async () => {
  const { tree, asked } = treeOf([3, 1000, 2]);
  await tree.load(tree.root, 0);
  assert.equal(tree.rows, 3);
  const second = tree.rowAt(1).node;
  await tree.open(second);
  assert.equal(tree.rows, 3 + 1000);
  assert.equal(tree.rowAt(500).node, undefined);
  await Promise.all([tree.load(second, 499), tree.load(second, 498)]);
  assert.deepEqual(asked, [' 0', `/1 ${2 * PAGE}`]);
  await tree.open(tree.rowAt(501).node);
  assert.equal(tree.rows, 3 + 1000 + 2);
  for (let number = 0; number < tree.rows; number++) {
    const { parent, node } = tree.rowAt(number);
    if (node) assert.equal(tree.numberOf(node), number, `row ${number}`);
    assert.ok(parent);
  }
  assert.equal(tree.rowAt(tree.rows), undefined);
  tree.close(second);
  assert.equal(tree.rows, 3);
});

test('a tree opens what leads to a pointer', async () => {
  const { tree } = treeOf([3, 1000, 2]);
  const node = await tree.reveal('/2/777/1');
  assert.equal(node.field.pointer, '/2/777/1');
  assert.equal(tree.rowAt(tree.numberOf(node)).node, node);
  assert.equal((await tree.reveal('/2/777/9/nothing')).field.pointer, '/2/777');
});

test('pointers lead to records and things, and back', () => {
  assert.equal(recordOf('/components/7/position/0', adder), '/components/7');
  assert.equal(recordOf('/components', adder), undefined);
  assert.equal(recordOf('/version', adder), undefined);
  const things = thingsAt(adder, ['/components/7/rotation', '/wires/3']);
  assert.equal(things.size, 2);
  for (const thing of things) {
    const { kind, subject } = adder.things;
    assert.ok(['/components/7', '/wires/3'].includes(pointerOf(adder, kind[thing], subject[thing])));
  }
  assert.ok(subjectsOf('/components/7', adder).every(({ subject, rest }) => subject === 7 && rest === ''));
  const names = new RecordNames(adder);
  assert.match(names.of('/components/7'), /^MHG\.\w+ C-\d+$/);
  assert.equal(names.of('/components/7/position'), '');
});

test('a model has every part of every thing once, within its bounds', () => {
  for (const model of [adder, keep, modelOf('build-cabin.structure'), modelOf('city-town.city')]) {
    assert.equal(model.batches.reduce((sum, { count }) => sum + count, 0), model.partCount);
    for (const { rows, id, color, count, center, radius } of model.batches) {
      assert.deepEqual([rows.length, id.length, color.length], [12 * count, count, 4 * count]);
      for (let i = 0; i < count; i++) {
        assert.ok((id[i] & Bits.NUMBER) < model.things.count);
        const at = [0, 1, 2].map((axis) => rows[12 * i + 4 * axis + 3]);
        assert.ok(Math.hypot(...at.map((place, axis) => place - center[axis])) <= radius + 1e-3);
        assert.ok(at.every((place, axis) => place >= model.least[axis] - 1e-3 && place <= model.most[axis] + 1e-3));
      }
    }
  }
});

test('states change colours and nothing else', () => {
  const off = modelOf('four-bit-adder.partialworld', false);
  assert.deepEqual(off.batches.map(({ rows }) => rows), adder.batches.map(({ rows }) => rows));
  assert.notDeepEqual(off.batches.map(({ color }) => color), adder.batches.map(({ color }) => color));
});

test('what stands on a record is hidden with it, whatever the parents are', () => {
  const kinds = [{ name: 'thing', list: '/things' }];
  const group = (subject, parent) => ({ kind: 0, subject, parent });
  const model = { kinds, groups: [group(0, null), group(1, 0), group(2, 1), group(null, 2), group(4, 5), group(5, 4)] };
  const members = new Members(model, ['/things/1']);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((number) => members.has(0, 100, number)), [false, true, true, true, false, false]);
  assert.ok(members.has(0, 1, 0), 'the record itself');
  assert.ok(new Members(model, ['/things/4']).has(0, 100, 5), 'parents in a circle');
});

/** As much of a stage as a choice is written to. */
function stageOf(model) {
  const shown = { layers: [], grounds: [] };
  return { model, marks: new Uint8Array(model.things.count), shown, showLayer: (i, is) => shown.layers[i] = is,
    showGround: (i, is) => shown.grounds[i] = is, showWritings: () => undefined, setLook: () => undefined,
    marksChanged: () => undefined };
}

/** What the library shows of a choice, by thing. */
function shownByLibrary(name, choice) {
  const scene = overworld.open(new Uint8Array(readFileSync(join(here, '../../../samples', name)))).scene();
  scene.choose(choice);
  const { items, segments } = scene.data();
  return [...items.flags, ...segments.flags].map((flags) => (flags & 8) === 0);
}

test('the marks of a choice are those of the library', () => {
  const { subject } = adder.groups.find((group) => group.parent !== null && group.subject !== null) ??
    { subject: 5 };
  const board = `/components/${subject}`;
  const half = [0, 0.437].map((share) => adder.least[2] - 0.1 + share * (adder.most[2] - adder.least[2])).map((at) => at + adder.origin[2]);
  const changes = {
    types: (looking) => looking.hiddenTypes.add('MHG.XorGate'),
    kinds: (looking) => looking.hiddenKinds.add('wire'),
    cut: (looking) => looking.cuts[2] = half,
    record: (looking) => looking.hiddenRecords.add('/components/3'),
    several: (looking) => ['/components/3', '/wires/1'].forEach((one) => looking.hiddenRecords.add(one)),
    isolated: (looking) => looking.isolated = board,
    isolatedAndCut: (looking) => Object.assign(looking, { isolated: '/components/0', cuts: [undefined, undefined, half] }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const looking = new Looking(), stage = stageOf(adder);
    change(looking);
    looking.apply(stage);
    const shown = shownByLibrary('four-bit-adder.partialworld', looking.choice(adder));
    assert.deepEqual([...stage.marks].map((mark) => mark !== Mark.HIDDEN), shown, name);
    assert.ok(shown.includes(true) && shown.includes(false), `${name} leaves something out`);
  }
  const looking = new Looking();
  looking.hiddenLayers.add(0);
  assert.deepEqual(looking.choice(keep), { hide: '/blocks/1/layers/0' });
});

test('records hidden one by one are shown again where their numbers mean others', () => {
  const looking = new Looking();
  looking.keepRecordsOf(adder);
  looking.hiddenRecords.add('/components/3');
  looking.keepRecordsOf(adder);
  assert.equal(looking.hiddenRecords.size, 1);
  looking.keepRecordsOf({ kinds: adder.kinds.map((kind) => ({ ...kind, count: kind.count + 1 })) });
  assert.equal(looking.hiddenRecords.size, 0);
});

test('changed cells and heights are found by their pointers', () => {
  const change = (after, count) => ({ kind: 'changed', before: after, after, count_after: count });
  assert.deepEqual(changedRuns(keep, [change('/blocks/1/layers/0/100', 3), change('/blocks/0/name', 1),
    { kind: 'removed', before: '/blocks/1/layers/0/1', after: null }]), [{ of: 'layer', index: 0, from: 100, count: 3 }]);
  const city = modelOf('city-town.city');
  assert.equal(city.grounds.length, 1);
  assert.deepEqual(changedRuns(city, [change(`${city.kinds[city.grounds[0].kind].list}/heights/7`, 2)]),
    [{ of: 'ground', index: 0, from: 7, count: 2 }]);
});

test('a view is fitted, zoomed and turned', () => {
  const view = new Viewpoint();
  Object.assign(view, { width: 800, height: 600 });
  view.setWorld(adder);
  const project = (point) => {
    const at = point.clone().project(view.camera);
    return [(at.x + 1) / 2 * view.width, (1 - at.y) / 2 * view.height];
  };
  for (const isPerspective of [false, true]) {
    for (const angles of Object.values(PRESETS)) {
      Object.assign(view, angles, { isPerspective });
      view.fit(adder);
      for (const corner of cornersOf(adder)) {
        const [x, y] = project(corner);
        assert.ok(x >= 0 && x <= 800 && y >= 0 && y <= 600, `${JSON.stringify(angles)}: ${x}, ${y}`);
      }
    }
  }
  Object.assign(view, PRESETS.top, { isPerspective: false });
  view.fit(adder);
  const [corner] = cornersOf(adder);
  const [x, y] = project(corner);
  view.zoom(3, x - 400, y - 300);
  assert.deepEqual(project(corner).map(Math.round), [x, y].map(Math.round), 'what is pointed at stays');
  view.pan(50, -20);
  assert.deepEqual(project(corner).map(Math.round), [x + 50, y - 20].map(Math.round));
  view.turn(370, 200);
  assert.deepEqual([view.yaw, view.pitch], [10, 90]);
});

test('grids and scales are of round numbers', () => {
  assert.deepEqual([0.7, 1, 3, 7, 10, 49, 0.03].map(roundBelow), [0.5, 1, 2, 5, 10, 20, 0.02]);
  const { units, pixels } = scaleBar(40);
  assert.equal(pixels, units * 40);
  assert.ok(pixels <= 150 && pixels > 50);
  assert.equal(gridLines(adder).length % 6, 0);
  assert.equal(lengthText(1234.5678), '1,235');
});

test('signals keep what nets did, buses as numbers', () => {
  const [net, bus] = [new Signal({ name: 'a', nets: [3] }), new Signal({ name: 'b[]', nets: [3, 4, 5, 6, 7] })];
  const events = { count: 3, tick: Float64Array.of(5, 5, 9), net: Uint32Array.of(3, 4, 3), on: Uint8Array.of(1, 1, 0) };
  record([net, bus], events, 2, 10, new Map([[3, 0], [4, 1], [5, 1], [6, 0], [7, 0]]));
  assert.deepEqual([net.ticks, net.values], [[2, 5, 9], [0, 1, 0]]);
  assert.deepEqual([bus.ticks, bus.values], [[2, 5, 9], [4, 7, 6]]);
  assert.deepEqual([1, 2, 5, 8, 100].map((tick) => bus.textAt(tick)), ['', '04', '07', '07', '06']);
  assert.equal(net.textAt(6), '1');
  const nothing = { count: 0, tick: new Float64Array(), net: new Uint32Array(), on: new Uint8Array() };
  record([net], nothing, 10, 20, new Map([[3, 1]]));
  assert.deepEqual(net.ticks.at(-1), 20, 'what events left out is seen in the end');
  for (let tick = 21; tick < 250_000; tick++) net.set(tick, 3, tick & 1);
  assert.ok(net.ticks.length <= 200_000 && net.ticks.at(-1) === 249_999);
  net.clear();
  assert.equal(net.indexAt(5), -1);
});

test('parts that show states are known with both colours', () => {
  const live = adder.batches.flatMap(({ live: all }) => [...all]);
  assert.ok(live.length > 0 && live.length % 4 === 0);
  const instances = adder.batches.reduce((sum, { live: all, count }) => {
    for (let at = 0; at < all.length; at += 4) assert.ok(all[at] < count);
    return sum + all.length / 4;
  }, 0);
  assert.ok(instances > 50, `${instances} parts`);
  assert.equal(modelOf('four-bit-adder.partialworld', false).batches.some(({ live: all }) => all.length > 0), false);
});

/** A hexadecimal display of a mod with a switch on input 0 and one on input 2. */
const digit = overworld.fromJSON({ format: 'blotter', version: 7, game_version: [0, 92, 3, 57], save_type: 'subassembly', mods: [],
  component_types: [{ id: 1, name: 'MHG.Switch' }, { id: 2, name: 'CheeseUtilMod.HexResizable' }],
  components: [
    { address: 1, parent: 0, type: 1, position: [0, 0, 0], rotation: [0, 0, 0, 1], inputs: [], outputs: [0], custom_data: 'mkgNAA==' },
    { address: 2, parent: 0, type: 1, position: [900, 0, 0], rotation: [0, 0, 0, 1], inputs: [], outputs: [1], custom_data: 'mkgNAA==' },
    { address: 3, parent: 0, type: 2, position: [0, 0, 900], rotation: [0, 0, 0, 1], inputs: [0, 2, 1, 3], outputs: [],
      custom_data: '/wAAAgAAAA==' }],
  wires: [[1, 0, 0], [2, 2, 1]].map(([from, to, state]) => ({ first: { kind: 'output', component: from, index: 0 },
    second: { kind: 'input', component: 3, index: to }, circuit_state: state, rotation: 0 })),
  circuit_states: [] });

/** The addresses of the first switches and buttons of a world. */
function handsOf(world) {
  const { components, component_types: types } = JSON.parse(world.toJSON());
  const ids = new Set(types.filter(({ name }) => /MHG\.(Panel)?(Switch|Button)$/.test(name)).map(({ id }) => id));
  return components.filter(({ type }) => ids.has(type)).map(({ address }) => address).slice(0, 8);
}

const opened = (name) => overworld.open(new Uint8Array(readFileSync(join(here, '../../../samples', name))));

/** A stage that copies to its card only what it is handed. */
class Card {
  constructor({ batches }) {
    Object.assign(this, { batches, color: batches.map(({ color }) => color.slice()), rows: batches.map(({ rows }) => rows.slice()) });
  }

  #take(part, changed, width) {
    for (const [batch, instances] of changed) {
      for (const instance of instances) {
        const from = instance * width;
        this[part][batch].set(this.batches[batch][part].subarray(from, from + width), from);
      }
    }
  }

  colorsChanged(changed) {
    this.#take('color', changed, 4);
  }

  rowsChanged(changed) {
    this.#take('rows', changed, 12);
  }
}

for (const [name, world] of [['rom-4x8', opened('rom-4x8.partialworld')], ['hello-machine', opened('hello-machine.partialworld')],
  ['four-bit-adder', opened('four-bit-adder.partialworld')], ['a digit', digit]]) {
  test(`${name}: switches, displays and pegs of a model follow a simulation`, () => {
    const scene = world.scene();
    const model = buildModel(scene.data(), true, []);
    const card = new Card(model);
    const live = new Live(model, card);
    const simulation = world.circuit().simulate();
    const hands = handsOf(world);
    assert.ok(hands.length > 0);
    for (let round = 0; round < 3; round++) {
      hands.forEach((address, i) => simulation.set(address, round < 2 && (i + round) % 2 === 0));
      simulation.step(12);
      live.apply(simulation.show(scene));
      const stored = simulation.store();
      const wanted = buildModel(stored.scene().data(), true, []);
      for (const part of ['rows', 'color', 'id']) {
        assert.deepEqual(model.batches.map((batch) => batch[part]), wanted.batches.map((batch) => batch[part]), `${part} ${round}`);
      }
      assert.deepEqual(model.states, wanted.states);
      for (const part of ['rows', 'color']) assert.deepEqual(card[part], model.batches.map((batch) => batch[part]), `${part} ${round}`);
    }
    assert.ok(model.batches.some(({ levers }) => levers.length > 0));
  });
}

test('a table sorts, filters and names types', () => {
  const tables = new Tables({ version: 6, component_types: [{ id: 1, name: 'MHG.Relay' }, { id: 2, name: 'MHG.Peg' }], empty: [], numbers: [1, 2],
    components: [{ address: 9, type: 1, inputs: [] }, { address: 30, type: 2, inputs: [4], text: 'Reset' }, { address: 4, type: 1 }, 7] });
  assert.deepEqual(tables.lists.map(({ pointer, count, columns }) => [pointer, count, columns.join()]),
    [['/component_types', 2, 'id,name'], ['/components', 4, 'address,type,inputs,text']]);
  const shown = (wishes) => {
    const found = tables.find({ pointer: '/components', filter: '', sort: '', isDescending: false, ...wishes });
    return found.problem ?? tables.rows(0, 9).map(({ index }) => index).join();
  };
  assert.equal(shown({}), '0,1,2,3');
  assert.equal(shown({ sort: 'address' }), '2,0,1,3', 'numbers as numbers, what is missing last');
  assert.equal(shown({ sort: 'address', isDescending: true }), '3,1,0,2');
  assert.equal(shown({ filter: 'relay' }), '0,2');
  assert.equal(shown({ filter: 'type=mhg.relay address<9' }), '2');
  assert.equal(shown({ filter: 'text~res address>4' }), '1');
  assert.equal(shown({ filter: 'nowhere=3' }), 'nowhere');
  assert.equal(tables.find({ pointer: '/numbers', filter: '', sort: '', isDescending: false }).count, 0);
  shown({});
  assert.deepEqual(tables.rows(1, 1), [{ index: 1, cells: [30, 'MHG.Peg', '[4]', 'Reset'] }]);
});

test('bytes are found as bytes, texts and numbers', async () => {
  assert.deepEqual([...patternOf('hex', '9a 48,0D')], [0x9a, 0x48, 0x0d]);
  assert.deepEqual([...patternOf('i32', '-2')], [254, 255, 255, 255]);
  assert.deepEqual([...patternOf('f32', '1.5')], [0, 0, 192, 63]);
  assert.deepEqual([...patternOf('text', 'ä')], [195, 164]);
  for (const [kind, words] of [['hex', '9'], ['hex', 'xy'], ['i32', '1.5'], ['f64', 'one'], ['text', ' ']]) {
    assert.equal(patternOf(kind, words), undefined, `${kind} ${words}`);
  }
  assert.equal(indexOf(Uint8Array.of(1, 1, 2), Uint8Array.of(1, 2), 0), 1);
  assert.equal(indexOf(Uint8Array.of(1, 2, 1), Uint8Array.of(1, 2, 1, 1), 0), -1);
  const bytes = new Uint8Array(9 << 20);
  const at = (4 << 20) - 2;
  bytes.set([7, 8, 9, 10], at);
  const file = new Blob([bytes]), pattern = Uint8Array.of(7, 8, 9, 10);
  assert.equal(await findNext(file, pattern, 0), at, 'across two pieces');
  assert.equal(await findNext(file, pattern, at + 1), at, 'from the beginning again');
  assert.equal(await findNext(file, Uint8Array.of(7, 7), 5), -1);
});

test('ranges hold what changed and little else', () => {
  assert.deepEqual(rangesOf([]), []);
  assert.deepEqual(rangesOf([9, 3, 9]), [{ from: 3, count: 7 }]);
  assert.deepEqual(rangesOf([500, 0, 1]), [{ from: 0, count: 2 }, { from: 500, count: 1 }]);
});

test('an array goes to the card in parts, or as a whole if the parts are many', () => {
  const kept = { array: new Float32Array(120_000), updateRanges: [], needsUpdate: false,
    addUpdateRange(start, count) { this.updateRanges.push({ start, count }); }, clearUpdateRanges() { this.updateRanges.length = 0; } };
  sendEntries(kept, [2, 5000], 12);
  assert.deepEqual(kept.updateRanges, [{ start: 24, count: 12 }, { start: 60_000, count: 12 }]);
  assert.equal(kept.needsUpdate, true);
  sendEntries(kept, Array.from({ length: 90 }, (_, i) => 100 * i), 12);
  assert.deepEqual(kept.updateRanges, [{ start: 0, count: 120_000 }]);
  sendEntries(kept, [7], 12);
  assert.equal(kept.updateRanges[0].count, 120_000, 'the whole stays due');
});

test('steps in between are forgotten where states take too much, never what was opened', () => {
  const stateOf = (label, size) => ({ label, file: { size } });
  const states = [stateOf('opened', 40)];
  for (const label of ['one', 'two', 'three']) addState(states, states.length - 1, stateOf(label, 40), 100);
  assert.deepEqual(states.map(({ label }) => label), ['opened', 'three']);
  addState(states, 0, stateOf('other', 10), 100);
  addState(states, 1, stateOf('large', 500), 100);
  assert.deepEqual(states.map(({ label }) => label), ['opened', 'large']);
});
