// glTF files in other people's hands: the Khronos validator, and three.js in headless Chromium.
//
// Usage: gltf.mjs MODULES validate        files on standard input, one a line; prints a report a line
//        gltf.mjs MODULES look            jobs on standard input: GLB, a tab, PNG; prints figures a line
//
// MODULES is the folder with node_modules. Figures are of the GLB as three.js draws it, unlit and from
// where `overworld render --view iso` looks, and of the PNG: how much of their outlines they share once
// both are cut to them, their mean colours, how many colours there are.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [modules, verb] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), 'package.json'));
const lines = readFileSync(0, 'utf8').split('\n').filter((line) => line);

async function validate(file) {
  const validator = require('gltf-validator');
  try {
    const report = await validator.validateBytes(new Uint8Array(readFileSync(file)),
      { uri: file, maxIssues: 5 });
    const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
    return { numErrors, numWarnings, numInfos, numHints, messages };
  } catch (problem) {
    return { numErrors: 1, numWarnings: 0, numInfos: 0, numHints: 0, messages: [`${problem}`] };
  }
}

// Runs in the page: what three.js makes of the file, and what the PNG holds.
async function look(files) {
  const THREE = await import('three');
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const SIZE = 600, GRID = 96;

  const pixelsOf = (image, width, height) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  };

  // The outline on a grid of its own size, the mean colour inside, the number of colours.
  const figuresOf = ({ width, height, data }) => {
    let [left, right, top, bottom] = [width, -1, height, -1];
    const sums = [0, 0, 0], colors = new Set();
    let count = 0;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = 4 * (y * width + x);
        if (data[at + 3] < 128) continue;
        left = Math.min(left, x); right = Math.max(right, x);
        top = Math.min(top, y); bottom = Math.max(bottom, y);
        for (let i = 0; i < 3; i++) sums[i] += data[at + i];
        colors.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
        count++;
      }
    const mask = [];
    for (let y = 0; y < GRID; y++)
      for (let x = 0; x < GRID; x++) {
        const px = left + Math.floor((x + 0.5) * (right - left + 1) / GRID);
        const py = top + Math.floor((y + 0.5) * (bottom - top + 1) / GRID);
        mask.push(count > 0 && data[4 * (py * width + px) + 3] >= 128);
      }
    return { mask, shape: (right - left + 1) / (bottom - top + 1), colors: colors.size,
      mean: sums.map((sum) => sum / Math.max(count, 1)), share: count / (width * height) };
  };

  const gltf = await new GLTFLoader().parseAsync(
    await (await fetch(files.glb)).arrayBuffer(), '');
  let meshes = 0, instances = 0;
  gltf.scene.traverse((thing) => {
    if (!thing.isMesh) return;
    meshes++;
    instances += thing.isInstancedMesh ? thing.count : 0;
    const { transparent, side, vertexColors } = thing.material;
    thing.material = new THREE.MeshBasicMaterial({ transparent, side, vertexColors });
  });
  gltf.scene.updateMatrixWorld(true);
  const box = new THREE.Box3().setFromObject(gltf.scene, true);
  const sphere = box.getBoundingSphere(new THREE.Sphere());
  const reach = sphere.radius || 1;
  const camera = new THREE.OrthographicCamera(-reach, reach, reach, -reach, 0, 4 * reach);
  const yaw = Math.PI / 4, pitch = 35.264 * Math.PI / 180;
  camera.position.set(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch),
    Math.cos(yaw) * Math.cos(pitch)).multiplyScalar(2 * reach).add(sphere.center);
  camera.lookAt(sphere.center);
  const scene = new THREE.Scene();
  scene.add(gltf.scene);
  const renderer = new THREE.WebGLRenderer({ alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(SIZE, SIZE);
  renderer.setClearColor(0, 0);
  renderer.render(scene, camera);
  const three = figuresOf(pixelsOf(renderer.domElement, SIZE, SIZE));
  renderer.dispose();

  const image = new Image();
  image.src = files.png;
  await image.decode();
  const picture = figuresOf(pixelsOf(image, image.width, image.height));

  const shared = three.mask.filter((inside, i) => inside && picture.mask[i]).length;
  const either = three.mask.filter((inside, i) => inside || picture.mask[i]).length;
  delete three.mask;
  delete picture.mask;
  return { overlap: shared / Math.max(either, 1), meshes, instances, three, picture };
}

const PAGE = `<!doctype html><script type="importmap">{"imports": {
  "three": "/modules/three/build/three.module.js",
  "three/addons/": "/modules/three/examples/jsm/"}}</script>`;

async function openPage(browser) {
  const page = await browser.newPage();
  await page.route('http://peers/**', (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
    if (path.startsWith('/modules/'))
      return route.fulfill({ contentType: 'text/javascript',
        body: readFileSync(join(modules, 'node_modules', path.slice('/modules/'.length))) });
    return route.fulfill({ contentType: 'application/octet-stream',
      body: readFileSync(path.slice('/file'.length)) });
  });
  await page.goto('http://peers/');
  return page;
}

async function lookAtAll() {
  const { chromium } = require('playwright-core');
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true,
    args: ['--no-sandbox', '--use-angle=gl-egl', '--ignore-gpu-blocklist'] });
  const page = await openPage(browser);
  for (const line of lines) {
    const [glb, png] = line.split('\t').map((file) => `http://peers/file${resolve(file)}`);
    try {
      console.log(JSON.stringify(await page.evaluate(look, { glb, png })));
    } catch (problem) {
      console.log(JSON.stringify({ problem: `${problem}` }));
    }
  }
  await browser.close();
}

if (verb === 'validate')
  for (const file of lines) console.log(JSON.stringify(await validate(file)));
else
  await lookAtAll();
