// The picture by WebGL: a model on a canvas, drawn when something changed and at no other time.
import { BufferAttribute, InterleavedBufferAttribute, LinearSRGBColorSpace, LineSegments, Matrix3, Mesh, Scene, UnsignedByteType, Vector3, WebGLRenderer,
  WebGLRenderTarget } from 'three';
import type { DataTexture, Object3D } from 'three';
import type { Model } from '../worker/protocol.js';
import { batchMesh, someOf } from './batches.js';
import { Viewpoint } from './camera.js';
import { Fence, compile, withAllShaders } from './card.js';
import { runsMesh } from './cells.js';
import type { Run } from './cells.js';
import { FINER, Fine } from './fine.js';
import { groundMeshes, layerMeshes } from './grids.js';
import { LEAST_LINE, writingMeshes } from './labels.js';
import { boundsOf, linesOf, outlinesOf, outlinesOfInstances } from './lines.js';
import { Mark, NOTHING, Pass, marksTexture, sharedUniforms } from './materials.js';
import { sendEntries } from './ranges.js';
import { Shade } from './shade.js';

/** Up to so many parts are drawn finer once nothing moves, where there is no graphics card. */
const MOST_FINE_PARTS = 30_000;
/** Wires are at least so many pixels wide, and wider where a click looks for them. */
const LEAST_WIDTH = 0.5;
const LEAST_PICKED = 1.5;
const SETTLES_AFTER = 140;
const SHADED_AFTER = 300;
/** A driver that never says that it is done compiles when it draws: shaders are waited for no longer than so many
 * milliseconds. */
const MOST_COMPILING = 3000;
/** Meshes are made for so many milliseconds before the page gets its turn. */
const MOST_MILLISECONDS = 12;

/** Does one thing after another, and lets the page have its turn in between. */
async function inTurns<Thing>(things: readonly Thing[], isWanted: () => boolean, run: (thing: Thing) => void): Promise<void> {
  let since = performance.now();
  for (const thing of things) {
    if (!isWanted()) return;
    run(thing);
    if (performance.now() - since < MOST_MILLISECONDS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}

/** Instances of each batch. */
export type Changed = ReadonlyMap<number, ReadonlySet<number>>;

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
  readonly view: Viewpoint;
  /** Called after each drawing. */
  onDraw: () => void = () => undefined;
  readonly #renderer: WebGLRenderer;
  readonly #isFast: boolean;
  readonly #shared = sharedUniforms();
  readonly #extras = new Scene();
  readonly #shade = new Shade();
  readonly #fine = new Fine();
  readonly #one = new WebGLRenderTarget(1, 1, { type: UnsignedByteType });
  readonly #fence: Fence;
  /** Kept for its shaders. */
  readonly #kept: Scene;
  readonly #compiled: Promise<unknown>;
  #built: Built | undefined;
  #ghosts: Scene | undefined;
  readonly #over = new Map<string, Object3D>();
  #turn = 0;
  #ghostTurn = 0;
  #isAsked = false;
  #isEnded = false;
  #waiting = 0;
  #settling = 0;
  /** What is shown goes on changing: nothing is drawn finer meanwhile. */
  isRestless = false;

  constructor(canvas: HTMLCanvasElement, view = new Viewpoint()) {
    this.view = view;
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
    this.#renderer.autoClear = false;
    this.#renderer.setClearColor(0, 0);
    // All shaders write the display's own numbers: so they are the same for the canvas and for textures.
    this.#renderer.outputColorSpace = LinearSRGBColorSpace;
    // To ask waits for all that was drawn; tests see whether shaders work.
    this.#renderer.debug.checkShaderErrors = false;
    this.#isFast = hasCard(this.#renderer);
    this.#fence = new Fence(this.#renderer.getContext() as WebGL2RenderingContext);
    this.#kept = withAllShaders(this.#shared, [this.#shade.scene, this.#fine.scene]);
    this.#compiled = compile(this.#renderer, this.#kept, this.view.camera);
  }

  /** Gives everything back: nothing is drawn any more. */
  end(): void {
    clearTimeout(this.#settling);
    this.#turn++;
    this.#isEnded = true;
    if (this.#built) dispose(this.#built.group);
    this.#built = undefined;
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
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
    this.#renderer.setDrawingBufferSize(this.view.width, this.view.height, this.#ratio);
    this.request();
  }

  /** Pixels of the canvas in one of the page. */
  get #ratio(): number {
    return Math.min(2, globalThis.devicePixelRatio || 1);
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
    void this.setGhosts(undefined, new Set());
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
    await inTurns(steps, isWanted, (step) => step().forEach((mesh) => group.add(mesh)));
    await Promise.race([this.#compiled, new Promise((resolve) => setTimeout(resolve, MOST_COMPILING))]);
    await inTurns(group.children as Mesh[], isWanted, (mesh) => this.#upload(mesh));
    return built;
  }

  /** Hands the arrays of a mesh to the graphics card, and draws nothing of them. */
  #upload(mesh: Mesh): void {
    const { geometry, frustumCulled } = mesh;
    const { count } = geometry.drawRange;
    geometry.setDrawRange(0, 0);
    mesh.frustumCulled = false;
    this.#renderer.setRenderTarget(this.#one);
    this.#renderer.render(mesh, this.view.camera);
    this.#renderer.setRenderTarget(null);
    mesh.frustumCulled = frustumCulled;
    geometry.setDrawRange(0, count);
  }

  /** Things of another world, drawn with this one: what was removed. */
  async setGhosts(model: Model | undefined, things: ReadonlySet<number>): Promise<void> {
    const turn = ++this.#ghostTurn;
    this.#showGhosts(undefined);
    const origin = this.#built?.model.origin;
    if (!model || !origin || things.size === 0) return;
    const marks = marksTexture(model.things.count);
    for (const number of things) (marks.image.data as Uint8Array)[number] = Mark.REMOVED;
    // Each scene has an origin of its own.
    const by = model.origin.map((at, axis) => at - origin[axis]!);
    const scene = new Scene();
    const isWanted = () => turn === this.#ghostTurn;
    await inTurns(model.batches, isWanted, (batch) => {
      const some = someOf(batch, things, by);
      if (some.count > 0) scene.add(batchMesh(some, model, this.#shared, marks, NOTHING));
    });
    await inTurns(scene.children as Mesh[], isWanted, (mesh) => this.#upload(mesh));
    if (isWanted()) this.#showGhosts(scene);
    else dispose(scene);
  }

  #showGhosts(scene: Scene | undefined): void {
    if (this.#ghosts) dispose(this.#ghosts);
    this.#ghosts = scene;
    this.request();
  }

  /** The marks were written to. */
  marksChanged(): void {
    if (this.#built) this.#built.marks.needsUpdate = true;
    this.request();
  }

  /** Colours of these instances were written to, by their batches. */
  colorsChanged(changed: Changed): void {
    for (const [batch, instances] of changed) {
      // Meshes of batches stand first, in their order.
      const mesh = this.#built?.group.children[batch] as Mesh | undefined;
      const color = mesh?.geometry.getAttribute('color');
      if (color instanceof BufferAttribute) sendEntries(color, instances, 4);
    }
    this.request();
  }

  /** Rows of these instances were written to, by their batches. */
  rowsChanged(changed: Changed): void {
    for (const [batch, instances] of changed) {
      const mesh = this.#built?.group.children[batch] as Mesh | undefined;
      const row = mesh?.geometry.getAttribute('row0');
      if (row instanceof InterleavedBufferAttribute) sendEntries(row.data, instances, 12);
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
    for (const [label, mesh] of this.#built?.writings ?? []) mesh.userData['isShown'] = isShown(label);
    this.request();
  }

  request(): void {
    if (this.#isAsked || this.#isEnded) return;
    this.#isAsked = true;
    this.#wait(1);
    const drawOnceFree = () => {
      if (this.#isEnded) return;
      if (this.#fence.isBusy) requestAnimationFrame(drawOnceFree);
      else {
        this.#isAsked = false;
        this.#draw();
        this.#wait(-1);
      }
    };
    requestAnimationFrame(drawOnceFree);
  }

  /** Notes on the canvas whether it is still to be drawn or read. */
  #wait(by: number): void {
    this.#waiting += by;
    this.#renderer.domElement.dataset['waits'] = String(this.#waiting);
  }

  #draw(): void {
    this.#render();
    this.#fence.set();
    this.onDraw();
    clearTimeout(this.#settling);
    const parts = this.#built?.model.partCount ?? Infinity;
    if (this.isRestless || parts > MOST_FINE_PARTS && !this.#isFast) return;
    this.#later(SETTLES_AFTER, () => {
      this.#drawFine(false);
      this.#later(SHADED_AFTER, () => this.#drawShaded());
    });
  }

  /** After a while in which nothing is drawn, once the card is free. */
  #later(milliseconds: number, run: () => void): void {
    this.#settling = window.setTimeout(() => {
      if (this.#isAsked) return;
      if (this.#fence.isBusy) this.#later(SETTLES_AFTER, run);
      else run();
    }, milliseconds);
  }

  /** Once more, with soft shade, which takes several times as long where there is no graphics card. */
  #drawShaded(): void {
    if (this.#built && this.#shade.suits(this.view, this.#built.model)) this.#drawFine(true);
  }

  #drawFine(isShaded: boolean): void {
    const { width, height } = this.#renderer.domElement;
    if (this.#ratio < 2) this.#fine.draw(this.#renderer, width, height, () => this.#render(isShaded, FINER * this.#ratio));
    else this.#render(isShaded, this.#ratio);
    this.#fence.set();
  }

  #showLegible(): void {
    for (const mesh of this.#built?.writings.values() ?? []) {
      mesh.visible = mesh.userData['isShown'] !== false && mesh.userData['line'] * this.view.scale >= LEAST_LINE;
    }
  }

  #render(isShaded = false, finer = 1): void {
    const { camera } = this.view;
    this.#showLegible();
    this.#shared.uPass.value = Pass.COLOR;
    this.#shared.uPixels.value = this.view.scale;
    this.#shared.uLeast.value = LEAST_WIDTH / finer;
    this.#shared.uFar.value = this.view.far;
    this.#renderer.clear();
    if (this.#built) this.#renderer.render(this.#built.group, camera);
    if (this.#ghosts) this.#renderer.render(this.#ghosts, camera);
    if (isShaded) this.#shade.draw(this.#renderer, this.view, finer, () => this.#drawDepths(camera));
    this.#renderer.render(this.#extras, camera);
  }

  #drawDepths(camera: Viewpoint['camera']): void {
    this.#shared.uPass.value = Pass.DEPTH;
    this.#renderer.clear();
    if (this.#built) this.#renderer.render(this.#built.group, camera);
    this.#shared.uPass.value = Pass.COLOR;
  }

  /** Draws one pixel in another meaning, and reads it. */
  async #readPixel(x: number, y: number, pass: number): Promise<Uint8Array> {
    const pixel = new Uint8Array(4);
    const { view } = this;
    const { camera } = view;
    camera.setViewOffset(view.width, view.height, x, y, 1, 1);
    this.#renderer.setRenderTarget(this.#one);
    this.#renderer.setClearColor(0xffffff, 1);
    this.#shared.uPass.value = pass;
    this.#shared.uPixels.value = view.scale;
    this.#shared.uLeast.value = LEAST_PICKED;
    this.#shared.uFar.value = view.far;
    this.#renderer.clear();
    if (this.#built) this.#renderer.render(this.#built.group, camera);
    const read = this.#renderer.readRenderTargetPixelsAsync(this.#one, 0, 0, 1, 1, pixel);
    this.#renderer.setRenderTarget(null);
    this.#renderer.setClearColor(0, 0);
    this.#shared.uPass.value = Pass.COLOR;
    camera.clearViewOffset();
    this.#wait(1);
    await read.finally(() => this.#wait(-1));
    return pixel;
  }

  /** What stands at a pixel of the canvas. */
  async pick(x: number, y: number): Promise<Hit | undefined> {
    const model = this.#built?.model;
    if (!model) return undefined;
    const [a, b, c] = await this.#readPixel(x, y, Pass.NUMBER);
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
  async placeAt(x: number, y: number): Promise<Vector3 | undefined> {
    const { view } = this;
    const far = view.far;
    const placeOf = view.placing(x, y);
    const [a, b, c] = await this.#readPixel(x, y, Pass.DEPTH);
    const depth = a! | b! << 8 | c! << 16;
    return depth === NOTHING ? undefined : placeOf(depth / NOTHING * far);
  }

  /** Outlines around things, seen through everything. */
  outline(numbers: ReadonlySet<number>, color: number, more: readonly number[] = []): void {
    this.#setLines('outlines', [...more, ...outlinesOf(this.model?.batches ?? [], numbers)], color, 1);
  }

  /** Shows the outlines somewhere else, until they are drawn anew. */
  shiftOutline(by: readonly [number, number, number]): void {
    this.#over.get('outlines')?.position.set(...by);
    this.request();
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
