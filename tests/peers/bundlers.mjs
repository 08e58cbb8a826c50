// Bundles programs that import the package "overworld", and runs them in a browser.
//
// Usage: bundlers.mjs MODULES PROJECT FOLDER        the package is installed in FOLDER; the last line counts
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '../../web/viewer/test/serve.mjs';

const [modules, project, folder] = process.argv.slice(2, 5).map((path) => resolve(path));
const require = createRequire(join(modules, 'package.json'));
const { chromium } = require('playwright-core');
const esbuild = require('esbuild');
const { build, createServer: serveByVite } = await import(pathToFileURL(join(modules, 'node_modules/vite/dist/node/index.js')));

const EXPECTED = 'page: blotter 91; worker: blotter 91';

/** Programs that open a world in a page and in a Worker; `worker` is how the page begins it. */
function write(name, worker, { html = '<script src="page.js"></script>', load = 'load()', head = '' } = {}) {
  const at = join(folder, name);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'look.js'), `${head}import { load } from 'overworld';
export async function look() {
  const overworld = await ${load};
  const world = overworld.open(new Uint8Array(await (await fetch('/world.bin')).arrayBuffer()));
  return world.format + ' ' + world.info().component_count;
}
`);
  writeFileSync(join(at, 'worker.js'), `import { look } from './look.js';
look().then((told) => postMessage(told), (error) => postMessage(String(error)));
`);
  writeFileSync(join(at, 'page.js'), `import { look } from './look.js';
const worker = ${worker};
const told = new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data));
Promise.all([look(), told]).then(([page, worker]) => document.title = 'page: ' + page + '; worker: ' + worker,
  (error) => document.title = String(error));
`);
  writeFileSync(join(at, 'index.html'), `<!doctype html><title>waits</title><body>${html}</body>`);
  mkdirSync(join(at, 'public'), { recursive: true });
  copyFileSync(join(project, 'samples/rom-4x8.partialworld'), join(at, 'public/world.bin'));
  return at;
}

/** A program whose page has the element <overworld-view>. */
function writeView(name) {
  const at = join(folder, name);
  mkdirSync(join(at, 'public'), { recursive: true });
  writeFileSync(join(at, 'page.js'), `import 'overworld/view';
const view = document.querySelector('overworld-view');
view.addEventListener('load', ({ detail }) => document.title = 'shows ' + detail.format);
view.addEventListener('error', ({ detail }) => document.title = detail.message);
view.src = '/world.bin';
`);
  writeFileSync(join(at, 'index.html'), '<!doctype html><title>waits</title><body><overworld-view></overworld-view><script type="module" src="/page.js"></script></body>');
  copyFileSync(join(project, 'samples/rom-4x8.partialworld'), join(at, 'public/world.bin'));
  return at;
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: ['--no-sandbox'] });

/** What the program says that is served at an address. */
async function run(address, expected = EXPECTED) {
  const page = await browser.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.goto(address);
  await page.waitForFunction(() => document.title !== 'waits', null, { timeout: 30000 });
  const title = await page.title();
  await page.close();
  assert.deepEqual([title, wrong], [expected, []]);
}

async function runBelow(root, expected) {
  const server = await serve(root);
  await run(`${server.address}/`, expected).finally(() => server.close());
}

async function bundleByEsbuild(options, worker, html) {
  const at = write(`esbuild-${options.format ?? 'plain'}`, worker, { html });
  const out = join(at, 'out');
  const done = await esbuild.build({ absWorkingDir: at, entryPoints: ['page.js', 'worker.js'], bundle: true, outdir: out,
    logLevel: 'silent', ...options });
  assert.deepEqual([...done.errors, ...done.warnings].map(({ text }) => text), []);
  for (const name of ['index.html', 'public/world.bin']) copyFileSync(join(at, name), join(out, name.split('/').pop()));
  // As the README says: the module lies beside the bundle.
  copyFileSync(join(folder, 'node_modules/overworld/dist/overworld.wasm'), join(out, 'overworld.wasm'));
  await runBelow(out);
}

async function bundleViewByEsbuild() {
  const at = writeView('esbuild-view'), out = join(at, 'out');
  const done = await esbuild.build({ absWorkingDir: at, entryPoints: ['page.js'], bundle: true, format: 'esm', outdir: out, logLevel: 'silent' });
  assert.deepEqual([...done.errors, ...done.warnings].map(({ text }) => text), []);
  for (const name of ['index.html', 'public/world.bin']) copyFileSync(join(at, name), join(out, name.split('/').pop()));
  copyFileSync(join(folder, 'node_modules/overworld/dist/overworld.wasm'), join(out, 'overworld.wasm'));
  await runBelow(out, 'shows blotter');
}

/** A logger that keeps what Vite warns of. */
function logger(wrong) {
  const note = (message) => wrong.push(message);
  return { info: () => undefined, warn: note, warnOnce: note, error: note, clearScreen: () => undefined,
    hasErrorLogged: () => false, hasWarned: false };
}

const MODULE = '<script type="module" src="/page.js"></script>';

async function bundleByVite() {
  const at = write('vite', "new Worker(new URL('./worker.js', import.meta.url))", { html: MODULE });
  const wrong = [];
  await build({ root: at, configFile: false, customLogger: logger(wrong) });
  assert.deepEqual(wrong, []);
  await runBelow(join(at, 'dist'));
}

async function bundleViewByVite() {
  const at = writeView('vite-view');
  const wrong = [];
  await build({ root: at, configFile: false, customLogger: logger(wrong), build: { chunkSizeWarningLimit: 1000 } });
  assert.deepEqual(wrong, []);
  await runBelow(join(at, 'dist'), 'shows blotter');
}

/** Vite's server bundles packages without the files beside them: the README says how the module is imported. */
async function serveDuringWork() {
  const at = write('vite-dev', "new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })", { html: MODULE,
    head: "import wasm from 'overworld/overworld.wasm?url';\n", load: 'load({ wasm })' });
  const wrong = [];
  const server = await serveByVite({ root: at, configFile: false, customLogger: logger(wrong), server: { port: 0, host: '127.0.0.1' } });
  await server.listen();
  await run(server.resolvedUrls.local[0]).finally(() => server.close());
  assert.deepEqual(wrong, []);
}

const tests = {
  'esbuild, without settings': () => bundleByEsbuild({}, "new Worker('worker.js')"),
  'esbuild, minified modules': () => bundleByEsbuild({ format: 'esm', minify: true, splitting: true },
    "new Worker('worker.js', { type: 'module' })", '<script type="module" src="page.js"></script>'),
  'Vite, without settings': bundleByVite,
  'the server of Vite': serveDuringWork,
  'the element by esbuild': bundleViewByEsbuild,
  'the element by Vite': bundleViewByVite,
};

let passed = 0, failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    passed++;
  } catch (problem) {
    failed++;
    console.log(`${name}: ${problem instanceof Error ? problem.stack : problem}`);
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
