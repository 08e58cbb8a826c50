// What tests of the page share: a browser, a server of dist/, ways to open worlds and to look at what is shown.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export { serve } from './serve.mjs';

export const [overworld, project, corpus] = process.argv.slice(2, 5).map((path) => resolve(path));
export const dist = join(fileURLToPath(import.meta.url), '../../dist');
export const scratch = mkdtempSync(join(tmpdir(), 'page-'));
export const sample = (name) => join(project, 'samples', name);
export const real = (name) => join(corpus, name);

/** What the command prints, or throws. */
export function command(...words) {
  return execFileSync(overworld, words, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** What it prints of a world that is broken, where it ends with a status of its own. */
export function commandOfBroken(...words) {
  const { status, stdout } = spawnSync(overworld, words, { maxBuffer: 1 << 28 });
  if (!status) throw new Error(`overworld ${words.join(' ')}: nothing is wrong`);
  return stdout;
}

let madeMany, madeLarge;

/** A world beside itself, a number of times, each time as large again as it was. */
function doubled(world, name, first, times) {
  const [one, other] = [join(scratch, `${name}.partialworld`), join(scratch, `${name}-2.partialworld`)];
  copyFileSync(world, one);
  for (let i = first; i < first + times; i++) {
    const by = 20 << (i >> 1);
    command('merge', one, one, '--at', i % 2 ? `${by},0,0` : `0,0,${by}`, '-o', other, '--force');
    copyFileSync(other, one);
  }
  return one;
}

/** A world of 106,000 things, which WebGL draws: 1,024 adders. */
export function manyThings() {
  return madeMany ??= doubled(sample('four-bit-adder.partialworld'), 'many', 0, 10);
}

const DOUBLINGS = process.env.OVERWORLD_DEPTH === 'deep' ? 2 : 1;
/** How many adders the large world has. */
export const LARGE = 1024 << DOUBLINGS;

/** A world of 212,000 things, a few more than WebGL draws, so the library draws them. `make deep` takes 424,000. */
export function largeWorld() {
  return madeLarge ??= doubled(manyThings(), 'large', 10, DOUBLINGS);
}

let browser;

export async function begin() {
  // Without a graphics card, putting the page together takes a quarter of the time where WebGL is no part of it.
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true,
    args: ['--no-sandbox', '--disable-gpu-compositing', '--use-angle=gl-egl', '--ignore-gpu-blocklist'] });
}

export async function end() {
  await browser?.close();
}

/** A fresh page, which remembers what went wrong in it and where it asked for something. */
export async function openPage(address, { script, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  const wrong = [], requests = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  page.on('filechooser', () => undefined);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector('header', { timeout: 20000 });
  return new Tested(page, wrong, requests, context);
}

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** What axe finds wrong with what a page shows: wide and on a phone, in light and dark colours. In dark colours only
 * the contrast can differ. */
export async function foundByAxe(tested, what, sizes = Object.keys(SIZES)) {
  const found = [];
  await tested.page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  for (const size of sizes) {
    await tested.page.setViewportSize(SIZES[size]);
    for (const colorScheme of ['light', 'dark']) {
      await tested.page.emulateMedia({ colorScheme });
      const { violations } = await tested.page.evaluate(async (dark) => {
        await Promise.allSettled(document.getAnimations().map((change) => change.finished)); // from light to dark
        return globalThis.axe.run({ resultTypes: ['violations'], ...dark ? { runOnly: ['color-contrast'] } :
          { rules: { 'label-content-name-mismatch': { enabled: true } } } });
      }, colorScheme === 'dark');
      found.push(...violations.map(({ id, nodes }) =>
        `${colorScheme} ${size} ${what}: ${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`));
    }
  }
  await tested.page.setViewportSize(SIZES.wide);
  return found;
}

export class Tested {
  constructor(page, wrong, requests, context) {
    Object.assign(this, { page, wrong, requests, context });
  }

  async close() {
    await this.context.close();
  }

  /** Opens files as somebody would who chose them. */
  async open(...files) {
    await this.choose(...files);
    await this.shown();
  }

  async choose(...files) {
    await this.page.evaluate(() => delete document.querySelector('.picture').dataset.shown);
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.page.keyboard.press('o')]);
    await chooser.setFiles(files);
  }

  async shown() {
    await this.page.waitForFunction(() => document.querySelector('.picture')?.dataset.shown === 'webgl', null,
      { timeout: 20000 });
    await this.idle();
  }

  /** Until the library has answered everything, and the picture is drawn. */
  async idle(timeout = 20000) {
    await this.page.waitForTimeout(120);
    await this.page.waitForFunction(() => document.querySelector('.busy')?.dataset.calls === '0' &&
      (document.querySelector('canvas.webgl').dataset.waits ?? '0') === '0', null, { timeout });
    await this.page.waitForTimeout(60);
  }

  /** Until something is seen, which a busy machine may draw late. */
  async until(seen, what, milliseconds = 20000) {
    for (const end = Date.now() + milliseconds; !await seen(); await this.page.waitForTimeout(100)) {
      if (Date.now() > end) throw new Error(`not within ${milliseconds} ms: ${what}`);
    }
  }

  /** Until the library has drawn its last, finer picture. */
  async settled() {
    await this.idle(60000);
    await this.page.waitForTimeout(500);
    await this.idle(60000);
  }

  text(selector) {
    return this.page.textContent(selector);
  }

  async tab(name) {
    await this.page.click(`#tab-right-${name}`);
  }

  selected() {
    return this.page.evaluate(() => document.querySelector('.details .pointer code')?.textContent);
  }

  /** The part of the picture that is not background, how many colours it has, and the part of it that is orange. */
  still() {
    return this.colors('canvas.still');
  }

  async orange() {
    return (await this.colors()).orange;
  }

  /** The part of the picture that has about this colour. */
  async like(color) {
    return (await this.colors('canvas.webgl', color)).like;
  }

  colors(which = 'canvas.webgl', wanted = [0, 0, 0]) {
    return this.page.evaluate(([selector, wanted]) => {
      const shown = document.querySelector(selector);
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 200, height: 150 });
      const context = canvas.getContext('2d');
      context.drawImage(shown, 0, 0, 200, 150);
      const { data } = context.getImageData(0, 0, 200, 150);
      const colors = new Set();
      let filled = 0, orange = 0, like = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] < 128) continue;
        filled++;
        if (data[i] > 170 && data[i + 1] > 80 && data[i + 1] < 190 && data[i + 2] < 90) orange++;
        if (wanted.every((value, at) => Math.abs(data[i + at] - value) < 12)) like++;
        colors.add((data[i] >> 4) << 8 | (data[i + 1] >> 4) << 4 | data[i + 2] >> 4);
      }
      const pixels = data.length / 4;
      return { share: filled / pixels, colors: colors.size, orange: orange / Math.max(1, filled), like: like / pixels };
    }, [which, wanted]);
  }

  /** A pixel of the picture where something stands. */
  async something(which = 'canvas.webgl') {
    return this.page.evaluate((selector) => {
      const shown = document.querySelector(selector);
      const box = shown.getBoundingClientRect();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: Math.round(box.width), height: Math.round(box.height) });
      const context = canvas.getContext('2d');
      context.drawImage(shown, 0, 0, canvas.width, canvas.height);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      for (let ring = 0; ring < 300; ring += 7) {
        const [x, y] = [Math.round(canvas.width / 2) + ring, Math.round(canvas.height / 2)];
        if (data[4 * (y * canvas.width + x) + 3] > 250) return { x: box.left + x, y: box.top + y };
      }
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    }, which);
  }

  /** An image's size and pixels, those that are seen through as one. */
  pixels(png) {
    return this.page.evaluate(async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d').drawImage(image, 0, 0);
      const { data } = canvas.getContext('2d').getImageData(0, 0, image.width, image.height);
      return [image.width, image.height, [...data].filter((_, i) => data[i | 3] === 255).join()];
    }, [...png]);
  }

  /** What a choice of the download menu gives. */
  async download(label) {
    await this.page.click('header >> text=Download');
    const [download] = await Promise.all([this.page.waitForEvent('download'),
      this.page.click(`#download-menu >> text="${label}"`)]);
    const path = join(scratch, `${Math.random()}`);
    await download.saveAs(path);
    return readFileSync(path);
  }
}
