// The library's picture: coarse first, then fine, and moved about until the next one is there.
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

/** What is to be drawn besides the view. */
export interface Wanted { options: PictureOptions; choice: Choice }

/** Where a drawing was looked at from. */
interface Pose { yaw: number; pitch: number; scale: number; isPerspective: boolean; target: Vector3 }

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
    const picture = await this.#client.call('render', options, {}).catch(() => undefined);
    if (picture && turn === this.#turn) this.#show(picture);
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
    let isWanted = true;
    while (this.#isStale && isWanted) {
      this.#isStale = false;
      isWanted = await this.#render(0.5, COARSE);
    }
    this.#isDrawing = false;
    if (isWanted) this.#settling = window.setTimeout(() => void this.#finish(), SETTLES_AFTER);
  }

  async #finish(): Promise<void> {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    await this.#render(1, {});
    this.#isDrawing = false;
    if (this.#isStale) void this.#draw();
  }

  /** False where it was stopped, or something else is shown by now. */
  async #render(share: number, look: PictureOptions): Promise<boolean> {
    const turn = ++this.#turn;
    const pose = poseOf(this.#view);
    const { options, choice } = this.#wanted();
    const framed = { ...options, ...look, ...this.#size(share), target: pose.target.toArray(), scale: pose.scale * share };
    const picture = await this.#client.call('render', framed, choice).catch((error: unknown) => error as Error);
    if (turn !== this.#turn || picture instanceof Stopped) return false;
    if (picture instanceof Error) { // nothing is left to be seen
      this.canvas.getContext('2d')?.clearRect(0, 0, this.canvas.width, this.canvas.height);
    } else {
      this.#drawn = pose;
      this.#show(picture);
    }
    return true;
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
