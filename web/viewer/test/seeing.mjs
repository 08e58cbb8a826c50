// Worlds of each format are opened and seen; a selection is followed by everything.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../../overworld/dist/index.js';
import { command, commandOfBroken, dist, openPage, real, sample, scratch, serve } from './harness.mjs';

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
  assert.equal(await page.locator('.checks label', { hasText: 'wires' }).locator('input').isChecked(), false);
  await tested.idle();
  const after = await tested.colors();
  assert.ok(after.share < before.share / 2, `${after.share} of ${before.share} is left`);
  await page.click('[aria-label="Show all types"]');
  assert.equal(await page.locator('.checks label', { hasText: 'wires' }).locator('input').isChecked(), true);
  const slider = page.locator('[aria-label="Maximum x"]');
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

/** How many records a search finds. */
async function found(tested, words) {
  await tested.page.fill('.find input', words);
  await tested.page.press('.find input', 'Enter');
  await tested.idle();
  return tested.page.locator('.results li').count();
}

/** Words are those of texts and types, in any case; a search is made again when the world has changed. */
async function findsWhatIsThere() {
  const file = sample('four-bit-adder.partialworld');
  const tested = await openPage(alone);
  const { page } = tested;
  await tested.open(file);
  const count = (...words) => Number(command('find', file, ...words, '--count').toString());
  assert.equal(await found(tested, 'type:mhg.xorgate'), count('type:MHG.XorGate'));
  assert.equal(await found(tested, 'TYPE:*xor*'.toLowerCase()), count('type:MHG.XorGate'));
  assert.equal(await found(tested, 'xorgate'), count('type:MHG.XorGate'));
  assert.equal(await found(tested, 'peg'), count('type:*Peg*'));
  assert.equal(await found(tested, 'label'), count('type:*Label*'));
  assert.equal(await found(tested, 'Wires'), Math.min(200, count('wires')));
  const before = await found(tested, 'a0');
  assert.ok(before > 0);
  await found(tested, 'xor');
  const first = await page.textContent('.results code');
  await page.click('.results .place');
  await tested.idle();
  const marked = () => page.textContent('.results p');
  const [was] = /\d+/.exec(await marked());
  await page.click('.details >> text="Remove"');
  await tested.idle();
  assert.equal(Number(/\d+/.exec(await marked())[0]), Number(was) - 1, 'what was removed is found no more');
  const changed = join(scratch, 'found.partialworld');
  writeFileSync(changed, await tested.download('World (.partialworld)'));
  const places = await page.locator('.results code').allTextContents();
  assert.deepEqual(places, JSON.parse(command('find', changed, 'type:MHG.XorGate', '--json')).parts.map(({ pointer }) => pointer));
  assert.notEqual(first, undefined);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A record is described by its type, its address and what is written on it, which is changed as text. */
async function describesRecords() {
  const file = sample('rom-4x8.partialworld');
  const tested = await openPage(alone);
  const { page } = tested;
  await tested.open(file);
  const [label] = JSON.parse(command('find', file, 'text:A0', '--json')).parts;
  await page.fill('.find input', label.pointer);
  await page.press('.find input', 'Enter');
  await page.click('.results .place');
  await tested.idle();
  const told = await tested.text('.details dl');
  for (const words of [/MHG\.PanelLabel/, new RegExp(`C-${label.address}`), /A0/]) assert.match(told, words);
  assert.doesNotMatch(told, /object/);
  await page.fill('#new-text', 'Überlauf\nzwei');
  await page.click('.editor:has(#new-text) button');
  await tested.idle();
  assert.equal(await page.inputValue('#new-text'), 'Überlauf\nzwei');
  const changed = join(scratch, 'written.partialworld');
  writeFileSync(changed, await tested.download('World (.partialworld)'));
  assert.equal(JSON.parse(command('find', changed, label.pointer, '--json')).parts[0].text, 'Überlauf\vzwei');
  assert.equal(JSON.parse(commandOfBroken('diff', file, changed, '--json')).changed, 1);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A picture that is downloaded is what is seen: zoomed, moved and turned. */
async function savesWhatIsSeen() {
  const tested = await openPage(`${alone}#sample=four-bit-adder.partialworld`);
  const { page } = tested;
  await tested.shown();
  for (const key of ['3', '+', '+', 'ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowLeft']) {
    await page.focus('.surface');
    await page.keyboard.press(key);
  }
  await tested.idle();
  const png = await tested.download('Picture (PNG)');
  await page.click('[aria-label="Copy link"]');
  await page.waitForTimeout(200);
  const [yaw, pitch, scale, x, y, z] = new URLSearchParams(page.url().split('#')[1]).get('view').split(',').map(Number);
  const { width, height } = await page.evaluate(() => {
    const { clientWidth, clientHeight } = document.querySelector('.surface');
    return { width: clientWidth, height: clientHeight };
  });
  const overworld = await load();
  const scene = overworld.open(readFileSync(sample('four-bit-adder.partialworld'))).scene();
  const target = [x, y, z].map((at, axis) => at - scene.summary.origin[axis]);
  const wanted = scene.render({ view: 'angles', yaw, pitch, scale: 2 * scale * Math.min(width, height) / 1000, target, width: 2 * width, height: 2 * height, labels: true });
  const [gotWidth, gotHeight, pixels] = await tested.pixels(png);
  assert.deepEqual([gotWidth, gotHeight], [2 * width, 2 * height]);
  const got = pixels.split(',').map(Number);
  assert.equal(got.length, wanted.data.length);
  const other = got.reduce((sum, value, i) => sum + Number(Math.abs(value - wanted.data[i]) > 8), 0);
  assert.ok(other < got.length / 200, `${other} of ${got.length} differ`);
  await tested.close();
}

/** A level of two layers looks like the library's picture: a roof is not seen while what is below it is. */
async function hidesRoofs() {
  const layersOf = (change) => {
    const level = JSON.parse(command('convert', sample('moated-keep.lvd'), '-'));
    const mesh = level.blocks.find(({ layers }) => layers);
    change(mesh);
    return level;
  };
  const save = (name, level) => {
    const [json, file] = [join(scratch, `${name}.json`), join(scratch, `${name}.lvd`)];
    writeFileSync(json, JSON.stringify(level));
    command('convert', json, file, '--force');
    return file;
  };
  const roofed = save('roofed', layersOf(({ layers }) => layers[1].fill(5)));
  const bare = save('bare', layersOf(({ layers }) => layers[1].fill(0)));
  const tested = await openPage(alone);
  const pictures = [];
  for (const file of [bare, roofed]) {
    await tested.open(file);
    await tested.settled();
    pictures.push(await tested.colors());
  }
  assert.deepEqual(pictures[1], pictures[0], 'the layer below the roof is seen');
  await tested.tab('show');
  await tested.page.locator('.checks label', { hasText: /layer/ }).nth(1).click();
  await tested.settled();
  assert.ok((await tested.colors()).colors < pictures[0].colors, 'without that layer the roof is seen');
  await tested.close();
}

/** An image that nothing says how to cut is not used as tiles, and the page says so. */
async function refusesTilesetsWithoutClip() {
  const tileset = real('leveld/tilesets/Rend__neon_tileset.png');
  if (!existsSync(tileset)) {
    console.log(`skipped: ${tileset} is not there`);
    return;
  }
  const tested = await openPage(alone);
  await tested.open(sample('moated-keep.lvd'));
  await tested.settled();
  const plain = await tested.colors();
  await tested.choose(tileset).catch(() => undefined);
  await tested.settled();
  await tested.tab('facts');
  assert.match(await tested.text('.facts'), /do not divide into tiles of 16 by 16/);
  await tested.settled();
  const after = await tested.colors();
  assert.equal(after.share, plain.share, 'the level is drawn as before');
  // Edges that are drawn anew differ a little; tiles would bring many more colours.
  assert.ok(Math.abs(after.colors - plain.colors) <= plain.colors / 10, `${after.colors} colours, ${plain.colors} before`);
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
  await tested.page.locator('.surface').focus();
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
  ['finds, hides and cuts', findsAndHides], ['finds what is there', findsWhatIsThere],
  ['describes records', describesRecords], ['saves what is seen', savesWhatIsSeen], ['hides roofs', hidesRoofs],
  ['refuses tilesets without a clip', refusesTilesetsWithoutClip]];
