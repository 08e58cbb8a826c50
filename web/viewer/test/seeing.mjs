// Worlds of each format are opened and seen; a selection is followed by everything.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, dist, openPage, real, sample, scratch, serve } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;

// A file, what its facts say, how much of the picture it fills at least.
const WORLDS = [
  [sample('four-bit-adder.partialworld'), 'subassembly', 0.05], [sample('moated-keep.lvd'), 'The Moated Keep', 0.2],
  [sample('city-town.city'), 'Lakeside', 0.2], [sample('build-cabin.structure'), 'block count255', 0.1],
  [sample('world-v4.tung'), 'version4', 0.01], [real('blotter/lwcpu4.partialworld'), 'component count1429', 0.1],
  [real('leveld/Rend__4p_neon__0c80d1b8.lvd'), 'nerudaj', 0.2], [real('city/rs-606d33c/saves/test.city'), 'variant', 0],
  [real('structure/game/TEST.structure'), 'version', 0.01],
];

async function builds() {
  for (const name of ['index.html', 'overworld.html']) {
    const html = readFileSync(join(dist, name), 'utf8');
    const places = html.match(/<script type="application\/json" id="worlds">\[\]<\/script>/g);
    assert.equal(places?.length, 1, `${name}: one place for worlds`);
    assert.ok(!/https?:\/\/(?!www\.w3\.org)[a-z]/.test(html.split('<body>')[0]), `${name}: no other address in its head`);
  }
}

async function opensEachFormat() {
  const tested = await openPage(alone);
  for (const [file, fact, least] of WORLDS) {
    if (!existsSync(file)) {
      console.log(`skipped: ${file} is not there`);
      continue;
    }
    await tested.open(file);
    const { share, colors } = await tested.colors();
    assert.ok(share >= least, `${file}: ${share} of the picture is filled`);
    assert.ok(share === 0 || colors >= 3, `${file}: ${colors} colours`);
    assert.ok((await tested.text('.facts')).includes(fact), `${file}: facts say ${fact}`);
    assert.ok(await tested.page.locator('.tree .row').count() >= 3, `${file}: rows of the tree`);
    const first = [...readFileSync(file).subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    assert.ok((await tested.text('.hex-row .hex')).startsWith(first), `${file}: its first bytes`);
  }
  assert.deepEqual(tested.wrong, []);
  assert.deepEqual(tested.requests.filter((url) => !/^(file|blob|data):/.test(url)), []);
  await tested.close();
}

async function servesStatically() {
  const server = await serve(dist);
  const tested = await openPage(`${server.address}/index.html#sample=moated-keep.lvd`);
  await tested.shown();
  assert.ok((await tested.colors()).colors > 10);
  assert.deepEqual(tested.wrong, []);
  assert.deepEqual(tested.requests.filter((url) => !url.startsWith(server.address) && !/^(blob|data):/.test(url)), []);
  await tested.close();
  server.close();
}

async function opensAddress() {
  const server = await serve(join(dist, '../../..'));
  const tested = await openPage(`${server.address}/web/viewer/dist/index.html#url=/samples/build-car.structure&view=0,0,9,0,0,0`);
  await tested.shown();
  assert.equal(await tested.text('.facts h2'), 'build-car.structure');
  await tested.page.evaluate(() => location.hash = '');
  const other = await openPage(`${server.address}/web/viewer/dist/index.html#url=https://example.invalid/a.lvd`);
  await other.page.waitForSelector('.toasts .error');
  assert.deepEqual(other.requests.filter((url) => url.includes('example.invalid')), []);
  await tested.close();
  await other.close();
  server.close();
}

/** The selection is the same everywhere, whatever it was made in. */
async function tiesSelection() {
  const tested = await openPage(alone);
  const { page } = tested;
  await tested.open(sample('issues/BLOTTER_DUPLICATE_WIRE.partialworld'));
  await tested.page.keyboard.press('2');
  await tested.idle();
  const { x, y } = await tested.something();
  await page.mouse.click(x, y);
  await tested.idle();
  const pointer = await tested.selected();
  assert.match(pointer, /^\/(components|wires)\/\d+$/);
  assert.equal(await page.getAttribute('.tree .row[aria-selected=true]', 'title'), pointer);
  assert.ok(await page.locator('.hex .chosen').count() > 0, 'bytes are marked');

  await tested.tab('problems');
  await page.locator('.problem').first().evaluate((group) => group.open = true);
  await page.click('.problem .place');
  await tested.idle();
  const problem = await page.textContent('.problem li code');
  assert.equal(await tested.selected(), problem);
  assert.equal(await page.locator('.problem li.chosen').count(), 1);
  assert.equal(await page.getAttribute('.tree .row[aria-selected=true]', 'title'), problem);

  await page.locator('.hex [data-at]').nth(4).click();
  await tested.idle();
  const fromBytes = await tested.selected();
  assert.notEqual(fromBytes, problem);
  assert.equal(await page.getAttribute('.tree .row[aria-selected=true]', 'title'), fromBytes);

  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function selectsCells() {
  const tested = await openPage(`${alone}#sample=moated-keep.lvd`);
  await tested.shown();
  const box = await tested.page.locator('.surface').boundingBox();
  await tested.page.mouse.click(box.x + box.width / 2 - 260, box.y + box.height / 2 + 60);
  await tested.idle();
  assert.match(await tested.selected(), /^\/blocks\/1\/layers\/\d\/\d+$/);
  await tested.close();
}

async function findsAndHides() {
  const tested = await openPage(`${alone}#sample=four-bit-adder.partialworld`);
  const { page } = tested;
  await tested.shown();
  await page.keyboard.press('/');
  await page.keyboard.type('type:*XorGate');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.results li');
  assert.equal(await page.locator('.results li').count(), 8);
  await page.fill('.find input', '');
  await tested.tab('show');
  const before = await tested.colors();
  await page.click('[aria-label="Show only MHG.XorGate"]');
  await page.locator('.checks label', { hasText: 'wires' }).click();
  await tested.idle();
  const after = await tested.colors();
  assert.ok(after.share < before.share / 2, `${after.share} of ${before.share} is left`);
  await page.click('[aria-label="Show all types"]');
  const slider = page.locator('[aria-label="Most x that is shown"]');
  await slider.evaluate((input) => {
    // Before the middle of the board.
    input.value = Number(input.min) + (Number(input.max) - Number(input.min)) / 4;
    input.dispatchEvent(new Event('input'));
  });
  await tested.idle();
  const cut = await tested.colors();
  assert.ok(cut.share < before.share * 0.8, `a cut leaves ${cut.share} of ${before.share}`);
  await tested.close();
}

/** How bright the picture is on the average, of what is filled. */
function brightness(page) {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 200, height: 150 });
    const context = canvas.getContext('2d');
    context.drawImage(document.querySelector('canvas.webgl'), 0, 0, 200, 150);
    const { data } = context.getImageData(0, 0, 200, 150);
    let sum = 0, count = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 250) sum += data[i] + data[i + 1] + data[i + 2], count++;
    return sum / count;
  });
}

/** What stands still is shaded where things meet, and what moves is not. */
async function shadesWhatStandsStill() {
  const tested = await openPage(alone);
  await tested.open(sample('build-cabin.structure'));
  await tested.page.keyboard.press('ArrowRight');
  const seen = [];
  for (let i = 0; i < 40; i++) {
    seen.push(await brightness(tested.page));
    await tested.page.waitForTimeout(50);
  }
  assert.ok(seen.at(-1) < Math.max(...seen) * 0.995, `${seen.at(-1)} of ${Math.max(...seen)}`);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Where nothing stands, level ground has one colour: shade is of things, not of how exact depths are. */
async function leavesLevelGroundAlone() {
  const things = [0, 60].map((x) => ({ meta_thing: 0, direction: 0, x, y: 0, z: x, reserved: '' }));
  const [json, city] = ['level.json', 'level.city'].map((name) => join(scratch, name));
  writeFileSync(json, JSON.stringify({ format: 'city', variant: 'd3', version: 0, name: '',
    terrain: { kind: 'image', image_path: 'none.png', z_scale: 0.1 }, meta_things: ['hut'], things }));
  command('convert', json, city, '--force');
  const tested = await openPage(alone);
  await tested.open(city);
  await tested.settled();
  const { tall, colors } = await tested.page.evaluate(() => {
    const canvas = document.querySelector('canvas.webgl'), { width, height } = canvas;
    const copy = Object.assign(document.createElement('canvas'), { width, height });
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(width / 2, 0, 1, height);
    const pixels = Array.from({ length: height }, (_, i) => data.slice(4 * i, 4 * i + 4));
    // Its sides are brown.
    const ground = pixels.filter(([red, , blue, opaque]) => opaque === 255 && red - blue < 20).slice(8, -8);
    return { tall: ground.length > height / 10, colors: [...new Set(ground.map(String))] };
  });
  assert.ok(tall);
  assert.equal(colors.length, 1, colors.join(' '));
  await tested.close();
}

/** Writing on surfaces is to be seen from everywhere, in perspective too. */
async function writesOnSurfaces() {
  const tested = await openPage(alone);
  await tested.open(sample('four-bit-adder.partialworld'));
  for (const keys of ['1', 'p']) {
    await tested.page.keyboard.press(keys);
    await tested.page.waitForTimeout(1500);
    const written = await brightness(tested.page);
    await tested.page.keyboard.press('l');
    await tested.page.waitForTimeout(1500);
    const bare = await brightness(tested.page);
    await tested.page.keyboard.press('l');
    assert.ok(written < bare - 3, `${keys}: ${written} with dark writing, ${bare} without`);
  }
  await tested.close();
}

export const tests = [['shades what stands still', shadesWhatStandsStill],
  ['leaves level ground alone', leavesLevelGroundAlone], ['writes on surfaces', writesOnSurfaces],
  ['builds', builds], ['opens each format', opensEachFormat], ['serves statically', servesStatically],
  ['opens an address', opensAddress], ['ties selection', tiesSelection], ['selects cells', selectsCells],
  ['finds, hides and cuts', findsAndHides]];
