// The library's picture: what carries the rest first, then all of it, coarse and fine. The last one is moved about until
// the next one is there.
import type { Choice, PictureOptions } from 'overworld';
import { Vector3 } from 'three';
import type { Viewpoint } from '../view/camera.js';
import { Stopped } from '../worker/client.js';
import type { Client } from '../worker/client.js';
import type { Picture } from '../worker/protocol.js';
import { element } from './dom.js';

/** Files of more bytes are shown coarser at first. */
const LARGE = 4 << 20;
const COARSE = { samples: 1, plain: true } as const;
/** Finer once nothing has moved for so long: a drawing cannot be called back. */
const SETTLES_AFTER = 350;

type Drawn = 'carriers' | 'all';

/** What is to be drawn besides the view. */
export interface Wanted { options: PictureOptions; choice: Choice }

/** Where a drawing was looked at from. */
interface Pose { yaw: number; pitch: number; scale: number; isPerspective: boolean; target: Vector3 }

function isSame(one: Pose, other: Pose): boolean {
  return one.yaw === other.yaw && one.pitch === other.pitch && one.scale === other.scale &&
    one.isPerspective === other.isPerspective && one.target.equals(other.target);
}

function poseOf({ yaw, pitch, scale, isPerspective, target }: Viewpoint): Pose {
  return { yaw, pitch, scale, isPerspective, target: target.clone() };
}

export class Still {
  readonly canvas = element('canvas', { class: 'still', 'aria-hidden': 'true' });
  /** Told when a picture is there. */
  onShow: () => void = () => undefined;
  readonly #client: Client;
  readonly #view: Viewpoint;
  readonly #wanted: () => Wanted;
  #drawn: Pose | undefined;
  /** Whether that is the pose of carriers alone. */
  #isLess = false;
  /** Counts what was asked for: a picture that something overtook is not shown. */
  #turn = 0;
  #isDrawing = false;
  #isStale = false;
  #settling = 0;

  constructor(client: Client, view: Viewpoint, wanted: () => Wanted) {
    this.#client = client;
    this.#view = view;
    this.#wanted = wanted;
  }

  /** Forgets the world that was shown. */
  clear(): void {
    this.leave();
    this.#drawn = undefined;
    this.canvas.style.transform = '';
    this.canvas.classList.remove('gone');
    this.canvas.getContext('2d')?.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /** Draws no more: another picture takes over. */
  leave(): void {
    this.#turn++;
    this.#isStale = false;
    clearTimeout(this.#settling);
  }

  /** What the library makes of a world by itself, at once. */
  async first(fileSize: number): Promise<void> {
    const turn = ++this.#turn;
    const options = { view: 'usual', ...COARSE, ...this.#size(fileSize > LARGE ? 0.5 : 1) } as const;
    const pictures = (['renderCarriers', 'render'] as const).map((name) => this.#client.call(name, options, {}).catch(() => undefined));
    for (const drawing of pictures) {
      const picture = await drawing;
      if (picture && turn === this.#turn) this.#show(picture);
    }
  }

  /** Draws what is seen now: coarse, and when nothing moves any more, fine. */
  request(): void {
    this.#follow();
    clearTimeout(this.#settling);
    this.#isStale = true;
    if (!this.#isDrawing) void this.#draw();
  }

  async #draw(): Promise<void> {
    this.#isDrawing = true;
    let drawn: Drawn | undefined;
    do {
      this.#isStale = false;
      drawn = await this.#render(0.5, COARSE, true);
    } while (this.#isStale && drawn);
    this.#isDrawing = false;
    if (drawn) this.#settling = window.setTimeout(() => void this.#finish(drawn === 'carriers'), SETTLES_AFTER);
  }

  async #finish(isCoarseFirst: boolean): Promise<void> {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    if (!isCoarseFirst || await this.#render(0.5, COARSE) && !this.#isStale) await this.#render(1, {});
    this.#isDrawing = false;
    if (this.#isStale) void this.#draw();
  }

  /** What was drawn; undefined where it was stopped, or something else is shown by now. A picture of another pose may be
   * one of the carriers, which is soon followed by one of all. */
  async #render(share: number, look: PictureOptions, mayBeLess = false): Promise<Drawn | undefined> {
    const turn = ++this.#turn;
    const pose = poseOf(this.#view);
    const { options, choice } = this.#wanted();
    const framed = { ...options, ...look, ...this.#size(share), target: pose.target.toArray(), scale: pose.scale * share };
    const isOther = this.#drawn !== undefined && (this.#isLess || !isSame(pose, this.#drawn));
    const draw = (name: 'render' | 'renderCarriers') =>
      this.#client.call(name, framed, choice).catch((error: unknown) => error as Error);
    const less = mayBeLess && isOther ? await draw('renderCarriers') : undefined;
    const picture = less ?? (turn === this.#turn ? await draw('render') : undefined);
    if (turn !== this.#turn || !picture || picture instanceof Stopped) return undefined;
    if (picture instanceof Error) { // nothing is left to be seen
      this.canvas.getContext('2d')?.clearRect(0, 0, this.canvas.width, this.canvas.height);
    } else {
      this.#drawn = pose;
      this.#isLess = less !== undefined;
      this.#show(picture);
    }
    return less ? 'carriers' : 'all';
  }

  #size(share: number): { width: number; height: number; transparent: true } {
    return { width: Math.max(16, Math.round(this.#view.width * share)),
      height: Math.max(16, Math.round(this.#view.height * share)), transparent: true };
  }

  #show(picture: Picture): void {
    this.canvas.classList.remove('gone');
    this.canvas.width = picture.width;
    this.canvas.height = picture.height;
    this.canvas.getContext('2d')?.putImageData(new ImageData(picture.data, picture.width, picture.height), 0, 0);
    this.#follow();
    this.onShow();
  }

  /** Moves the last picture to where it belongs now, as far as that can be done to a flat one. */
  #follow(): void {
    const { canvas } = this;
    const [view, drawn] = [this.#view, this.#drawn];
    if (!drawn || drawn.yaw !== view.yaw || drawn.pitch !== view.pitch) {
      canvas.style.transform = '';
      return;
    }
    const by = drawn.target.clone().sub(view.target);
    const x = by.dot(view.right) * view.scale, y = -by.dot(view.up) * view.scale;
    canvas.style.transform = `translate(${x}px, ${y}px) scale(${view.scale / drawn.scale})`;
  }
}
