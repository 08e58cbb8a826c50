// Saves as circuits: nets are looked at and marked, a simulation runs, its states are seen, watched and saved.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LARGE, command, dist, foundByAxe, largeWorld, openPage, real, sample, scratch } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;

/** A page with the circuit of a save. */
async function openCircuit(file, options) {
  const tested = await openPage(alone, options);
  await tested.open(file);
  await tested.tab('circuit');
  await tested.page.waitForSelector('.net .watch');
  await tested.idle();
  return tested;
}

/** The row of a net, found by its name. */
async function rowOf({ page }, name) {
  await page.fill('.net-find input', name);
  const row = page.locator('.net').filter({ has: page.locator(`.net-name:text-is("${name}")`) });
  await row.locator('.watch').waitFor();
  return row;
}

async function isOn(tested, name) {
  const row = await rowOf(tested, name);
  await tested.idle();
  return await row.locator('.lamp').getAttribute('data-on') === 'true';
}

const tickOf = async (tested) => Number((await tested.text('.simulation output')).replace(/[^\d]/g, '') || 0);

async function step(tested, ticks) {
  await tested.page.fill('[aria-label="Ticks to run"]', String(ticks));
  await tested.page.click('[aria-label="Run ticks"]');
  await tested.idle();
}

/** How much of the picture is of a net's blue, and of the red of what is on. */
function hues({ page }) {
  return page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
    const context = canvas.getContext('2d');
    context.drawImage(document.querySelector('canvas.webgl'), 0, 0, 400, 300);
    const { data } = context.getImageData(0, 0, 400, 300);
    let blue = 0, red = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.subarray(i, i + 3);
      blue += b > 110 && g > 70 && b > r + 60 ? 1 : 0;
      red += r > 150 && g < 60 && b < 60 ? 1 : 0;
    }
    return { blue, red };
  });
}

async function looksAtNets() {
  const tested = await openCircuit(sample('four-bit-adder.partialworld'));
  const { page } = tested;
  assert.match(await tested.text('.circuit-facts'), /21 nets, 52 components, 16 ports, 0 loops, longest path 6 ticks/);
  const names = await page.locator('.net-name').allTextContents();
  assert.deepEqual(names.slice(0, 4), ['C0', 'A0', 'B0', 'S0'], 'named nets and ports first');
  await tested.settled();
  const before = await hues(tested);
  await (await rowOf(tested, 'S0')).locator('.place').click();
  await tested.idle();
  assert.match(await tested.text('.net-details h2'), /S0on|S0off/);
  assert.match(await tested.text('.net-details'), /Driven by1MHG\.XorGate C-\d+out0/);
  await tested.idle();
  assert.ok((await hues(tested)).blue > before.blue + 20, 'the net is marked');
  await page.click('.net-details .place');
  await tested.idle();
  assert.match(await tested.selected(), /^\/components\/\d+$/);
  await page.click('[aria-label="Close net"]');
  await page.keyboard.press('Escape');
  await tested.settled();
  const blue = (await hues(tested)).blue;
  assert.ok(blue <= before.blue + 5, `and no more: ${blue} after ${before.blue}`);
  await page.click('.find input');
  await page.keyboard.type('/wires/3');
  await page.keyboard.press('Enter');
  await page.click('.results .place');
  await tested.idle();
  assert.match(await tested.text('.circuit-at'), /Nets at the selection: B0/);
  assert.match(await tested.text('.net-details h2'), /^B0/);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A way from net to net, by the keyboard alone, is the command's. */
async function findsWays() {
  const file = sample('four-bit-adder.partialworld');
  const tested = await openCircuit(file);
  const { page } = tested;
  const asked = async (name) => {
    await page.focus('.way input');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await tested.idle();
    return tested.text('.way [role=status]');
  };
  await (await rowOf(tested, 'A0')).locator('.place').click();
  await tested.idle();
  assert.equal(await asked('C4'), 'A path of 5 nets:');
  const names = await page.locator('.way-steps button').allTextContents();
  const path = JSON.parse(command('nets', '--json', '--path', 'A0,C4', file)).path;
  assert.deepEqual(names, path.map(({ net }) => net));
  await page.screenshot({ path: join(scratch, 'way.png') });
  assert.match(await asked('nowhere'), /no net "nowhere"/);
  assert.equal(await page.locator('.way-steps button').count(), 0);
  await asked('C4');
  await page.locator('.way-steps button').nth(1).focus();
  await page.keyboard.press('Enter');
  await tested.idle();
  assert.ok((await tested.text('.net-details h2')).startsWith(names[1]), 'a net of the way is looked at');
  await (await rowOf(tested, 'C4')).locator('.place').click();
  await tested.idle();
  assert.match(await asked('A0'), /No path leads from C4 to A0/);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Rows of the truth table that is shown, as texts. */
async function truthRows({ page }) {
  return (await page.locator('.truth-row').allTextContents());
}

/** Each case of the nets that are watched; the CSV is one that the command builds from, to the same table. */
async function makesTruthTables() {
  const tested = await openCircuit(sample('four-bit-adder.partialworld'));
  const { page } = tested;
  const watch = async (name) => {
    await (await rowOf(tested, name)).locator('.watch').click();
    await tested.idle();
  };
  for (const name of ['S0', 'C0', 'A0', 'B0']) await watch(name);
  await page.click('.wave-tools >> text="Truth table"');
  await tested.until(async () => (await truthRows(tested)).length > 1, 'the table is there');
  const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => [number >> 2, number >> 1 & 1, number & 1])
    .map((bits) => bits.join('') + (bits[0] ^ bits[1] ^ bits[2]));
  assert.deepEqual(await truthRows(tested), ['C0A0B0S0', ...rows], 'inputs first, then the sum');
  assert.match(await tested.text('.truth'), /8 cases, each from the saved state/);
  assert.equal(await page.isVisible('.wave-canvas'), false, 'in the place of the waves');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.truth >> text="CSV"')]);
  const csv = join(scratch, 'truth.csv'), built = join(scratch, 'truth.partialworld');
  await download.saveAs(csv);
  command('build', csv, '-o', built, '--force');
  assert.equal(String(command('netlist', built, '--to', 'table', '-o', '-')), readFileSync(csv, 'utf8'));
  await page.screenshot({ path: join(scratch, 'truth.png') });
  assert.deepEqual(await foundByAxe(tested, 'truth table'), []);
  for (const name of ['S0', 'C0', 'A0', 'B0']) await watch(name);
  assert.equal(await page.isVisible('.waves'), false);
  await watch('C4');
  await tested.until(async () => /512 cases/.test(await tested.text('.truth')), 'without an input: all inputs of the circuit');
  await watch('C4');
  await watch('A1');
  await tested.until(async () => /choose the net of an output/.test(await tested.text('.truth')), 'only inputs');
  await page.click('.wave-tools >> text="Truth table"');
  assert.equal(await page.isVisible('.wave-canvas'), true);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
  await refusesLargeTables();
}

/** A circuit with more inputs than a table has, if none of them is chosen. */
async function refusesLargeTables() {
  const two = join(scratch, 'two-adders.partialworld'), one = sample('four-bit-adder.partialworld');
  command('merge', one, one, '--at', '0,0,20', '-o', two, '--force');
  const tested = await openCircuit(two);
  await (await rowOf(tested, 'S0 n4')).locator('.watch').click();
  await tested.page.click('.wave-tools >> text="Truth table"');
  await tested.until(async () => /more than 10 inputs/.test(await tested.text('.truth')), 'it says why there is no table');
  assert.equal(await tested.page.isDisabled('.truth >> text="CSV"'), true);
  await tested.close();
}

async function numberOf(tested, letter, most) {
  let sum = 0;
  for (let bit = 0; bit < most; bit++) sum += await isOn(tested, `${letter}${bit}`) ? 1 << bit : 0;
  return sum;
}

async function addsNumbers() {
  const tested = await openCircuit(sample('four-bit-adder.partialworld'));
  const { page } = tested;
  await (await rowOf(tested, 'S1')).locator('.watch').click();
  assert.equal(await page.isVisible('.waves'), true);
  await step(tested, 20);
  assert.match(await tested.text('.simulation output'), /tick 20, at rest/);
  for (const name of ['A1', 'A3', 'B0', 'C0']) {
    await (await rowOf(tested, name)).locator('[data-hand]').click();
    await step(tested, 20);
    const sum = await numberOf(tested, 'A', 4) + await numberOf(tested, 'B', 4) + Number(await isOn(tested, 'C0'));
    const shown = await numberOf(tested, 'S', 4) + (await isOn(tested, 'C4') ? 16 : 0);
    assert.equal(shown, sum, `after ${name}`);
  }
  const wave = Number(await tested.text('.wave-names output'));
  assert.equal(wave === 1, await isOn(tested, 'S1'), 'the wave ends where the net stands');
  await page.focus('.wave-canvas');
  await page.keyboard.press('Home');
  await page.waitForTimeout(100);
  assert.match(await tested.text('.wave-tools output'), /^tick 0$/);
  await page.click('text=Reset');
  await tested.idle();
  assert.equal(await tested.text('.simulation output'), 'as saved');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function takesClicks() {
  const tested = await openCircuit(sample('four-bit-adder.partialworld'));
  const { page } = tested;
  await step(tested, 20);
  const before = await isOn(tested, 'A1'), reds = (await hues(tested)).red;
  await page.click('.find input');
  await page.keyboard.type('C-18');
  await page.keyboard.press('Enter');
  await page.click('.results .place');
  await tested.idle();
  assert.equal(await isOn(tested, 'A1'), before, 'what is selected elsewhere is not touched');
  await page.focus('.surface');
  await page.keyboard.press('2');
  await page.keyboard.press('z');
  await tested.idle();
  const box = await page.locator('.surface').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await tested.idle();
  assert.match(await tested.text('.toasts'), /C-18 switched/);
  await step(tested, 20);
  assert.equal(await isOn(tested, 'A1'), !before);
  await page.focus('.surface');
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  await page.click('[aria-label="Clear search"]');
  await tested.idle();
  assert.notEqual((await hues(tested)).red, reds, 'the picture follows');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** The whole picture, once it is as fine as it gets. */
async function pictureOf(tested) {
  await tested.settled();
  await tested.page.waitForTimeout(1500);
  return tested.page.evaluate(() => document.querySelector('canvas.webgl').toDataURL());
}

/** Switches, displays and pegs are drawn as those of the save that is downloaded. */
async function picturesFollow() {
  const tested = await openCircuit(sample('rom-4x8.partialworld'));
  const { page } = tested;
  const saved = await pictureOf(tested);
  for (let hand = 0; hand < 3; hand++) await page.locator('.net [data-hand]').nth(hand).click();
  await step(tested, 30);
  const shown = await pictureOf(tested);
  assert.notEqual(shown, saved);
  const png = await tested.download('Picture (PNG)');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save states')]);
  const file = join(scratch, 'rom-run.partialworld');
  await download.saveAs(file);
  await tested.open(file);
  assert.equal(await pictureOf(tested), shown, 'the picture of the save with these states');
  assert.ok(png.equals(await tested.download('Picture (PNG)')), 'and so does the PNG');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function savesStates() {
  const file = sample('hello-machine.partialworld'), out = join(scratch, 'run.partialworld');
  const tested = await openCircuit(file);
  const { page } = tested;
  await step(tested, 37);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save states')]);
  command('simulate', '-n', '37', file, '-o', out, '--force');
  assert.ok(readFileSync(out).equals(readFileSync(await download.path())), 'the bytes of the command');
  assert.equal(download.suggestedFilename(), 'hello-machine-run.partialworld');
  await page.click('.net .watch');
  const [waves] = await Promise.all([page.waitForEvent('download'), page.click('[aria-label*="run 1,000 ticks"]')]);
  assert.match(readFileSync(await waves.path(), 'utf8'), /\$enddefinitions/);
  await tested.idle();
  assert.equal(await tickOf(tested), 1037);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A computer of somebody: it runs, and listens at once. */
async function runsComputer() {
  const file = real('blotter/lwcpu4.partialworld');
  if (!existsSync(file)) {
    console.log(`skipped: ${file} is not there`);
    return;
  }
  const tested = await openCircuit(file);
  const { page } = tested;
  await (await rowOf(tested, 'Data[0]')).locator('.place').click();
  await page.click('text=Watch Data[] as a bus');
  await page.fill('.net-find input', '');
  await tested.idle();
  await page.click('.simulation .main');
  await page.waitForTimeout(1500);
  const tick = await tickOf(tested);
  assert.ok(tick > 15 && tick < 60, `${tick} ticks in 1.5 seconds, of 45`);
  await (await rowOf(tested, 'Data[3]')).locator('[data-hand]').click();
  await page.waitForFunction(() => /^0*8$/.test(document.querySelector('.wave-names output').textContent), null, { timeout: 5000 });
  await page.selectOption('.simulation select', 'Infinity');
  await page.fill('.net-find input', '');
  await page.waitForTimeout(500);
  await page.click('.simulation .main');
  const paused = await tickOf(tested);
  await page.waitForTimeout(300);
  assert.equal(await tickOf(tested), paused, 'Pause pauses');
  await page.keyboard.press('r');
  assert.equal(await tested.text('.simulation .main'), 'Pause');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A world that the library draws: its picture follows as well. */
async function runsLargeWorlds() {
  const tested = await openPage(alone);
  const { page } = tested;
  await tested.choose(largeWorld());
  await page.waitForSelector('.note button', { timeout: 60000 });
  await tested.idle(60000);
  await tested.tab('circuit');
  await page.waitForSelector('.net .watch', { timeout: 60000 });
  await tested.settled();
  assert.match(await tested.text('.circuit-facts'), new RegExp(`${(21 * LARGE).toLocaleString('en')} nets, ${(52 * LARGE).toLocaleString('en')} components`));
  const still = () => page.evaluate(() => {
    const canvas = document.querySelector('canvas.still');
    return [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data]
      .filter((value, i, all) => i % 4 === 0 && value > 150 && all[i + 1] < 60).length;
  });
  for (let i = 0; i < 14; i++) await page.click('[aria-label="Zoom in"]');
  await tested.settled();
  const before = await still();
  assert.ok(before > 0, 'something is on');
  await page.locator('.net [data-hand][aria-pressed=true]').first().click();
  await page.locator('.net .place').first().click();
  await page.selectOption('.simulation select', 'Infinity');
  await page.click('.simulation .main');
  await page.waitForFunction(() => /at rest/.test(document.querySelector('.simulation output').textContent), null, { timeout: 30000 });
  await tested.settled();
  assert.ok(await tickOf(tested) > 0);
  assert.match(await tested.text('.net-details'), /Driven by/);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function belongsToItsWorld() {
  const tested = await openCircuit(sample('four-bit-adder.partialworld'));
  await step(tested, 5);
  await tested.open(sample('build-car.structure'));
  assert.equal(await tested.page.isVisible('#tab-right-circuit'), false, 'a build is no circuit');
  await tested.open(sample('hello-machine.partialworld'));
  await tested.tab('circuit');
  await tested.page.waitForSelector('.net .watch');
  assert.equal(await tested.text('.simulation output'), 'as saved');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function findsNothingWithAxe() {
  const tested = await openCircuit(sample('four-bit-adder.partialworld'), { bypassCSP: true });
  await tested.page.click('.net .watch');
  await tested.page.click('.net .place');
  await tested.page.fill('.way input', 'C4');
  await tested.page.press('.way input', 'Enter');
  await tested.page.waitForSelector('.way-steps button');
  await step(tested, 12);
  assert.deepEqual(await foundByAxe(tested, 'circuit'), []);
  await tested.close();
}

export const tests = [['looks at nets', looksAtNets], ['finds ways', findsWays], ['makes truth tables', makesTruthTables], ['adds numbers', addsNumbers], ['takes clicks on switches', takesClicks],
  ['pictures follow a circuit', picturesFollow], ['saves states', savesStates], ['runs a computer', runsComputer], ['runs large worlds', runsLargeWorlds], ['circuit belongs to its world', belongsToItsWorld],
  ['circuit: axe finds nothing', findsNothingWithAxe]];
