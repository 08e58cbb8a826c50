// Pictures as people see and save them: sizes, backgrounds, links to a tick, wires and words at every distance.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dist, openPage, real, scratch } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;

/** Saves a picture of a size; its path. */
async function saveSized({ page }, { kind = 'png', width, height, hasBackground = true }) {
  await page.click('header >> text=Download');
  await page.click('#download-menu >> text="Picture of any size…"');
  await page.selectOption('.picture-wishes select', kind);
  await page.locator('.picture-wishes input[type=number]').nth(0).fill(String(width));
  await page.locator('.picture-wishes input[type=number]').nth(1).fill(String(height));
  await page.setChecked('.picture-wishes input[type=checkbox]', hasBackground);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.picture-wishes .main')]);
  const path = join(scratch, `sized-${Math.random()}.${kind}`);
  await download.saveAs(path);
  return path;
}

/** The size of an image, and some of its pixels. */
function imageOf({ page }, path, places) {
  return page.evaluate(async ([bytes, asked]) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return { width: image.width, height: image.height,
      pixels: asked.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data]) };
  }, [[...readFileSync(path)], places]);
}

/** The page's picture and a PNG of the library, both over white and as small: the mean difference, and how dark each is. */
function compared({ page }, path, width = 400, height = 300) {
  return page.evaluate(async ([bytes, w, h]) => {
    const dataOf = (image) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context.fillStyle = '#fff';
      context.fillRect(0, 0, w, h);
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, w, h);
      return context.getImageData(0, 0, w, h).data;
    };
    const one = dataOf(document.querySelector('canvas.webgl'));
    const other = dataOf(await createImageBitmap(new Blob([new Uint8Array(bytes)])));
    const isDark = (data, i) => data[i] < 40 && data[i + 1] < 40 && data[i + 2] < 40;
    let sum = 0, dark = 0, otherDark = 0;
    for (let i = 0; i < one.length; i += 4) {
      for (let channel = 0; channel < 3; channel++) sum += Math.abs(one[i + channel] - other[i + channel]);
      dark += Number(isDark(one, i));
      otherDark += Number(isDark(other, i));
    }
    return { difference: sum / (w * h * 3), dark: dark / (w * h), otherDark: otherDark / (w * h) };
  }, [[...readFileSync(path)], width, height]);
}

async function viewOf({ page }) {
  const { width, height } = await page.locator('.surface').boundingBox();
  return { width: Math.round(width), height: Math.round(height) };
}

/** The picture has settled, soft shade and all. */
async function still(tested) {
  await tested.settled();
  await tested.page.waitForTimeout(1500);
}

async function savesAnySize() {
  const tested = await openPage(`${alone}#sample=four-bit-adder.partialworld`);
  await tested.shown();
  const { page } = tested;
  const corners = [[0, 0], [499, 399]];
  const clear = await imageOf(tested, await saveSized(tested, { width: 500, height: 400, hasBackground: false }), [...corners, [250, 230]]);
  assert.deepEqual([clear.width, clear.height], [500, 400]);
  assert.deepEqual(clear.pixels.map(([, , , alpha]) => alpha), [0, 0, 255]);
  await tested.tab('show');
  await page.selectOption('.background select', '#000000');
  const black = await imageOf(tested, await saveSized(tested, { width: 500, height: 400 }), corners);
  assert.deepEqual(black.pixels, [[0, 0, 0, 255], [0, 0, 0, 255]]);
  const svg = readFileSync(await saveSized(tested, { kind: 'svg', width: 321, height: 123 }), 'utf8');
  assert.match(svg, /<svg[^>]* width="321" height="123"/);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A link leads to the same tick. Switches cannot be repeated, so then it leads to the saved state. */
async function linksToTick() {
  const tested = await openPage(`${alone}#sample=hello-machine.partialworld`.replace('hello-machine', 'four-bit-adder'));
  await tested.shown();
  const { page } = tested;
  await tested.tab('circuit');
  await page.waitForSelector('.net .watch');
  await page.fill('[aria-label="Ticks to run"]', '23');
  await page.click('[aria-label="Run ticks"]');
  await tested.idle();
  await page.click('[aria-label="Copy link"]');
  await page.waitForTimeout(200);
  const address = page.url();
  assert.equal(new URLSearchParams(address.split('#')[1]).get('tick'), '23');
  await page.locator('.net [data-hand]').first().click();
  await tested.idle();
  await page.click('[aria-label="Copy link"]');
  await page.waitForTimeout(200);
  assert.equal(new URLSearchParams(page.url().split('#')[1]).has('tick'), false);
  assert.match(await tested.text('.toasts'), /cannot repeat switches/);
  const other = await openPage(address);
  await other.shown();
  await other.until(async () => /tick 23/.test(await other.text('.simulation output')), 'tick 23');
  assert.deepEqual([...tested.wrong, ...other.wrong], []);
  await other.close();
  await tested.close();
}

/** Bundles of dark wires are no darker than in the library's picture. */
async function keepsWiresApart() {
  const file = real('blotter/lwcpu4.partialworld');
  if (!existsSync(file)) {
    console.log(`skipped: ${file} is not there`);
    return;
  }
  const tested = await openPage(alone);
  await tested.open(file);
  await still(tested);
  const { width, height } = await viewOf(tested);
  const path = await saveSized(tested, { width: 2 * width, height: 2 * height, hasBackground: false });
  const { dark, otherDark, difference } = await compared(tested, path, width, height);
  assert.ok(otherDark > 0.001 && dark < 1.2 * otherDark, `${dark} is dark, ${otherDark} in the library's picture`);
  assert.ok(difference < 12, `${difference} from the library's picture`);
  await tested.close();
}

/** What is seen through in a level is so here too. */
async function seesThroughMarks() {
  const tested = await openPage(`${alone}#sample=moated-keep.lvd`);
  await tested.shown();
  await still(tested);
  const { width, height } = await viewOf(tested);
  await tested.page.keyboard.press('l');
  await still(tested);
  const { difference } = await compared(tested, await saveSized(tested, { width, height, hasBackground: false }));
  assert.ok(difference < 6, `${difference} from the library's picture`);
  await tested.close();
}

/** Names are there where they can be read, and gone where they would hide the world. */
async function hidesWhatCannotBeRead() {
  const tested = await openPage(`${alone}#sample=city-town.city`);
  await tested.shown();
  const { page } = tested;
  await tested.settled();
  const near = await page.locator('.labels span').count();
  assert.ok(near > 5, `${near} names`);
  const heights = await page.locator('.labels span').evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  assert.ok(heights.every((one) => one >= 9));
  await page.focus('.surface');
  for (let i = 0; i < 10; i++) await page.keyboard.press('-');
  await tested.settled();
  assert.equal(await page.locator('.labels span').count(), 0, 'names that would hide the town');
  await tested.close();
}

/** A panel that is pulled over the picture and back leaves it as it was. */
async function keepsScale() {
  const tested = await openPage(`${alone}#sample=build-car.structure`);
  await tested.shown();
  const { page } = tested;
  const scaleAfter = async (height) => {
    await page.evaluate((one) => Object.assign(document.querySelector('.frame').style, one ? { height: one, flex: 'none' } : { height: '', flex: '' }), height);
    await page.waitForTimeout(300);
    await page.click('[aria-label="Copy link"]');
    await page.waitForTimeout(100);
    return Number(new URLSearchParams(page.url().split('#')[1]).get('view').split(',')[2]);
  };
  const before = await scaleAfter('');
  const low = await scaleAfter('2px');
  const after = await scaleAfter('');
  assert.ok(Math.abs(after - before) < before / 100, `${before} before, ${low} while it was low, ${after} after`);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function turnsSlowly() {
  const tested = await openPage(`${alone}#sample=build-car.structure`);
  await tested.shown();
  const { page } = tested;
  const yaw = async () => {
    await page.click('[aria-label="Copy link"]');
    await page.waitForTimeout(100);
    return Number(new URLSearchParams(page.url().split('#')[1]).get('view').split(',')[0]);
  };
  const before = await yaw();
  await page.keyboard.press('t');
  await tested.until(async () => Math.abs(await yaw() - before) > 3, 'the picture turns');
  assert.equal(await page.getAttribute('[aria-label="Turntable"]', 'aria-pressed'), 'true');
  await page.keyboard.press('Escape');
  const stopped = await yaw();
  await page.waitForTimeout(300);
  assert.equal(await yaw(), stopped, 'Escape stops it');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

export const tests = [['saves pictures of any size', savesAnySize], ['links to a tick', linksToTick],
  ['keeps wires apart', keepsWiresApart], ['sees through marks', seesThroughMarks],
  ['hides what cannot be read', hidesWhatCannotBeRead], ['turntable', turnsSlowly],
  ['keeps its scale', keepsScale]];
