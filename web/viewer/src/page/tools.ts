// The buttons over the picture: views, zoom, switches.
import type { PresetName } from '../view/camera.js';
import { text } from '../text.js';
import { button, element, setPressed } from './dom.js';

/** What the buttons do. */
export interface ToolActions {
  preset(name: PresetName): void;
  fit(): void;
  zoom(by: number): void;
  togglePerspective(): void;
  toggleLabels(): void;
  toggleStates(): void;
  toggleGrid(): void;
  toggleMeasure(): void;
  toggleTurntable(): void;
  toggleChanging(): void;
}

export type Switch = 'perspective' | 'labels' | 'states' | 'grid' | 'measure' | 'turntable' | 'change';

const VIEWS: [PresetName, string][] = [['iso', '1'], ['top', '2'], ['front', '3'], ['right', '4'], ['back', '5'],
  ['left', '6'], ['bottom', '7']];

export class Tools {
  readonly box: HTMLElement;
  readonly #switches: { [Name in Switch]: HTMLButtonElement };

  constructor(actions: ToolActions) {
    const views = VIEWS.map(([name, keys]) =>
      button({ label: text.views[name], text: text.viewLetters[name] ?? name, keys }, () => actions.preset(name)));
    this.#switches = {
      perspective: button({ label: text.perspective, icon: 'perspective', keys: 'P', pressed: false },
        () => actions.togglePerspective()),
      labels: button({ label: text.labels, icon: 'label', keys: 'L', pressed: true }, () => actions.toggleLabels()),
      states: button({ label: text.states, icon: 'state', keys: 'S', pressed: true }, () => actions.toggleStates()),
      grid: button({ label: text.grid, icon: 'grid', keys: 'G', pressed: false }, () => actions.toggleGrid()),
      measure: button({ label: text.measure, icon: 'measure', keys: 'M', pressed: false },
        () => actions.toggleMeasure()),
      turntable: button({ label: text.turntable, icon: 'turntable', keys: 'T', pressed: false },
        () => actions.toggleTurntable()),
      change: button({ label: text.change, icon: 'change', keys: 'E', pressed: false }, () => actions.toggleChanging()),
    };
    const { perspective, labels, states, grid, measure, turntable, change } = this.#switches;
    this.box = element('div', { class: 'tools', role: 'toolbar', 'aria-label': text.pictureTools },
      element('span', { class: 'group' }, ...views),
      element('span', { class: 'group' },
        button({ label: text.fit, icon: 'fit', keys: 'F' }, () => actions.fit()),
        button({ label: text.zoomIn, icon: 'plus', keys: '+' }, () => actions.zoom(1.25)),
        button({ label: text.zoomOut, icon: 'minus', keys: '-' }, () => actions.zoom(0.8)), perspective, turntable),
      element('span', { class: 'group' }, labels, states, grid, measure, change));
  }

  press(name: Switch, isPressed: boolean): void {
    setPressed(this.#switches[name], isPressed);
  }

  /** How much of the picture's top the buttons lie over. */
  get height(): number {
    return (this.box.offsetTop + this.box.offsetHeight) || 0;
  }
}
