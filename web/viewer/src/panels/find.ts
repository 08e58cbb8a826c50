// Search: words of names and texts, or selectors, with a list of what was found.
import type { FindResult, Part } from 'overworld';
import { button, element } from '../page/dom.js';
import type { Picture } from '../page/picture.js';
import type { Session } from '../page/session.js';
import { selectorName } from '../view/looking.js';
import { text } from '../text.js';

const MOST_PARTS = 5000;
const MOST_ROWS = 200;

/** What looks like a selector; all else is words. */
const SELECTOR = /^(\/|C-\d|type:|kind:|group:|tag:|text:|at:|box:|near:|only:|wired:|net:|not:|components?$|wires?$|things?$|blocks?$)/i;

/** Names of types in a selector in the case that the world has them in. */
function withCase(selectors: string, types: readonly string[]): string {
  return selectors.split(',').map((one) => {
    const wanted = /^\s*type:(.*)$/.exec(one)?.[1]?.trim().toLowerCase();
    const found = wanted === undefined ? undefined : types.filter((name) => matches(wanted, name.toLowerCase()));
    return found?.length ? found.map((name) => `type:${selectorName(name)}`).join() : one;
  }).join();
}

/** Whether a name is what a pattern says, in which * stands for any characters. */
function matches(pattern: string, name: string): boolean {
  const [first, ...rest] = pattern.split('*') as [string, ...string[]];
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  let at = first.length;
  if (!name.startsWith(first)) return false;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** What two searches found, in the order of the file, each record once. */
function together(one: FindResult, other: FindResult): FindResult {
  const seen = new Set(one.parts.map(({ pointer }) => pointer));
  const more = other.parts.filter(({ pointer }) => !seen.has(pointer));
  const isWhole = one.parts.length === one.count && other.parts.length === other.count;
  return { parts: [...one.parts, ...more], count: isWhole ? one.count + more.length : one.count + other.count };
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
  #isStale = false;

  constructor(session: Session, picture: Picture) {
    this.#session = session;
    this.#picture = picture;
    this.input = element('input', { type: 'search', placeholder: text.findHint, 'aria-label': text.find,
      autocomplete: 'off', spellcheck: 'false' });
    this.box = element('form', { class: 'find', role: 'search', 'aria-label': text.find, submit: (event: Event) => {
      event.preventDefault();
      void this.#find(this.input.value.trim());
    } }, this.input, this.#results);
    this.input.addEventListener('input', () => void (this.input.value === '' && this.#clear()));
    session.on('world', ({ isEdit }) => {
      if (!isEdit) this.#clear();
      // Pointers mean other records now: the search is made again, once it is known which types there are.
      else if (this.#typed !== '') this.#isStale = true;
      if (this.#isStale) this.#picture.markFound([]);
    });
    for (const name of ['model', 'unseen'] as const) session.on(name, () => {
      if (this.#isStale) void this.#find(this.#typed);
    });
  }

  #clear(): void {
    this.#turn++;
    this.#typed = '';
    this.#isStale = false;
    this.#results.replaceChildren();
    this.#picture.markFound([]);
  }

  async #find(typed: string): Promise<void> {
    if (typed === '' || !this.#session.doc) {
      this.#clear();
      return;
    }
    const turn = ++this.#turn;
    this.#isStale = false;
    this.#picture.markFound([]);
    const found = await this.#ask(typed).catch((error: unknown) => error as Error);
    if (turn !== this.#turn) return;
    this.#typed = typed;
    if (found instanceof Error) this.#results.replaceChildren(element('p', { class: 'error' }, found.message));
    else this.#show(found.parts, found.count);
  }

  /** Records that a selector chooses, or that have words in their text or in the name of their type. */
  async #ask(typed: string): Promise<FindResult> {
    const { client, model } = this.#session;
    const names = model?.types.map(({ name }) => name) ?? [];
    if (SELECTOR.test(typed)) {
      const selectors = withCase(/^[a-z]+$/i.test(typed) ? typed.toLowerCase() : typed, names);
      return client.call('find', { selectors, maxParts: MOST_PARTS });
    }
    const texts = await client.call('find', { text: typed, maxParts: MOST_PARTS });
    const types = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
    if (types.length === 0) return texts;
    const selectors = types.map((name) => `type:${selectorName(name)}`).join();
    return together(texts, await client.call('find', { selectors, maxParts: MOST_PARTS }));
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
