// Worlds are changed, compared and saved: what comes of it is what the command makes.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { command, commandOfBroken, dist, foundByAxe, openPage, sample, scratch } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;

async function setsAndUndoes() {
  const tested = await openPage(alone);
  const { page } = tested;
  const file = sample('build-cabin.structure');
  await tested.open(file);
  const row = page.locator('.tree .row', { hasText: 'roots' }).last();
  await row.click();
  await tested.idle();
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.tree .row[title="/roots/0"]');
  await page.locator('.tree .row[title="/roots/0"]').dblclick();
  await page.locator('.tree .row[title="/roots/0/position"]').dblclick();
  await page.locator('.tree .row[title="/roots/0/position/0"]').click();
  await tested.idle();
  await page.fill('#new-value', '2.5');
  await page.click('.editor button');
  await tested.idle();
  assert.ok((await page.textContent('.tree .row[title="/roots/0/position/0"]')).includes('2.5'));
  const out = join(scratch, 'set.structure');
  command('set', file, '/roots/0/position/0', '2.5', '-o', out);
  assert.deepEqual(await tested.download('World (.structure)'), readFileSync(out));
  await page.keyboard.press('Control+z');
  await tested.idle();
  assert.deepEqual(await tested.download('World (.structure)'), readFileSync(file));
  await page.keyboard.press('Control+Shift+z');
  await tested.idle();
  assert.deepEqual(await tested.download('World (.structure)'), readFileSync(out));
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function refusesNonsense() {
  const tested = await openPage(`${alone}#sample=moated-keep.lvd&select=/version`);
  await tested.shown();
  await tested.page.fill('#new-value', 'no number');
  await tested.page.click('.editor button');
  await tested.page.waitForSelector('.toasts .error');
  assert.ok(await tested.page.locator('[aria-label="Undo"]').isDisabled());
  await tested.close();
}

async function repairs() {
  const tested = await openPage(alone);
  const { page } = tested;
  const file = sample('issues/BLOTTER_DUPLICATE_WIRE.partialworld');
  await tested.open(file);
  await tested.tab('problems');
  await page.locator('.problem', { hasText: 'BLOTTER_DUPLICATE_WIRE' }).evaluate((group) => group.open = true);
  await page.click('[aria-label="Repair BLOTTER_DUPLICATE_WIRE"]');
  await tested.idle();
  assert.equal(await page.locator('.problem', { hasText: 'BLOTTER_DUPLICATE_WIRE' }).count(), 0);
  const out = join(scratch, 'repaired.partialworld');
  command('repair', file, '--only', 'BLOTTER_DUPLICATE_WIRE', '-o', out);
  assert.deepEqual(await tested.download('World (.partialworld)'), readFileSync(out));
  await tested.close();
}

/** Notes are repaired one by one alone: "Repair all" is not offered for them, and nothing is said that is not so. */
async function leavesNotesAlone() {
  const tested = await openPage(alone);
  const { page } = tested;
  for (const name of ['BLOTTER_DUPLICATE_WIRE.partialworld', 'LEVELD_META_NOT_FIRST.lvd']) {
    await tested.open(sample(`issues/${name}`));
    await tested.tab('problems');
    await page.waitForSelector('.problem');
    assert.deepEqual([...new Set(await page.locator('.problem .badge').allTextContents())], ['note']);
    assert.equal(await page.locator('text=Repair without loss').count(), 0, name);
  }
  const file = sample('issues/BLOTTER_ON_STATE_TWICE.partialworld'), out = join(scratch, 'all.partialworld');
  await tested.open(file);
  await page.click('text=Repair without loss');
  await tested.idle();
  assert.match(await tested.text('.toasts'), /[1-9]\d* repaired/);
  command('repair', file, '-o', out);
  assert.deepEqual(await tested.download('World (.partialworld)'), readFileSync(out));
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function compares() {
  const tested = await openPage(alone);
  const { page } = tested;
  const changed = join(scratch, 'changed.partialworld');
  command('remove', sample('four-bit-adder.partialworld'), 'C-32', '-o', changed);
  await tested.open(sample('four-bit-adder.partialworld'));
  await tested.open(changed);
  await tested.tab('compare');
  await page.selectOption('#compare-with', { label: 'four-bit-adder.partialworld' });
  await page.waitForSelector('.change');
  const { removed } = JSON.parse(runDiff(sample('four-bit-adder.partialworld'), changed));
  assert.equal(await page.textContent('.compare .summary .removed'), `${removed} removed`);
  assert.equal(await page.locator('.change.removed').count(), removed);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Both worlds are seen from the same place, whichever is moved, and what is hidden in one is so in the other. */
async function standsSideBySide() {
  const tested = await openPage(alone);
  const { page } = tested;
  const changed = join(scratch, 'beside.partialworld');
  command('remove', sample('four-bit-adder.partialworld'), 'C-32', '-o', changed);
  await tested.open(sample('four-bit-adder.partialworld'));
  await tested.open(changed);
  await tested.tab('compare');
  await page.selectOption('#compare-with', { label: 'four-bit-adder.partialworld' });
  await page.click('text="Side by side"');
  await page.waitForSelector('.beside[data-shown=webgl]');
  await tested.settled();
  assert.equal(await tested.text('.beside-name'), 'four-bit-adder.partialworld');
  const beside = await besideOf(tested);
  assert.ok(beside.red > 20, `what was removed is red: ${beside.red}`);
  assert.ok(beside.apart < 0.03, `the rest is seen alike: ${beside.apart}`);
  await page.focus('.picture:not(.beside) .surface');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await tested.settled();
  const turned = await besideOf(tested);
  assert.ok(turned.apart < 0.03, `after one was moved: ${turned.apart}`);
  await page.focus('.beside .surface');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
  await tested.settled();
  const led = await besideOf(tested);
  assert.ok(led.apart < 0.03, `after the other was moved: ${led.apart}`);
  assert.ok(led.moved > 0.05, 'and it did move');
  await page.screenshot({ path: join(scratch, 'beside.png') });
  assert.deepEqual(await foundByAxe(tested, 'side by side'), []);
  await page.setViewportSize({ width: 390, height: 844 });
  await tested.settled();
  const narrow = await besideOf(tested);
  assert.ok(narrow.apart < 0.03, `one above the other on a phone: ${narrow.apart}`);
  await page.screenshot({ path: join(scratch, 'beside-phone.png') });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.click('text="Side by side"');
  assert.equal(await page.isVisible('.beside'), false);
  await page.click('text="Side by side"');
  await page.waitForSelector('.beside[data-shown=webgl]');
  await page.selectOption('#compare-with', { index: 0 });
  await tested.until(async () => !await page.isVisible('.beside'), 'nothing is compared any more');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Compares two pictures side by side. `red` counts pixels of the right one. `apart` is the share of pixels that only one
 * of them covers. `moved` is the share of the left one that has changed since the last call. */
function besideOf({ page }) {
  return page.evaluate(() => {
    const [width, height] = [200, 200];
    const [left, right] = [...document.querySelectorAll('canvas.webgl')].map((shown) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      canvas.getContext('2d').drawImage(shown, 0, 0, width, height);
      return canvas.getContext('2d').getImageData(0, 0, width, height).data;
    });
    let red = 0, apart = 0, moved = 0;
    for (let i = 0; i < left.length; i += 4) {
      red += right[i + 3] > 128 && right[i] > 170 && right[i + 1] < 100 && right[i + 2] < 100 ? 1 : 0;
      apart += left[i + 3] > 128 !== right[i + 3] > 128 ? 1 : 0;
      moved += globalThis.before && left[i + 3] > 128 !== globalThis.before[i + 3] > 128 ? 1 : 0;
    }
    globalThis.before = left;
    return { red, apart: apart / (width * height), moved: moved / (width * height) };
  });
}

/** What cannot be compared is not said to be. */
async function comparesNoTwoFormats() {
  const tested = await openPage(alone);
  const { page } = tested;
  await tested.open(sample('city-town.city'));
  await tested.open(sample('build-cabin.structure'));
  await tested.tab('compare');
  await page.selectOption('#compare-with', { label: 'city-town.city' });
  await page.waitForSelector('.toasts .error');
  await tested.idle();
  assert.equal(await page.inputValue('#compare-with'), 'none');
  await tested.close();
}

/** `diff` ends with status 1 where worlds differ. */
function runDiff(before, after) {
  try {
    return command('diff', '--json', before, after);
  } catch (differ) {
    return differ.stdout;
  }
}

async function pastesPatch() {
  const tested = await openPage(`${alone}#sample=moated-keep.lvd`);
  const { page } = tested;
  await tested.shown();
  await page.click('header >> text="Open"');
  await page.click('#open-menu >> text=Apply a JSON Patch');
  await page.fill('dialog textarea', '[{"op": "replace", "path": "/blocks/0/author", "value": "Somebody"}]');
  await page.click('dialog >> text=Apply');
  await tested.idle();
  assert.ok((await tested.text('.facts')).includes('Somebody'));
  await tested.close();
}

/** A patch that does not fit says why, once, and is not gone. */
async function keepsPatchThatDoesNotFit() {
  const tested = await openPage(alone);
  const { page } = tested;
  const ask = async () => {
    await page.click('header >> text="Open"');
    await page.click('#open-menu >> text=Apply a JSON Patch');
  };
  await ask();
  await page.waitForSelector('.toasts .error');
  assert.equal(await page.locator('dialog').count(), 0, 'no world is open');
  await tested.open(sample('moated-keep.lvd'));
  await ask();
  const patch = '[{"op": "replace", "path": "/nothing", "value": 1}]';
  await page.fill('dialog textarea', patch);
  for (let i = 0; i < 2; i++) {
    await page.click('dialog >> text=Apply');
    await tested.idle();
    assert.equal(await page.inputValue('dialog textarea'), patch);
  }
  assert.equal(await page.locator('.toasts .error', { hasText: '/nothing' }).count(), 1);
  await tested.close();
}

/** A map of Tiled comes with its tileset and images, all as the command makes them. */
async function savesTiled(tested, level) {
  const tiled = join(scratch, 'moated-keep.tmj');
  command('convert', level, tiled);
  const files = unzipSync(await tested.download('Tiled map (ZIP)'));
  assert.equal(Object.keys(files).length, 4);
  for (const name of ['moated-keep.tmj', 'moated-keep-tiles.tsj']) {
    assert.equal(Buffer.from(files[name]).toString(), readFileSync(join(scratch, name), 'utf8'), name);
  }
  for (const name of ['moated-keep-tiles.png', 'moated-keep-blocks.png']) {
    assert.deepEqual(await tested.pixels(files[name]), await tested.pixels(readFileSync(join(scratch, name))), name);
  }
}

async function savesAsTheCommand() {
  const tested = await openPage(alone);
  const level = sample('moated-keep.lvd'), save = sample('four-bit-adder.partialworld');
  await tested.open(level);
  assert.deepEqual(await tested.download('JSON'), command('convert', level, '-'));
  await savesTiled(tested, level);
  assert.ok((await tested.download('Drawing (SVG)')).toString().startsWith('<'));
  assert.equal((await tested.download('Picture (PNG)')).subarray(1, 4).toString(), 'PNG');
  assert.equal((await tested.download('Model (GLB)')).subarray(0, 4).toString(), 'glTF');
  await tested.open(save);
  const older = join(scratch, 'older.partialworld');
  command('convert', save, older, '--version', '6');
  assert.deepEqual(await tested.download('World, version 6'), readFileSync(older));
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function opensJson() {
  const tested = await openPage(alone);
  await tested.open(sample('build-car.json'));
  assert.deepEqual(await tested.download('World (.structure)'), readFileSync(sample('build-car.structure')));
  await tested.close();
}

/** What is no world or breaks off leaves the page as it was. */
async function standsBrokenFiles() {
  const tested = await openPage(alone);
  const { page } = tested;
  const nonsense = join(scratch, 'nonsense.bin'), cut = join(scratch, 'cut.partialworld');
  writeFileSync(nonsense, 'nothing that anybody knows');
  writeFileSync(cut, readFileSync(sample('four-bit-adder.partialworld')).subarray(0, 3000));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('o')]);
  await chooser.setFiles([nonsense]);
  await page.waitForSelector('.toasts .error');
  assert.match(await tested.text('.toasts .error'), /^nonsense\.bin: /);
  const [again] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('o')]);
  await again.setFiles([cut]);
  await tested.idle();
  // It is said in the place of the picture, and among the facts with the place, which leads to the bytes.
  assert.match(await tested.text('.no-picture'), /No picture.*the file ends inside rotation/);
  const { error } = JSON.parse(commandOfBroken('check', '--json', cut));
  assert.equal(await page.locator('.toasts .error', { hasText: 'ends inside' }).count(), 0, 'it is said where it belongs');
  assert.ok((await tested.text('.facts .break')).includes(`${error.message}byte ${error.offset.toLocaleString('en')}, ${error.pointer}`));
  await page.click('.facts .break button');
  await tested.idle();
  assert.equal(await page.getAttribute('.hex .caret', 'data-at'), String(Math.min(error.offset, 2999)));
  await page.click('.no-picture button');
  await page.click('[aria-label$="Repair BLOTTER_TRUNCATED"]');
  await tested.shown();
  assert.equal(await tested.text('.no-picture'), '');
  assert.equal(await page.locator('.facts .break').count(), 0);
  assert.ok((await tested.colors()).share > 0.02);
  await tested.close();
}

/** What was found out before a file breaks off stands among its facts. */
async function tellsFactsOfBrokenFile() {
  const cut = join(scratch, 'cut.lvd');
  writeFileSync(cut, readFileSync(sample('moated-keep.lvd')).subarray(0, 1500));
  const tested = await openPage(alone);
  await tested.choose(cut);
  await tested.page.waitForSelector('.facts .break');
  await tested.idle();
  assert.match(await tested.text('.facts dl'), /level nameThe Moated Keep.*layer count2/);
  await tested.close();
}

/** A file that is no world leaves the one that is open as it was: it is selected in, changed and saved as before. */
async function keepsWorldBesideBrokenFile() {
  const tested = await openPage(`${alone}#sample=build-cabin.structure`);
  const { page } = tested;
  await tested.shown();
  const nonsense = join(scratch, 'nonsense.structure');
  writeFileSync(nonsense, 'nothing that anybody knows');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('o')]);
  await chooser.setFiles([nonsense]);
  await page.waitForSelector('.toasts .error');
  await tested.idle();
  assert.equal(await page.locator('.world').count(), 1);
  await page.locator('.tree .row', { hasText: 'version' }).first().click();
  await tested.idle();
  assert.equal(await tested.selected(), '/version');
  assert.deepEqual(await tested.download('JSON'), command('convert', sample('build-cabin.structure'), '-'));
  await tested.close();
}

/** Changes that are asked for faster than they are made are all made, one upon the other. */
async function changesInTurn() {
  const tested = await openPage(`${alone}#sample=moated-keep.lvd`);
  const { page } = tested;
  await tested.shown();
  await page.evaluate(() => {
    for (const field of ['author', 'name']) {
      const data = new DataTransfer();
      data.setData('text/plain', JSON.stringify([{ op: 'replace', path: `/blocks/0/${field}`, value: `new ${field}` }]));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }
  });
  await page.waitForTimeout(300);
  await tested.idle();
  const facts = await tested.text('.facts');
  assert.ok(facts.includes('new author') && facts.includes('new name'), facts);
  await page.evaluate(() => {
    for (let i = 0; i < 2; i++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }));
    }
  });
  await page.waitForTimeout(300);
  await tested.idle();
  assert.ok(!(await tested.text('.facts')).includes('new '));
  assert.deepEqual(await tested.download('World (.lvd)'), readFileSync(sample('moated-keep.lvd')));
  await tested.close();
}

/** Changes are not lost by a wrong click, and nobody is asked where nothing would be lost. */
async function asksBeforeChangesAreLost() {
  const tested = await openPage(`${alone}#sample=moated-keep.lvd&select=/blocks/0/author`);
  const { page } = tested;
  await tested.shown();
  const leaving = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  const close = () => page.click('[aria-label="Close moated-keep.lvd"]');
  assert.equal(await leaving(), false);
  await page.fill('#new-value', 'Somebody');
  await page.click('.editor button');
  await tested.idle();
  assert.equal(await leaving(), true);
  await close();
  await page.click('dialog >> text=Cancel');
  assert.equal(await page.locator('.world').count(), 1);
  assert.ok((await tested.text('.facts')).includes('Somebody'));
  await tested.download('World (.lvd)');
  assert.equal(await leaving(), false);
  await close();
  await page.waitForSelector('.welcome:not([hidden])');
  assert.equal(await page.locator('dialog').count(), 0);
  await tested.close();
}

export const tests = [['sets and undoes', setsAndUndoes], ['refuses nonsense', refusesNonsense], ['repairs', repairs],
  ['leaves notes alone', leavesNotesAlone],
  ['compares', compares], ['stands side by side', standsSideBySide], ['compares no two formats', comparesNoTwoFormats], ['applies a patch', pastesPatch],
  ['keeps a patch', keepsPatchThatDoesNotFit], ['saves as the command', savesAsTheCommand],
  ['opens JSON', opensJson], ['stands broken files', standsBrokenFiles],
  ['facts of a broken file', tellsFactsOfBrokenFile],
  ['keeps a world beside a broken file', keepsWorldBesideBrokenFile], ['changes in turn', changesInTurn],
  ['asks before changes are lost', asksBeforeChangesAreLost]];
