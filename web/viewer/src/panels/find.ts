// Search: words of names and texts, or selectors, with a list of what was found.
import type { FindOptions, Part } from 'overworld';
import { button, element } from '../page/dom.js';
import type { Picture } from '../page/picture.js';
import type { Session } from '../page/session.js';
import { text } from '../text.js';

const MOST_PARTS = 5000;
const MOST_ROWS = 200;

/** What somebody typed: a selector where it looks like one, else words. */
function optionsOf(typed: string): FindOptions {
  const isSelector = /^(\/|C-\d|type:|kind:|group:|tag:|text:|at:|box:|wires?$|things?$|blocks?$)/.test(typed);
  return isSelector ? { selectors: typed, maxParts: MOST_PARTS } : { text: typed, maxParts: MOST_PARTS };
}

function nameOf(part: Part): string {
  const address = part.address === undefined ? '' : ` C-${part.address}`;
  return `${part.type ?? part.kind}${address}${part.text === undefined ? '' : ` “${part.text}”`}`;
}

export class FindPanel {
  readonly box: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #session: Session;
  readonly #picture: Picture;
  readonly #results = element('div', { class: 'results', role: 'status' });
  #turn = 0;
  #typed = '';

  constructor(session: Session, picture: Picture) {
    this.#session = session;
    this.#picture = picture;
    this.input = element('input', { type: 'search', placeholder: text.findHint, 'aria-label': text.find,
      autocomplete: 'off', spellcheck: 'false' });
    this.box = element('form', { class: 'find', role: 'search', submit: (event: Event) => {
      event.preventDefault();
      void this.#find();
    } }, this.input, this.#results);
    this.input.addEventListener('input', () => void (this.input.value === '' && this.#clear()));
    session.on('world', ({ isEdit }) => !isEdit && this.#clear());
  }

  #clear(): void {
    this.#turn++;
    this.#typed = '';
    this.#results.replaceChildren();
    this.#picture.markFound([]);
  }

  async #find(): Promise<void> {
    const typed = this.input.value.trim();
    if (typed === '' || !this.#session.doc) {
      this.#clear();
      return;
    }
    const turn = ++this.#turn;
    const { client } = this.#session;
    let found = await client.call('find', optionsOf(typed)).catch((error: unknown) => error as Error);
    // Words may be those of a type too.
    if (!(found instanceof Error) && found.count === 0 && !typed.includes(':')) {
      found = await client.call('find', { type: `*${typed}*`, maxParts: MOST_PARTS }).catch((error: unknown) => error as Error);
    }
    if (turn !== this.#turn) return;
    this.#typed = typed;
    if (found instanceof Error) this.#results.replaceChildren(element('p', { class: 'error' }, found.message));
    else this.#show(found.parts, found.count);
  }

  #show(parts: Part[], count: number): void {
    this.#results.replaceChildren(
      element('p', { class: 'quiet' }, text.foundCount(count, this.#typed), ' ',
        button({ label: text.clearFind, text: text.clear, class: 'small' }, () => {
          this.input.value = '';
          this.#clear();
        })),
      element('ul', {}, ...parts.slice(0, MOST_ROWS).map((part) => element('li', {},
        element('button', { type: 'button', class: 'place', click: () =>
          void this.#session.select(part.pointer, 'find') }, nameOf(part), element('code', {}, part.pointer))))));
    this.#picture.markFound(parts.map(({ pointer }) => pointer));
  }
}
