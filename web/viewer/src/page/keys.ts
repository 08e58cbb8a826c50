// Keys for everything, wherever the focus is but in fields that are typed in.
import type { FindPanel } from '../panels/find.js';
import { PRESETS } from '../view/camera.js';
import type { PresetName } from '../view/camera.js';
import type { Dock } from './layout.js';
import type { Opener } from './open.js';
import type { Picture } from './picture.js';
import type { Session } from './session.js';
import { showHelp } from './sheets.js';

const VIEWS: readonly PresetName[] = ['iso', 'top', 'front', 'right', 'back', 'left', 'bottom'];

export function listenToKeys(session: Session, picture: Picture, opener: Opener, find: FindPanel,
  docks: { left: Dock; right: Dock; bottom: Dock }, run: () => void): void {
  const keys: { [key: string]: () => void } = {
    o: () => opener.choose(false), '/': () => find.input.focus(), '?': () => showHelp(session.version),
    f: () => picture.fit(), z: () => void picture.fitSelection(), p: () => picture.togglePerspective(),
    l: () => picture.toggleLabels(), s: () => void picture.toggleStates(), g: () => picture.toggleGrid(),
    m: () => picture.toggleMeasure(), t: () => picture.toggleTurntable(), h: () => picture.hideSelection(), i: () => picture.isolateSelection(),
    u: () => picture.showAllRecords(), c: () => docks.left.toggle(), y: () => docks.right.toggle(),
    b: () => docks.bottom.toggle(), r: run, e: () => picture.toggleChanging(),
    Escape: () => picture.escape() || void session.select(undefined, 'keys'),
  };
  VIEWS.forEach((name, i) => {
    keys[String(i + 1)] = () => name in PRESETS && picture.preset(name);
  });
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (target.closest('input:not([type=checkbox], [type=range]), textarea, select')) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      void session.travel(event.shiftKey ? 1 : -1);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
}
