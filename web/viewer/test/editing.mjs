// Records are changed by controls, keys and the mouse: what comes of it is what the command makes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, dist, foundByAxe, openPage, sample, scratch } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;
const adder = sample('four-bit-adder.partialworld'), keep = sample('moated-keep.lvd');
const WORLD = { [adder]: 'World (.partialworld)', [keep]: 'World (.lvd)', [sample('city-town.city')]: 'World (.city)',
  [sample('build-car.structure')]: 'World (.structure)' };

async function openAt(file, pointer) {
  const tested = await openPage(`${alone}#sample=${file.split('/').pop()}&select=${pointer}`);
  await tested.shown();
  return tested;
}

/** The world of the page is the one that the command makes. */
async function isMadeBy(tested, file, ...words) {
  const out = join(scratch, `edited-${Math.random()}.${file.split('.').pop()}`);
  command(words[0], file, ...words.slice(1), '-o', out);
  assert.deepEqual(await tested.download(WORLD[file]), readFileSync(out), words.join(' '));
}

/** Presses keys in the picture, one change after another. */
async function press(tested, ...keys) {
  for (const key of keys) {
    await tested.page.keyboard.press(key);
    await tested.idle();
  }
}

async function changing(tested) {
  await tested.page.locator('.surface').focus();
  await press(tested, 'e');
}

async function controls() {
  const tested = await openAt(adder, '/components/1');
  const { page } = tested;
  const set = async (label, value) => {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press('Tab');
    await tested.idle();
  };
  assert.equal(await page.getByLabel('label color', { exact: true }).getAttribute('type'), 'color');
  await set('label color', '#ff8800');
  await set('label size x', '9');
  await page.getByLabel('label monospace', { exact: true }).check();
  await tested.idle();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.pointer), '/components/1/label/monospace', 'the focus stays');
  await set('place x', '2.5');
  await isMadeBy(tested, adder, 'set', 'C-2/label/color=#ff8800', 'C-2/label/size_x=9', 'C-2/label/monospace=true', 'C-2/place/0=2.5');
  await press(tested, ...Array(4).fill('Control+z'));
  assert.deepEqual(await tested.download(WORLD[adder]), readFileSync(adder));
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** What the library refuses is said at the control, which keeps what was typed. */
async function controlsRefuse() {
  const tested = await openAt(adder, '/components/1');
  const { page } = tested;
  const size = page.getByLabel('label size x', { exact: true });
  await size.fill('99999999999');
  await page.keyboard.press('Tab');
  await tested.idle();
  assert.match(await tested.text('.controls .refusal:not(:empty)'), /99999999999|integer|fit/);
  assert.equal(await size.inputValue(), '99999999999');
  assert.equal(await size.getAttribute('aria-invalid'), 'true');
  assert.ok(await page.locator('[aria-label="Undo"]').isDisabled());
  assert.deepEqual(await foundByAxe(tested, 'a refused value', ['wide']), []);
  await size.fill('7');
  await page.keyboard.press('Tab');
  await tested.idle();
  assert.equal(await page.locator('.refusal:not(:empty)').count(), 0);
  await isMadeBy(tested, adder, 'set', 'C-2/label/size_x=7');
  await tested.close();
}

/** The type of a record, or of all that have its type, becomes another one of the world; others are refused. */
async function changesType(tested) {
  const { page } = tested;
  const change = async () => {
    await page.click('.types button');
    await tested.idle();
  };
  await page.selectOption('#new-type', 'MHG.AndGate');
  await change();
  await isMadeBy(tested, adder, 'set', 'C-32/type=MHG.AndGate');
  await press(tested, 'Control+z');
  await page.getByLabel('another type').fill('MHG.Nothing');
  await change();
  assert.match(await tested.text('.types .refusal'), /no type "MHG.Nothing"/);
  await page.getByLabel('another type').fill('MHG.Relay');
  await page.getByLabel('all of MHG.XorGate').check();
  await change();
  await isMadeBy(tested, adder, 'replace', '--type', 'MHG.XorGate', 'MHG.Relay');
  await press(tested, 'Control+z');
  assert.deepEqual(await tested.download(WORLD[adder]), readFileSync(adder));
}

async function removes() {
  const tested = await openAt(adder, '/components/31');
  await changesType(tested);
  await tested.page.locator('.surface').focus();
  await press(tested, 'Delete');
  assert.match(await tested.text('.toasts'), /removed/);
  assert.equal(await tested.selected(), undefined);
  await isMadeBy(tested, adder, 'remove', 'C-32');
  await press(tested, 'Control+z');
  assert.deepEqual(await tested.download(WORLD[adder]), readFileSync(adder));
  await tested.close();
}

/** In each format, arrows move on the picture's axes. */
async function moves() {
  for (const [file, pointer, by, up] of [[adder, '/components/31', '1,0,0', '1,0,1'], [keep, '/blocks/2/things/1', '1,0', '1,-1'],
    [sample('city-town.city'), '/things/0', '1,0', '1,-1'], [sample('build-car.structure'), '/blocks/3', '-1,0,0', undefined]]) {
    const tested = await openAt(file, pointer);
    await tested.page.keyboard.press('2'); // from above
    await changing(tested);
    await press(tested, by.startsWith('-') ? 'ArrowLeft' : 'ArrowRight');
    await isMadeBy(tested, file, 'move', pointer, '--by', by);
    if (up) {
      await press(tested, 'ArrowUp');
      await isMadeBy(tested, file, 'move', pointer, '--by', up);
    }
    assert.equal(await tested.selected(), pointer);
    assert.deepEqual(tested.wrong, []);
    await tested.close();
  }
}

async function turnsAndMirrors() {
  const tested = await openAt(adder, '/components/1');
  await tested.page.keyboard.press('2');
  await press(tested, 'ArrowRight');
  assert.ok(await tested.page.locator('[aria-label="Undo"]').isDisabled(), 'keys change nothing before');
  await changing(tested);
  await press(tested, 'r');
  await isMadeBy(tested, adder, 'turn', 'C-2');
  await press(tested, 'Shift+R', 'm');
  await isMadeBy(tested, adder, 'mirror', 'C-2');
  await press(tested, 'Shift+ArrowUp', 'Control+z', 'Control+z', 'Control+z', 'Control+z');
  assert.deepEqual(await tested.download(WORLD[adder]), readFileSync(adder));
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A part without a mirror image is named, and nothing changes. */
async function mirrorRefuses() {
  const tested = await openAt(adder, '/components/31');
  await tested.page.click('.details >> text="Mirror"');
  await tested.page.waitForSelector('.toasts .error');
  assert.match(await tested.text('.toasts .error'), /no mirror image.*XorGate C-32/);
  assert.ok(await tested.page.locator('[aria-label="Undo"]').isDisabled());
  assert.equal(await tested.selected(), '/components/31');
  await tested.close();
}

/** Where a record stands on the page. */
function pixelOf(tested, part) {
  return tested.page.evaluate((part) => {
    const box = document.querySelector('.surface').getBoundingClientRect();
    return [box.left + box.width * part[0], box.top + box.height * part[1]];
  }, part);
}

/** The record at a pixel of the picture, and the selection with it. */
async function clickAt(tested, pixel, ...modifiers) {
  for (const key of modifiers) await tested.page.keyboard.down(key);
  await tested.page.mouse.click(...pixel);
  for (const key of modifiers) await tested.page.keyboard.up(key);
  await tested.idle();
}

async function dragFrom(tested, from, to) {
  const { mouse } = tested.page;
  await mouse.move(...from);
  await mouse.down();
  await tested.idle(); // what stands there is known
  await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await mouse.move(...to);
  await mouse.up();
  await tested.idle();
}

function chosenRows({ page }) {
  return page.locator('.tree .row[aria-selected=true]').count();
}

/** Records that were selected in the contents get one value, in one step. */
async function setsSeveral(tested) {
  const { page } = tested;
  const click = async (pointer, ...modifiers) => {
    await page.locator(`.tree .row[title="${pointer}"]`).click({ modifiers });
    await tested.idle();
  };
  await click('/components/1');
  const one = await tested.orange();
  await click('/components/4', 'Shift');
  assert.match(await tested.text('.details'), /4 selected/);
  assert.equal(await chosenRows(tested), 4);
  assert.ok(await tested.orange() > one, 'the picture follows');
  await click('/components/3', 'Control');
  await click('/components/4', 'Control');
  assert.equal(await chosenRows(tested), 2);
  assert.equal(await tested.selected(), '/components/2');
  await page.getByLabel('label color', { exact: true }).fill('#ff8800');
  await page.keyboard.press('Tab');
  await tested.idle();
  assert.match(await tested.text('.details'), /2 selected/);
  await isMadeBy(tested, adder, 'set', 'C-2/label/color=#ff8800', 'C-3/label/color=#ff8800');
  await page.fill('#new-text', 'one');
  await page.click('.editor:has(#new-text) button');
  await tested.idle();
  await isMadeBy(tested, adder, 'set', 'C-2/label/color=#ff8800', 'C-3/label/color=#ff8800', 'C-2/label/text=one', 'C-3/label/text=one');
  await press(tested, 'Control+z', 'Control+z');
  assert.deepEqual(await tested.download(WORLD[adder]), readFileSync(adder));
  await page.locator('.tree').focus();
  await press(tested, 'Shift+ArrowDown', 'Shift+ArrowDown');
  assert.equal(await chosenRows(tested), 3);
  assert.equal(await tested.selected(), '/components/4');
}

/** Shift adds to the selection and takes from it; all are changed at once. */
async function selectsSeveral() {
  const tested = await openAt(adder, '/components/0');
  await press(tested, '2');
  const [left, right] = [await pixelOf(tested, [0.13, 0.85]), await pixelOf(tested, [0.93, 0.795])]; // C-2 and C-3
  await clickAt(tested, [left[0] + 20, left[1] + 8]);
  const first = await tested.selected();
  await clickAt(tested, right, 'Shift');
  const second = await tested.selected();
  assert.notEqual(first, second);
  assert.match(await tested.text('.details'), /2 selected/);
  assert.equal(await chosenRows(tested), 2, 'the contents follow the picture');
  await clickAt(tested, right, 'Shift');
  assert.equal(await tested.selected(), first);
  await clickAt(tested, right, 'Shift');
  await press(tested, 'Delete');
  await isMadeBy(tested, adder, 'remove', `${first},${second}`);
  await press(tested, 'Control+z');
  await setsSeveral(tested);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A box selects what is inside, and not the board below; a drag moves it by whole squares. */
async function dragsBox() {
  const tested = await openAt(adder, '/components/0');
  const { page } = tested;
  await press(tested, '2');
  await changing(tested);
  const [from, to] = [await pixelOf(tested, [0.2, 0.3]), await pixelOf(tested, [0.6, 0.8])];
  await page.keyboard.down('Shift');
  await dragFrom(tested, from, to);
  await page.keyboard.up('Shift');
  assert.match(await tested.text('.details'), /1\d selected/);
  assert.equal(await page.locator('.selecting').count(), 0);
  const selected = await page.evaluate(() => document.querySelector('.details .pointer code').textContent);
  assert.notEqual(selected, '/components/0');
  // Two squares to the right, as the scale has it.
  const square = await page.evaluate(() => document.querySelector('.scale i').getBoundingClientRect().width /
    Number.parseFloat(document.querySelector('.scale').textContent));
  await tested.page.keyboard.press('Escape');
  await tested.idle();
  const label = await pixelOf(tested, [0.5, 0.865]);
  await clickAt(tested, label);
  const pointer = await tested.selected();
  await dragFrom(tested, label, [label[0] + 2.2 * square, label[1] - 0.9 * square]);
  await isMadeBy(tested, adder, 'move', pointer, '--by', '2,0,1');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A drag in a picture that the library draws moves as it does with WebGL. */
export async function dragsDrawn(tested) {
  const { page } = tested;
  await press(tested, '2', 'f');
  await changing(tested);
  await tested.settled();
  const label = await pixelOf(tested, [0.5, 0.865]);
  await clickAt(tested, label);
  const pointer = await tested.selected();
  const square = await page.evaluate(() => document.querySelector('.scale i').getBoundingClientRect().width /
    Number.parseFloat(document.querySelector('.scale').textContent));
  const to = [label[0] + 2.2 * square, label[1] - 0.9 * square];
  await page.mouse.move(...label);
  await page.mouse.down();
  await tested.idle();
  await page.mouse.move(...to);
  await tested.until(() => page.locator('.moving-box').isVisible(), 'a box is dragged');
  await page.mouse.up();
  await tested.idle();
  assert.equal(await page.locator('.moving-box').isVisible(), false);
  await isMadeBy(tested, adder, 'move', pointer, '--by', '2,0,1');
  await press(tested, 'Control+z', 'e');
}

/** Copies within a world are the command's copies; into another world they are merged. */
async function copiesAndPastes() {
  const tested = await openAt(adder, '/components/31');
  const { page } = tested;
  await page.locator('.surface').focus();
  await press(tested, 'Control+c');
  await press(tested, 'Control+v');
  const width = 2;
  await isMadeBy(tested, adder, 'copy', 'C-32', '--step', `${width},0,0`);
  assert.equal(await tested.selected(), '/components/52');
  await press(tested, 'Control+v');
  await isMadeBy(tested, adder, 'copy', 'C-32', '--step', `${width},0,0`, '-n', '2');
  const other = sample('world-v7.logicworld'), part = join(scratch, 'part.partialworld'), out = join(scratch, 'merged.logicworld');
  await tested.open(other);
  await page.locator('.surface').focus();
  await press(tested, 'Control+v');
  command('extract', adder, 'C-32', '-o', part);
  command('merge', other, part, '--at', '5.5,0.5,4.5', '-o', out);
  assert.deepEqual(await tested.download('World (.logicworld)'), readFileSync(out));
  await press(tested, 'Control+z');
  await pastesOnBoards(tested, other, part);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function selectByLink(tested, pointer) {
  await tested.page.evaluate((pointer) => location.hash = `#select=${pointer}`, pointer);
  await tested.until(async () => await tested.selected() === pointer, `${pointer} is selected`);
  await tested.idle();
  await tested.page.locator('.surface').focus();
}

/** A part is put on the board that is selected, as it stood on its own, and once more beside it; or on a mount. */
async function pastesOnBoards(tested, world, part) {
  const { page } = tested;
  const [one, two, mounted] = ['one', 'two', 'mounted'].map((name) => join(scratch, `${name}.logicworld`));
  const isShown = async (path) => assert.deepEqual(await tested.download('World (.logicworld)'), readFileSync(path), path);
  await selectByLink(tested, '/components/0');
  await press(tested, 'Control+v');
  command('merge', world, part, '--at', '5.5,0.5,4.5', '--under', 'C-40', '-o', one);
  await isShown(one);
  await page.locator('.surface').focus();
  await press(tested, 'Control+v');
  command('merge', one, part, '--at', '7.5,0.5,4.5', '--under', 'C-40', '-o', two);
  await isShown(two);
  await press(tested, 'Control+z', 'Control+z');
  await page.locator('.tree .row[title="/components/6"]').click();
  await tested.idle();
  await page.locator('.surface').focus();
  await press(tested, 'Control+v');
  command('merge', world, part, '--at', '0,4,0', '--under', 'C-59', '-o', mounted);
  await isShown(mounted);
}

/** Cells of a level move with what stands on them, and stay selected; a part with its cells goes into another level. */
async function editsCells() {
  const { blocks } = JSON.parse(command('convert', keep, '-'));
  const { width } = blocks.find(({ layers }) => layers);
  const at = (column, row) => `/blocks/1/layers/0/${row * width + column}`;
  const tested = await openAt(keep, at(4, 3));
  const { page } = tested;
  await changing(tested);
  await press(tested, 'ArrowRight');
  await isMadeBy(tested, keep, 'move', 'box:4,3..4,3', '--by', '1,0');
  assert.equal(await tested.selected(), at(5, 3));
  await press(tested, 'ArrowDown');
  assert.equal(await tested.selected(), at(5, 4));
  await press(tested, 'Control+z', 'Control+z');
  await selectByLink(tested, at(4, 3));
  await press(tested, 'Control+c');
  const other = sample('level-v4.lvd'), part = join(scratch, 'part.lvd'), out = join(scratch, 'merged.lvd');
  await tested.open(other);
  await page.locator('.surface').focus();
  await press(tested, 'Control+v');
  command('extract', keep, 'box:4,3..4,3', '-o', part);
  command('merge', other, part, '--at', '4,3', '-o', out);
  assert.deepEqual(await tested.download('World (.lvd)'), readFileSync(out));
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A part for another format is refused; the world stays, and the part can be pasted where it fits. */
async function pasteRefuses() {
  const tested = await openAt(adder, '/components/31');
  await tested.page.locator('.surface').focus();
  await press(tested, 'Control+c');
  await tested.open(keep);
  await tested.page.locator('.surface').focus();
  await press(tested, 'Control+v');
  assert.match(await tested.text('.toasts .error'), /format/);
  assert.ok(await tested.page.locator('[aria-label="Undo"]').isDisabled());
  assert.deepEqual(await tested.download(WORLD[keep]), readFileSync(keep));
  await tested.close();
}

export const tests = [['edits by controls', controls], ['controls refuse', controlsRefuse], ['removes by key', removes],
  ['moves by arrows', moves], ['turns and mirrors by keys', turnsAndMirrors], ['mirror refuses', mirrorRefuses],
  ['selects several', selectsSeveral], ['drags a box', dragsBox], ['copies and pastes', copiesAndPastes], ['edits cells', editsCells], ['paste refuses', pasteRefuses]];
