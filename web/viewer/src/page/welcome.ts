// What an empty page shows: where to drop a world, and some to try.
import { text } from '../text.js';
import { button, element } from './dom.js';
import type { Embedded, Opener } from './open.js';
import type { Session } from './session.js';

/** A sample as its picture with its name. */
function sampleButton(sample: Embedded, open: () => void): HTMLButtonElement {
  const [name = sample.name, game = ''] = text.sampleNames[sample.name] ?? [];
  return element('button', { type: 'button', class: 'sample', click: open },
    sample.picture ? element('img', { src: `data:image/png;base64,${sample.picture}`, alt: '', width: 116, height: 74 }) : undefined,
    element('span', {}, element('strong', {}, name), element('span', { class: 'quiet' }, game)));
}

export function welcome(session: Session, opener: Opener, samples: Embedded[]): HTMLElement {
  const box = element('section', { class: 'welcome', 'aria-label': text.open },
    element('h2', {}, matchMedia('(pointer: coarse)').matches ? text.emptyTitleTouch : text.emptyTitle), element('p', {}, text.emptyText),
    element('p', {}, button({ label: text.openFiles, text: text.openFiles, class: 'main' }, () => opener.choose(false)), ' ',
      button({ label: text.openFolder, text: text.openFolder }, () => opener.choose(true))),
    element('p', { class: 'privacy' }, text.privacy),
    element('h3', {}, text.samples),
    element('ul', {}, ...samples.map((sample) => element('li', {},
      sampleButton(sample, () => void opener.embedded(sample, `sample=${sample.name}`))))));
  session.on('docs', () => box.hidden = session.docs.length > 0);
  return box;
}
