// <overworld-view> of the package, in a page of its own.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openPage, project, serve } from './harness.mjs';

/** All files of the package together, as a server sends them. */
const LARGEST = 1_000_000;
const PAGE = 'build-web/embed-test.html';

const html = `<!doctype html><title>Test</title><link rel="icon" href="data:,"><header>Worlds</header>
<script type="module" src="/web/overworld/dist/overworld-view.js"></script>
<script>document.addEventListener('load', (event) => event.target.localName === 'overworld-view' && (event.target.dataset.is = 'loaded'), true);
addEventListener('error', (event) => event.target.localName === 'overworld-view' && (event.target.dataset.is = 'failed'), true);</script>
<overworld-view id="adder" src="/samples/four-bit-adder.partialworld" view="top" alt="An adder"></overworld-view>
<overworld-view id="wrong" src="/samples/README.md" style="height: 60px"></overworld-view>
<div style="height: 4000px"></div>
<overworld-view id="keep" src="/samples/moated-keep.lvd" files="tiles/moated-keep.png" background="#102030"></overworld-view>`;

/** The part of an element's picture that is drawn, and how many colours it has. */
function drawn({ page }, id) {
  return page.evaluate((name) => {
    const shown = document.getElementById(name).shadowRoot.querySelector('canvas.webgl');
    const canvas = Object.assign(document.createElement('canvas'), { width: 100, height: 60 });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(shown, 0, 0, 100, 60);
    const { data } = context.getImageData(0, 0, 100, 60);
    const colors = new Set();
    let filled = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] < 128) continue;
      filled++;
      colors.add(data[i] >> 4 << 8 | data[i + 1] >> 4 << 4 | data[i + 2] >> 4);
    }
    return { share: filled / 6000, colors: colors.size };
  }, id);
}

async function showsWorlds() {
  writeFileSync(join(project, PAGE), html);
  const server = await serve(project);
  try {
    await showsWorldsOf(server);
  } finally {
    server.close();
  }
}

async function showsWorldsOf(server) {
  const tested = await openPage(`${server.address}/${PAGE}`);
  const { page } = tested;
  const is = (id) => page.getAttribute(`#${id}`, 'data-is');
  await tested.until(async () => await is('adder') === 'loaded', 'the adder is shown');
  await tested.until(async () => (await drawn(tested, 'adder')).share > 0.1, 'the adder is drawn');
  assert.ok((await drawn(tested, 'adder')).colors > 8);
  assert.equal(await page.evaluate(() => document.querySelector('#adder').shadowRoot.querySelector('.surface').getAttribute('aria-label')), 'An adder');
  await tested.until(async () => await is('wrong') === 'failed', 'what is no world says so');
  assert.ok((await page.evaluate(() => document.querySelector('#wrong').shadowRoot.querySelector('p').textContent)).length > 10);
  assert.equal(await is('keep'), null, 'what is not in sight is not loaded');
  assert.ok(!tested.requests.some((address) => address.includes('moated-keep')));
  await page.evaluate(() => document.querySelector('#keep').scrollIntoView());
  await tested.until(async () => await is('keep') === 'loaded', 'the keep is loaded');
  await tested.until(async () => (await drawn(tested, 'keep')).share > 0.3, 'the keep is drawn');
  assert.ok(tested.requests.every((address) => address.startsWith(server.address) || /^(blob|data):/.test(address)), 'no other origin');
  assert.equal(tested.requests.filter((address) => address.endsWith('.wasm')).length, 1, 'the library is fetched once');
  await page.evaluate(() => document.querySelector('#keep').open(new Blob([new Uint8Array([1, 2, 3])])));
  await tested.until(async () => await is('keep') === 'failed', 'three bytes are no world');
  await page.evaluate(() => document.querySelector('#keep').remove());
  assert.deepEqual(tested.wrong, []);
  await tested.close();
}

/** What a site may serve: the package without the command, which is for Node.js alone. */
function fitsInMegabyte() {
  const folder = join(project, 'web/overworld/dist');
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => statSync(join(folder, name)).isFile() && !/^(command|share)\//.test(name));
  const size = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  assert.ok(files.includes('overworld-view.js'));
  assert.ok(size < LARGEST, `${size} bytes with gzip`);
  console.log(`${size.toLocaleString('en')} bytes of the package with gzip`);
}

export const tests = [['element shows worlds', showsWorlds], ['package fits in a megabyte', fitsInMegabyte]];
