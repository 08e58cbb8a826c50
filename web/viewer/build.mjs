// Builds the page twice from the same script: dist/index.html with assets for any host, and dist/overworld.html,
// one file that works without a server.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { build } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, '../..');
const dist = join(here, 'dist');

// Small worlds to try on the empty page, with the files beside them that they name.
const SAMPLES = ['four-bit-adder.partialworld', 'moated-keep.lvd', 'city-town.city', 'build-cabin.structure',
  'build-car.structure'];
const SAMPLE_FILES = { 'moated-keep.lvd': ['tiles/moated-keep.png'], 'four-bit-adder.partialworld': ['benches/four-bit-adder.json'] };

const SAMPLE_SIZE = '232x148';

// The package finds its .wasm beside itself; here the page hands it over.
const withoutAddress = {
  name: 'without-address',
  transform(code, id) {
    if (!id.includes('overworld/dist/library.js')) return null;
    return code.replace("new URL('./overworld.wasm', import.meta.url)", 'undefined')
      .replaceAll('import.meta.url', 'undefined')
      .replace("await import('node:fs/promises')", 'undefined');
  },
};

/** One entry as one classic script, and the styles that came with it. */
async function bundle(entry, define = {}) {
  const { output } = [await build({
    root: here, configFile: false, logLevel: 'warn', define,
    plugins: [withoutAddress],
    resolve: { alias: { overworld: join(here, '../overworld/dist/index.js') } },
    build: {
      write: false, target: 'es2022', modulePreload: false,
      lib: { entry: join(here, entry), formats: ['iife'], name: 'page', fileName: 'page' },
    },
  })].flat()[0];
  const script = output.find((part) => part.type === 'chunk').code;
  const style = output.filter((part) => part.fileName.endsWith('.css')).map((part) => part.source).join('');
  return { script, style };
}

/** `<overworld-view>` as one module of the package, which finds the library beside itself. */
async function buildElement(workerScript) {
  const { output } = [await build({
    root: here, configFile: false, logLevel: 'warn', define: { WORKER_SCRIPT: JSON.stringify(workerScript) },
    plugins: [withoutAddress], resolve: { alias: { overworld: join(here, '../overworld/dist/index.js') } },
    build: { write: false, target: 'es2022', modulePreload: false, lib: { entry: join(here, 'src/embed.ts'), formats: ['es'], fileName: 'view' } },
  })].flat()[0];
  const { code } = output.find((part) => part.type === 'chunk');
  const { code: small } = await transform(code, { minify: true, target: 'es2022', format: 'esm' });
  const folder = join(here, '../overworld/dist');
  // Bundlers that know files of packages look for exactly this expression.
  writeFileSync(join(folder, 'overworld-view.js'), small.replaceAll('OVERWORLD_WASM', "new URL('./overworld.wasm', import.meta.url)"));
  copyFileSync(join(here, 'embed.d.ts'), join(folder, 'overworld-view.d.ts'));
}

function hash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Data inside a page: `<` is written so that nothing in it can end its block. */
function dataBlock(id, value) {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

function encoded(name) {
  return readFileSync(join(project, 'samples', name)).toString('base64');
}

/** What a sample looks like, as the command draws it. */
function pictureOf(name) {
  return execFileSync(join(project, 'build/overworld'), ['render', join(project, 'samples', name), '-o', '-', '--size', SAMPLE_SIZE,
    '--transparent', '--samples', '4'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString('base64');
}

function samples() {
  return SAMPLES.map((name) => ({
    name, data: encoded(name), picture: pictureOf(name),
    files: (SAMPLE_FILES[name] ?? []).map((file) => ({ name: file, data: encoded(file) })),
  }));
}

function policy(script, style) {
  return ["default-src 'none'", `script-src ${script} 'wasm-unsafe-eval'`, `style-src ${style}`,
    "worker-src blob:", "connect-src 'self'", "img-src blob: data:", "base-uri 'none'", "form-action 'none'"].join('; ');
}

function page(parts) {
  let html = readFileSync(join(here, 'page.html'), 'utf8');
  for (const [name, text] of Object.entries(parts)) html = html.replace(`<!--${name}-->`, () => text);
  return html;
}

const written = new Set();

// Replaces a file in one step: tests of the page may have it open.
function write(file, content) {
  writeFileSync(join(dist, `${file}.new`), content);
  renameSync(join(dist, `${file}.new`), join(dist, file));
  written.add(file);
}

function asset(name, extension, content) {
  const file = `assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.${extension}`;
  write(file, content);
  return file;
}

const worker = await bundle('src/worker/worker.ts');
await buildElement(worker.script);
const main = await bundle('src/main.ts', { WORKER_SCRIPT: JSON.stringify(worker.script) });
const wasm = readFileSync(join(here, '../overworld/dist/overworld.wasm'));
// Inside a page neither the end of a script nor the beginning of a comment may stand in one.
const script = main.script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trim();
const style = main.style.trim();

mkdirSync(join(dist, 'assets'), { recursive: true });
const worlds = dataBlock('worlds', []);
write('index.html', page({
  policy: policy("'self'", "'self'"),
  style: `<link rel="stylesheet" href="${asset('page', 'css', style)}">`,
  data: [worlds, dataBlock('samples', samples()),
    dataBlock('library', { address: asset('overworld', 'wasm', wasm) })].join('\n'),
  script: `<script src="${asset('page', 'js', script)}"></script>`,
}));
write('overworld.html', page({
  policy: policy(hash(script), hash(style)),
  style: `<style>${style}</style>`,
  data: [worlds, dataBlock('samples', samples()),
    dataBlock('library', { packed: gzipSync(wasm, { level: 9 }).toString('base64') })].join('\n'),
  script: `<script>${script}</script>`,
}));
for (const file of readdirSync(join(dist, 'assets')))
  if (!written.has(`assets/${file}`)) rmSync(join(dist, 'assets', file));
