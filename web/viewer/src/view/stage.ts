// The picture by WebGL: a model on a canvas, drawn when something changed and at no other time.
import {
  BufferAttribute, BufferGeometry, Color, InstancedBufferAttribute, InstancedBufferGeometry, LineBasicMaterial, LineSegments,
  Matrix3, Mesh, Scene, Sphere, UnsignedByteType, Vector3, WebGLRenderer, WebGLRenderTarget,
} from 'three';
import type { DataTexture, Object3D } from 'three';
import { Bits } from '../worker/protocol.js';
import type { Batch, Model } from '../worker/protocol.js';
import { Viewpoint } from './camera.js';
import { groundMeshes, layerMeshes } from './grids.js';
import { writingMeshes } from './labels.js';
import { Mark, Pass, marksTexture, sharedUniforms, solidMaterial } from './materials.js';
import type { Shared } from './materials.js';
import { solidGeometry } from './solids.js';

/** The number of what is no thing: numbers are colours of 24 bits. */
const NOTHING = 0xffffff;
const MOST_OUTLINES = 400;
/** Up to so many parts are drawn finer once nothing moves, where there is no graphics card. */
const MOST_FINE_PARTS = 30_000;
const SETTLES_AFTER = 140;

/** What was hit: a thing, a layer, a ground. */
export interface Hit { kind: 'thing' | 'layer' | 'ground'; index: number }

interface Built { model: Model; group: Scene; marks: DataTexture; layers: Mesh[]; grounds: Mesh[][]; writings: Map<number, Mesh> }

function batchMesh(batch: Batch, model: Model, shared: Shared, marks: DataTexture, first: number): Mesh {
  const solid = solidGeometry(batch.solid, model.meshes);
  const geometry = new InstancedBufferGeometry();
  geometry.index = solid.index;
  for (const name of ['position', 'normal', 'edge']) geometry.setAttribute(name, solid.getAttribute(name));
  const rows = [0, 1, 2].map(() => new Float32Array(4 * batch.count));
  for (let i = 0; i < batch.count; i++) {
    rows.forEach((row, number) => row.set(batch.rows.subarray(12 * i + 4 * number, 12 * i + 4 * number + 4), 4 * i));
  }
  rows.forEach((row, number) => geometry.setAttribute(`row${number}`, new InstancedBufferAttribute(row, 4)));
  geometry.setAttribute('color', new InstancedBufferAttribute(batch.color, 4, true));
  geometry.setAttribute('id', new InstancedBufferAttribute(batch.id, 1));
  geometry.instanceCount = batch.count;
  const isMesh = batch.solid.startsWith('mesh');
  geometry.boundingSphere = new Sphere(new Vector3(...batch.center), isMesh ? Infinity : batch.radius + 1);
  const mesh = new Mesh(geometry, solidMaterial(shared, marks, first, batch.isSeenThrough, batch.isThin, isMesh));
  mesh.renderOrder = batch.isSeenThrough ? 20 : 0;
  return mesh;
}

function dispose(thing: Object3D): void {
  thing.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof LineSegments)) return;
    part.geometry.dispose();
    part.material.dispose();
  });
}

export class Stage {
  readonly view = new Viewpoint();
  /** Called after each drawing. */
  onDraw: () => void = () => undefined;
  readonly #renderer: WebGLRenderer;
  readonly #shared = sharedUniforms();
  readonly #extras = new Scene();
  readonly #one = new WebGLRenderTarget(1, 1, { type: UnsignedByteType });
  #built: Built | undefined;
  #ghosts: Scene | undefined;
  #outlines: LineSegments | undefined;
  #grid: LineSegments | undefined;
  #measure: LineSegments | undefined;
  #isAsked = false;
  #settling = 0;
  #isFine = false;
  /** How many times it drew. */
  drawn = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
    this.#renderer.autoClear = false;
    this.#renderer.setClearColor(0, 0);
  }

  get model(): Model | undefined {
    return this.#built?.model;
  }

  get marks(): Uint8Array {
    return (this.#built?.marks.image.data ?? new Uint8Array(0)) as Uint8Array;
  }

  /** Whether there is a graphics card behind WebGL. */
  get isFast(): boolean {
    const gl = this.#renderer.getContext();
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    return !/swiftshader|llvmpipe|software/i.test(name);
  }

  resize(width: number, height: number): void {
    this.view.width = Math.max(1, width);
    this.view.height = Math.max(1, height);
    this.#setFine(false);
    this.request();
  }

  setModel(model: Model | undefined): void {
    if (this.#built) dispose(this.#built.group);
    this.setGhosts(undefined, []);
    this.#built = undefined;
    this.#drop('outlines');
    this.#drop('grid');
    this.#drop('measure');
    if (model) this.#built = this.#build(model);
    this.request();
  }

  #build(model: Model): Built {
    const group = new Scene();
    const marks = marksTexture(model.things.count);
    this.#shared.uAmbient.value.fromArray(model.light.ambient);
    this.#shared.uSun.value.copy(new Matrix3().set(...model.light.sun.flat() as Parameters<Matrix3['set']>)).transpose();
    for (const batch of model.batches) group.add(batchMesh(batch, model, this.#shared, marks, 0));
    const firstLayer = model.things.count, firstGround = firstLayer + model.layers.length;
    const layers = layerMeshes(model, firstLayer, this.#shared);
    const grounds = model.grounds.map((ground, i) => groundMeshes(ground, firstGround + i, this.#shared));
    const writings = writingMeshes(model.labels, this.#shared);
    for (const mesh of [...layers, ...grounds.flat(), ...writings.values()]) group.add(mesh);
    group.matrixWorldAutoUpdate = true;
    this.view.setWorld(model);
    return { model, group, marks, layers, grounds, writings };
  }

  /** Things of another world, drawn with this one: what was removed. */
  setGhosts(model: Model | undefined, numbers: number[]): void {
    if (this.#ghosts) dispose(this.#ghosts);
    this.#ghosts = undefined;
    if (model && this.#built) {
      const marks = marksTexture(model.things.count);
      (marks.image.data as Uint8Array).fill(Mark.HIDDEN);
      for (const number of numbers) (marks.image.data as Uint8Array)[number] = Mark.REMOVED;
      const scene = new Scene();
      for (const batch of model.batches) scene.add(batchMesh(batch, model, this.#shared, marks, NOTHING));
      const origin = this.#built.model.origin;
      // Each scene has an origin of its own; instances carry no matrix of their mesh, so that the rows are moved.
      const by = model.origin.map((at, axis) => at - origin[axis]!);
      scene.traverse((mesh) => mesh instanceof Mesh && moveRows(mesh, by));
      this.#ghosts = scene;
    }
    this.request();
  }

  /** The marks were written to. */
  marksChanged(): void {
    if (this.#built) this.#built.marks.needsUpdate = true;
    this.request();
  }

  setLook(look: { dim?: boolean; pegs?: boolean }): void {
    if (look.dim !== undefined) this.#shared.uDim.value = Number(look.dim);
    if (look.pegs !== undefined) this.#shared.uPegs.value = Number(look.pegs);
    this.request();
  }

  showLayer(layer: number, isShown: boolean): void {
    const mesh = this.#built?.layers[layer];
    if (mesh) mesh.visible = isShown;
    this.request();
  }

  showGround(ground: number, isShown: boolean): void {
    for (const mesh of this.#built?.grounds[ground] ?? []) mesh.visible = isShown;
    this.request();
  }

  showWritings(isShown: (label: number) => boolean): void {
    for (const [label, mesh] of this.#built?.writings ?? []) mesh.visible = isShown(label);
    this.request();
  }

  request(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.draw();
    });
  }

  draw(): void {
    if (this.#isFine) this.#setFine(false);
    this.#render(Pass.COLOR, true);
    this.drawn++;
    this.onDraw();
    clearTimeout(this.#settling);
    const parts = this.#built?.model.partCount ?? Infinity;
    if (parts > MOST_FINE_PARTS && !this.isFast) return;
    this.#settling = window.setTimeout(() => {
      this.#setFine(true);
      this.#render(Pass.COLOR, true);
    }, SETTLES_AFTER);
  }

  #setFine(isFine: boolean): void {
    const ratio = globalThis.devicePixelRatio || 1;
    this.#isFine = isFine;
    this.#renderer.setPixelRatio(isFine ? Math.max(2, ratio) : Math.min(2, ratio));
    this.#renderer.setSize(this.view.width, this.view.height, false);
  }

  #render(pass: number, withExtras: boolean): void {
    const { camera } = this.view;
    this.#shared.uPass.value = pass;
    this.#shared.uPixels.value = this.view.scale;
    this.#shared.uFar.value = this.view.far;
    this.#renderer.clear();
    if (this.#built) this.#renderer.render(this.#built.group, camera);
    if (this.#ghosts && withExtras) this.#renderer.render(this.#ghosts, camera);
    if (withExtras) this.#renderer.render(this.#extras, camera);
    this.#shared.uPass.value = Pass.COLOR;
  }

  /** Draws one pixel in another meaning, and reads it. */
  #readPixel(x: number, y: number, pass: number): Uint8Array {
    const pixel = new Uint8Array(4);
    const { view } = this;
    const { camera } = view;
    camera.setViewOffset(view.width, view.height, x, y, 1, 1);
    this.#renderer.setRenderTarget(this.#one);
    this.#renderer.setClearColor(0xffffff, 1);
    this.#shared.uPass.value = pass;
    this.#shared.uPixels.value = view.scale;
    this.#shared.uFar.value = view.far;
    this.#renderer.clear();
    if (this.#built) this.#renderer.render(this.#built.group, camera);
    this.#renderer.readRenderTargetPixels(this.#one, 0, 0, 1, 1, pixel);
    this.#renderer.setRenderTarget(null);
    this.#renderer.setClearColor(0, 0);
    this.#shared.uPass.value = Pass.COLOR;
    camera.clearViewOffset();
    return pixel;
  }

  /** What stands at a pixel of the canvas. */
  pick(x: number, y: number): Hit | undefined {
    const model = this.#built?.model;
    if (!model) return undefined;
    const [a, b, c] = this.#readPixel(x, y, Pass.NUMBER);
    const number = a! | b! << 8 | c! << 16;
    if (number === NOTHING) return undefined;
    const { count } = model.things;
    if (number < count) return { kind: 'thing', index: number };
    if (number < count + model.layers.length) return { kind: 'layer', index: number - count };
    const ground = number - count - model.layers.length;
    return ground < model.grounds.length ? { kind: 'ground', index: ground } : undefined;
  }

  /** The place in the world that is seen at a pixel. */
  placeAt(x: number, y: number): Vector3 | undefined {
    const [a, b, c] = this.#readPixel(x, y, Pass.DEPTH);
    if (a === 255 && b === 255 && c === 255) return undefined;
    const depth = (a! / 255 + b! / 255 / 255 + c! / 255 / 65025) * this.view.far;
    const { view } = this;
    const position = new Vector3().setFromMatrixPosition(view.camera.matrixWorld);
    const right = x + 0.5 - view.width / 2, up = view.height / 2 - y - 0.5;
    const nearness = view.isPerspective ? depth / view.distance : 1;
    return position.addScaledVector(view.right, right / view.scale * nearness)
      .addScaledVector(view.up, up / view.scale * nearness).addScaledVector(view.back, -depth);
  }

  /** Outlines around things, seen through everything. */
  outline(numbers: ReadonlySet<number>, color: number, more: readonly number[] = []): void {
    this.#drop('outlines');
    const points: number[] = [...more];
    for (const batch of numbers.size > 0 ? this.#built?.model.batches ?? [] : []) {
      for (let i = 0; i < batch.count && points.length < MOST_OUTLINES * 72; i++) {
        if (numbers.has(batch.id[i]! & Bits.NUMBER)) addOutline(points, batch.rows.subarray(12 * i, 12 * i + 12));
      }
    }
    this.#outlines = this.#lines(points, color, 1);
    this.request();
  }

  /** The bounds of things; undefined where they show nothing. */
  boundsOf(numbers: ReadonlySet<number>): { least: number[]; most: number[] } | undefined {
    const least = [Infinity, Infinity, Infinity], most = [-Infinity, -Infinity, -Infinity];
    for (const batch of this.#built?.model.batches ?? []) {
      for (let i = 0; i < batch.count; i++) {
        if (!numbers.has(batch.id[i]! & Bits.NUMBER)) continue;
        for (let axis = 0; axis < 3; axis++) {
          const [a, b, c, at] = batch.rows.subarray(12 * i + 4 * axis, 12 * i + 4 * axis + 4);
          const reach = (Math.abs(a!) + Math.abs(b!) + Math.abs(c!)) / 2;
          least[axis] = Math.min(least[axis]!, at! - reach);
          most[axis] = Math.max(most[axis]!, at! + reach);
        }
      }
    }
    return least[0]! <= most[0]! ? { least, most } : undefined;
  }

  /** Lines of a grid, over everything below them. */
  setGrid(points: number[], color: number): void {
    this.#drop('grid');
    this.#grid = this.#lines(points, color, 0.35, true);
    this.request();
  }

  setMeasure(points: number[], color: number): void {
    this.#drop('measure');
    this.#measure = this.#lines(points, color, 1);
    this.request();
  }

  #lines(points: number[], color: number, opacity: number, isBehind = false): LineSegments | undefined {
    if (points.length === 0) return undefined;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
    const material = new LineBasicMaterial({ color: new Color().setHex(color, 'srgb'), transparent: true, opacity,
      depthTest: isBehind, depthWrite: false, toneMapped: false });
    const lines = new LineSegments(geometry, material);
    lines.frustumCulled = false;
    this.#extras.add(lines);
    return lines;
  }

  #drop(which: 'outlines' | 'grid' | 'measure'): void {
    const lines = which === 'outlines' ? this.#outlines : which === 'grid' ? this.#grid : this.#measure;
    if (!lines) return;
    this.#extras.remove(lines);
    dispose(lines);
    if (which === 'outlines') this.#outlines = undefined;
    else if (which === 'grid') this.#grid = undefined;
    else this.#measure = undefined;
  }
}

function moveRows(mesh: Mesh, by: number[]): void {
  by.forEach((distance, axis) => {
    const row = mesh.geometry.getAttribute(`row${axis}`) as InstancedBufferAttribute;
    for (let i = 0; i < row.count; i++) row.setW(i, row.getW(i) + distance);
  });
  mesh.frustumCulled = false;
}

/** The twelve edges of an instance's box. */
function addOutline(points: number[], rows: Float32Array): void {
  const corner = (bits: number) => [0, 1, 2].map((row) => rows[4 * row + 3]! +
    [0, 1, 2].reduce((sum, axis) => sum + rows[4 * row + axis]! * ((bits >> axis & 1) - 0.5), 0));
  for (let bits = 0; bits < 8; bits++) {
    for (let axis = 0; axis < 3; axis++) {
      if (!(bits >> axis & 1)) points.push(...corner(bits), ...corner(bits | 1 << axis));
    }
  }
}
