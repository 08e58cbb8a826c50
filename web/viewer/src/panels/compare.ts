// What differs between two worlds, as a list and in the colours of the picture.
import type { Change } from 'overworld';
import type { Beside } from '../page/beside.js';
import { button, element } from '../page/dom.js';
import type { Doc, Session } from '../page/session.js';
import { VirtualList } from '../page/virtual-list.js';
import { text } from '../text.js';
import { valueText } from './tree.js';

const SIGNS = { added: '+', removed: '−', changed: '~', moved: '↦' } as const;

export class ComparePanel {
  readonly box = element('section', { class: 'compare', 'aria-label': text.compare });
  readonly #session: Session;
  readonly #beside: Beside;
  readonly #list: VirtualList;

  constructor(session: Session, beside: Beside) {
    this.#session = session;
    this.#beside = beside;
    beside.onChange = () => this.#draw();
    this.#list = new VirtualList({ rowHeight: 40, draw: (row) => this.#drawRow(row),
      attributes: { role: 'list', 'aria-label': text.differences, class: 'changes' } });
    for (const name of ['world', 'diff', 'docs'] as const) session.on(name, () => this.#draw());
  }

  #draw(): void {
    const { doc, docs, diff, before } = this.#session;
    if (!doc) {
      this.box.replaceChildren();
      return;
    }
    const others: [string, Doc][] = docs.filter((one) => one !== doc).map((one) => [one.name, one]);
    if (doc.at > 0) others.unshift([text.asOpened, doc]);
    const select = element('select', { id: 'compare-with', change: () =>
      void this.#session.compare(others[select.selectedIndex - 1]?.[1]) },
    element('option', {}, text.nothing), ...others.map(([name, one]) =>
      element('option', { selected: one === before }, name)));
    this.box.replaceChildren(
      element('p', {}, element('label', { for: 'compare-with' }, text.compareWith), ' ', select),
      ...(others.length === 0 ? [element('p', { class: 'quiet' }, text.compareHint)] : []),
      ...(diff ? [element('p', { class: 'summary' },
        element('span', { class: 'added' }, text.addedCount(diff.added)), ' ',
        element('span', { class: 'removed' }, text.removedCount(diff.removed)), ' ',
        element('span', { class: 'changed' }, text.changedCount(diff.changed + diff.moved))),
      button({ label: text.sideBySide, class: 'small', pressed: this.#beside.isShown }, () => this.#beside.toggle()), ' ',
      button({ label: text.savePatch, class: 'small' }, () => void this.#savePatch()), this.#list.box] : []));
    this.#list.count = diff?.changes.length ?? 0;
  }

  #drawRow(row: number): HTMLElement {
    const change = this.#session.diff!.changes[row]!;
    const pointer = change.after ?? change.before ?? '';
    const select = () => void (change.after !== null && this.#session.select(change.after, 'compare'));
    return element('div', { class: `change ${change.kind}`, role: 'listitem' },
      element('button', { type: 'button', click: select, disabled: change.after === null },
        element('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[change.kind]),
        element('span', { class: 'what' }, `${text.changeKind[change.kind]} ${change.name ?? change.record ?? ''}`),
        element('code', {}, pointer), element('span', { class: 'values' }, valuesText(change))));
  }

  async #savePatch(): Promise<void> {
    const patch = await this.#session.guard(() => this.#session.client.call('patchFromBefore'));
    if (patch) save(`${this.#session.doc!.name}.patch.json`, new Blob([`${JSON.stringify(patch, null, 1)}\n`]));
  }
}

function valuesText({ values_before: before, values_after: after }: Change): string {
  if (before === undefined && after === undefined) return '';
  return `${valueText(before).slice(0, 60)} → ${valueText(after).slice(0, 60)}`;
}

/** Hands a file to the user. */
export function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
