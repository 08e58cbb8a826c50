// Looking closer: tables of records, bytes as numbers and text, searches in bytes; and what the first visit shows.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { command, dist, openPage, sample } from './harness.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;

async function sortsAndFiltersRecords() {
  const file = sample('four-bit-adder.partialworld');
  const tested = await openPage(`${alone}#sample=four-bit-adder.partialworld`);
  await tested.shown();
  const { page } = tested;
  await page.click('#tab-bottom-table');
  await page.waitForSelector('.table-row[data-pointer]');
  const { components } = JSON.parse(command('convert', file, '-'));
  assert.equal(await page.inputValue('.table-tools select'), components.length >= 50 ? '/components' : '/wires');
  await page.selectOption('.table-tools select', '/components');
  await page.click('.table-head >> text=address');
  await page.click('.table-head >> text=address');
  await tested.until(async () => await page.getAttribute('.table-head [aria-sort=descending]', 'aria-sort') !== null, 'sorted');
  const first = page.locator('.table-row[data-pointer]').first();
  await tested.until(async () => (await first.locator('span').nth(1).textContent()) === String(Math.max(...components.map(({ address }) => address))), 'the highest address comes first');
  await page.fill('.table-tools input', 'type=MHG.XorGate');
  const gates = JSON.parse(command('find', file, 'type:MHG.XorGate', '--json')).parts;
  await tested.until(async () => (await tested.text('.table-tools output')).startsWith(`${gates.length} of `), 'the gates are left');
  await first.click();
  await tested.idle();
  assert.ok(gates.map(({ pointer }) => pointer).includes(await tested.selected()));
  const rows = page.locator('.table-row[data-pointer]'), current = page.locator('.table-row[aria-current=true]');
  const shown = [0, 1, 2, 3].map((row) => rows.nth(row).getAttribute('data-pointer'));
  await rows.nth(3).click({ modifiers: ['Shift'] });
  await tested.idle();
  await rows.nth(1).click({ modifiers: ['Control'] });
  await tested.idle();
  assert.match(await tested.text('.details'), /3 selected/);
  assert.equal(await current.count(), 3);
  assert.equal(await page.locator('.tree .row[aria-selected=true]').count() > 0, true);
  await rows.nth(0).click({ modifiers: ['Shift'] });
  await tested.idle();
  assert.equal(await tested.selected(), await shown[0], 'the row that was clicked comes last');
  assert.match(await tested.text('.details'), /2 selected/);
  await page.fill('.table-tools input', 'colour=3');
  await tested.until(async () => /no column "colour"/.test(await tested.text('.table-tools output')), 'the column is unknown');
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

async function readsBytes() {
  const tested = await openPage(`${alone}#sample=four-bit-adder.partialworld`);
  await tested.shown();
  const { page } = tested;
  await page.click('.find input');
  await page.keyboard.type('C-18');
  await page.keyboard.press('Enter');
  await page.click('.results .place');
  await tested.idle();
  await tested.until(async () => /u8\s*18/.test(await tested.text('.inspector dl')), 'the address is read as a number');
  assert.match(await tested.text('.inspector dl'), /u32\s*18/);
  await page.selectOption('.inspector select', 'big');
  assert.match(await tested.text('.inspector dl'), /u32\s*301989888/);
  await page.selectOption('.byte-search select', 'text');
  await page.fill('.byte-search input', 'MHG.XorGate');
  await page.press('.byte-search input', 'Enter');
  await tested.until(async () => /^\/component_types\/\d+\/name/.test(await tested.selected() ?? ''), 'the name of the type is selected');
  assert.match(await tested.text('.inspector dl'), /text\s*MHG\.XorGate/);
  await page.fill('.byte-search input', 'nowhere at all');
  await page.press('.byte-search input', 'Enter');
  await tested.until(async () => /does not occur/.test(await tested.text('.bytes-status')), 'it is nowhere');
  await page.selectOption('.byte-search select', 'hex');
  await page.press('.byte-search input', 'Enter');
  assert.match(await tested.text('.bytes-status'), /not hexadecimal/);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** Samples are pictures to click, and it is said that files stay here. */
async function welcomes() {
  const tested = await openPage(alone);
  const { page } = tested;
  assert.match(await tested.text('.welcome'), /Your files never leave this computer\./);
  const pictures = page.locator('.sample img');
  assert.equal(await pictures.count(), 5);
  assert.ok(await pictures.evaluateAll((all) => all.every(({ naturalWidth }) => naturalWidth > 100)), 'they are loaded');
  await page.click('.sample >> text=Cabin');
  await tested.shown();
  assert.equal(await page.isVisible('.welcome'), false);
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

export const tests = [['sorts and filters records', sortsAndFiltersRecords], ['reads and finds bytes', readsBytes], ['welcomes', welcomes]];
