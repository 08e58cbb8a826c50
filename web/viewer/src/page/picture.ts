// The picture in the middle of the page: first the library's, then WebGL's, with what lies over it.
import { Vector3 } from 'three';
import type { Choice, NetPlaces, PictureOptions, Shown } from 'overworld';
import { PRESETS, Viewpoint } from '../view/camera.js';
import type { Bounds, PresetName } from '../view/camera.js';
import { control } from '../view/controls.js';
import type { Grab } from '../view/controls.js';
import { Drag, recordsInBox } from '../view/dragging.js';
import { UprightLabels } from '../view/labels.js';
import { Live } from '../view/live.js';
import { Looking, recordOf, thingsAt } from '../view/looking.js';
import { Mark } from '../view/materials.js';
import { gridLines } from '../view/measures.js';
import type { Cell } from '../view/picking.js';
import { cellAt, cellOutline, pointerAt } from '../view/picking.js';
import { Stage } from '../view/stage.js';
import type { Model, Seen, TooLarge } from '../worker/protocol.js';
import { text } from '../text.js';
import { showDifferences } from './differences.js';
import { button, element } from './dom.js';
import { Measuring } from './measuring.js';
import { MovingBox } from './moving-box.js';
import { Scale } from './scale.js';
import type { Session } from './session.js';
import { Still } from './still.js';
import { Tools } from './tools.js';
import { Turntable } from './turntable.js';
import { preference } from './preferences.js';

const ACCENT = 0xf08c1a;
const GRID = 0x8896a8;
const NET = 0x1b8fd6;
/** So many of what is selected or was found are marked in a picture that the library draws. */
const MOST_HIGHLIGHTS = 100;
/** Pixels along a side of a picture that is downloaded. */
const MOST_SIDE = 4096;

export class Picture {
  readonly box: HTMLElement;
  readonly looking = new Looking();
  readonly stage: Stage | undefined;
  readonly #session: Session;
  readonly #surface: HTMLElement;
  readonly #labels = new UprightLabels();
  readonly #scale = new Scale();
  readonly #note = element('div', { class: 'note', role: 'status' });
  /** Stands where there is no picture. */
  readonly #unseen = element('div', { class: 'no-picture', role: 'status' });
  readonly #tools: Tools;
  readonly #still: Still;
  readonly #measuring = new Measuring((message) => this.#note.textContent = message);
  readonly #movingBox = new MovingBox();
  readonly #ownView = new Viewpoint();
  readonly #turntable: Turntable;
  readonly #background = preference<string>('background', '');
  #isFresh = true;
  #isStale = false;
  #hasGrid = false;
  #found: readonly string[] = [];
  /** What is at the net that is looked at, and the colours of states. */
  #net: readonly string[] = [];
  #live: { model: Model; live: Live } | undefined;
  /** The view asked for by a link, for the next world. */
  wished: ((picture: Picture) => void) | undefined;
  /** Told how far the selection was dragged. */
  onDrag: (by: [number, number, number]) => void = () => undefined;
  /** Whether keys and pointers change the world. */
  isChanging = false;
  /** Told when what a link keeps has changed. */
  onChange: () => void = () => undefined;
  /** Told after each drawing by WebGL. */
  onDrawn: () => void = () => undefined;
  /** Shows what is wrong with the world. */
  onProblems: () => void = () => undefined;

  constructor(session: Session) {
    this.#session = session;
    const canvas = element('canvas', { class: 'webgl', 'aria-hidden': 'true' });
    this.stage = startStage(canvas);
    if (!this.stage) session.isWithoutWebGL = true;
    this.#still = new Still(session.client, this.view, () => ({
      options: { ...this.options(), ...this.#highlights() }, choice: this.looking.choice(session.model) }));
    this.#tools = new Tools({
      preset: (name) => this.preset(name), fit: () => this.fit(), zoom: (by) => this.#zoom(by),
      togglePerspective: () => this.togglePerspective(), toggleLabels: () => this.toggleLabels(),
      toggleStates: () => void this.toggleStates(), toggleGrid: () => this.toggleGrid(),
      toggleMeasure: () => this.toggleMeasure(), toggleTurntable: () => this.toggleTurntable(),
      toggleChanging: () => this.toggleChanging(),
    });
    this.#turntable = new Turntable(this.view, () => this.moved());
    this.#surface = element('div', { class: 'surface', tabindex: '0', role: 'application', 'aria-label': text.picture,
      'aria-describedby': 'picture-keys' }, this.#still.canvas, canvas, this.#measuring.layer, this.#movingBox.layer,
    this.#labels.layer,
    element('span', { id: 'picture-keys', class: 'unseen' }, text.pictureKeys));
    this.box = element('section', { class: 'picture', 'aria-label': text.pictureOf }, this.#surface, this.#tools.box,
      this.#scale.box, this.#note, this.#unseen);
    this.background = this.#background.value;
    this.#listen();
  }

  #listen(): void {
    const session = this.#session;
    if (this.stage) this.stage.onDraw = () => this.#drawOver();
    this.#still.onShow = () => {
      this.box.dataset['shown'] = 'still';
      this.#drawScale();
    };
    this.#surface.addEventListener('pointerdown', () => this.#endTurning());
    control(this.#surface, {
      view: this.view, isMap: () => this.isMap, canMove: () => session.model !== undefined,
      changed: () => this.moved(), click: (x, y, isMore) => void this.#click(x, y, isMore),
      grab: (x, y, isMore) => this.#grab(x, y, isMore), approach: (x, y) => this.#approach(x, y),
    });
    new ResizeObserver(() => this.#resize()).observe(this.#surface);
    session.on('world', ({ isEdit }) => this.#begin(isEdit));
    session.on('model', (model) => void this.#take(model));
    session.on('unseen', (reason) => this.#unseen.replaceChildren(
      element('h2', {}, text.noPicture), element('p', { class: 'quiet' }, reason),
      button({ label: text.seeProblems, text: text.seeProblems, class: 'main' }, () => this.onProblems())));
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

  /** What is known of the scene, whoever draws it. */
  get seen(): Seen | undefined {
    return this.#session.model;
  }

  get isLive(): boolean {
    return this.model !== undefined;
  }

  get isMap(): boolean {
    return this.seen?.view === 'above' && this.view.pitch === 90;
  }

  get states(): { [name: string]: boolean } {
    return { grid: this.#hasGrid, labels: this.#labels.isShown };
  }

  // The world

  #begin(isEdit: boolean): void {
    this.#unseen.replaceChildren();
    if (isEdit) return;
    this.looking.reset();
    this.stage?.setModel(undefined);
    this.#labels.setLabels(undefined);
    this.#isFresh = true;
    this.#found = [];
    this.#net = [];
    this.#endMeasure();
    this.#endTurning();
    this.#note.textContent = '';
    this.#still.clear();
    if (this.#session.doc) void this.#still.first(this.#session.file.size);
  }

  async #take(model: Model | TooLarge): Promise<void> {
    if (this.#isFresh) Object.assign(this.view, PRESETS[model.view === 'above' ? 'top' : model.view === 'city' ? 'city' : 'iso']);
    this.view.setWorld(model);
    if (this.looking.keepRecordsOf(model)) this.#session.others = [];
    const isForWebGL = 'batches' in model && this.stage !== undefined;
    this.#measuring.follow(isForWebGL ? undefined : this.view);
    this.#reportOmitted(model, isForWebGL);
    if (!isForWebGL) this.stage?.setModel(undefined);
    else {
      this.#still.leave();
      await this.stage!.setModel(model);
      if (model !== this.#session.model) return;
      this.#labels.setLabels(model.labels);
    }
    const isFresh = this.#isFresh;
    if (isFresh) this.fit();
    this.#isFresh = false;
    if (this.#hasGrid && isForWebGL) this.stage!.setGrid(gridLines(model), GRID);
    if (isFresh && this.wished) {
      this.wished(this);
      this.wished = undefined;
      this.#session.emit('look', undefined);
    }
    this.#follow();
    if (!isForWebGL) return;
    await this.#showDifferences();
    this.box.dataset['shown'] = 'webgl';
  }

  #reportOmitted(model: Model | TooLarge, isForWebGL: boolean): void {
    const more = model.outlying > 0 ? text.outlying(model.outlying) : '';
    if (isForWebGL) {
      this.#note.textContent = more;
      return;
    }
    const useWebGL = button({ label: text.useWebGL, class: 'small' }, () => {
      this.#session.isForced = true;
      void this.#session.lookAgain();
    });
    this.#note.replaceChildren('count' in model && this.stage ? text.tooManyThings(model.count) : text.noWebGL, ' ',
      ...(this.stage ? [useWebGL] : []));
  }

  /** What is to be seen has changed: it is written once, before the next frame, however often this is called. */
  apply(): void {
    this.onChange();
    if (this.#isStale) return;
    this.#isStale = true;
    requestAnimationFrame(() => {
      this.#isStale = false;
      if (this.stage) this.looking.apply(this.stage);
      if (!this.isLive && this.seen) this.#still.request();
    });
  }

  // Moving

  /** The view is another one. */
  moved(): void {
    if (this.isLive) this.stage?.request();
    else if (this.seen) {
      this.#still.request();
      this.#measuring.follow(this.view);
      this.#drawScale();
    }
    this.onChange();
  }

  /** Options of the library for what is seen now. */
  options(): PictureOptions {
    return { view: 'angles', yaw: this.view.yaw, pitch: this.view.pitch, perspective: this.view.isPerspective,
      withoutStates: !this.#session.showStates, labels: this.#labels.isShown, grid: this.#hasGrid,
      ...(this.background ? { background: this.background } : {}) };
  }

  /** What is marked in a picture of the library's. */
  #highlights(): PictureOptions {
    const { seen } = this;
    const marked = [...[...this.#session.selected].reverse(), ...this.#net, ...this.#found].slice(0, MOST_HIGHLIGHTS)
      .map((pointer) => seen && recordOf(pointer, seen)).filter((pointer) => pointer !== undefined);
    return { ...(marked.length > 0 ? { highlight: [...new Set(marked)].join() } : {}),
      ...(this.#session.diff ? { changes: true } : {}) };
  }

  preset(name: PresetName): void {
    Object.assign(this.view, PRESETS[name]);
    this.fit();
  }

  fit(): void {
    this.view.covered = this.#tools.height;
    if (this.seen) this.view.fit(this.seen);
    this.moved();
  }

  #zoom(by: number): void {
    if (this.seen) this.view.zoom(by);
    this.moved();
  }

  /** Brings the selection into the picture. */
  async fitSelection(): Promise<void> {
    const { seen, selectedRecord: record } = this;
    const bounds = this.isLive || record === undefined ? this.stage?.boundsOf(this.looking.selected)
      : await this.#session.client.call('bounds', record).catch(() => undefined);
    if (bounds && seen === this.seen) this.view.fit(bounds, 0.3);
    this.moved();
  }

  /** The record that is selected, as far as the picture shows it. */
  get selectedRecord(): string | undefined {
    const pointer = this.#session.selection?.pointer;
    return this.seen && pointer !== undefined ? recordOf(pointer, this.seen) : undefined;
  }

  /** All records that are selected as a whole. */
  get selectedRecords(): string[] {
    const { seen } = this;
    return seen ? this.#session.selected.filter((pointer) => recordOf(pointer, seen) === pointer) : [];
  }

  /** All cells of a level that are selected. */
  get selectedCells(): Cell[] {
    const { model } = this;
    return model ? this.#session.selected.flatMap((pointer) => cellAt(model, pointer) ?? []) : [];
  }

  /** The bounds of what is selected; undefined if WebGL does not draw it. */
  boundsOfSelection(): Bounds | undefined {
    return this.stage?.boundsOf(this.looking.selected);
  }

  /** Hides what is selected with all that stands on it. */
  hideSelection(): void {
    const record = this.selectedRecord;
    if (record === undefined) return;
    for (const one of [record, ...this.selectedRecords]) this.looking.hiddenRecords.add(one);
    this.#session.emit('look', undefined);
  }

  /** Shows nothing but what is selected and stands on it. */
  isolateSelection(): void {
    const record = this.selectedRecord;
    if (record === undefined) return;
    this.looking.isolated = record;
    this.#session.emit('look', undefined);
  }

  showAllRecords(): void {
    this.looking.showRecords();
    this.#session.emit('look', undefined);
  }

  #approach(x: number, y: number): void {
    if (!this.seen) return;
    this.view.zoom(2, x - this.view.width / 2, y - this.view.height / 2);
    this.moved();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#surface;
    const before = { width: this.view.width, height: this.view.height };
    Object.assign(this.view, { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) });
    this.stage?.resize(clientWidth, clientHeight);
    // The same way back gives the same scale.
    const grown = Math.min(this.view.width, this.view.height) / Math.min(before.width, before.height);
    if (this.seen && before.width > 1) this.view.scale *= grown;
    if (!this.isLive && this.seen) this.moved();
  }

  // Switches

  togglePerspective(): void {
    this.view.isPerspective = !this.view.isPerspective;
    this.#tools.press('perspective', this.view.isPerspective);
    this.moved();
  }

  toggleLabels(isShown = !this.#labels.isShown): void {
    this.#labels.isShown = this.looking.hasLabels = isShown;
    this.#tools.press('labels', isShown);
    this.apply();
  }

  async toggleStates(isShown = !this.#session.showStates): Promise<void> {
    this.#session.showStates = isShown;
    this.#tools.press('states', isShown);
    if (this.#session.doc) await this.#session.lookAgain();
  }

  toggleGrid(isShown = !this.#hasGrid): void {
    this.#hasGrid = isShown;
    this.#tools.press('grid', isShown);
    if (this.model) this.stage?.setGrid(isShown ? gridLines(this.model) : [], GRID);
    this.moved();
  }

  toggleMeasure(): void {
    if (this.#measuring.isGoingOn || !this.seen) {
      this.#endMeasure();
      return;
    }
    this.#measuring.begin();
    this.box.classList.add('measuring');
    this.#tools.press('measure', true);
  }

  #endMeasure(): boolean {
    this.box.classList.remove('measuring');
    this.#tools.press('measure', false);
    return this.#measuring.end(this.stage);
  }

  toggleTurntable(): void {
    if (this.#endTurning() || !this.seen) return;
    this.#turntable.begin();
    this.#tools.press('turntable', true);
  }

  #endTurning(): boolean {
    this.#tools.press('turntable', false);
    return this.#turntable.end();
  }

  /** Lets arrows, letters and drags change the selection, or the view again. */
  toggleChanging(): void {
    this.isChanging = !this.isChanging;
    this.box.classList.toggle('changing', this.isChanging);
    this.#tools.press('change', this.isChanging);
    if (this.isChanging) this.#session.say(text.changeHint);
  }

  /** Leaves what is going on; whether there was something. */
  escape(): boolean {
    const wasTurning = this.#endTurning();
    return this.#endMeasure() || wasTurning;
  }

  /** "#rrggbb", or empty: as the page. */
  get background(): string {
    return this.#background.value;
  }

  set background(color: string) {
    const known = /^#[0-9a-f]{6}$/.test(color) ? color : '';
    if (known !== this.#background.value) this.#background.value = known;
    this.box.style.background = known;
  }

  // Clicks

  async #click(x: number, y: number, isMore: boolean): Promise<void> {
    this.#surface.focus({ preventScroll: true });
    if (this.#measuring.isGoingOn) await this.#measure(x, y);
    else if (this.stage && this.isLive) {
      const { model } = this;
      const pointer = await pointerAt(this.stage, x, y);
      if (model === this.model) this.#choose(pointer, isMore);
    } else if (this.seen) {
      const pointer = await this.#session.client.call('pick', ...this.#pixel(x, y, this.seen)).catch(() => '');
      this.#choose(pointer || undefined, isMore);
    }
  }

  /** Selects what was clicked. With Shift, it is one more, or one less. */
  #choose(pointer: string | undefined, isMore: boolean): void {
    if (!isMore) void this.#session.select(pointer, 'picture');
    else if (pointer !== undefined) void this.#session.toggleSelected(pointer, 'picture');
  }

  /** The selection, or with Shift the corner of a box, while the world is changed. */
  #grab(x: number, y: number, isMore: boolean): Promise<Grab | undefined> | undefined {
    const { stage, model, seen } = this;
    if (!this.isChanging || !seen || this.#measuring.isGoingOn) return undefined;
    if (!stage || !model) return !isMore && this.selectedRecords.length > 0 ? this.#holdDrawn(x, y, seen) : undefined;
    if (isMore) return Promise.resolve(this.#boxFrom(x, y, model));
    return this.selectedRecords.length + this.selectedCells.length > 0 ? this.#hold(x, y, stage, model) : undefined;
  }

  async #hold(x: number, y: number, stage: Stage, model: Model): Promise<Grab | undefined> {
    const pointer = await pointerAt(stage, x, y);
    const place = await stage.placeAt(x, y);
    if (pointer === undefined || !place || model !== this.model || !this.#session.selected.includes(pointer)) return undefined;
    return this.#dragFrom(place, (by) => stage.shiftOutline(by), () => stage.shiftOutline([0, 0, 0]));
  }

  /** The same in a picture that the library draws. */
  async #holdDrawn(x: number, y: number, seen: Seen): Promise<Grab | undefined> {
    const { client } = this.#session;
    const pixel = this.#pixel(x, y, seen);
    const ask = <Answer>(call: Promise<Answer>) => call.catch(() => undefined);
    const [pointer, place] = await Promise.all([ask(client.call('pick', ...pixel)), ask(client.call('place', ...pixel))]);
    if (!pointer || !place || !this.#session.selected.includes(pointer)) return undefined;
    if (seen !== this.seen) return undefined;
    // In large worlds the bounds may come while the selection is dragged.
    let bounds: Bounds | undefined;
    void ask(client.call('bounds', this.selectedRecords.slice(0, MOST_HIGHLIGHTS).join())).then((found) => bounds = found);
    return this.#dragFrom(new Vector3(...place), (by) => bounds && this.#movingBox.show(this.view, bounds, by), () => undefined,
      () => this.#movingBox.hide());
  }

  /** Moves what marks the selection by whole steps from a place on. */
  #dragFrom(place: Vector3, shift: (by: [number, number, number]) => void, cancel: () => void, end: () => void = () => undefined): Grab {
    const drag = new Drag(this.view, place);
    return {
      move: (toX, toY) => shift(drag.to(toX, toY)),
      drop: (toX, toY) => {
        end();
        const by = drag.to(toX, toY);
        if (by.some((at) => at !== 0)) this.onDrag(by);
      },
      cancel: () => {
        end();
        cancel();
      },
    };
  }

  #boxFrom(x: number, y: number, model: Model): Grab {
    const box = element('div', { class: 'selecting' });
    this.#surface.append(box);
    return {
      move: (toX, toY) => Object.assign(box.style, { left: `${Math.min(x, toX)}px`, top: `${Math.min(y, toY)}px`,
        width: `${Math.abs(toX - x)}px`, height: `${Math.abs(toY - y)}px` }),
      drop: (toX, toY) => {
        box.remove();
        const found = recordsInBox(model, this.view, [x, y], [toX, toY], (thing) => this.stage?.marks[thing] !== Mark.HIDDEN);
        void this.#session.selectAll(found, 'picture');
      },
      cancel: () => box.remove(),
    };
  }

  /** Options for a picture of another size in which is all that is seen. */
  sized(width: number, height: number): PictureOptions {
    const factor = Math.min(width / this.view.width, height / this.view.height);
    return { ...this.framed(factor), width, height };
  }

  /** Options for a picture of exactly what is seen, larger by a factor than on the page. */
  framed(factor = Math.min(2, MOST_SIDE / Math.max(this.view.width, this.view.height))): PictureOptions {
    const { width, height, scale, target } = this.view;
    return { ...this.options(), width: Math.round(width * factor), height: Math.round(height * factor),
      scale: scale * factor, target: target.toArray() };
  }

  /** A pixel of what the library draws now. */
  #pixel(x: number, y: number, seen: Seen): [number, number, PictureOptions, Choice] {
    return [Math.floor(x), Math.floor(y), this.framed(1), this.looking.choice(seen)];
  }

  async #measure(x: number, y: number): Promise<void> {
    const { seen, stage } = this;
    if (!seen) return;
    if (this.isLive) {
      const place = await stage?.placeAt(x, y);
      if (seen === this.seen) this.#measuring.take(place, seen.unit, stage);
    } else {
      const place = await this.#session.client.call('place', ...this.#pixel(x, y, seen)).catch(() => undefined);
      if (seen !== this.seen) return;
      this.#measuring.take(place && new Vector3(...place), seen.unit, undefined);
      this.#measuring.follow(this.view);
    }
  }

  // What is marked

  #follow(): void {
    const { model, stage } = this;
    if (model && stage) {
      this.looking.selected = thingsAt(model, this.#session.selected);
      stage.outline(this.looking.selected, ACCENT, this.#session.selected.flatMap((one) => cellOutline(model, one)));
    }
    this.apply();
  }

  /** Marks what a search found. */
  markFound(pointers: readonly string[]): void {
    const wasEmpty = this.#found.length === 0;
    this.#found = pointers;
    if (this.model) this.looking.found = thingsAt(this.model, pointers);
    if (!wasEmpty || pointers.length > 0) this.apply();
  }

  /** Shows what a simulation has changed. */
  showRun(shown: Shown): void {
    const { model, stage } = this;
    if (model && stage) {
      if (this.#live?.model !== model) this.#live = { model, live: new Live(model, stage) };
      this.#live.live.apply(shown, this.#session.showStates);
    } else if (!model && this.seen && shown.states.length + shown.segments.length + shown.items.length > 0) this.#still.request();
  }

  /** Marks a net: its wires and pegs, and what is at it. */
  markNet(places: NetPlaces | undefined): void {
    const { model, stage } = this;
    const pegs = places ? [...places.drivers, ...places.inputs] : [];
    this.#net = [...places?.wires ?? []].map((wire) => `/wires/${wire}`)
      .concat(pegs.map(({ component }) => `/components/${component}`));
    this.looking.net = new Map();
    if (model && stage) {
      for (const thing of thingsAt(model, this.#net)) {
        this.looking.net.set(thing, thing < model.things.items ? Mark.AT_NET : Mark.NET);
      }
      if (pegs.length > 0 && this.#live?.model !== model) this.#live = { model, live: new Live(model, stage) };
      const wires = [...this.looking.net.keys()].filter((thing) => thing >= model.things.items);
      stage.outlinePegs(this.#live?.live.instancesOf(wires, pegs.map(({ state }) => state)) ?? [], NET);
    }
    this.apply();
  }

  /** Brings the net that is marked into the picture. */
  fitNet(): void {
    const bounds = this.stage?.boundsOf(new Set(this.looking.net.keys()));
    if (bounds) this.view.fit(bounds, 0.3);
    this.moved();
  }

  /** What is shown goes on changing, or no more. */
  setRestless(isRestless: boolean): void {
    if (!this.stage || this.stage.isRestless === isRestless) return;
    this.stage.isRestless = isRestless;
    if (!isRestless) this.stage.request();
  }

  async #showDifferences(): Promise<void> {
    if (this.stage) await showDifferences(this.#session, this.stage, this.looking);
    if (this.seen) this.apply();
  }

  // Over the picture

  #drawOver(): void {
    const { model } = this;
    // The library's picture stays until there is another.
    this.#still.canvas.classList.toggle('gone', model !== undefined);
    if (model) this.#labels.place(this.view, (label) => this.looking.isLabelHidden(model, label));
    this.#drawScale();
    this.onDrawn();
  }

  #drawScale(): void {
    this.#scale.draw(this.view, this.seen, this.#hasGrid && this.isLive);
  }
}

function startStage(canvas: HTMLCanvasElement): Stage | undefined {
  try {
    return new Stage(canvas);
  } catch {
    return undefined;
  }
}
