// The page's main thread is never busy for long: in worlds that WebGL draws, up to the most things it is asked to
// draw, and in those that the library draws.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command, dist, largeWorld, manyThings, openPage, real, scratch } from './harness.mjs';
import { LONGEST_TASK, longestTask } from './trace.mjs';

const alone = `file://${join(dist, 'overworld.html')}`;
/** What comes of something that is done is over after so many milliseconds. */
const AFTER = 800;

async function drags({ page }) {
  const box = await page.locator('.surface').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 20; i++) {
    await page.mouse.move(x + 8 * i, y + 3 * i);
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
}

async function runs({ page }) {
  await page.click('.simulation .main');
  await page.waitForTimeout(1500);
  await page.selectOption('.simulation select', 'Infinity');
  await page.waitForTimeout(1000);
  await page.click('.simulation .main');
}

/** What somebody does with a save, and with another that it is compared with. */
function steps(tested, file, other, shown) {
  const { page } = tested;
  return [
    ['opens', async () => { await tested.choose(file); await shown(); }],
    ['turns', () => drags(tested)],
    ['lists nets', async () => { await tested.tab('circuit'); await page.waitForSelector('.net .watch', { timeout: 60000 }); }],
    ['marks a net', () => page.locator('.net .place').first().click()],
    ['runs', () => runs(tested)],
    ['opens another', async () => { await tested.choose(other); await shown(); }],
    ['compares', async () => {
      await tested.tab('compare');
      await page.selectOption('#compare-with', { index: 1 });
      await page.waitForSelector('.change', { timeout: 120000 });
    }],
  ];
}

/** Does all of it, and asserts that no task took long. */
async function staysQuick(file, change, how) {
  const other = join(scratch, `quick-${how}.partialworld`);
  command(...change(file), '-o', other, '--force');
  const tested = await openPage(alone);
  const shown = () => how === 'still' ? tested.page.waitForSelector('.note button', { timeout: 60000 })
    : tested.page.waitForFunction(() => document.querySelector('.picture')?.dataset.shown === 'webgl', null,
      { timeout: 120000 }).catch(async ({ message }) => {
      const { calls, shown: drawn, said } = await tested.page.evaluate(() => ({
        calls: document.querySelector('.busy').dataset.calls, shown: document.querySelector('.picture').dataset.shown,
        said: document.querySelector('.toasts').textContent }));
      throw new Error(`${message}; shown: ${drawn}, calls: ${calls}, said: ${said} ${tested.wrong.join()}`);
    });
  await tested.idle();
  for (const [name, run] of steps(tested, file, other, shown)) {
    const { processor, clock, from } = await longestTask(tested, async () => {
      await run();
      await tested.idle(60000);
      await tested.page.waitForTimeout(AFTER);
      await tested.idle(60000);
    });
    const said = `${name}: a task of ${Math.round(processor)} ms, on the clock ${Math.round(clock)}`;
    if (process.env.OVERWORLD_TASKS) console.log(said);
    assert.ok(processor <= LONGEST_TASK, `${said}, for ${from}`);
  }
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

const replaced = (file) => ['replace', file, '--type', 'MHG.XorGate', 'MHG.AndGate'];
const removed = (file) => ['remove', file, 'type:MHG.PanelLabel'];

async function quickWithComputer() {
  const file = real('blotter/lwcpu4.partialworld');
  if (existsSync(file)) await staysQuick(file, (one) => ['remove', one, 'type:MHG.Switch'], 'webgl');
  else console.log(`skipped: ${file} is not there`);
}

/** A task that takes long is seen, one that only waits is none. */
async function seesLongTasks() {
  const tested = await openPage(alone);
  await tested.idle();
  const busy = (milliseconds) => longestTask(tested, () => tested.page.evaluate((most) => new Promise((done) => {
    setTimeout(() => {
      const end = performance.now() + most;
      while (performance.now() < end);
      done();
    });
  }), milliseconds));
  assert.ok((await busy(0)).processor < LONGEST_TASK);
  // Where others have the processor for the half of it, more is needed.
  let long = 0;
  for (let most = 150; most <= 1200 && long <= LONGEST_TASK; most *= 2) {
    const { processor, clock } = await busy(most);
    assert.ok(processor <= clock + 1, `${processor} ms of ${clock}`);
    long = processor;
  }
  assert.ok(long > LONGEST_TASK, `${long} ms`);
  await tested.close();
}

export const tests = [['sees long tasks', seesLongTasks], ['quick with a computer', quickWithComputer],
  ['quick with many things', () => staysQuick(manyThings(), removed, 'many')],
  ['quick where the library draws', () => staysQuick(largeWorld(), replaced, 'still')]];
