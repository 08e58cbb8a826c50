// The picture in the middle of the page: first the library's, then WebGL's, with what lies over it.
import type { PictureOptions } from 'overworld';
import type { Vector3 } from 'three';
import { PRESETS, Viewpoint } from '../view/camera.js';
import type { PresetName } from '../view/camera.js';
import { control } from '../view/controls.js';
import { UprightLabels } from '../view/labels.js';
import { Looking, pointerOf, subjectsOf, thingsAt } from '../view/looking.js';
import { gridLines, gridStep, lengthText, scaleBar } from '../view/measures.js';
import { Stage } from '../view/stage.js';
import type { Model, TooLarge } from '../worker/protocol.js';
import { text } from '../text.js';
import { button, element, setPressed } from './dom.js';
import type { Session } from './session.js';

const ACCENT = 0xf08c1a;
const GRID = 0x8896a8;
/** Files of more bytes are shown coarser at first. */
const LARGE = 4 << 20;
const COARSE = { samples: 1, plain: true } as const;

export class Picture {
  readonly box: HTMLElement;
  readonly looking = new Looking();
  readonly stage: Stage | undefined;
  readonly #session: Session;
  readonly #still = element('canvas', { class: 'still', 'aria-hidden': 'true' });
  readonly #surface: HTMLElement;
  readonly #labels = new UprightLabels();
  readonly #scale = element('div', { class: 'scale' }, element('i'), element('span'));
  readonly #note = element('div', { class: 'note', role: 'status' });
  readonly #buttons: { [name: string]: HTMLButtonElement } = {};
  readonly #toolbox = this.#toolbar();
  readonly #ownView = new Viewpoint();
  #isFresh = true;
  #hasGrid = false;
  #ends: Vector3[] | undefined;
  #stillTurn = 0;
  #coarseWaits = false;
  /** The view asked for by a link, for the next world. */
  wished: ((picture: Picture) => void) | undefined;
  /** Told when what a link keeps has changed. */
  onChange: () => void = () => undefined;

  constructor(session: Session) {
    this.#session = session;
    const canvas = element('canvas', { class: 'webgl', 'aria-hidden': 'true' });
    this.stage = startStage(canvas);
    if (!this.stage) session.isWithoutWebGL = true;
    this.#surface = element('div', { class: 'surface', tabindex: '0', role: 'application', 'aria-label': text.picture,
      'aria-describedby': 'picture-keys' }, this.#still, canvas, this.#labels.layer,
    element('span', { id: 'picture-keys', class: 'unseen' }, text.pictureKeys));
    this.box = element('section', { class: 'picture', 'aria-label': text.pictureOf }, this.#surface, this.#toolbox,
      this.#scale, this.#note);
    if (this.stage) this.stage.onDraw = () => this.#drawOver();
    control(this.#surface, {
      view: this.view, isMap: () => this.isMap, canMove: () => this.isLive,
      changed: (isGoingOn) => this.#moved(isGoingOn),
      click: (x, y) => void this.#click(x, y), approach: (x, y) => this.#approach(x, y),
    });
    new ResizeObserver(() => this.#resize()).observe(this.#surface);
    session.on('world', ({ isEdit }) => this.#begin(isEdit));
    session.on('model', (model) => void this.#take(model));
    session.on('selected', () => this.#follow());
    session.on('diff', () => void this.#showDifferences());
    session.on('look', () => this.apply());
  }

  get view(): Viewpoint {
    return this.stage?.view ?? this.#ownView;
  }

  /** The model that WebGL shows. */
  get model(): Model | undefined {
    return this.stage?.model;
  }

  get isLive(): boolean {
    return this.model !== undefined;
  }

  get isMap(): boolean {
    return this.#session.model?.view === 'above' && this.view.pitch === 90;
  }

  get states(): { [name: string]: boolean } {
    return { grid: this.#hasGrid, labels: this.#labels.isShown };
  }

  #toolbar(): HTMLElement {
    const names: [PresetName, string][] = [['iso', '1'], ['top', '2'], ['front', '3'], ['right', '4'], ['back', '5'],
      ['left', '6'], ['bottom', '7']];
    const views = names.map(([name, keys]) =>
      button({ label: text.views[name], text: text.viewLetters[name] ?? name, keys }, () => this.preset(name)));
    const add = (name: string, made: HTMLButtonElement) => this.#buttons[name] = made;
    return element('div', { class: 'tools', role: 'toolbar', 'aria-label': text.pictureTools },
      element('span', { class: 'group' }, ...views),
      element('span', { class: 'group' },
        button({ label: text.fit, icon: 'fit', keys: 'F' }, () => this.fit()),
        button({ label: text.zoomIn, icon: 'plus', keys: '+' }, () => this.#zoom(1.25)),
        button({ label: text.zoomOut, icon: 'minus', keys: '-' }, () => this.#zoom(0.8)),
        add('perspective', button({ label: text.perspective, icon: 'perspective', keys: 'P', pressed: false },
          () => this.togglePerspective()))),
      element('span', { class: 'group' },
        add('labels', button({ label: text.labels, icon: 'label', keys: 'L', pressed: true }, () => this.toggleLabels())),
        add('states', button({ label: text.states, icon: 'state', keys: 'S', pressed: true }, () => void this.toggleStates())),
        add('grid', button({ label: text.grid, icon: 'grid', keys: 'G', pressed: false }, () => this.toggleGrid())),
        add('measure', button({ label: text.measure, icon: 'measure', keys: 'M', pressed: false },
          () => this.toggleMeasure()))));
  }

  // The world

  #begin(isEdit: boolean): void {
    if (!isEdit) {
      this.looking.reset();
      this.stage?.setModel(undefined);
      this.#labels.setLabels(undefined);
      this.#isFresh = true;
      this.#endMeasure();
      this.#note.textContent = '';
      this.#still.classList.remove('gone');
      this.#still.getContext('2d')?.clearRect(0, 0, this.#still.width, this.#still.height);
      if (this.#session.doc) void this.#firstStill();
    }
  }

  /** What the library draws while the model is built: coarse, at once. */
  async #firstStill(): Promise<void> {
    const turn = ++this.#stillTurn;
    const view = { view: 'usual', ...COARSE, ...this.#size(this.#session.bytes.length > LARGE ? 0.5 : 1) } as const;
    const picture = await this.#session.client.call('render', view, {}).catch(() => undefined);
    if (picture && turn === this.#stillTurn && !this.isLive) this.#showStill(picture);
  }

  #size(share: number): { width: number; height: number; transparent: true } {
    return { width: Math.max(16, Math.round(this.view.width * share)),
      height: Math.max(16, Math.round(this.view.height * share)), transparent: true };
  }

  #showStill(picture: { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }): void {
    this.#still.width = picture.width;
    this.#still.height = picture.height;
    this.#still.getContext('2d')?.putImageData(new ImageData(picture.data, picture.width, picture.height), 0, 0);
    this.box.dataset['shown'] = 'still';
  }

  async #take(model: Model | TooLarge): Promise<void> {
    if (this.#isFresh) this.#firstView(model.view);
    if (!('batches' in model) || !this.stage) {
      this.stage?.setModel(undefined);
      this.#note.replaceChildren(this.stage && typeof model.things === 'number' ? text.tooManyThings(model.things) : text.noWebGL, ' ',
        ...(this.stage ? [button({ label: text.useWebGL, class: 'small' }, () => {
          this.#session.isForced = true;
          void this.#session.lookAgain();
        })] : []));
      this.#isFresh = false;
      this.#wish();
      await this.#drawStill();
      return;
    }
    this.#note.textContent = model.outlying > 0 ? text.outlying(model.outlying) : '';
    this.stage.setModel(model);
    this.#labels.setLabels(model.labels);
    if (this.#isFresh) this.fit();
    this.#isFresh = false;
    this.#hasGrid && this.stage.setGrid(gridLines(model), GRID);
    this.#wish();
    this.#follow();
    await this.#showDifferences();
    this.apply();
    this.box.dataset['shown'] = 'webgl';
  }

  #wish(): void {
    this.wished?.(this);
    this.wished = undefined;
  }

  #firstView(seen: Model['view']): void {
    Object.assign(this.view, PRESETS[seen === 'above' ? 'top' : seen === 'city' ? 'city' : 'iso']);
  }

  /** What is to be seen has changed. */
  apply(): void {
    if (this.stage) this.looking.apply(this.stage);
    if (!this.isLive && this.#session.model) void this.#drawStill();
    this.onChange();
  }

  // Moving

  #moved(isGoingOn: boolean): void {
    if (this.isLive) this.stage?.request();
    else if (this.#session.model) void (isGoingOn ? this.#drawCoarse() : this.#drawStill());
    this.onChange();
  }

  /** Options of the library for what is seen now. */
  options(): PictureOptions {
    return { view: 'angles', yaw: this.view.yaw, pitch: this.view.pitch, perspective: this.view.isPerspective,
      withoutStates: !this.#session.showStates, labels: this.#labels.isShown, grid: this.#hasGrid };
  }

  async #drawCoarse(): Promise<void> {
    if (this.#coarseWaits) return;
    this.#coarseWaits = true;
    await this.#render({ ...this.options(), ...COARSE, ...this.#size(0.4) });
    this.#coarseWaits = false;
  }

  async #drawStill(): Promise<void> {
    await this.#render({ ...this.options(), ...COARSE, ...this.#size(0.5) });
    await this.#render({ ...this.options(), ...this.#size(1) });
  }

  async #render(options: PictureOptions): Promise<void> {
    const turn = ++this.#stillTurn;
    const picture = await this.#session.client.call('render', options, this.looking.choice(this.model))
      .catch(() => undefined);
    if (picture && turn === this.#stillTurn && !this.isLive) {
      this.#still.classList.remove('gone');
      this.#showStill(picture);
    }
  }

  preset(name: PresetName): void {
    Object.assign(this.view, PRESETS[name]);
    this.fit();
  }

  fit(): void {
    this.view.covered = (this.#toolbox.offsetTop + this.#toolbox.offsetHeight) || 0;
    if (this.model) this.view.fit(this.model);
    this.#moved(false);
  }

  #zoom(by: number): void {
    if (this.isLive) this.view.zoom(by);
    this.#moved(false);
  }

  /** Brings the selection into the picture. */
  fitSelection(): void {
    const bounds = this.stage?.boundsOf(this.looking.selected);
    if (bounds) this.view.fit(bounds, 0.3);
    this.#moved(false);
  }

  #approach(x: number, y: number): void {
    if (!this.isLive) return;
    this.view.zoom(2, x - this.view.width / 2, y - this.view.height / 2);
    this.#moved(false);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#surface;
    const before = { width: this.view.width, height: this.view.height };
    Object.assign(this.view, { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) });
    this.stage?.resize(clientWidth, clientHeight);
    const grown = Math.min(this.view.width / before.width, this.view.height / before.height);
    if (this.isLive && Number.isFinite(grown) && before.width > 1) this.view.scale *= grown;
    if (!this.isLive && this.#session.model) void this.#drawStill();
  }

  // Switches

  togglePerspective(): void {
    this.view.isPerspective = !this.view.isPerspective;
    setPressed(this.#buttons['perspective']!, this.view.isPerspective);
    this.#moved(false);
  }

  toggleLabels(isShown = !this.#labels.isShown): void {
    this.#labels.isShown = this.looking.hasLabels = isShown;
    setPressed(this.#buttons['labels']!, isShown);
    this.apply();
  }

  async toggleStates(isShown = !this.#session.showStates): Promise<void> {
    this.#session.showStates = isShown;
    setPressed(this.#buttons['states']!, isShown);
    await this.#session.lookAgain();
  }

  toggleGrid(isShown = !this.#hasGrid): void {
    this.#hasGrid = isShown;
    setPressed(this.#buttons['grid']!, isShown);
    if (this.model) this.stage?.setGrid(isShown ? gridLines(this.model) : [], GRID);
    this.#moved(false);
  }

  toggleMeasure(): void {
    if (this.#ends || !this.isLive) {
      this.#endMeasure();
      return;
    }
    this.#ends = [];
    this.box.classList.add('measuring');
    setPressed(this.#buttons['measure']!, true);
    this.#note.textContent = text.measureFirst;
  }

  #endMeasure(): void {
    if (!this.#ends) return;
    this.#ends = undefined;
    this.box.classList.remove('measuring');
    setPressed(this.#buttons['measure']!, false);
    this.#note.textContent = '';
    this.stage?.setMeasure([], ACCENT);
  }

  /** Leaves what is going on; whether there was something. */
  escape(): boolean {
    const wasMeasuring = this.#ends !== undefined;
    this.#endMeasure();
    return wasMeasuring;
  }

  // Clicks

  async #click(x: number, y: number): Promise<void> {
    this.#surface.focus({ preventScroll: true });
    if (this.#ends) this.#measureAt(x, y);
    else if (this.isLive) void this.#session.select(this.pointerAt(x, y), 'picture');
    else if (this.#session.model) {
      const options = { ...this.options(), ...this.#size(1) };
      const pointer = await this.#session.client.call('pick', Math.round(x), Math.round(y), options).catch(() => '');
      void this.#session.select(pointer || undefined, 'picture');
    }
  }

  /** The JSON Pointer of what is seen at a pixel. */
  pointerAt(x: number, y: number): string | undefined {
    const { stage, model } = this;
    const hit = stage?.pick(x, y);
    if (!stage || !model || !hit) return undefined;
    if (hit.kind === 'thing') return pointerOf(model, model.things.kind[hit.index]!, model.things.subject[hit.index]!);
    if (hit.kind === 'ground') return model.kinds[model.grounds[hit.index]!.kind]?.list;
    const layer = model.layers[hit.index]!;
    const place = stage.placeAt(x, y);
    const own = pointerOf(model, layer.kind, layer.subject);
    if (!place) return own;
    const column = Math.floor(place.x - layer.position[0]!), row = Math.floor(place.z - layer.position[2]!);
    return `${own}/${row * layer.width + column}`;
  }

  #measureAt(x: number, y: number): void {
    const place = this.stage?.placeAt(x, y);
    if (!place || !this.#ends) return;
    if (this.#ends.length === 2) this.#ends = [];
    this.#ends.push(place);
    const [a, b] = this.#ends;
    if (!a || !b) {
      this.#note.textContent = text.measureSecond;
      return;
    }
    this.stage?.setMeasure([a.x, a.y, a.z, b.x, b.y, b.z], ACCENT);
    const by = b.clone().sub(a);
    this.#note.textContent = text.measured(lengthText(a.distanceTo(b)), this.model!.unit,
      [by.x, by.y, by.z].map((side) => lengthText(Math.abs(side))));
  }

  // What is marked

  #follow(): void {
    const pointer = this.#session.selection?.pointer;
    const { model, stage } = this;
    if (!model || !stage) return;
    this.looking.selected = pointer === undefined ? new Set() : thingsAt(model, [pointer]);
    stage.outline(this.looking.selected, ACCENT, pointer === undefined ? [] : cellOutline(model, pointer));
    this.apply();
  }

  /** Marks what a search found. */
  markFound(pointers: readonly string[]): void {
    if (!this.model) return;
    this.looking.found = thingsAt(this.model, pointers);
    this.apply();
  }

  async #showDifferences(): Promise<void> {
    const { diff } = this.#session;
    const { model, stage } = this;
    if (!model || !stage) return;
    this.looking.setDifferences(model, diff?.changes ?? []);
    const removed = diff?.changes.filter(({ kind, before }) => kind === 'removed' && before !== null)
      .map(({ before }) => before!) ?? [];
    const ghosts = removed.length > 0
      ? await this.#session.guard(() => this.#session.client.call('model', 'before', this.#session.wishes())) : undefined;
    if (model !== this.model) return;
    if (ghosts && 'batches' in ghosts) stage.setGhosts(ghosts, [...thingsAt(ghosts, removed)]);
    else stage.setGhosts(undefined, []);
    this.apply();
  }

  // Over the picture

  #drawOver(): void {
    const { model, view } = this;
    // The library's picture stays until there is another.
    this.#still.classList.toggle('gone', model !== undefined);
    if (model) this.#labels.place(view, (label) => this.looking.isLabelHidden(model, label));
    const hasScale = model !== undefined && !view.isPerspective;
    this.#scale.hidden = !hasScale;
    if (!hasScale) return;
    const { units, pixels } = scaleBar(view.scale);
    (this.#scale.firstElementChild as HTMLElement).style.width = `${pixels}px`;
    const grid = this.#hasGrid ? text.gridStep(lengthText(gridStep(model))) : '';
    this.#scale.lastElementChild!.textContent = `${text.units(lengthText(units), model.unit)}${grid}`;
  }
}

/** The four sides of a cell of a layer, as lines. */
function cellOutline(model: Model, pointer: string): number[] {
  for (const { kind, subject, rest } of subjectsOf(pointer, model)) {
    const layer = model.layers.find((one) => one.kind === kind && one.subject === subject);
    if (!layer || !/^\d+$/.test(rest)) continue;
    const [x, y, z] = layer.position as [number, number, number];
    const left = x + Number(rest) % layer.width, top = z + Math.floor(Number(rest) / layer.width);
    const corners = [[left, top], [left + 1, top], [left + 1, top + 1], [left, top + 1]] as const;
    return corners.flatMap(([a, b], i) => {
      const [c, d] = corners[(i + 1) % 4]!;
      return [a, y, b, c, y, d];
    });
  }
  return [];
}

function startStage(canvas: HTMLCanvasElement): Stage | undefined {
  try {
    return new Stage(canvas);
  } catch {
    return undefined;
  }
}
