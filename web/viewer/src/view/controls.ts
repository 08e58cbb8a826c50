// Pointers, wheel and keys that move the viewpoint of a picture.
import type { Viewpoint } from './camera.js';

export interface Moves {
  view: Viewpoint;
  /** Whether one pointer pans, as on a map, and does not turn. */
  isMap: () => boolean;
  /** Whether the picture can be moved and zoomed, or only turned. */
  canMove: () => boolean;
  changed: (isGoingOn: boolean) => void;
  click: (x: number, y: number, isMore: boolean) => void;
  /** What a pointer that goes down takes hold of; undefined: nothing but the view. */
  grab?: (x: number, y: number, isMore: boolean) => Promise<Grab | undefined> | undefined;
  approach: (x: number, y: number) => void;
}

/** What a pointer holds. It is let go where it is dropped, or where it was if it did not travel. */
export interface Grab { move(x: number, y: number): void; drop(x: number, y: number): void; cancel(): void }

const CLICK_PIXELS = 4;

interface Spot { x: number; y: number }

export function control(surface: HTMLElement, moves: Moves): void {
  const down = new Map<number, Spot>();
  let travelled = 0;
  let began: Spot = { x: 0, y: 0 };
  /** What is held; "asked" until that is known. */
  let held: Grab | 'asked' | undefined;
  let last: Spot = began;

  const grab = (event: PointerEvent) => {
    const asked = event.button === 0 ? moves.grab?.(began.x, began.y, event.shiftKey) : undefined;
    held = asked && 'asked';
    void asked?.then((found) => {
      if (down.size === 1) held = found;
      else if (held === 'asked') letGo(found, travelled >= CLICK_PIXELS);
    });
  };
  const letGo = (what: Grab | undefined, isDropped: boolean) => {
    held = undefined;
    if (isDropped) what?.drop(last.x, last.y);
    else what?.cancel();
  };

  const spotOf = (event: MouseEvent): Spot => {
    const box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const move = (isPan: boolean, x: number, y: number) => {
    if (!isPan) moves.view.turn(-x * 0.4, y * 0.4);
    else if (moves.canMove()) moves.view.pan(x, y);
  };
  /** Two fingers: what was under them stays there. */
  const pinch = (before: Spot[], after: Spot[]) => {
    if (!moves.canMove()) return;
    const [a, b] = before as [Spot, Spot], [c, d] = after as [Spot, Spot];
    const was = Math.hypot(a.x - b.x, a.y - b.y), is = Math.hypot(c.x - d.x, c.y - d.y);
    moves.view.pan((c.x + d.x - a.x - b.x) / 2, (c.y + d.y - a.y - b.y) / 2);
    if (was > 0) moves.view.zoom(is / was, (c.x + d.x) / 2 - moves.view.width / 2, (c.y + d.y) / 2 - moves.view.height / 2);
  };

  surface.addEventListener('pointerdown', (event) => {
    surface.setPointerCapture(event.pointerId);
    down.set(event.pointerId, spotOf(event));
    if (down.size === 1) {
      travelled = 0;
      began = last = spotOf(event);
      grab(event);
    } else if (held && held !== 'asked') letGo(held, false);
  });
  surface.addEventListener('pointermove', (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const after = spotOf(event);
    travelled = Math.max(travelled, Math.hypot(after.x - began.x, after.y - began.y));
    const others = [...down.entries()].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    down.set(event.pointerId, after);
    last = after;
    if (travelled < CLICK_PIXELS || held === 'asked') return;
    if (held) {
      held.move(after.x, after.y);
      return;
    }
    const isSecond = event.shiftKey || (event.buttons & 6) !== 0;
    if (others.length > 0) pinch([before, others[0]!], [after, others[0]!]);
    else move(isSecond !== moves.isMap(), after.x - before.x, after.y - before.y);
    moves.changed(true);
  });
  for (const name of ['pointerup', 'pointercancel'] as const) {
    surface.addEventListener(name, (event) => {
      const wasDown = down.delete(event.pointerId);
      if (!wasDown || down.size > 0) return;
      const isClick = travelled < CLICK_PIXELS && name === 'pointerup' && event.button === 0;
      if (held && held !== 'asked') letGo(held, !isClick && name === 'pointerup');
      else if (!isClick) moves.changed(false);
      if (isClick) moves.click(spotOf(event).x, spotOf(event).y, event.shiftKey || event.ctrlKey || event.metaKey);
    });
  }
  surface.addEventListener('dblclick', (event) => moves.approach(spotOf(event).x, spotOf(event).y));
  surface.addEventListener('contextmenu', (event) => event.preventDefault());
  surface.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (!moves.canMove()) return;
    const { x, y } = spotOf(event);
    const step = event.deltaMode === 0 ? event.deltaY : event.deltaY * 30;
    moves.view.zoom(Math.exp(-step * 0.0016), x - moves.view.width / 2, y - moves.view.height / 2);
    moves.changed(true);
  }, { passive: false });
  surface.addEventListener('keydown', (event) => {
    const pan: { [key: string]: [number, number] } = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40],
      ArrowDown: [0, -40] };
    const step = pan[event.key];
    if (step && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const isPan = event.shiftKey !== moves.isMap();
      if (isPan && moves.canMove()) moves.view.pan(...step);
      else moves.view.turn(-step[0] * 0.375, -step[1] * -0.375);
    } else if (event.key === '+' || event.key === '=') moves.view.zoom(1.25);
    else if (event.key === '-') moves.view.zoom(0.8);
    else return;
    event.preventDefault();
    moves.changed(false);
  });
}
