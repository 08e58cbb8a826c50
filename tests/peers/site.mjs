// The site in headless Chromium, opened from a disk as somebody does who has no connection.
//
// Usage: site.mjs PROJECT        prints a line of JSON for each thing that was looked at: its name, and what is wrong
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const project = resolve(process.argv[2]);
const { chromium } = createRequire(join(project, 'web/viewer/package.json'))('playwright-core');
const site = pathToFileURL(join(project, 'build-site/site')).href;
const PAGES = ['index.html', 'docs/start/player.html', 'docs/how-to/change.html', 'docs/reference/fields/structure.html',
  'docs/reference/api/formats.html', 'docs/schema/index.html', 'gallery/index.html', 'page/index.html'];
const SIZES = { wide: { width: 1300, height: 900 }, phone: { width: 390, height: 844 } };

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox',
  '--disable-gpu-compositing', '--use-angle=gl-egl', '--ignore-gpu-blocklist'] });

/** Opens a page of the site, looks at it, and tells what is wrong. */
async function look(name, path, viewport, seen) {
  const page = await browser.newPage({ viewport });
  const wrong = [];
  // Results of a search have excerpts only if a server hands them out.
  const excerpts = path.startsWith('search.html');
  page.on('console', (message) => message.type() === 'error' && !excerpts && wrong.push(message.text()));
  page.on('pageerror', (error) => !(excerpts && error.message === 'Failed to fetch') && wrong.push(error.message));
  page.on('request', (request) => /^https?:/.test(request.url()) && wrong.push(`asks for ${request.url()}`));
  try {
    await page.goto(`${site}/${path}`);
    await seen(page, (isRight, what) => isRight || wrong.push(what));
  } catch (error) {
    wrong.push(String(error));
  }
  await page.close();
  console.log(JSON.stringify({ name, wrong: wrong.join('; ') }));
}

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const path of PAGES) {
    await look(`${size}: ${path}`, path, viewport, async (page, expect) => {
      const [width, title] = await page.evaluate(() => [document.documentElement.scrollWidth, document.title]);
      expect(width <= viewport.width, `${width} pixels wide`);
      expect(title.length > 3, 'no title');
    });
  }
  await look(`${size}: search finds a function, a page and a field`, 'search.html?q=ow_check', viewport, async (page, expect) => {
    await page.getByRole('link', { name: 'ow_check', exact: true }).first().click();
    expect(page.url().includes('/reference/api/formats.html#'), page.url());
    for (const [words, found] of [['mirror', 'Change worlds'], ['flipped_ids', 'Fields: structure']]) {
      await page.goto(`${site}/search.html?q=${words}`);
      await page.getByRole('link', { name: found, exact: true }).first().waitFor({ timeout: 5000 });
    }
  });
}
await look('a sample in the gallery opens', 'gallery/index.html', SIZES.wide, async (page, expect) => {
  await page.getByText('four-bit-adder.partialworld').first().click();
  await page.getByText('four-bit-adder', { exact: false }).first().waitFor({ timeout: 20000 });
  expect(/gallery\/.+\.html/.test(page.url()), page.url());
});
await look('a sample in the page opens', 'index.html', SIZES.phone, async (page) => {
  await page.getByRole('link', { name: 'Open a world in the page' }).click();
  await page.getByText('Moated keep').first().click();
  await page.waitForFunction(() => document.title.includes('moated-keep'), undefined, { timeout: 20000 });
});
await browser.close();
