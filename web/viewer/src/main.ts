// The page: puts its parts together, and opens what its address or the page itself asks for.
import './style.css';
import { text } from './text.js';
import { Client } from './worker/client.js';
import { BytesPanel } from './panels/bytes.js';
import { CircuitPanel } from './panels/circuit.js';
import { ComparePanel } from './panels/compare.js';
import { DetailsPanel } from './panels/details.js';
import { FactsPanel } from './panels/facts.js';
import { FindPanel } from './panels/find.js';
import { ProblemsPanel } from './panels/problems.js';
import { ShowPanel } from './panels/show.js';
import { TablePanel } from './panels/table.js';
import { TreePanel } from './panels/tree.js';
import { Waves } from './panels/waves.js';
import { Beside } from './page/beside.js';
import { Changer } from './page/changer.js';
import { button, copyText, element } from './page/dom.js';
import { applyTheme, Header } from './page/header.js';
import { listenToKeys } from './page/keys.js';
import { Dock, Tabs } from './page/layout.js';
import { fromBase64, Opener } from './page/open.js';
import type { Embedded } from './page/open.js';
import { Picture } from './page/picture.js';
import { isUnsaved, Session } from './page/session.js';
import { Simulator } from './page/simulator.js';
import { followLink, keepWhatIsSeen, linkOf, tickOf } from './page/share.js';
import { welcome } from './page/welcome.js';

function dataOf<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null') as Data;
}

/** The library's module: fetched, or unpacked from the page itself. */
async function loadModule(): Promise<WebAssembly.Module> {
  const { address, packed } = dataOf<{ address?: string; packed?: string }>('library');
  if (packed === undefined) {
    const response = await fetch(address!);
    if (!response.ok) throw new Error(text.notFetched(address!, response.status));
    return WebAssembly.compile(await response.arrayBuffer());
  }
  const stream = new Blob([fromBase64(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** What the library is doing, and a button to stop it. */
function busyBar(session: Session): HTMLElement {
  const bar = element('progress', { 'aria-label': text.working });
  const stop = button({ label: text.stop, text: text.stop, class: 'small' }, () => void session.guard(async () => {
    await session.stop();
    session.say(text.stopped);
  }));
  const box = element('div', { class: 'busy', hidden: true, 'data-calls': 0 }, bar, stop);
  let timer = 0;
  session.client.onBusy = ({ calls, done, total }) => {
    box.dataset['calls'] = String(calls);
    if (total > 0) bar.value = done / total;
    else bar.removeAttribute('value');
    if (calls === 0) {
      clearTimeout(timer);
      timer = 0;
      box.hidden = true;
    } else if (timer === 0) timer = window.setTimeout(() => box.hidden = false, 400);
  };
  return box;
}

function toasts(session: Session): HTMLElement {
  const box = element('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });
  session.say = (message, kind = 'plain') => {
    // What several parts of the page find out is said once.
    [...box.children].find((other) => other.textContent === message)?.remove();
    const toast = element('p', { class: kind }, message);
    box.append(toast);
    setTimeout(() => toast.remove(), kind === 'error' ? 9000 : 4000);
    while (box.childElementCount > 3) box.firstElementChild!.remove();
  };
  return box;
}

async function share(session: Session, picture: Picture, circuit: CircuitPanel): Promise<void> {
  history.replaceState(null, '', `#${linkOf(session, picture, circuit.tick)}`);
  if (await copyText(location.href)) session.say(circuit.isTouched ? text.sharedTouched : session.doc?.source ? text.shared : text.sharedWithout);
  else session.say(text.inAddress);
}

/** Builds the page around a session; what is to be opened comes after. */
function build(session: Session, samples: Embedded[]) {
  // The picture asks first for what carries a large world. What the tree asks then goes before the rest of the picture.
  const picture = new Picture(session);
  const tree = new TreePanel(session);
  const beside = new Beside(session, picture);
  const opener = new Opener(session);
  const changer = new Changer(session, picture);
  opener.onPaste = (pasted) => changer.paste(pasted);
  const find = new FindPanel(session, picture);
  const problems = new ProblemsPanel(session);
  const badge = element('span', { class: 'badge' });
  problems.onCount = (errors, warnings) => {
    badge.textContent = errors + warnings > 0 ? String(errors + warnings) : '';
    badge.className = `badge ${errors > 0 ? 'error' : warnings > 0 ? 'warning' : ''}`;
  };
  const left = new Dock('left', text.tree, element('div', { class: 'column' }, find.box, tree.box,
    new DetailsPanel(session, picture, changer).box), 340);
  const waves = new Waves();
  const circuit = new CircuitPanel(session, picture, new Simulator(session), waves);
  const tabs = new Tabs('right', text.panels, [
    { id: 'facts', label: text.facts, panel: new FactsPanel(session).box },
    { id: 'show', label: text.show, panel: new ShowPanel(session, picture).box },
    { id: 'problems', label: text.problems, panel: problems.box, badge },
    { id: 'circuit', label: text.circuit, panel: circuit.box },
    { id: 'compare', label: text.compare, panel: new ComparePanel(session, beside).box }]);
  picture.onProblems = () => {
    right.toggle(false);
    tabs.show('problems');
    right.box.scrollIntoView({ block: 'nearest' }); // on a narrow screen it is below the picture
  };
  tabs.onShow = (id) => circuit.show(id === 'circuit');
  tabs.offer('circuit', false);
  session.on('docs', () => tabs.offer('circuit', circuit.isOffered));
  const right = new Dock('right', text.facts, tabs.box, 320);
  const table = new TablePanel(session);
  const lists = new Tabs('bottom', text.bytesAndTable, [{ id: 'bytes', label: text.bytes, panel: new BytesPanel(session).box },
    { id: 'table', label: text.table, panel: table.box }]);
  lists.onShow = (id) => table.show(id === 'table');
  const bottom = new Dock('bottom', text.bytes, lists.box, 240);
  const header = new Header(session, picture, opener, [[left, 'C'], [right, 'Y'], [bottom, 'B']],
    () => void share(session, picture, circuit));
  keepWhatIsSeen(session, picture);
  const showEmpty = () => document.body.classList.toggle('empty', session.docs.length === 0);
  session.on('docs', showEmpty);
  showEmpty();
  document.body.replaceChildren(header.box,
    element('main', {}, left.box, left.bar,
      element('div', { class: 'middle' },
        element('div', { class: 'frame' }, picture.box, beside.box, welcome(session, opener, samples), busyBar(session)),
        waves.box, bottom.bar, bottom.box),
      right.bar, right.box),
    toasts(session));
  listenToKeys(session, picture, opener, find, { left, right, bottom }, () => tabs.current === 'circuit' && circuit.toggle());
  addEventListener('beforeunload', (event) => session.docs.some(isUnsaved) && event.preventDefault());
  /** Shows what a link says once its world is there. */
  const follow = (link: URLSearchParams) => {
    picture.wished = (made) => {
      followLink(link, session, made);
      if (tickOf(link) === 0 || !circuit.isOffered) return;
      tabs.show('circuit');
      void circuit.runTo(tickOf(link));
    };
  };
  return { picture, opener, follow };
}

type Built = ReturnType<typeof build>;

/** Opens what the address asks for, or what is in the page. */
async function openFirst(session: Session, { picture, opener, follow }: Built, samples: Embedded[],
  worlds: Embedded[]): Promise<void> {
  const link = new URLSearchParams(location.hash.slice(1));
  follow(link);
  await picture.toggleStates(link.get('states') !== '0');
  for (const world of worlds) await opener.embedded(world);
  if (worlds.length > 1) await session.guard(() => session.show(session.docs[0]!));
  await openLinked(link, opener, samples);
}

/** Opens the world that a link names; whether it names one. */
async function openLinked(link: URLSearchParams, opener: Opener, samples: Embedded[]): Promise<boolean> {
  const sample = samples.find(({ name }) => name === link.get('sample'));
  const address = link.get('url');
  if (sample) await opener.embedded(sample, `sample=${sample.name}`);
  else if (address !== null) await opener.address(address);
  return sample !== undefined || address !== null;
}

/** A link that is put into the address of the open page: its world, or the one that is open, as the link says. */
async function followAddress(session: Session, { picture, opener, follow }: Built, samples: Embedded[]): Promise<void> {
  const link = new URLSearchParams(location.hash.slice(1));
  if (link.size === 0) return;
  await picture.toggleStates(link.get('states') !== '0');
  const source = new URLSearchParams(session.doc?.source ?? '');
  const isOpen = session.doc && ['sample', 'url'].every((name) => link.get(name) === null || link.get(name) === source.get(name));
  follow(link);
  if (!isOpen && await openLinked(link, opener, samples)) return;
  if (session.doc) await session.guard(() => session.show(session.doc!));
}

async function main(): Promise<void> {
  applyTheme();
  document.body.append(element('p', { class: 'starting' }, text.loadingLibrary));
  // Read first: the page takes the place of its data.
  const samples = dataOf<Embedded[]>('samples') ?? [];
  const worlds = dataOf<Embedded[]>('worlds') ?? [];
  const client = new Client(await loadModule());
  const { version, formats } = await client.start();
  const session = new Session(client, version, formats);
  const built = build(session, samples);
  await openFirst(session, built, samples, worlds);
  addEventListener('hashchange', () => void followAddress(session, built, samples));
}

main().catch((error: unknown) => {
  document.body.replaceChildren(element('p', { class: 'starting', role: 'alert' },
    text.noLibrary(error instanceof Error ? error.message : String(error))));
});
