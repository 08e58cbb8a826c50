// The shortest way from one net to another, asked for by name, as a list of the nets on it.
import type { NetRow } from 'overworld';
import { button, element } from '../page/dom.js';
import type { Session } from '../page/session.js';
import { text } from '../text.js';

/** Of a way so many nets are listed. */
const MOST_STEPS = 200;

/** A field for the net that a way leads to; `go` is told which net of the way is to be looked at. */
export function wayFrom(from: NetRow, session: Session, go: (net: number) => void): HTMLElement {
  const input = element('input', { type: 'text', placeholder: text.wayHint, 'aria-label': text.wayFrom(from.name),
    autocomplete: 'off', spellcheck: 'false' });
  const said = element('p', { class: 'quiet', role: 'status' });
  const list = element('ol', { class: 'way-steps' });

  async function find(name: string): Promise<void> {
    list.replaceChildren();
    const to = await session.client.call('circuitFind', name).catch(() => undefined);
    if (to === undefined) {
      said.textContent = text.noSuchNet(name);
      return;
    }
    const way = await session.guard(() => session.client.call('circuitPath', from.number, to)) ?? [];
    said.textContent = way.length === 0 ? text.noWay(from.name, name) : text.wayLength(way.length);
    list.replaceChildren(...way.slice(0, MOST_STEPS).map((row) => element('li', {},
      button({ label: row.name, class: 'small' }, () => go(row.number)))));
  }

  return element('form', { class: 'way', submit: (event: Event) => {
    event.preventDefault();
    if (input.value.trim()) void find(input.value.trim());
  } }, element('p', { class: 'actions' }, input, element('button', { type: 'submit', class: 'small' }, text.findWay)), said, list);
}
