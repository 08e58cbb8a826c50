// What is wrong with a world: by code, with what it means, where, and its repair.
import type { Issue, IssueCode } from 'overworld';
import { button, element } from '../page/dom.js';
import type { Session } from '../page/session.js';
import { text } from '../text.js';

const MOST_PLACES = 50;
const RANK = { error: 0, warning: 1, info: 2 } as const;

export class ProblemsPanel {
  readonly box = element('section', { class: 'problems scroll', 'aria-label': text.problems, tabindex: '0' });
  readonly #session: Session;
  readonly #places = new Map<HTMLElement, string>();
  readonly #opened = new Set<string>();
  /** Told how many errors and warnings there are. */
  onCount: (errors: number, warnings: number) => void = () => undefined;

  constructor(session: Session) {
    this.#session = session;
    session.on('world', () => this.#draw());
    session.on('check', () => this.#draw());
    session.on('selected', () => this.#follow());
  }

  #draw(): void {
    const { check, doc } = this.#session;
    this.#places.clear();
    if (!doc || !check) {
      this.box.replaceChildren(element('p', { class: 'quiet' }, doc ? text.checking : ''));
      this.onCount(0, 0);
      return;
    }
    const { errors, warnings, infos, not_shown: notShown } = check.counters;
    this.onCount(errors, warnings);
    const groups = new Map<string, Issue[]>();
    for (const issue of check.issues) groups.set(issue.code, [...(groups.get(issue.code) ?? []), issue]);
    const sorted = [...groups.entries()].sort(([, a], [, b]) => RANK[a[0]!.severity] - RANK[b[0]!.severity]);
    // Notes are repaired one code at a time: most are no mistakes.
    const mendable = sorted.some(([code, issues]) => this.#about(code)?.remedy && issues[0]!.fix === 'lossless' &&
      issues[0]!.severity !== 'info');
    this.box.replaceChildren(
      element('p', { class: 'summary' }, check.issues.length === 0 ? text.noProblems
        : text.problemCounts(errors, warnings, infos)),
      ...(mendable ? [button({ label: text.repairAll, class: 'small main' }, () => void this.#repair([], false))] : []),
      ...sorted.map(([code, issues]) => this.#drawGroup(code, issues)),
      ...(notShown > 0 ? [element('p', { class: 'quiet' }, text.notShown(notShown))] : []));
    this.#follow();
  }

  #about(code: string): IssueCode | undefined {
    const { issue_codes: own = [], folder_codes: beside = [] } = this.#session.format ?? {};
    return [...own, ...beside].find((one) => one.code === code);
  }

  #drawGroup(code: string, issues: Issue[]): HTMLElement {
    const about = this.#about(code);
    const { severity, fix } = issues[0]!;
    const places = element('ol', {}, ...issues.slice(0, MOST_PLACES).map((issue) => this.#drawPlace(issue)));
    const group = element('details', { class: `problem ${severity}`, open: this.#opened.has(code) || issues.length <= 3 },
      element('summary', {}, element('span', { class: `badge ${severity}` }, text.severity[severity]),
        element('code', {}, code), element('span', { class: 'count' }, issues.length.toLocaleString('en'))),
      about && element('p', {}, about.meaning),
      about && about.advice !== '' && element('p', { class: 'quiet' }, about.advice),
      about?.remedy ? this.#remedy(about, code, fix) : undefined,
      places, issues.length > MOST_PLACES && element('p', { class: 'quiet' }, text.andMore(issues.length - MOST_PLACES)));
    group.addEventListener('toggle', () => group.open ? this.#opened.add(code) : this.#opened.delete(code));
    return group;
  }

  #remedy(about: IssueCode, code: string, fix: Issue['fix']): HTMLElement {
    const isLossy = fix === 'lossy';
    return element('p', { class: 'remedy' },
      button({ label: text.repairCode(code), text: isLossy ? text.repairLossy : text.repair, class: 'small' },
        () => void this.#repair([code], isLossy)), ' ', about.remedy_does ?? '');
  }

  #drawPlace(issue: Issue): HTMLElement {
    const place = element('li', {}, button({ label: `${issue.pointer || '/'} ${issue.message}`, class: 'place',
      text: issue.message }, () => void this.#session.select(issue.pointer, 'problems')),
    element('code', {}, issue.pointer || '/'));
    this.#places.set(place, issue.pointer);
    return place;
  }

  async #repair(only: string[], lossy: boolean): Promise<void> {
    const edited = await this.#session.edit({ kind: 'repair', only, lossy }, text.repairOf(only[0]));
    if (edited?.report) this.#session.say(text.repaired(edited.report.fixed, edited.report.left));
  }

  /** Marks the problems of what is selected, or of what is inside it. */
  #follow(): void {
    const pointer = this.#session.selection?.pointer;
    let first: HTMLElement | undefined;
    for (const [place, at] of this.#places) {
      const isHere = pointer !== undefined && pointer !== '' &&
        (at === pointer || at.startsWith(`${pointer}/`) || pointer.startsWith(`${at}/`));
      place.classList.toggle('chosen', isHere);
      if (isHere) first ??= place;
    }
    const group = first?.closest('details');
    if (group) group.open = true;
    first?.scrollIntoView({ block: 'nearest' });
  }
}
