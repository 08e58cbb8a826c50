// The picture by WebGL: a model on a canvas, drawn when something changed and at no other time.
import { LineSegments, Matrix3, Mesh, Scene, UnsignedByteType, Vector3, WebGLRenderer, WebGLRenderTarget } from 'three';
import type { DataTexture, Object3D } from 'three';
import type { Model } from '../worker/protocol.js';
import { batchMesh, moveBatch } from './batches.js';
import { Viewpoint } from './camera.js';
import { runsMesh } from './cells.js';
import type { Run } from './cells.js';
import { groundMeshes, layerMeshes } from './grids.js';
import { writingMeshes } from './labels.js';
import { boundsOf, linesOf, outlinesOf, outlinesOfInstances } from './lines.js';
import { Mark, Pass, marksTexture, sharedUniforms } from './materials.js';
import { Shade } from './shade.js';

/** The number of what is no thing: numbers are colours of 24 bits. */
const NOTHING = 0xffffff;
/** Up to so many parts are drawn finer once nothing moves, where there is no graphics card. */
const MOST_FINE_PARTS = 30_000;
const SETTLES_AFTER = 140;
const SHADED_AFTER = 300;
/** Shaders are waited for no longer than so many milliseconds. */
const MOST_COMPILING = 3000;
/** Meshes are made for so many milliseconds before the page gets its turn. */
const MOST_MILLISECONDS = 12;

/** What was hit. */
export interface Hit { kind: 'thing' | 'layer' | 'ground' | 'label'; index: number }

interface Built { model: Model; group: Scene; marks: DataTexture; layers: Mesh[]; grounds: Mesh[][]; writings: Map<number, Mesh> }

/** Whether there is a graphics card behind WebGL. To ask takes a while. */
function hasCard(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return !/swiftshader|llvmpipe|software/i.test(name);
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
  readonly #isFast: boolean;
  readonly #shared = sharedUniforms();
  readonly #extras = new Scene();
  readonly #shade = new Shade();
  readonly #one = new WebGLRenderTarget(1, 1, { type: UnsignedByteType });
  #built: Built | undefined;
  #ghosts: Scene | undefined;
  readonly #over = new Map<string, Object3D>();
  #turn = 0;
  #isAsked = false;
  #settling = 0;
  #isFine = false;
  /** What is shown goes on changing: nothing is drawn finer meanwhile. */
  isRestless = false;
  /** How many times it drew. */
  drawn = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
    this.#renderer.autoClear = false;
    this.#renderer.setClearColor(0, 0);
    this.#isFast = hasCard(this.#renderer);
  }

  get model(): Model | undefined {
    return this.#built?.model;
  }

  get marks(): Uint8Array {
    return (this.#built?.marks.image.data ?? new Uint8Array(0)) as Uint8Array;
  }

  resize(width: number, height: number): void {
    this.view.width = Math.max(1, width);
    this.view.height = Math.max(1, height);
    this.#setFine(false);
    this.request();
  }

  /** Shows another model, once its meshes are made and its shaders compiled: the page goes on meanwhile. */
  async setModel(model: Model | undefined): Promise<void> {
    const turn = ++this.#turn;
    const built = model && await this.#build(model, () => turn === this.#turn);
    if (turn !== this.#turn) {
      if (built) dispose(built.group);
      return;
    }
    if (this.#built) dispose(this.#built.group);
    this.#built = undefined;
    this.setGhosts(undefined, []);
    for (const name of this.#over.keys()) this.#put(name, undefined);
    this.#built = built;
    if (model) this.view.setWorld(model);
    this.request();
  }

  async #build(model: Model, isWanted: () => boolean): Promise<Built> {
    const group = new Scene();
    const marks = marksTexture(model.things.count);
    this.#shared.uAmbient.value.fromArray(model.light.ambient);
    this.#shared.uSun.value.copy(new Matrix3().set(...model.light.sun.flat() as Parameters<Matrix3['set']>)).transpose();
    const firstLayer = model.things.count, firstGround = firstLayer + model.layers.length;
    const built: Built = { model, group, marks, layers: [], grounds: [], writings: new Map() };
    const steps = [
      ...model.batches.map((batch) => () => [batchMesh(batch, model, this.#shared, marks, 0)]),
      () => built.layers = layerMeshes(model, firstLayer, this.#shared),
      ...model.grounds.map((ground, i) => () => built.grounds[i] = groundMeshes(ground, firstGround + i, this.#shared)),
      ...writingMeshes(model.labels, firstGround + model.grounds.length, this.#shared, built.writings),
    ];
    let since = performance.now();
    for (const step of steps) {
      for (const mesh of step()) group.add(mesh);
      if (performance.now() - since < MOST_MILLISECONDS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (!isWanted()) return built;
      since = performance.now();
    }
    // A driver that never says that it is done compiles when it draws.
    const { camera } = this.view;
    const compiled = [this.#renderer.compileAsync(group, camera), this.#shade.compile(this.#renderer, group, camera)];
    await Promise.race([Promise.all(compiled), new Promise((resolve) => setTimeout(resolve, MOST_COMPILING))]);
    return built;
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
      const origin = this.#built.model.origin;
      // Each scene has an origin of its own; instances carry no matrix of their mesh, so that the rows are moved.
      const by = model.origin.map((at, axis) => at - origin[axis]!);
      for (const batch of model.batches) {
        moveBatch(batch, by);
        scene.add(batchMesh(batch, model, this.#shared, marks, NOTHING));
      }
      this.#ghosts = scene;
    }
    this.request();
  }

  /** The marks were written to. */
  marksChanged(): void {
    if (this.#built) this.#built.marks.needsUpdate = true;
    this.request();
  }

  /** Colours of instances of batches were written to. */
  colorsChanged(batches: Iterable<number>): void {
    for (const batch of batches) {
      // Meshes of batches stand first, in their order.
      const mesh = this.#built?.group.children[batch] as Mesh | undefined;
      const color = mesh?.geometry.getAttribute('color');
      if (color) color.needsUpdate = true;
    }
    this.request();
  }

  /** Outlines around instances, each by its batch and its place in that. */
  outlinePegs(instances: readonly (readonly [number, number])[], color: number): void {
    this.#setLines('pegs', outlinesOfInstances(this.model?.batches ?? [], instances), color, 1);
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
    this.#render(Pass.COLOR);
    this.drawn++;
    this.onDraw();
    clearTimeout(this.#settling);
    const parts = this.#built?.model.partCount ?? Infinity;
    if (this.isRestless || parts > MOST_FINE_PARTS && !this.#isFast) return;
    this.#settling = window.setTimeout(() => {
      this.#setFine(true);
      this.#render(Pass.COLOR);
      this.#settling = window.setTimeout(() => this.#drawShaded(), SHADED_AFTER);
    }, SETTLES_AFTER);
  }

  /** Once more, with soft shade, which takes several times as long where there is no graphics card. */
  #drawShaded(): void {
    if (this.#built && this.#shade.suits(this.view, this.#built.model)) this.#render(Pass.COLOR, true);
  }

  #setFine(isFine: boolean): void {
    const ratio = globalThis.devicePixelRatio || 1;
    this.#isFine = isFine;
    const { width, height } = this.view;
    this.#renderer.setDrawingBufferSize(width, height, isFine ? Math.max(2, ratio) : Math.min(2, ratio));
  }

  #render(pass: number, isShaded = false): void {
    const { camera } = this.view;
    this.#shared.uPass.value = pass;
    this.#shared.uPixels.value = this.view.scale;
    this.#shared.uFar.value = this.view.far;
    this.#renderer.clear();
    if (this.#built) this.#renderer.render(this.#built.group, camera);
    if (this.#ghosts) this.#renderer.render(this.#ghosts, camera);
    if (isShaded) this.#shade.draw(this.#renderer, this.view, () => this.#drawDepths(camera));
    this.#renderer.render(this.#extras, camera);
    this.#shared.uPass.value = Pass.COLOR;
  }

  #drawDepths(camera: Viewpoint['camera']): void {
    this.#shared.uPass.value = Pass.DEPTH;
    this.#renderer.clear();
    if (this.#built) this.#renderer.render(this.#built.group, camera);
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
    if (ground < model.grounds.length) return { kind: 'ground', index: ground };
    const label = ground - model.grounds.length;
    return label < model.labels.count ? { kind: 'label', index: label } : undefined;
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
    this.#setLines('outlines', [...more, ...outlinesOf(this.model?.batches ?? [], numbers)], color, 1);
  }

  /** The bounds of things; undefined where they show nothing. */
  boundsOf(numbers: ReadonlySet<number>): { least: number[]; most: number[] } | undefined {
    return boundsOf(this.model?.batches ?? [], numbers);
  }

  /** Lines of a grid, over everything below them. */
  setGrid(points: number[], color: number): void {
    this.#setLines('grid', points, color, 0.35, true);
  }

  setMeasure(points: number[], color: number): void {
    this.#setLines('measure', points, color, 1);
  }

  /** Colours cells and heights that changed. */
  setCellMarks(runs: readonly Run[]): void {
    this.#put('cells', this.model && runsMesh(this.model, runs));
  }

  #setLines(name: string, points: readonly number[], color: number, opacity: number, isBehind = false): void {
    this.#put(name, points.length > 0 ? linesOf(points, color, opacity, isBehind) : undefined);
  }

  /** Something drawn over the world, in the place of what had its name. */
  #put(name: string, made: Object3D | undefined): void {
    const before = this.#over.get(name);
    if (before) {
      this.#extras.remove(before);
      dispose(before);
    }
    this.#over.delete(name);
    if (made) {
      this.#extras.add(made);
      this.#over.set(name, made);
    }
    this.request();
  }
}
