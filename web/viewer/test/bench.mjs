// What lies beside a save for its circuit: names, types, benches, contents of memories.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, dist, foundByAxe, openPage, real, sample, scratch } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;
const adder = sample('four-bit-adder.partialworld'), adderBench = sample('benches/four-bit-adder.json');

/** A file of the test's own. */
function made(name, content) {
  const path = join(scratch, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The circuit of a save that is opened with files beside it. */
async function openCircuit(files, options) {
  const tested = await openPage(alone, options);
  await tested.open(...files);
  await toCircuit(tested);
  return tested;
}

async function toCircuit(tested) {
  await tested.tab('circuit');
  await tested.page.waitForSelector('.net .watch');
  await tested.idle();
}

/** Drops more files on the save that is open. */
async function add(tested, ...files) {
  await tested.page.evaluate(() => document.activeElement.blur()); // keys are for what is typed into else
  await tested.choose(...files);
  await tested.shown();
  await toCircuit(tested);
}

async function runBench(tested) {
  await tested.page.click('.bench button');
  await tested.idle();
  return tested.text('.bench-result p');
}

async function names({ page }, word) {
  await page.fill('.net-find input', word);
  await page.waitForTimeout(300);
  return page.locator('.net-name').allTextContents();
}

async function runsBenches() {
  const tested = await openCircuit([adder, adderBench]);
  const { page } = tested;
  assert.deepEqual(await names(tested, 'sum'), ['sum[0]', 'sum[1]', 'sum[2]', 'sum[3]', 'sum[4]']);
  const told = JSON.parse(command('simulate', '--json', '--bench', adderBench, adder));
  assert.equal(await runBench(tested), `Passed: ${told.steps} steps, ${told.checks} checks, ${told.ticks} ticks.`);
  assert.equal(await tested.text('.simulation output'), 'as saved', 'what runs besides is left alone');
  await page.selectOption('.bench .uses select', '');
  await tested.idle();
  assert.deepEqual(await names(tested, 'sum'), []);
  assert.ok((await names(tested, 'S')).includes('S0'));
  const wrong = JSON.parse(readFileSync(adderBench, 'utf8'));
  wrong.steps[2].expect.sum = 18;
  await add(tested, made('wrong.json', wrong));
  assert.equal(await page.locator('.bench select').last().inputValue(), 'wrong.json', 'what came last');
  assert.match(await runBench(tested), /^1 check failed: 5 steps/);
  const failure = await page.textContent('.bench-result li');
  assert.match(failure, /^Tick \d+, step 2 \(9 \+ 7 \+ 1\): expected "sum" to be 18.*, but it is 17/);
  await page.screenshot({ path: join(scratch, 'bench.png') });
  await page.click('.bench-result li button');
  await tested.idle();
  assert.match(await tested.text('.net-details h2'), /^sum\[0\]/);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** The nets that are watched have the waves of the bench, until the simulation goes on. */
async function showsWavesOfBenches() {
  const tested = await openCircuit([adder, adderBench]);
  const { page } = tested;
  const values = () => page.locator('.wave-names output').allTextContents();
  for (const name of ['sum[0]', 'sum[4]']) {
    await names(tested, name);
    await page.locator('.net').filter({ has: page.locator(`.net-name:text-is("${name}")`) }).locator('.watch').click();
  }
  await tested.idle();
  await runBench(tested);
  const told = JSON.parse(command('simulate', '--json', '--bench', adderBench, '--names', adderBench, '--watch', 'sum[0],sum[4]', adder));
  assert.equal(await tested.text('.wave-tools h2'), 'Waves of the bench');
  await tested.until(async () => (await tested.text('.wave-tools output')) === `tick ${told.ticks}`, 'the waves end with the bench');
  assert.deepEqual(await values(), told.nets.map(({ value }) => String(Number(value))));
  // Each value that the waves have at the end of a step is what the bench expects there.
  const changes = command('simulate', '--bench', adderBench, '--names', adderBench, '--watch', 'sum[0],sum[4]', adder).toString()
    .matchAll(/^\s*(\d+)\s+(sum\[\d\]) (on|off)$/gm);
  let seen = 0;
  for (const [, tick, name, value] of changes) {
    await page.focus('.wave-canvas');
    await page.keyboard.press('Home');
    for (let i = 0; i < Number(tick); i++) await page.keyboard.press('ArrowRight');
    await tested.until(async () => (await tested.text('.wave-tools output')) === `tick ${tick}`, `the cursor is at ${tick}`);
    assert.equal((await values())[name === 'sum[0]' ? 0 : 1], value === 'on' ? '1' : '0', `${name} at ${tick}`);
    seen++;
  }
  assert.equal(seen, 3);
  await page.screenshot({ path: join(scratch, 'bench-waves.png') });
  await page.click('.simulation >> text=Step');
  await tested.idle();
  assert.equal(await tested.text('.wave-tools h2'), 'Waves');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** What `overworld view --beside` puts into a page is there as when it is dropped with the save. */
async function takesFilesAlong() {
  const html = join(scratch, 'with-bench.html'), types = made('of-mods.json', { types: [{ name: 'My.Both', inputs: 2, outputs: 1, table: '0001' }] });
  command('view', sample('moated-keep.lvd'), adder, '--beside', adderBench, '--beside', types,
    '--beside', sample('tiles/moated-keep.png'), '-o', html, '--page', join(dist, 'overworld.html'));
  const tested = await openPage(`file://${html}`);
  await tested.shown();
  await tested.until(async () => (await tested.colors()).colors > 40, 'the level has its tileset');
  await tested.page.evaluate(() => delete document.querySelector('.picture').dataset.shown);
  await tested.page.click('.world >> text=four-bit-adder');
  await tested.shown();
  await toCircuit(tested);
  assert.match(await runBench(tested), /^Passed/);
  assert.deepEqual(await names(tested, 'sum'), ['sum[0]', 'sum[1]', 'sum[2]', 'sum[3]', 'sum[4]']);
  assert.deepEqual(await tested.page.locator('.bench label').filter({ hasText: 'Types' }).locator('option').allTextContents(),
    ['none', 'of-mods.json']);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function showsWhatIsPrinted() {
  const keeping = JSON.parse(readFileSync(sample('benches/hello-machine.json'), 'utf8'));
  keeping.memories[0].write_to = 'port.bin';
  const file = sample('hello-machine.partialworld'), bench = made('keeping.json', keeping);
  const tested = await openCircuit([file, bench]);
  const { page } = tested;
  assert.match(await runBench(tested), /^Passed/);
  assert.equal(await tested.text('.bench-result pre'), 'Hello!\n');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download port.bin')]);
  command('simulate', '--bench', bench, file);
  assert.ok(readFileSync(join(scratch, 'port.bin')).equals(readFileSync(await download.path())), 'the file of the command');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A world as JSON, as the command writes it. */
function jsonOf(file) {
  const out = join(scratch, 'world.json');
  command('convert', file, out, '--force');
  return out;
}

/** A save with a gate of a mod that nobody knows. */
function unknownGate() {
  const world = JSON.parse(readFileSync(jsonOf(adder), 'utf8'));
  world.component_types.find(({ name }) => name === 'MHG.AndGate').name = 'My.Both';
  const json = made('unknown.json', world), file = join(scratch, 'unknown.partialworld');
  command('convert', json, file, '--force');
  return file;
}

async function learnsTypes() {
  const file = unknownGate();
  const tested = await openCircuit([file]);
  const { page } = tested;
  assert.match(await tested.text('.bench'), /Drop a JSON file with names/);
  assert.match(await tested.text('.circuit-facts'), /of unknown type: the saved outputs/);
  await add(tested, made('types.json', { types: [{ name: 'My.Both', inputs: 2, outputs: 1, table: '0001' }] }));
  assert.doesNotMatch(await tested.text('.circuit-facts'), /of unknown type/);
  await add(tested, adderBench);
  assert.match(await runBench(tested), /^Passed/);
  await page.evaluate(() => document.activeElement.blur());
  await tested.choose(made('bad.json', { types: [{ name: 'My.Both', inputs: 2, outputs: 1, table: '01' }] }), adderBench);
  await tested.shown();
  await tested.tab('circuit');
  await page.waitForSelector('.circuit-facts .error');
  assert.match(await tested.text('.circuit-facts .error'), /bad\.json.*line 1, column \d+/);
  await page.locator('.bench label').filter({ hasText: 'Types' }).locator('select').selectOption('');
  await page.waitForSelector('.net .watch');
  await tested.idle();
  assert.match(await tested.text('.circuit-facts'), /of unknown type/);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Files for circuits are told from worlds, which open as such. */
async function tellsFilesApart() {
  const tested = await openPage(alone);
  await tested.choose(adderBench);
  await tested.page.waitForSelector('.toasts .error');
  assert.match(await tested.text('.toasts'), /None of these files is a world/);
  await tested.open(adder);
  await tested.open(jsonOf(sample('hello-machine.partialworld')));
  assert.equal(await tested.page.locator('.world').count(), 2);
  await toCircuit(tested);
  assert.match(await tested.text('.bench'), /Drop a JSON file/, 'what lies beside a world is its own');
  const evil = '<img src=x onerror="document.title=1">.json';
  await add(tested, made(evil.replaceAll('/', ''), { nets: {}, steps: [{ name: '<b>x</b>', expect: { 'C-1': 1 } }] }));
  assert.equal(await tested.page.locator('.bench img, .bench b').count(), 0);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A bench that would take hours is stopped; the circuit is there again. */
async function stopsBenches() {
  const forever = { clocks: [{ net: 'clk', half: 2 }], steps: [{ after: 4_000_000_000 }] };
  const tested = await openCircuit([sample('hello-machine.partialworld'), made('forever.json', forever)]);
  const { page } = tested;
  await page.click('.bench button');
  await page.waitForSelector('.busy:not([hidden])');
  assert.match(await tested.text('.bench-result'), /Running the bench/);
  await page.click('.busy button');
  await page.waitForSelector('.net .watch', { timeout: 20000 });
  await tested.idle();
  await page.click('.simulation [aria-label$="Run one tick"]');
  await tested.idle();
  assert.match(await tested.text('.simulation output'), /tick 1/);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Memories of mods begin with what the save has of them, and are saved with what they have. */
async function keepsMemories() {
  const file = real('blotter/lwcpu4-program-ram.partialworld'), out = join(scratch, 'ram.partialworld');
  if (!existsSync(file)) {
    console.log(`skipped: ${file} is not there`);
    return;
  }
  const filled = join(scratch, 'filled.partialworld'), data = made('data.bin', 'Overworld remembers.');
  command('program', file, data, '-o', filled, '--force');
  const outputs = Array.from({ length: 8 }, (_, i) => `C-810036.out${i}`);
  const tested = await openCircuit([filled, made('ram.json', { nets: { cell: outputs },
    steps: [{ set: { 'C-810036.in0': 1 } }, { rest: 20, expect: { cell: 'O'.charCodeAt(0) } }] })]);
  assert.match(await runBench(tested), /^Passed/, 'it begins with what is in it');
  await tested.page.click('.simulation [aria-label$="Run one tick"]');
  await tested.idle();
  const [download] = await Promise.all([tested.page.waitForEvent('download'), tested.page.click('text=Save states')]);
  writeFileSync(out, readFileSync(await download.path()));
  const contents = command('program', '--read', out);
  assert.ok(contents.equals(command('program', '--read', filled)));
  assert.match(contents.toString('latin1'), /^Overworld remembers\./);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function findsNothingWithAxe() {
  const tested = await openCircuit([sample('hello-machine.partialworld'), sample('benches/hello-machine.json')],
    { bypassCSP: true });
  await runBench(tested);
  assert.deepEqual(await foundByAxe(tested, 'bench'), []);
  await tested.close();
}

export const tests = [['bench: runs', runsBenches], ['bench: shows waves', showsWavesOfBenches], ['bench: shows what is printed', showsWhatIsPrinted], ['bench: learns types', learnsTypes],
  ['bench: goes along in a page', takesFilesAlong],
  ['bench: files are told apart', tellsFilesApart], ['bench: stops', stopsBenches], ['bench: keeps memories', keepsMemories],
  ['bench: axe finds nothing', findsNothingWithAxe]];
