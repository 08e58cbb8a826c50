// The world that is compared with, beside the picture: both are looked at from the same place, whichever is moved.
import type { DiffResult } from 'overworld';
import { Viewpoint } from '../view/camera.js';
import { control } from '../view/controls.js';
import { UprightLabels } from '../view/labels.js';
import { Looking } from '../view/looking.js';
import { Stage } from '../view/stage.js';
import { text } from '../text.js';
import { element } from './dom.js';
import type { Picture } from './picture.js';
import type { Session } from './session.js';

export class Beside {
  readonly box: HTMLElement;
  readonly #session: Session;
  readonly #picture: Picture;
  readonly #view = new Viewpoint();
  readonly #looking = new Looking();
  readonly #labels = new UprightLabels();
  #canvas = canvas();
  readonly #surface: HTMLElement;
  readonly #name = element('div', { class: 'beside-name' });
  #stage: Stage | undefined;
  #turn = 0;
  /** Told when it is shown, or no more. */
  onChange: () => void = () => undefined;

  constructor(session: Session, picture: Picture) {
    this.#session = session;
    this.#picture = picture;
    this.#surface = element('div', { class: 'surface', tabindex: '0', role: 'application', 'aria-label': text.besidePicture },
      this.#canvas, this.#labels.layer);
    this.box = element('section', { class: 'picture beside', 'aria-label': text.besidePicture, hidden: true });
    control(this.#surface, { view: this.#view, isMap: () => picture.isMap, canMove: () => true, changed: () => this.#lead(),
      click: () => this.#surface.focus({ preventScroll: true }), approach: (x, y) => {
        this.#view.zoom(2, x - this.#view.width / 2, y - this.#view.height / 2);
        this.#lead();
      } });
    new ResizeObserver(() => this.#resize()).observe(this.#surface);
    picture.onDrawn = () => this.#follow();
    session.on('look', () => this.#look());
    session.on('diff', (diff) => diff ? this.isShown && void this.#load() : this.hide());
    session.on('world', ({ isEdit }) => isEdit || this.hide());
  }

  get isShown(): boolean {
    return !this.box.hidden;
  }

  /** Both worlds are drawn by WebGL, or one of them alone is shown. */
  toggle(): void {
    if (this.isShown) this.hide();
    else if (!this.#picture.isLive) this.#session.say(text.besideNeedsWebGL, 'error');
    else {
      this.box.hidden = false;
      this.box.replaceChildren(this.#surface, this.#name);
      void this.#load();
      this.onChange();
    }
  }

  hide(): void {
    if (!this.isShown) return;
    this.#turn++;
    this.box.hidden = true;
    this.box.replaceChildren();
    this.#stage?.end();
    this.#stage = undefined;
    // A canvas that gave its context back gets no other.
    const fresh = canvas();
    this.#canvas.replaceWith(fresh);
    this.#canvas = fresh;
    this.onChange();
  }

  async #load(): Promise<void> {
    const session = this.#session, { diff, before } = session, turn = ++this.#turn;
    if (!diff || !before) return;
    const model = await session.guard(() => session.client.call('model', 'before', session.wishes()));
    if (turn !== this.#turn) return;
    if (!model || !('batches' in model)) {
      if (model) session.say(text.besideNeedsWebGL, 'error');
      this.hide();
      return;
    }
    this.#name.textContent = before === session.doc ? text.asOpened : before.name;
    this.#begin();
    this.#view.setWorld(model);
    await this.#stage!.setModel(model);
    if (turn !== this.#turn) return;
    this.#labels.setLabels(model.labels);
    this.#mark(diff);
    this.#look();
    this.#follow();
    this.box.dataset['shown'] = 'webgl';
  }

  #begin(): void {
    if (this.#stage) return;
    this.#stage = new Stage(this.#canvas, this.#view);
    this.#stage.onDraw = () => this.#labels.place(this.#view, (label) => this.#looking.isLabelHidden(this.#stage!.model!, label));
    this.#resize();
  }

  #mark({ changes }: DiffResult): void {
    this.#looking.setDifferences(this.#stage?.model, changes, 'before');
  }

  /** What is hidden or cut in one is so in the other; records have other pointers. */
  #look(): void {
    const { looking } = this.#picture;
    if (!this.#stage) return;
    copySet(looking.hiddenTypes, this.#looking.hiddenTypes);
    copySet(looking.hiddenKinds, this.#looking.hiddenKinds);
    Object.assign(this.#looking, { hasPegs: looking.hasPegs, hasLabels: looking.hasLabels, cuts: looking.cuts });
    this.#labels.isShown = looking.hasLabels;
    this.#looking.apply(this.#stage);
  }

  /** How far the origins of the two scenes are apart. */
  get #apart(): [number, number, number] {
    const [mine, theirs] = [this.#stage?.model?.origin, this.#picture.model?.origin];
    return [0, 1, 2].map((axis) => (theirs?.[axis] ?? 0) - (mine?.[axis] ?? 0)) as [number, number, number];
  }

  /** Looks from where the picture does. */
  #follow(): void {
    if (!this.#stage?.model || !copyPose(this.#picture.view, this.#view, this.#apart)) return;
    this.#stage.request();
  }

  /** The picture looks from here. */
  #lead(): void {
    const apart = this.#apart.map((at) => -at) as [number, number, number];
    if (copyPose(this.#view, this.#picture.view, apart)) this.#picture.moved();
    this.#stage?.request();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#surface;
    if (clientWidth > 0) this.#stage?.resize(clientWidth, clientHeight);
  }
}

function canvas(): HTMLCanvasElement {
  return element('canvas', { class: 'webgl', 'aria-hidden': 'true' });
}

function copySet<Value>(from: ReadonlySet<Value>, to: Set<Value>): void {
  to.clear();
  for (const value of from) to.add(value);
}

/** Whether it was another one before. */
function copyPose(from: Viewpoint, to: Viewpoint, by: readonly [number, number, number]): boolean {
  const { yaw, pitch, scale, isPerspective } = from;
  const target = from.target.clone();
  target.set(target.x + by[0], target.y + by[1], target.z + by[2]);
  const isSame = to.yaw === yaw && to.pitch === pitch && to.scale === scale && to.isPerspective === isPerspective &&
    to.target.distanceTo(target) < 1e-6;
  if (isSame) return false;
  Object.assign(to, { yaw, pitch, scale, isPerspective });
  to.target.copy(target);
  return true;
}
