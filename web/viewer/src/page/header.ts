// The bar on top: worlds that are open, undo, download, link, theme, help.
import { text } from '../text.js';
import { button, element } from './dom.js';
import { downloads } from './download.js';
import type { Dock } from './layout.js';
import { menuOf } from './menu.js';
import type { Opener } from './open.js';
import type { Picture } from './picture.js';
import { preference } from './preferences.js';
import { isUnsaved } from './session.js';
import type { Doc, Session } from './session.js';
import { askForPatch, askToClose, showHelp } from './sheets.js';

const theme = preference<'' | 'light' | 'dark'>('theme', '');

export function applyTheme(): void {
  if (theme.value) document.documentElement.dataset['theme'] = theme.value;
}

function toggleTheme(): void {
  const isDark = document.documentElement.dataset['theme'] === 'dark' ||
    (!document.documentElement.dataset['theme'] && matchMedia('(prefers-color-scheme: dark)').matches);
  theme.value = isDark ? 'light' : 'dark';
  applyTheme();
}

export class Header {
  readonly box: HTMLElement;
  readonly #session: Session;
  readonly #worlds = element('div', { class: 'worlds', role: 'group', 'aria-label': text.worlds });
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #needWorld: HTMLButtonElement[];

  constructor(session: Session, picture: Picture, opener: Opener, docks: [Dock, string][], share: () => void) {
    this.#session = session;
    this.#undo = button({ label: text.undo, icon: 'undo', keys: 'Ctrl+Z' }, () => void session.travel(-1));
    this.#redo = button({ label: text.redo, icon: 'redo', keys: 'Ctrl+Shift+Z' }, () => void session.travel(1));
    const open = button({ label: text.open, icon: 'open', text: text.open, class: 'main' }, () => undefined);
    const openMenu = menuOf(open, 'open-menu', text.open, () => [
      [text.openFiles, () => opener.choose(false)], [text.openFolder, () => opener.choose(true)],
      [text.pastePatch, () => session.doc ? askForPatch(async (patch) =>
        await session.edit({ kind: 'patch', patch }, text.patch) !== undefined) : session.say(text.noWorldToPatch, 'error')]]);
    const save = button({ label: text.download, icon: 'download', text: text.download }, () => undefined);
    const saveMenu = menuOf(save, 'download-menu', text.download, () => downloads(session, picture));
    const link = button({ label: text.share, icon: 'link' }, share);
    this.#needWorld = [save, link];
    this.box = element('header', {}, element('h1', {}, text.title), open, openMenu, this.#worlds,
      element('span', { class: 'group' }, this.#undo, this.#redo), save, saveMenu, link,
      element('span', { class: 'group switches', role: 'group', 'aria-label': text.panels },
        ...docks.map(([dock, keys]) => dock.switch(keys))),
      button({ label: text.theme, icon: 'theme' }, toggleTheme),
      button({ label: text.help, icon: 'help', keys: '?' }, () => showHelp(session.version)));
    session.on('docs', () => this.#draw());
    this.#draw();
  }

  #close(doc: Doc): void {
    const close = () => void this.#session.guard(() => this.#session.close(doc));
    if (isUnsaved(doc)) askToClose(doc.name, close);
    else close();
  }

  #draw(): void {
    const { docs, doc } = this.#session;
    this.#undo.disabled = !doc || doc.at === 0;
    this.#redo.disabled = !doc || doc.at === doc.states.length - 1;
    for (const one of this.#needWorld) one.disabled = !doc;
    this.#worlds.replaceChildren(...docs.map((one) => {
      const isCurrent = one === doc;
      return element('span', { class: isCurrent ? 'world current' : 'world' },
        element('button', { type: 'button', 'aria-pressed': String(isCurrent), title: one.name, click: () =>
          void this.#session.guard(() => this.#session.show(one)) }, one.name.split('/').pop()!,
        one.at > 0 ? element('span', { class: 'changed-mark' }, ' •') : undefined),
        button({ label: text.closeWorld(one.name), icon: 'close', class: 'quiet' }, () => this.#close(one)));
    }));
    this.#worlds.querySelector('.current')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    document.title = doc ? `${doc.name} – ${text.title}` : text.title;
  }
}
