// Text of files is text, keys do everything, links keep what is seen, nobody is shut out.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command, dist, foundByAxe, openPage, sample, scratch } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;
const HOSTILE = '<img src=x onerror=alert(1)></script><script>alert(2)</script><!--';

async function showsHostileNamesAsText() {
  // No name of a file has a slash.
  const name = HOSTILE.replaceAll('/', '');
  const file = join(scratch, `${name}.lvd`), html = join(scratch, 'hostile.html');
  const patch = join(scratch, 'hostile.patch.json');
  writeFileSync(patch, JSON.stringify(['name', 'author', 'description'].map((field) =>
    ({ op: 'replace', path: `/blocks/0/${field}`, value: HOSTILE }))));
  command('patch', sample('moated-keep.lvd'), patch, '-o', file);
  command('view', file, sample('build-car.structure'), '-o', html, '--page', join(dist, 'overworld.html'));
  const tested = await openPage(`file://${html}`);
  await tested.shown();
  assert.ok((await tested.text('.world.current')).includes(name));
  assert.ok((await tested.text('.facts')).includes(HOSTILE));
  assert.equal(await tested.page.locator('img:not(.sample img)').count(), 0);
  assert.equal(await tested.page.locator('.world').count(), 2);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function findsNothingWithAxe() {
  const tested = await openPage(alone, { bypassCSP: true });
  const found = await foundByAxe(tested, 'empty');
  await tested.open(sample('issues/BLOTTER_DUPLICATE_WIRE.partialworld'));
  for (const tab of ['facts', 'show', 'problems', 'compare']) {
    await tested.tab(tab);
    found.push(...await foundByAxe(tested, tab));
  }
  await tested.page.click('#tab-bottom-table');
  await tested.page.waitForSelector('.table-row[data-pointer]');
  found.push(...await foundByAxe(tested, 'table'));
  await tested.page.click('#tab-bottom-bytes');
  await tested.page.locator('.tree .row').nth(1).click();
  await tested.page.keyboard.press('?');
  found.push(...await foundByAxe(tested, 'help', ['wide']));
  assert.deepEqual(found, []);
  await tested.close();
}

async function obeysKeys() {
  const tested = await openPage(`${alone}#sample=build-cabin.structure`);
  const { page } = tested;
  await tested.shown();
  const pressed = (name) => page.getAttribute(`.tools [aria-label="${name}"]`, 'aria-pressed');
  for (const [key, name] of [['p', 'Perspective'], ['g', 'Grid'], ['l', 'Labels'], ['m', 'Measure']]) {
    const before = await pressed(name);
    await page.keyboard.press(key);
    assert.notEqual(await pressed(name), before, `${key} presses ${name}`);
  }
  await page.keyboard.press('Escape');
  assert.equal(await pressed('Measure'), 'false');
  await page.focus('.surface');
  for (const key of ['ArrowLeft', 'Shift+ArrowUp', '+', '-', '1', '2', '3', '4', '5', '6', '7', 'f']) await page.keyboard.press(key);
  await page.focus('.tree');
  for (const key of ['ArrowDown', 'End', 'ArrowRight', 'ArrowDown']) {
    await page.keyboard.press(key);
    await tested.idle();
  }
  assert.equal(await tested.selected(), '/blocks/0');
  await page.focus('.bytes');
  await page.keyboard.press('Home');
  await tested.idle();
  assert.equal(await tested.selected(), '/version');
  await page.keyboard.press('?');
  assert.ok(await page.locator('dialog[open]').isVisible());
  await page.keyboard.press('Escape');
  for (const [key, side] of [['c', 'left'], ['y', 'right'], ['b', 'bottom']]) {
    await page.keyboard.press(key);
    assert.equal(await page.locator(`.dock.${side}`).isVisible(), false, `${key} hides ${side}`);
  }
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Keys that follow a click, and each other, without a pause are obeyed, however busy the library is. */
async function obeysKeysAtOnce() {
  const tested = await openPage(`${alone}#sample=build-cabin.structure`);
  const { page } = tested;
  await tested.shown();
  await page.locator('.tree .row', { hasText: 'version' }).first().click();
  await page.evaluate(() => {
    const tree = document.querySelector('.tree');
    const press = (key) => tree.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const row = [...tree.querySelectorAll('.row')].find(({ title }) => title === '/blocks');
    row.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) press(key);
  });
  await tested.idle();
  assert.equal(await tested.selected(), '/blocks/1/position/0');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'new-value', 'Enter leads to the value');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** On a phone nothing is dropped, and facts are one tap away. */
async function suitsPhones() {
  const tested = await openPage(alone, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = tested;
  assert.match(await tested.text('.welcome h2'), /^Tap to open/);
  await tested.open(sample('moated-keep.lvd'));
  const box = await page.locator('.facts').boundingBox();
  assert.ok(box.y >= 0 && box.y < 844 - 100, `facts are in sight at ${box.y}`);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** A link opened again shows the same. */
async function keepsViewInLink() {
  const tested = await openPage(`${alone}#sample=four-bit-adder.partialworld`);
  const { page } = tested;
  await tested.shown();
  await page.keyboard.press('3');
  await page.keyboard.press('p');
  await tested.tab('show');
  await page.click('[aria-label="Show only MHG.XorGate"]');
  await page.locator('.tree .row', { hasText: 'save_type' }).click();
  await tested.idle();
  await page.click('[aria-label="Copy link"]');
  await page.waitForTimeout(200);
  const address = page.url();
  const again = await openPage(address);
  await again.shown();
  assert.equal(await again.selected(), '/save_type');
  assert.equal(await again.page.getAttribute('.tools [aria-label="Perspective"]', 'aria-pressed'), 'true');
  assert.match(address, /view=0%2C0%2C/);
  const [one, other] = [await tested.colors(), await again.colors()];
  assert.ok(Math.abs(one.share - other.share) < 0.02, `${one.share} and ${other.share} are filled`);
  await tested.close();
  await again.close();
}

/** A link that is put into the address of the open page is followed as one that is opened. */
async function followsLinkInOpenPage() {
  const tested = await openPage(`${alone}#sample=four-bit-adder.partialworld&states=0&hide-type=MHG.XorGate`);
  const { page } = tested;
  const pressed = (name) => page.getAttribute(`.tools [aria-label="${name}"]`, 'aria-pressed');
  await tested.shown();
  assert.equal(await pressed('States'), 'false');
  assert.equal(await page.locator('.show input[type=checkbox]:not(:checked)').count(), 1);
  await page.evaluate(() => { location.hash = 'sample=four-bit-adder.partialworld&perspective=1&grid=1&select=/save_type'; });
  await page.waitForFunction(() => document.querySelector('.details .pointer code')?.textContent === '/save_type');
  await tested.idle();
  assert.equal(await page.locator('.world').count(), 1, 'a world that is open is not opened again');
  assert.deepEqual(await Promise.all(['States', 'Perspective', 'Grid'].map(pressed)), ['true', 'true', 'true']);
  assert.equal(await page.locator('.show input[type=checkbox]:not(:checked)').count(), 0);
  await page.evaluate(() => { location.hash = 'sample=moated-keep.lvd'; });
  await page.waitForFunction(() => document.querySelector('.world.current')?.textContent.includes('moated-keep'));
  await tested.idle();
  assert.deepEqual(await Promise.all(['Perspective', 'Grid'].map(pressed)), ['false', 'false']);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Where the browser has no clipboard for the page, it says so, and nothing is said to be copied. */
async function tellsOfNoClipboard() {
  const tested = await openPage(`${alone}#sample=moated-keep.lvd&select=/version`,
    { script: () => Object.defineProperty(navigator, 'clipboard', { value: undefined }) });
  const { page } = tested;
  await tested.shown();
  await page.click('[aria-label="Copy pointer"]');
  await page.click('[aria-label="Copy link"]');
  await page.waitForFunction(() => document.querySelectorAll('.toasts p').length === 2);
  const said = await page.locator('.toasts p').allTextContents();
  assert.ok(said.every((words) => words.includes('blocks the clipboard')), said.join());
  assert.match(page.url(), /select=%2Fversion/);
  await tested.close();
}

/** Whoever comes back to a world sees of it what they left; the page's switches stay as they are. */
async function comesBackToWhatWasSeen() {
  const tested = await openPage(`${alone}#sample=four-bit-adder.partialworld&hide-type=MHG.XorGate&select=/wires/3&cut-y=0,1`);
  const { page } = tested;
  const link = async () => {
    await page.click('[aria-label="Copy link"]');
    return new URLSearchParams(new URL(page.url()).hash.slice(1));
  };
  await tested.shown();
  for (const key of ['3', '+', 'ArrowLeft']) await page.keyboard.press(key);
  await tested.idle();
  const left = await link();
  await tested.open(sample('moated-keep.lvd'));
  await page.keyboard.press('g');
  await page.evaluate(() => delete document.querySelector('.picture').dataset.shown);
  await page.click('.world >> text=four-bit-adder');
  await tested.shown();
  left.set('grid', '1');
  const back = await link();
  back.sort();
  left.sort();
  assert.equal(back.toString(), left.toString());
  await page.evaluate(() => delete document.querySelector('.picture').dataset.shown);
  await page.click('.world >> text=moated-keep');
  await tested.shown();
  assert.ok(!(await link()).has('cut-y'), 'another world is whole');
  await tested.close();
}

/** A link of another world, or of this one before it was changed: what is not there is told, the rest holds. */
async function tellsWhatLinksNameInVain() {
  const tested = await openPage(`${alone}#sample=four-bit-adder.partialworld&select=/wires/4711&only=/nothing&hide-type=MHG.XorGate`);
  await tested.shown();
  await tested.page.waitForSelector('.toasts .error');
  assert.equal(await tested.text('.toasts .error p, .toasts p.error'), 'The link names "/wires/4711", "/nothing": this world has no such part.');
  assert.ok((await tested.colors()).share > 0.02, 'the picture is not empty');
  await tested.page.click('[aria-label="Copy link"]');
  const link = new URLSearchParams(new URL(tested.page.url()).hash.slice(1));
  assert.deepEqual([link.get('only'), link.get('select'), link.get('hide-type')], [null, null, 'MHG.XorGate']);
  await tested.close();
  const right = await openPage(`${alone}#sample=four-bit-adder.partialworld&select=/wires/3&only=/components/2`);
  await right.shown();
  assert.equal(await right.selected(), '/wires/3');
  assert.equal(await right.page.locator('.toasts .error').count(), 0);
  await right.close();
}

/** The tab of the world that is shown is in sight, however many there are. */
async function bringsTabIntoSight() {
  const tested = await openPage(alone);
  const { page } = tested;
  for (const name of ['four-bit-adder.partialworld', 'moated-keep.lvd', 'city-town.city', 'build-cabin.structure', 'build-car.structure']) {
    await tested.open(sample(name));
  }
  const [list, tab] = await Promise.all(['.worlds', '.world.current'].map((box) => page.locator(box).boundingBox()));
  assert.ok(tab.x >= list.x - 1 && tab.x + tab.width <= list.x + list.width + 1, 'the last tab is in sight');
  await tested.close();
}

async function measures() {
  const tested = await openPage(`${alone}#sample=moated-keep.lvd`);
  const { page } = tested;
  await tested.shown();
  await page.keyboard.press('m');
  const box = await page.locator('.surface').boundingBox();
  for (const by of [-100, 100]) {
    await page.mouse.click(box.x + box.width / 2 + by, box.y + box.height / 2);
    await tested.idle();
  }
  const said = await tested.text('.note');
  const bar = await page.evaluate(() => document.querySelector('.scale i').getBoundingClientRect().width);
  const units = Number((await tested.text('.scale span')).split(' ')[0]);
  const length = Number(said.split(' ')[0]);
  assert.ok(Math.abs(length - 200 / bar * units) < 0.1, `${said}; the scale says ${200 / bar * units}`);
  await tested.close();
}

async function opensMenusBelowButtons() {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const tested = await openPage(`${alone}#sample=moated-keep.lvd`, { viewport });
    await tested.shown();
    for (const id of ['open-menu', 'download-menu']) {
      const opener = tested.page.locator(`header button:has(+ #${id})`);
      await opener.click();
      const [above, menu] = [await opener.boundingBox(), await tested.page.locator(`#${id}`).boundingBox()];
      assert.ok(menu.y >= above.y + above.height && menu.y < above.y + above.height + 20, `${id} is at ${menu.y}`);
      assert.ok(menu.x <= above.x + above.width && menu.x + menu.width >= above.x, `${id} is beside its button`);
      assert.ok(menu.x >= 0 && menu.x + menu.width <= viewport.width, `${id} is cut`);
      await tested.page.keyboard.press('Escape');
    }
    await tested.close();
  }
}

async function keepsNothingOfWorlds() {
  const tested = await openPage(`${alone}#sample=moated-keep.lvd`);
  await tested.shown();
  await tested.page.click('[aria-label="Theme"]');
  const kept = await tested.page.evaluate(() => Object.keys(localStorage));
  assert.deepEqual(kept.filter((key) => !/^overworld\.(theme|(left|right|bottom)-(size|hidden))$/.test(key)), []);
  await tested.close();
}

async function usesFilesBeside() {
  const tested = await openPage(alone);
  await tested.open(sample('moated-keep.lvd'));
  const plain = await tested.colors();
  await tested.page.evaluate(() => delete document.querySelector('.picture').dataset.shown);
  const [chooser] = await Promise.all([tested.page.waitForEvent('filechooser'), tested.page.keyboard.press('o')]);
  await chooser.setFiles([sample('tiles/moated-keep.png')]);
  await tested.shown();
  // It is drawn when the card is done with it, which takes a busy machine a while.
  let now = await tested.colors();
  for (let tries = 0; tries < 40 && now.orange > plain.orange / 2; tries++) {
    await tested.page.waitForTimeout(250);
    now = await tested.colors();
  }
  // Its walls are grey, those of made-up colours orange.
  assert.ok(plain.orange > 0.1 && now.orange < plain.orange / 2, 'a tileset dropped later is used');
  await tested.close();
}

export const tests = [['shows hostile names as text', showsHostileNamesAsText], ['obeys keys', obeysKeys],
  ['obeys keys at once', obeysKeysAtOnce], ['suits phones', suitsPhones],
  ['keeps the view in a link', keepsViewInLink], ['measures', measures],
  ['opens menus below buttons', opensMenusBelowButtons],
  ['follows a link in the open page', followsLinkInOpenPage], ['tells of no clipboard', tellsOfNoClipboard],
  ['brings the tab into sight', bringsTabIntoSight], ['comes back to what was seen', comesBackToWhatWasSeen], ['keeps nothing of worlds', keepsNothingOfWorlds],
  ['links that name what is not there', tellsWhatLinksNameInVain],
  ['uses files beside', usesFilesBeside], ['axe finds nothing', findsNothingWithAxe]];
