// What changes the selected records as a whole: remove, move, turn, mirror, copy and paste. The library does it.
import type { Loss } from 'overworld';
import type { Edit, Edited, Extracted } from '../worker/protocol.js';
import type { Carrier } from './carrier.js';
import { carrierOf, placeOn } from './carrier.js';
import { text } from '../text.js';
import { cellBeside } from '../view/picking.js';
import type { Picture } from './picture.js';
import type { Doc, Session } from './session.js';

type Vector = [number, number, number];
type Axis = 'x' | 'y' | 'z';

/** Axes of positions in a format, as the picture has them: right, up, towards who looks from the front. */
const AXES: { [format: string]: { by(at: Vector): number[]; mirror: { [axis: string]: Axis } } } = {
  blotter: { by: ([x, y, z]) => [x, y, -z], mirror: { x: 'x', y: 'y', z: 'z' } },
  leveld: { by: ([x, , z]) => [x, z, 0], mirror: { x: 'x', y: 'y', z: 'y' } },
  city: { by: ([x, y, z]) => [x, z, y], mirror: { x: 'x', y: 'z', z: 'y' } },
};
const PLAIN = { by: (at: Vector) => at, mirror: { x: 'x', y: 'y', z: 'z' } } as const;

/** Begins what the page puts on the clipboard: the part itself stays in the page. */
const MARK = 'overworld part ';

/** What was copied: a world of the part, and where it came from. */
interface Copied extends Extracted {
  selectors: string;
  doc: Doc;
  /** The state whose records the selectors mean. */
  state: Blob;
  times: number;
  width: number;
  /** What was pasted last, and the component that it was put on. */
  pasted: { pointers: string; on: Carrier | undefined; times: number } | undefined;
}

export class Changer {
  readonly #session: Session;
  readonly #picture: Picture;
  /** What was copied last, under the mark that the clipboard has. */
  #copied: { mark: string; copied: Promise<Copied | undefined> } | undefined;
  #isBusy = false;
  #waiting: Vector = [0, 0, 0];

  constructor(session: Session, picture: Picture) {
    this.#session = session;
    this.#picture = picture;
    picture.onDrag = (by) => void this.move(by);
    document.addEventListener('keydown', (event) => this.#listen(event), true);
    document.addEventListener('copy', (event) => this.#copy(event));
  }

  get #axes() {
    return AXES[this.#session.doc?.format ?? ''] ?? PLAIN;
  }

  /** The selected records for the library; undefined if there are none. */
  get #records(): string | undefined {
    return this.#picture.selectedRecords.join() || undefined;
  }

  /** The same, or the rectangle around the selected cells with what stands on it. */
  get #selectors(): string | undefined {
    const cells = this.#picture.selectedCells;
    if (this.#records !== undefined || cells.length === 0) return this.#records;
    const corners = [Math.min, Math.max].map((end) =>
      [end(...cells.map(({ column }) => column)), end(...cells.map(({ row }) => row))].join());
    return `box:${corners.join('..')}`;
  }

  async #edit(edit: Edit, label: string): Promise<Edited | undefined> {
    const edited = await this.#session.edit(edit, label);
    if (edited?.losses?.length) this.#session.say(lossesText(edited.losses));
    return edited;
  }

  async remove(): Promise<void> {
    const selectors = this.#records;
    if (selectors === undefined) return;
    const edited = await this.#edit({ kind: 'remove', selectors }, text.removalOf(selectors));
    if (!edited) return;
    // What stands at the pointers now is another record.
    void this.#session.select(undefined, 'changer');
    this.#session.say(text.removedRecords(edited.count ?? 0));
  }

  /** Moves the selection on the axes of the picture. Steps that come while it moves are one more move. */
  async move(by: Vector): Promise<void> {
    this.#waiting = this.#waiting.map((at, axis) => at + by[axis]!) as Vector;
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#waiting.some((at) => at !== 0)) {
        const step = this.#axes.by(this.#waiting);
        this.#waiting = [0, 0, 0];
        const selectors = this.#selectors;
        if (selectors === undefined || step.every((at) => at === 0)) continue;
        const cells = this.#picture.selectedCells;
        if (!await this.#edit({ kind: 'move', selectors, by: step.map((at) => at || 0) }, text.moveOf(selectors))) this.#waiting = [0, 0, 0];
        // A cell has its pointer from its place.
        else if (cells.length > 0 && this.#records === undefined) {
          await this.#session.selectAll(cells.flatMap((cell) => cellBeside(cell, step[0]!, step[1]!) ?? []), 'changer');
        }
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async turn(quarters = 1): Promise<void> {
    const selectors = this.#selectors;
    if (selectors !== undefined) await this.#edit({ kind: 'turn', selectors, quarters }, text.turnOf(selectors));
  }

  /** Mirrors left and right, as the picture shows them. */
  async mirror(): Promise<void> {
    const selectors = this.#selectors;
    const { right } = this.#picture.view;
    const axis = this.#axes.mirror[Math.abs(right.x) >= Math.abs(right.z) ? 'x' : 'z']!;
    if (selectors !== undefined) await this.#edit({ kind: 'mirror', selectors, axis }, text.mirrorOf(selectors));
  }

  #copy(event: ClipboardEvent): void {
    const isText = (event.target as Element | null)?.closest?.('input, textarea') || getSelection()?.toString();
    const { doc } = this.#session;
    const selectors = this.#selectors;
    if (isText || !doc || selectors === undefined) return;
    event.preventDefault();
    const mark = `${MARK}${crypto.randomUUID()}`;
    event.clipboardData?.setData('text/plain', mark);
    const copied = this.#session.guard(() => this.#extract(selectors, doc));
    this.#copied = { mark, copied };
  }

  async #extract(selectors: string, doc: Doc): Promise<Copied> {
    const { client, file: state } = this.#session;
    const bounds = this.#picture.boundsOfSelection() ?? await client.call('bounds', selectors).catch(() => undefined);
    const part = await client.call('extract', selectors);
    this.#session.say(part.losses.length > 0 ? lossesText(part.losses) : text.copiedRecords);
    const width = bounds ? Math.max(1, Math.ceil(bounds.most[0]! - bounds.least[0]! - 1e-3)) : 1;
    return { ...part, selectors, doc, state, times: 0, width, pasted: undefined };
  }

  /** Pastes what was copied, if the clipboard still has its mark; whether it has one. */
  paste(pasted: string): boolean {
    const mark = pasted.trim();
    if (!mark.startsWith(MARK)) return false;
    if (this.#copied?.mark !== mark) this.#session.say(text.copiedElsewhere, 'error');
    else if (this.#session.doc) void this.#copied.copied.then((copied) => copied && this.#paste(copied));
    return true;
  }

  async #paste(copied: Copied): Promise<void> {
    const { doc, file } = this.#session;
    const isHere = doc === copied.doc && file === copied.state;
    const last = copied.pasted?.pointers === this.#session.selected.join() ? copied.pasted : undefined;
    const on = last ? last.on : doc === copied.doc && this.#records === copied.selectors ? undefined : await carrierOf(this.#session);
    const times = on && last ? last.times + 1 : 0;
    const by = this.#axes.by([copied.width * (copied.times + 1), 0, 0]);
    const edited = await this.#edit(on ? { kind: 'merge', part: copied.file, under: on.address, at: placeOn(on, copied, times * copied.width) }
      : isHere ? { kind: 'copy', selectors: copied.selectors, by } : { kind: 'merge', part: copied.file, at: copied.at }, text.paste);
    if (!edited) return;
    if (isHere) copied.state = this.#session.file;
    if (isHere && !on) copied.times++;
    const added = edited.added ?? [];
    copied.pasted = { pointers: added.join(), on, times };
    this.#session.say(on ? text.pastedOn(on.address) : text.pastedRecords);
    await this.#session.selectAll(added, 'changer');
  }

  #listen(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const isHere = target === document.body || target.closest('.picture') !== null;
    if (!isHere || document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#selectors === undefined || !this.#obey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether a key changes the selection. */
  #obey({ key, shiftKey }: KeyboardEvent): boolean {
    if (key === 'Delete' || key === 'Backspace') void this.remove();
    else if (!this.#picture.isChanging) return false;
    else if (key.toLowerCase() === 'r') void this.turn(shiftKey ? -1 : 1);
    else if (key.toLowerCase() === 'm') void this.mirror();
    else {
      const step = this.#stepOf(key, shiftKey);
      if (!step) return false;
      void this.move(step);
    }
    return true;
  }

  /** One step of the world's unit where an arrow points in the picture; with Shift up and down. */
  #stepOf(key: string, isUpright: boolean): Vector | undefined {
    const { right, back, up } = this.#picture.view;
    const sign = key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1;
    if (key === 'ArrowRight' || key === 'ArrowLeft') return along([right.x, 0, right.z], sign);
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
    if (isUpright) return [0, sign, 0];
    // From the front, up is up; from above, it is away from who looks.
    return Math.abs(back.y) < 0.2 ? [0, sign, 0] : along([up.x, 0, up.z], sign);
  }
}

/** One step along the axis that a direction is nearest to. */
function along(direction: Vector, sign: number): Vector {
  const axis = Math.abs(direction[0]) >= Math.abs(direction[2]) - 1e-6 ? 0 : 2;
  const step: Vector = [0, 0, 0];
  step[axis] = Math.sign(direction[axis]) * sign;
  return step;
}

/** What could not come along, in a sentence. */
export function lossesText(losses: readonly Loss[]): string {
  const shown = losses.slice(0, 4).map(({ message }) => message).join('; ');
  return losses.length > 4 ? `${shown}; ${text.andMore(losses.length - 4)}` : shown;
}
