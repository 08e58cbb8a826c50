// <overworld-view>: a world in any page, to be turned and zoomed. The library is loaded when the element comes into sight.
import type { Choice, PictureOptions } from 'overworld';
import { text } from './text.js';
import { element } from './page/dom.js';
import { IMAGE, pixelsOf } from './page/pixels.js';
import { Still } from './page/still.js';
import { Turntable } from './page/turntable.js';
import { PRESETS, Viewpoint } from './view/camera.js';
import type { PresetName } from './view/camera.js';
import { control } from './view/controls.js';
import { UprightLabels } from './view/labels.js';
import { Looking } from './view/looking.js';
import { Stage } from './view/stage.js';
import { Client } from './worker/client.js';
import type { Model, SideFiles, TooLarge } from './worker/protocol.js';

/** The module's address, which the build writes as an expression that bundlers know. */
declare const OVERWORLD_WASM: URL;

const MOST_THINGS = 200_000;

const STYLES = `
:host { display: block; position: relative; height: 360px; overflow: hidden; background: #eef1f5; color: #1c2128;
  font: 12px/1.4 system-ui, sans-serif; }
:host([hidden]) { display: none; }
.surface { position: absolute; inset: 0; touch-action: none; cursor: grab; }
.surface:active { cursor: grabbing; }
.surface:focus-visible { outline: 2px solid #1f5fc4; outline-offset: -2px; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
.gone { display: none; }
.labels { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
.labels span { position: absolute; left: 0; top: 0; font-size: 11px; line-height: 16px; padding: 0 5px; border-radius: 4px;
  color: #fff; background: rgb(28 33 40 / .8); white-space: nowrap; }
.labels .short { padding: 0; background: none; color: #14181d; font-weight: 600; text-shadow: 0 0 2px #fff, 0 0 2px #fff, 0 0 3px #fff; }
p { position: absolute; inset: auto 8px 8px; margin: 0; padding: 4px 8px; border-radius: 6px; background: #fff; width: fit-content; }
p:empty { display: none; }`;

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(wasm: string | null): Promise<WebAssembly.Module> {
  const address = wasm === null ? OVERWORLD_WASM : new URL(wasm, document.baseURI);
  const response = await fetch(address);
  if (!response.ok) throw new Error(text.notFetched(address.pathname, response.status));
  return WebAssembly.compile(await response.arrayBuffer());
}

async function fetched(address: URL): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(text.notFetched(address.pathname, response.status));
  return response.blob();
}

export class OverworldView extends HTMLElement {
  static readonly observedAttributes = ['src', 'files', 'view', 'background', 'labels', 'turntable', 'perspective', 'alt'];
  readonly #canvas = element('canvas', { class: 'webgl', 'aria-hidden': 'true' });
  readonly #labels = new UprightLabels();
  readonly #note = element('p', { role: 'status' });
  readonly #surface = element('div', { class: 'surface', tabindex: '0', role: 'application', 'aria-label': text.picture });
  readonly #sight = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && this.#see());
  readonly #sizes = new ResizeObserver(() => this.#resize());
  readonly #view = new Viewpoint();
  #stage: Stage | undefined;
  #client: Client | undefined;
  #still: Still | undefined;
  #turntable: Turntable | undefined;
  #seen: Model | TooLarge | undefined;
  #isSeen = false;
  #turn = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const styles = new CSSStyleSheet();
    styles.replaceSync(STYLES);
    root.adoptedStyleSheets = [styles];
    root.append(this.#surface, this.#note);
    control(this.#surface, { view: this.#view, isMap: () => this.#seen?.view === 'above' && this.#view.pitch === 90,
      canMove: () => this.#seen !== undefined, changed: () => this.#moved(), click: () => this.#stopTurning(),
      approach: (x, y) => {
        this.#view.zoom(2, x - this.#view.width / 2, y - this.#view.height / 2);
        this.#moved();
      } });
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  set src(address: string) {
    this.setAttribute('src', address);
  }

  connectedCallback(): void {
    this.#sight.observe(this);
    this.#sizes.observe(this);
  }

  disconnectedCallback(): void {
    this.#sight.disconnect();
    this.#sizes.disconnect();
    this.#turn++;
    this.#isSeen = false;
    this.#seen = undefined;
    this.#turntable?.end();
    this.#client?.end();
    this.#stage?.end();
    this.#client = this.#stage = this.#still = this.#turntable = undefined;
    this.#surface.replaceChildren();
  }

  attributeChangedCallback(name: string): void {
    if (name === 'alt') this.#surface.setAttribute('aria-label', this.getAttribute('alt') ?? text.picture);
    if (name === 'background') this.style.background = this.getAttribute('background') ?? '';
    if (!this.#isSeen) return;
    if (name === 'src' || name === 'files') void this.#openSource();
    else if (this.#seen) this.#apply(name);
  }

  /** Opens a world that the page has; `files` lie beside it, by their paths. */
  async open(world: Blob | BufferSource, files: { [path: string]: Blob } = {}): Promise<void> {
    this.#see(true);
    await this.#show(world instanceof Blob ? world : new Blob([world as BlobPart]), files);
  }

  #see(isGiven = false): void {
    if (this.#isSeen) return;
    this.#isSeen = true;
    if (!isGiven && this.src) void this.#openSource();
  }

  async #openSource(): Promise<void> {
    const base = new URL(this.src, document.baseURI);
    const paths = (this.getAttribute('files') ?? '').split(/\s+/).filter(Boolean);
    await this.#guard(async () => {
      const [world, ...beside] = await Promise.all([fetched(base), ...paths.map((path) => fetched(new URL(path, base)))]);
      await this.#show(world!, Object.fromEntries(paths.map((path, i) => [path, beside[i]!])));
    });
  }

  /** Runs what may fail, and says why. */
  async #guard(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#note.textContent = message;
      this.dispatchEvent(new CustomEvent('error', { detail: { message } }));
    }
  }

  async #begin(): Promise<Client> {
    if (this.#client) return this.#client;
    const client = this.#client = new Client(await (compiled ??= compile(this.getAttribute('wasm'))));
    await client.start();
    try {
      this.#stage = new Stage(this.#canvas, this.#view);
      this.#stage.onDraw = () => this.#drawn();
    } catch {
      this.#stage = undefined;
    }
    this.#still = new Still(client, this.#view, () => ({ options: this.#options(), choice: {} as Choice }));
    this.#turntable = new Turntable(this.#view, () => this.#moved());
    this.#surface.replaceChildren(this.#still.canvas, this.#canvas, this.#labels.layer);
    this.#surface.addEventListener('pointerdown', () => this.#stopTurning());
    this.#resize();
    return client;
  }

  async #show(world: Blob, files: { [path: string]: Blob }): Promise<void> {
    const turn = ++this.#turn;
    this.#note.textContent = text.loading;
    await this.#guard(async () => {
      const client = await this.#begin();
      const opened = await client.call('open', 'current', world, await sideOf(files));
      const seen = await client.call('model', 'current', { states: true, most: this.#stage ? MOST_THINGS : -1 });
      if (turn !== this.#turn) return;
      this.#seen = seen;
      this.#view.setWorld(seen);
      if ('batches' in seen) await this.#stage!.setModel(seen);
      if (turn !== this.#turn) return;
      this.#note.textContent = '';
      for (const name of OverworldView.observedAttributes) if (!['src', 'files', 'alt'].includes(name)) this.#apply(name);
      this.dispatchEvent(new CustomEvent('load', { detail: { format: opened.format, warnings: opened.losses } }));
    });
  }

  #apply(name: string): void {
    const value = this.getAttribute(name), seen = this.#seen;
    if (!seen) return;
    if (name === 'view') {
      const usual = seen.view === 'above' ? 'top' : seen.view === 'city' ? 'city' : 'iso';
      Object.assign(this.#view, PRESETS[value !== null && value in PRESETS ? value as PresetName : usual]);
      this.#view.fit(seen);
    }
    if (name === 'perspective') this.#view.isPerspective = value !== null;
    if (name === 'labels') {
      this.#labels.isShown = value !== 'none';
      this.#labels.setLabels('labels' in seen ? seen.labels : undefined);
      const looking = new Looking();
      looking.hasLabels = this.#labels.isShown;
      if (this.#stage) looking.apply(this.#stage);
    }
    if (name === 'turntable') {
      this.#turntable?.end();
      if (value !== null) this.#turntable?.begin();
    }
    this.#moved();
  }

  #options(): PictureOptions {
    const { yaw, pitch, isPerspective } = this.#view;
    return { view: 'angles', yaw, pitch, perspective: isPerspective, labels: this.#labels.isShown };
  }

  #moved(): void {
    if (this.#seen && 'batches' in this.#seen) this.#stage?.request();
    else if (this.#seen) this.#still?.request();
  }

  #drawn(): void {
    this.#still?.canvas.classList.add('gone');
    this.#labels.place(this.#view, () => false);
  }

  #stopTurning(): void {
    this.#turntable?.end();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this;
    const wasEmpty = this.#view.width <= 1;
    Object.assign(this.#view, { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) });
    this.#stage?.resize(clientWidth, clientHeight);
    if (this.#seen) {
      if (wasEmpty) this.#view.fit(this.#seen);
      this.#moved();
    }
  }
}

/** Files beside a world as the Worker takes them: images decoded. */
async function sideOf(files: { [path: string]: Blob }): Promise<SideFiles> {
  const side: SideFiles = { files: {}, images: {} };
  for (const [path, file] of Object.entries(files)) {
    const image = IMAGE.test(path) ? await pixelsOf(file) : undefined;
    if (image) side.images[path] = image;
    else if (!IMAGE.test(path)) side.files[path] = new Uint8Array(await file.arrayBuffer());
  }
  return side;
}

if (!customElements.get('overworld-view')) customElements.define('overworld-view', OverworldView);
