// Worlds that the library draws itself, what is stopped, and the ways into the page besides a choice of files.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dragsDrawn } from './editing.mjs';
import { command, dist, largeWorld, openPage, sample, scratch } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;

async function openLarge(options) {
  const tested = await openPage(alone, options);
  await tested.choose(largeWorld());
  await tested.page.waitForSelector('.note button', { timeout: 60000 });
  await tested.idle(60000);
  return tested;
}

/** The library's picture: nearer, moved, turned, cut, with parts hidden, and what stands at a pixel. */
async function looksAtLargeWorlds() {
  const tested = await openLarge();
  const { page } = tested;
  assert.equal(await page.getAttribute('.picture', 'data-shown'), 'still');
  const whole = await tested.still();
  assert.ok(whole.share > 0.1 && whole.share < 0.9, `${whole.share} is filled`);
  const bar = async () => Number((await tested.text('.scale span')).split(' ')[0].replaceAll(',', ''));
  const farBar = await bar();
  const box = await page.locator('.surface').boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(...middle);
  await page.evaluate(() => {
    const canvas = document.querySelector('canvas.still');
    globalThis.scaled = false;
    new MutationObserver(() => globalThis.scaled ||= /scale\((?!1\))/.test(canvas.style.transform))
      .observe(canvas, { attributes: true });
  });
  for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -300);
  // Until the next drawing is there the last one is moved along.
  await page.waitForFunction(() => globalThis.scaled);
  await tested.idle(60000);
  await page.waitForTimeout(500);
  await tested.idle(60000);
  assert.match(await page.evaluate(() => document.querySelector('canvas.still').style.transform), /scale\(1\)/);
  assert.ok(await bar() < farBar / 8, 'the scale follows');
  const near = await tested.still();
  assert.ok(near.share > whole.share, `${near.share} is filled`);
  const { x, y } = await tested.something('canvas.still');
  await page.mouse.click(x, y);
  await tested.idle(60000);
  assert.match(await tested.selected(), /^\/(components|wires)\/\d+$/);
  await page.keyboard.press('z');
  await tested.settled();
  const marked = await tested.still();
  assert.ok(marked.orange > 0.001, 'the selection is marked');
  await page.keyboard.press('f');
  await tested.tab('show');
  await page.click('[aria-label="Show only MHG.XorGate"]');
  await page.locator('.checks label', { hasText: 'wires' }).click();
  await tested.settled();
  const few = await tested.still();
  assert.ok(few.share < whole.share, `${few.share} of ${whole.share} is left`);
  await page.click('[aria-label="Show all types"]');
  await page.locator('[aria-label="Maximum x"]').evaluate((input) => {
    input.value = Number(input.min) + (Number(input.max) - Number(input.min)) / 4;
    input.dispatchEvent(new Event('input'));
  });
  await tested.settled();
  const cut = await tested.still();
  assert.ok(cut.share < whole.share * 0.6, `a cut leaves ${cut.share} of ${whole.share}`);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Notes what the library draws: how much of it is red, as wires that are on are, and the box that it fills, in shares. */
const NOTE_DRAWINGS = `globalThis.drawings = [];
const put = CanvasRenderingContext2D.prototype.putImageData;
CanvasRenderingContext2D.prototype.putImageData = function (image, ...place) {
  const { width, height, data } = image, box = [width, height, 0, 0];
  let red = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 0) continue;
    const x = i / 4 % width, y = Math.floor(i / 4 / width);
    red += data[i] > 120 && data[i + 1] < data[i] / 3 ? 1 : 0;
    box[0] = Math.min(box[0], x), box[1] = Math.min(box[1], y), box[2] = Math.max(box[2], x), box[3] = Math.max(box[3], y);
  }
  if (this.canvas.classList.contains('still')) drawings.push({ red, isKnown: document.querySelector('.note button') !== null,
    box: box.map((at, i) => at / (i % 2 === 0 ? width : height)) });
  return put.call(this, image, ...place);
};`;

/** What carries the rest of a large world is there before the rest is, and while the view turns. */
async function carriersComeFirst() {
  const tested = await openLarge({ script: NOTE_DRAWINGS });
  const { page } = tested;
  await tested.settled();
  const take = () => page.evaluate(() => drawings.splice(0));
  const [first, ...then] = await take();
  assert.deepEqual({ red: first.red, isKnown: first.isKnown }, { red: 0, isKnown: false });
  assert.ok(first.box[2] - first.box[0] > 0.5, 'boards are seen at first');
  assert.ok(then.length > 0 && then.every(({ red }) => red > 0), 'and wires in each picture that follows');
  const surface = await page.locator('.surface').boundingBox();
  const middle = [surface.x + surface.width / 2, surface.y + surface.height / 2];
  await page.mouse.move(...middle);
  await page.mouse.down();
  for (let i = 1; i <= 20; i++) {
    await page.mouse.move(middle[0] + 4 * i, middle[1] - i);
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
  await tested.settled();
  const turning = await take();
  const wires = turning.findIndex(({ red }) => red > 0);
  assert.ok(wires > 1, `${wires} pictures while the view turns`);
  assert.ok(turning.slice(wires).every(({ red }) => red > 0) && wires < turning.length - 1, 'wires are back: coarse, then fine');
  turning[wires].box.forEach((at, i) => assert.ok(Math.abs(at - turning[wires - 1].box[i]) < 0.03,
    `${turning[wires - 1].box} and ${turning[wires].box}: boards and all stand at the same place`));
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A library never gives memory back, so a fresh one follows a large world; the worlds that stay open are as before. */
async function givesMemoryBack() {
  const tested = await openPage(alone, { script: `globalThis.ended = 0;
    const terminate = Worker.prototype.terminate;
    Worker.prototype.terminate = function () { ended++; return terminate.call(this); };` });
  const { page } = tested;
  const ended = () => page.evaluate(() => ended);
  const small = sample('four-bit-adder.partialworld');
  await tested.open(small);
  await tested.choose(largeWorld());
  await page.waitForSelector('.note button', { timeout: 60000 });
  await tested.idle(60000);
  assert.equal(await ended(), 0);
  await page.click('[aria-label="Close large.partialworld"]');
  await tested.settled();
  assert.equal(await ended(), 1);
  assert.equal(await page.getAttribute('.picture', 'data-shown'), 'webgl');
  assert.match(await tested.text('#panel-right-facts'), /52/);
  await page.click('[aria-label="Close four-bit-adder.partialworld"]');
  await tested.settled();
  assert.equal(await ended(), 1, 'a small world leaves nothing worth a fresh library');
  await tested.open(small);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

const NO_WEBGL = `const get = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith('webgl') ? null : get.call(this, kind, ...more);
};`;

/** What is measured between two pixels, in units: the whole distance and its sides. */
async function distance(tested, view) {
  const { page } = tested;
  const box = await page.locator('.surface').boundingBox();
  await page.keyboard.press(view);
  await tested.settled();
  await page.keyboard.press('m');
  for (const [x, y] of [[0.47, 0.5], [0.55, 0.56]]) {
    await page.mouse.click(Math.round(box.x + box.width * x), Math.round(box.y + box.height * y));
    await tested.idle(60000);
  }
  const said = await tested.text('.note');
  await page.screenshot({ path: join(scratch, `measure-${view}.png`) });
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('svg.measure').isVisible(), false);
  return [...said.matchAll(/[\d.]+/g)].map(Number);
}

/** Where the library draws, distances are those that WebGL gives. */
async function measuresWithoutWebGL() {
  const [one, other] = [await openPage(alone), await openPage(alone, { script: NO_WEBGL })];
  await one.open(sample('four-bit-adder.partialworld'));
  await other.choose(sample('four-bit-adder.partialworld'));
  await other.settled();
  assert.equal(await other.page.getAttribute('.picture', 'data-shown'), 'still');
  for (const view of ['2', '1', 'p']) {
    const [expected, found] = [await distance(one, view), await distance(other, view)];
    assert.equal(found.length, 4);
    found.forEach((length, i) => assert.ok(Math.abs(length - expected[i]) < 0.1, `${view}: ${found} and ${expected}`));
  }
  await other.page.keyboard.press('p');
  await dragsDrawn(other);
  await other.page.keyboard.press('m');
  await other.close();
  await one.close();
}

/** All that differs is marked, however much it is, and the page goes on. */
async function marksAllDifferences() {
  const large = largeWorld(), changed = join(scratch, 'large-moved.partialworld');
  const tested = await openLarge();
  const { page } = tested;
  await page.keyboard.press('2');
  await page.keyboard.press('f');
  await tested.settled();
  const before = await tested.still();
  command('replace', large, '--type', 'MHG.XorGate', 'MHG.AndGate', '-o', changed, '--force');
  await tested.choose(changed);
  await page.waitForSelector('.note button', { timeout: 60000 });
  await tested.idle(60000);
  await tested.tab('compare');
  await page.selectOption('#compare-with', { index: 1 });
  await page.waitForSelector('.change', { timeout: 120000 });
  await page.keyboard.press('2');
  await page.keyboard.press('f');
  await tested.settled();
  const after = await tested.still();
  await page.screenshot({ path: join(scratch, 'differences.png') });
  assert.ok(after.orange > before.orange + 0.01, `${after.orange} is marked, ${before.orange} before`);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** How much of the library's picture has the red of what was removed, and the orange of changed cells, in thousandths. */
function marksOf({ page }) {
  return page.evaluate(() => {
    const canvas = document.querySelector('canvas.still');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let red = 0, orange = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.subarray(i, i + 3);
      red += r > 150 && g < r / 2.6 && Math.abs(g - b) < 60 ? 1 : 0;
      orange += r > 130 && g > r * 0.5 && g < r * 0.68 && b < r * 0.25 ? 1 : 0;
    }
    return { red: red / data.length * 4000, orange: orange / data.length * 4000 };
  });
}

/** The picture of the library when nothing and when another world is compared: its reds and its oranges. */
async function comparedByLibrary(before, after, shown) {
  const tested = await openPage(alone, { script: NO_WEBGL });
  const { page } = tested;
  for (const file of [before, after]) {
    await tested.choose(file);
    await tested.settled();
  }
  const plain = await marksOf(tested);
  await tested.tab('compare');
  await page.selectOption('#compare-with', { index: 1 });
  await page.waitForSelector('.change');
  await tested.settled();
  const compared = await marksOf(tested);
  await page.screenshot({ path: join(scratch, shown) });
  assert.deepEqual(tested.wrong.filter((said) => !/WebGL context|readback/.test(said)), []);
  await tested.close();
  return [plain, compared];
}

/** What was removed, and cells and heights that changed, are seen where the library draws. */
async function marksRemovedAndCells() {
  const fewer = join(scratch, 'fewer.partialworld');
  command('remove', sample('four-bit-adder.partialworld'), 'type:MHG.XorGate,type:MHG.AndGate', '-o', fewer);
  const [whole, gone] = await comparedByLibrary(sample('four-bit-adder.partialworld'), fewer, 'removed.png');
  assert.ok(gone.red > whole.red + 20, `${gone.red} of a thousand pixels are red, ${whole.red} before`);
  for (const [name, pointer, value] of [['moated-keep.lvd', '/blocks/1/layers/0/100', '5'],
    ['city-town.city', '/terrain/heights/1200', '25']]) {
    const changed = join(scratch, `changed-${name}`);
    command('set', sample(name), pointer, value, '-o', changed);
    const [plain, marked] = await comparedByLibrary(sample(name), changed, `changed-${name}.png`);
    assert.ok(marked.orange > plain.orange + 0.2 && marked.orange < plain.orange + 10,
      `${name}: ${marked.orange} of a thousand pixels are orange, ${plain.orange} before`);
  }
}

/** Progress is shown from the beginning on, not first when something has taken a while: a fast machine is done by then. */
const SHOWS_AT_ONCE = `const after = globalThis.setTimeout;
globalThis.setTimeout = (run, milliseconds, ...more) => after(run, milliseconds === 400 ? 0 : milliseconds, ...more);`;

/** Presses Stop in the page itself, as soon as something is begun: on a fast machine it is over before a hand comes to
 * it. Resolves to whether progress was to be seen. */
function stopAtOnce(page) {
  return page.evaluate(() => new Promise((done, fail) => {
    setTimeout(() => fail(new Error('nothing took so long that it could be stopped')), 20000);
    const busy = document.querySelector('.busy');
    const observer = new MutationObserver(look);
    function look() {
      if (busy.hidden)
        return;
      observer.disconnect();
      const shown = busy.querySelector('progress').getClientRects().length > 0;
      busy.querySelector('[title=Stop]').click();
      done(shown);
    }
    observer.observe(busy, { attributes: true });
    look();
  }));
}

/** Stop ends what takes long; what is known stays, and the next call is answered. */
async function stops() {
  const tested = await openLarge({ script: SHOWS_AT_ONCE });
  const { page } = tested;
  const rows = await page.locator('.facts dt').count();
  const stopped = stopAtOnce(page);
  await page.keyboard.press('p');
  assert.ok(await stopped, 'progress is shown');
  await page.waitForSelector('.toasts >> text=Stopped');
  await tested.idle(60000);
  assert.equal(await page.locator('.facts dt').count(), rows);
  await page.locator('.tree .row', { hasText: 'save_type' }).click();
  await tested.idle(60000);
  assert.equal(await tested.selected(), '/save_type');
  // What nothing is known of yet is closed: it would begin all over again.
  const other = await openPage(alone, { script: SHOWS_AT_ONCE });
  const closed = stopAtOnce(other.page);
  await other.choose(largeWorld());
  await closed;
  await other.page.waitForSelector('body.empty', { timeout: 20000 });
  await other.open(sample('build-cabin.structure'));
  assert.ok((await other.colors()).share > 0.05);
  assert.deepEqual([...tested.wrong, ...other.wrong], []);
  await tested.close();
  await other.close();
}

async function opensFolders() {
  const folder = join(scratch, 'a save');
  mkdirSync(join(folder, 'more'), { recursive: true });
  copyFileSync(sample('world-v7.logicworld'), join(folder, 'data.logicworld'));
  writeFileSync(join(folder, 'meta.succ'), 'Title: "of a folder"\n');
  copyFileSync(sample('tiles/moated-keep.png'), join(folder, 'more/image.png'));
  const tested = await openPage(alone);
  const [chooser] = await Promise.all([tested.page.waitForEvent('filechooser'),
    tested.page.click('.welcome >> text=Open a folder')]);
  await chooser.setFiles(folder);
  await tested.shown();
  assert.equal(await tested.page.locator('.world').count(), 1);
  assert.equal(await tested.text('.facts h2'), 'a save/data.logicworld');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function takesDrops() {
  const tested = await openPage(alone);
  const files = ['build-car.structure', 'moated-keep.lvd'].map((name) => ({ name, bytes: [...readFileSync(sample(name))] }));
  await tested.page.evaluate((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of dropped) transfer.items.add(new File([new Uint8Array(bytes)], name));
    document.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: transfer }));
    globalThis.wasMarked = document.body.classList.contains('dropping');
    document.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }, files);
  await tested.shown();
  assert.ok(await tested.page.evaluate(() => globalThis.wasMarked && !document.body.classList.contains('dropping')));
  assert.deepEqual(await tested.page.locator('.world > button:first-child').allTextContents(),
    files.map(({ name }) => name));
  // Pasted text is a world too.
  await tested.page.evaluate((base64) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', base64);
    document.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: transfer }));
  }, readFileSync(sample('build-cabin.structure')).toString('base64'));
  await tested.page.waitForSelector('.world >> text=pasted');
  await tested.shown();
  assert.deepEqual(await tested.download('World (.structure)'), readFileSync(sample('build-cabin.structure')));
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** The command puts into a page what the level's tileset is. */
async function takesFilesAlong() {
  const folder = join(scratch, 'along');
  mkdirSync(folder, { recursive: true });
  const [level, html, bare] = [join(folder, 'level.lvd'), join(folder, 'with.html'), join(folder, 'without.html')];
  command('set', sample('moated-keep.lvd'), '/blocks/0/description',
    JSON.stringify(JSON.stringify({ skybox: 'Night', textures: 'Neon' })), '-o', level);
  const page = ['--page', join(dist, 'overworld.html')];
  command('view', level, '-o', bare, ...page);
  copyFileSync(sample('tiles/moated-keep.png'), join(folder, 'neon_tileset.png'));
  command('view', level, '-o', html, ...page);
  const water = [72, 134, 186];
  const seen = [];
  for (const file of [bare, html]) {
    const tested = await openPage(`file://${file}`);
    await tested.shown();
    seen.push(await tested.like(water));
    assert.equal((await tested.text('.facts')).includes('cannot be used'), file === bare);
    await tested.close();
  }
  assert.ok(seen[0] < 0.002 && seen[1] > 0.04, `${seen[1]} of the picture is the tileset's water, ${seen[0]} without it`);
}

async function hidesRecords() {
  const tested = await openPage(`${alone}#sample=build-car.structure&select=/roots/0`);
  const { page } = tested;
  await tested.shown();
  const before = await tested.colors();
  await page.locator('.details >> text="Hide"').click();
  await tested.idle();
  const hidden = await tested.colors();
  assert.ok(hidden.share < before.share, `${hidden.share} of ${before.share} is left`);
  await tested.tab('show');
  assert.equal(await page.locator('.records li').count(), 1);
  await page.keyboard.press('u');
  await tested.idle();
  assert.ok(Math.abs((await tested.colors()).share - before.share) < 0.01);
  await page.keyboard.press('i');
  await tested.idle();
  assert.ok((await tested.colors()).share < before.share);
  await page.click('[aria-label="Copy link"]');
  await page.waitForTimeout(200);
  const again = await openPage(page.url());
  await again.shown();
  await again.tab('show');
  assert.equal(await again.text('.records code'), 'only /roots/0');
  assert.deepEqual([...tested.wrong, ...again.wrong], []);
  await tested.close();
  await again.close();
}

async function coloursChangedCells() {
  const tested = await openPage(alone);
  const changed = join(scratch, 'cells.lvd');
  command('set', sample('moated-keep.lvd'), '/blocks/1/layers/0/100', '5', '-o', changed);
  await tested.open(sample('moated-keep.lvd'));
  await tested.open(changed);
  await tested.tab('compare');
  await tested.page.selectOption('#compare-with', { label: 'moated-keep.lvd' });
  await tested.page.waitForSelector('.change');
  await tested.idle();
  await tested.idle();
  const after = await tested.orange();
  // One cell of 24 by 14, all else grey.
  assert.ok(after > 0.3 / (24 * 14) && after < 2 / (24 * 14), `${after} is orange`);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

export const tests = [['looks at large worlds', looksAtLargeWorlds], ['carriers come first', carriersComeFirst], ['gives memory back', givesMemoryBack],
  ['measures without WebGL', measuresWithoutWebGL],
  ['marks all differences', marksAllDifferences],
  ['marks removed and cells', marksRemovedAndCells], ['stops', stops], ['opens folders', opensFolders],
  ['takes drops', takesDrops], ['takes files along', takesFilesAlong], ['hides records', hidesRecords],
  ['colours changed cells', coloursChangedCells]];
