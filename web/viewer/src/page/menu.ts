// Menus that open below a button.
import { button, element } from './dom.js';

const FROM_EDGE = 6;

/** A menu of a button, filled whenever it opens, which closes when something is chosen. */
export function menuOf(opener: HTMLButtonElement, id: string, label: string,
  choices: () => [string, () => void][]): HTMLElement {
  const list = element('div', { class: 'menu', popover: 'auto', id, role: 'group', 'aria-label': label });
  opener.popoverTargetElement = list;
  list.addEventListener('beforetoggle', () => {
    list.replaceChildren(...choices().map(([name, run]) => button({ label: name, text: name }, () => {
      list.hidePopover();
      run();
    })));
    placeBelow(list, opener);
  });
  // How wide it is, is known only now.
  list.addEventListener('toggle', () => placeBelow(list, opener));
  return list;
}

function placeBelow(list: HTMLElement, opener: HTMLElement): void {
  const { left, bottom } = opener.getBoundingClientRect();
  list.style.left = `${Math.max(FROM_EDGE, Math.min(left, innerWidth - list.offsetWidth - FROM_EDGE))}px`;
  list.style.top = `${bottom + FROM_EDGE}px`;
}
