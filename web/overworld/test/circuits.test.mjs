// Circuits: nets, simulations and benches say what the command says; what they hold is given back.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { load } from '../dist/index.js';
import { beside, bytesOf, command, corpus, jsonOf, nameOf, project, sample, scratch, worlds } from './support.mjs';

const overworld = await load();
const memories = {
  inflateRaw: (packed) => inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }),
  deflateRaw: (plain) => deflateRawSync(plain, { level: 9 }),
};
const adder = () => overworld.open(bytesOf(sample('four-bit-adder.partialworld')));
const saves = worlds.filter((path) => overworld.identify(bytesOf(path)) === 'blotter');

/** All that the command says of nets, put together of what the package says. */
function netsOf(circuit) {
  const nets = [];
  for (let more = circuit.nets(0, 97); more.length > 0; more = circuit.nets(nets.length, 97)) nets.push(...more);
  return nets;
}

for (const path of saves) {
  const wanted = jsonOf('nets', '--json', path);
  const bytes = bytesOf(path);
  if (wanted.error !== null) {
    test(`${nameOf(path)}: refused`, () => {
      assert.throws(() => overworld.open(bytes).circuit(), { name: 'OverworldError' });
    });
    continue;
  }
  test(`${nameOf(path)}: nets, ways, runs`, () => {
    const world = overworld.open(bytes, memories);
    const circuit = world.circuit();
    const { facts } = circuit;
    for (const name of ['components', 'net_count', 'link_count', 'contacts', 'loose_wires', 'unknown_components', 'deepest', 'loops']) {
      assert.equal(facts[name], wanted[name], name);
    }
    assert.equal(JSON.stringify(netsOf(circuit)), JSON.stringify(wanted.nets), 'nets');
    checkPlaces(circuit, wanted.nets, JSON.parse(world.toJSON()));
    if (wanted.nets.length > 1) {
      const ends = [wanted.nets[0].name, wanted.nets.at(-1).name];
      if (ends.every((name) => !name.includes(','))) {
        assert.deepEqual(circuit.path(...ends), jsonOf('nets', '--json', '--path', ends.join(), path).path, 'path');
      }
    }
    const out = join(scratch, 'run.out');
    rmSync(out, { force: true });
    const done = command('simulate', '--json', '-n', '40', path, '-o', out);
    assert.equal(done.status, 0, done.errors);
    const told = JSON.parse(done.output.toString());
    const simulation = circuit.simulate();
    simulation.step(40);
    assert.deepEqual([simulation.tick, simulation.updates, simulation.rests], [told.ticks, told.updates, told.rests]);
    const changed = wanted.nets.filter(({ on }, i) => on !== (simulation.netStates()[i] === 1)).length;
    assert.equal(changed, told.changed_nets);
    const stored = simulation.store();
    assert.ok(readFileSync(out).equals(Buffer.from(stored.bytes())), 'the save with the states');
    // A wire whose state is none of its pegs' shows what it says. Without their mod, sockets that touch are two nets
    // that share a state.
    if (!path.includes('/issues/') && !path.includes('/mods/')) checkScene(world, stored, simulation, circuit);
    circuit.close();
    simulation.close();
  });
}

/** Nets by their pegs and wires are the nets that have these. */
function checkPlaces(circuit, nets, json) {
  for (const net of nets.slice(0, 200)) {
    const { inputs, drivers, wires } = circuit.places(net.number);
    assert.deepEqual(inputs.map(({ component, peg }) => [json.components[component].address, peg]),
      net.pegs.map(({ component, input }) => [component, input]));
    assert.deepEqual(drivers.map(({ component, peg }) => [json.components[component].address, peg]),
      net.drivers.map(({ component, output }) => [component, output]));
    for (const { component, peg } of inputs.slice(0, 5)) {
      const { nets: at } = circuit.at('components', component);
      assert.ok(at.some(({ side, index, number }) => side === 'input' && index === peg && number === net.number));
    }
    for (const wire of wires.slice(0, 5)) assert.deepEqual(circuit.at('wires', wire).nets.map(({ number }) => number), [net.number]);
  }
}

/** A scene that shows a simulation is the scene of the save with its states. */
function checkScene(world, stored, simulation, circuit) {
  const shown = world.scene();
  simulation.show(shown);
  const wanted = stored.scene();
  const { states } = wanted.data();
  assert.deepEqual(shown.data().states, states, 'states of pegs');
  const net = simulation.netStates().indexOf(1);
  for (const { state } of net < 0 ? [] : circuit.places(net).inputs) assert.equal(states[state >> 3] >> (state & 7) & 1, 1, 'a peg of a net that is on');
  assert.deepEqual(shown.data().segments.color, wanted.data().segments.color, 'colours of wires');
  assert.deepEqual(shown.data().items, wanted.data().items, 'shapes of switches, colours of displays');
  assert.deepEqual(shown.bounds(), wanted.bounds());
  const { states: more, items } = simulation.show(shown);
  assert.equal(more.length + items.length, 0, 'nothing has changed since');
  shown.close();
  wanted.close();
}

test('a picture follows a simulation, and is that of the save that is stored, pixel for pixel', () => {
  const world = overworld.open(bytesOf(sample('rom-4x8.partialworld')));
  const simulation = world.circuit().simulate();
  const { components, component_types: types } = JSON.parse(world.toJSON());
  const id = types.find(({ name }) => name.endsWith('Switch')).id;
  const switches = components.filter(({ type }) => type === id).map(({ address }) => address);
  const scene = world.scene();
  const before = scene.render({ width: 300, height: 200 });
  for (const on of [true, false]) {
    for (const address of switches) simulation.set(address, on);
    simulation.step(30);
    const { items, item_shapes: shapes, item_colors: colors } = simulation.show(scene);
    const data = scene.data();
    assert.ok(items.length > 2);
    items.forEach((item, i) => {
      assert.equal(data.items.shape[item], shapes[i]);
      assert.deepEqual(data.items.color.slice(4 * item, 4 * item + 4), colors.slice(4 * i, 4 * i + 4));
    });
    const stored = simulation.store().scene();
    for (const options of [{}, { view: 'top', legend: true }, { withoutStates: true }]) {
      const asked = { width: 300, height: 200, ...options };
      assert.deepEqual(scene.render(asked).data, stored.render(asked).data, JSON.stringify(options));
    }
    assert.equal(scene.svg(), stored.svg());
    assert.deepEqual(scene.glb(), stored.glb());
    assert.notDeepEqual(scene.render({ width: 300, height: 200 }).data, before.data);
  }
});

const benches = [['four-bit-adder.json', sample('four-bit-adder.partialworld'), ['S0', 'C4']],
  ['hello-machine.json', sample('hello-machine.partialworld'), []], ['rom-4x8.json', sample('rom-4x8.partialworld'), []],
  ['lwcpu4.json', join(corpus, 'blotter/lwcpu4.partialworld'), []]];

for (const [name, path, watch] of benches) {
  test(`bench ${name}`, (context) => {
    if (!worlds.includes(path)) {
      context.skip('its save is not there');
      return;
    }
    const bench = sample(`benches/${name}`);
    const wanted = jsonOf('simulate', '--json', ...watch.length > 0 ? ['--watch', watch.join()] : [], '--bench', bench, path);
    const circuit = overworld.open(bytesOf(path), { ...memories, ...beside(bench) }).circuit();
    const { printed, written, events, ...told } = circuit.bench(readFileSync(bench, 'utf8'), { watch });
    const changes = watch.length === 0 ? [] :
      [...command('simulate', '--watch', watch.join(), '--bench', bench, path).output.toString()
        .matchAll(/^ *(\d+)  (\S+) (on|off)$/gm)]
        .map(([, tick, net, is]) => [Number(tick), circuit.find(net), Number(is === 'on')]);
    assert.deepEqual([...events.tick].map((tick, i) => [tick, events.net[i], events.on[i]]), changes);
    assert.equal(changes.length > 0, watch.length > 0);
    for (const [member, value] of Object.entries(told)) assert.deepEqual(value, wanted[member], member);
    assert.deepEqual(written, []);
    if (name === 'hello-machine.json') assert.equal(Buffer.from(printed).toString(), 'Hello!\n');
    assert.equal(told.failures, 0);
  });
}

test('a bench that fails says where; what it writes is handed out', () => {
  const failing = { steps: [{ rest: 20 }, { name: 'sum', expect: { S0: 1 } }, { expect: { S0: 0 } }] };
  const { failed, failures, checks } = adder().circuit().bench(failing);
  assert.deepEqual([failures, checks, failed.length, failed[0].signal], [1, 3, 1, 'S0']);
  const keeping = { memories: [{ name: 'm', address: ['A0'], data: ['B0'], hex: '0001', write_to: 'm.bin' }], ticks: 5 };
  const { written } = adder().circuit().bench(keeping);
  assert.deepEqual(written, [{ path: 'm.bin', data: new Uint8Array([0, 1]) }]);
  assert.throws(() => adder().circuit().bench('{'), { code: 'bad json' });
  assert.throws(() => adder().circuit().bench({ steps: [{ expect: { nowhere: 1 } }] }), { code: 'not there' });
});

test('switches are set, nets driven, watched and sampled', () => {
  const circuit = adder().circuit({ names: { nets: { carry: 'C0' } } });
  assert.equal(circuit.net('carry').name_from, 'user');
  const simulation = circuit.simulate();
  simulation.step(20);
  assert.ok(simulation.rests);
  const before = simulation.isOn('S1');
  simulation.watch(['A1', 'S1']);
  const [{ component }] = circuit.net('A1').ports;
  simulation.set(component, !simulation.isOn('A1'));
  simulation.step(20);
  const { count, tick, net, on } = simulation.events();
  assert.equal(simulation.isOn('S1'), !before);
  assert.deepEqual([...net], [circuit.find('A1'), circuit.find('S1')]);
  assert.deepEqual([count, tick[0], on[1]], [2, 21, before ? 0 : 1]);
  assert.equal(simulation.events().count, 0);
  simulation.drive('S1', before);
  assert.deepEqual(simulation.sample(['S1', 'A1'], 3).length, 6);
  assert.throws(() => simulation.set(4_000_000, true), { code: 'not there' });
  assert.throws(() => simulation.set(1, true), { code: 'bad argument' });
  assert.throws(() => simulation.drive('nowhere', true), { code: 'not there' });
  assert.throws(() => simulation.watch([1e6]), { code: 'not there' });
  assert.throws(() => simulation.step(-1), { code: 'bad argument' });
});

test('samples and waves are what the command tells', () => {
  const path = sample('hello-machine.partialworld');
  const circuit = overworld.open(bytesOf(path)).circuit();
  const named = circuit.rows(circuit.search()).slice(0, 8).map(({ name }) => name).filter((name) => !name.includes(','));
  const out = join(scratch, 'waves.vcd');
  rmSync(out, { force: true });
  command('simulate', '-n', '30', '--vcd', out, '--watch', named.join(), path);
  assert.equal(circuit.simulate().vcd(named, 30), readFileSync(out, 'utf8'));
  const sampled = circuit.simulate().sample(named, 30), stepped = circuit.simulate();
  for (let tick = 0; tick < 30; tick++) {
    stepped.step();
    assert.deepEqual([...sampled.subarray(named.length * tick, named.length * (tick + 1))],
      named.map((name) => Number(stepped.isOn(name))));
  }
});

test('names are looked for, whatever their case', () => {
  const circuit = adder().circuit();
  const names = (word) => circuit.rows(circuit.search(word)).map(({ name }) => name);
  assert.deepEqual(names('s').sort(), ['S0', 'S1', 'S2', 'S3']);
  assert.equal(circuit.search().length, circuit.facts.net_count);
  assert.deepEqual(names('no such'), []);
  const named = adder().setValues({ 'C-6/label/text': 'AZ @[`{' }).circuit();
  for (const [word, count] of [['az', 1], ['Az @[', 1], ['z @', 1], ['@[`{', 1], ['z `', 0], ['{[', 0], ['[@', 0]])
    assert.equal(named.search(word).length, count, word);
  assert.equal(circuit.find('nowhere'), undefined);
  assert.equal(circuit.net('nowhere'), undefined);
  assert.equal(circuit.net(1e6), undefined);
  const { net_count: behind } = circuit.facts;
  for (const [from, to] of [[behind, 0], [0, behind]])
    assert.throws(() => circuit.path(from, to), { code: 'bad argument', message: /unknown net/ });
});

test('runFor ends in time, or where nothing is left to happen', () => {
  const simulation = adder().circuit().simulate();
  assert.ok(simulation.runFor(1000) < 1000 && simulation.rests);
  assert.equal(simulation.runFor(50, 100), 0);
});

test('what is closed says so; what it holds stays as long as it is needed', () => {
  const world = adder();
  const circuit = world.circuit();
  world.close();
  const simulation = circuit.simulate();
  assert.equal(circuit.facts.net_count, 21);
  circuit.close();
  assert.throws(() => circuit.nets(), { name: 'OverworldError', code: 'closed', message: 'the circuit is closed' });
  simulation.step(3);
  assert.equal(typeof simulation.isOn('S0'), 'boolean');
  assert.equal(simulation.store().format, 'blotter');
  simulation.close();
  simulation.close();
  assert.throws(() => simulation.step(), { name: 'OverworldError', code: 'closed', message: 'the simulation is closed' });
  assert.throws(() => overworld.open(bytesOf(sample('level-v4.lvd'))).circuit(), { code: 'bad argument' });
  assert.throws(() => adder().circuit({ names: '{' }), { code: 'bad json' });
});

test('memory after a thousand circuits is as after ten', async () => {
  const fresh = await load();
  const bytes = bytesOf(sample('hello-machine.partialworld'));
  const bench = readFileSync(join(project, 'samples/benches/hello-machine.json'));
  const work = () => {
    const world = fresh.open(bytes, memories);
    const circuit = world.circuit();
    const simulation = circuit.simulate();
    circuit.nets(0, 50);
    circuit.places(3);
    simulation.watch([0, 1]);
    simulation.step(50);
    simulation.events();
    simulation.store().close();
    circuit.bench(bench, { ticks: 20 });
    assert.throws(() => circuit.bench('{'));
    for (const one of [world, simulation, circuit]) one.close();
  };
  for (let i = 0; i < 10; i++) work();
  const after = fresh.memorySize;
  for (let i = 0; i < 240; i++) work();
  assert.equal(fresh.memorySize, after);
});
