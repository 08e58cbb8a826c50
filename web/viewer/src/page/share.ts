// Links that keep what is looked at: the view, cuts, what is hidden, the selection.
import type { Cut } from '../view/looking.js';
import type { Picture } from './picture.js';
import type { Session } from './session.js';
import { text } from '../text.js';

/** Addresses are no longer than browsers take. */
const MOST_RECORDS = 100;
/** What holds for all worlds that are open. */
const SWITCHES = ['perspective', 'states', 'labels', 'grid', 'background'];
const AXES = ['x', 'y', 'z'] as const;

function short(number: number): string {
  return String(Number(number.toFixed(3)));
}

/** The link's part behind "#" for what is seen now, at a tick of the circuit. */
export function linkOf(session: Session, picture: Picture, tick = 0): string {
  const { view, looking } = picture;
  const link = new URLSearchParams(session.doc?.source ?? '');
  const origin = picture.seen?.origin ?? [0, 0, 0];
  link.set('view', [view.yaw, view.pitch, view.scale / Math.min(view.width, view.height) * 1000,
    ...view.target.toArray().map((at, axis) => at + origin[axis]!)].map(short).join());
  if (view.isPerspective) link.set('perspective', '1');
  if (picture.background) link.set('background', picture.background.slice(1));
  if (!session.showStates) link.set('states', '0');
  if (!picture.states['labels']) link.set('labels', '0');
  if (picture.states['grid']) link.set('grid', '1');
  looking.cuts.forEach((cut, axis) => cut && link.set(`cut-${AXES[axis]}`, cut.map(short).join()));
  for (const name of looking.hiddenTypes) link.append('hide-type', name);
  for (const name of looking.hiddenKinds) link.append('hide-kind', name);
  for (const layer of looking.hiddenLayers) link.append('hide-layer', String(layer));
  for (const pointer of [...looking.hiddenRecords].slice(0, MOST_RECORDS)) link.append('hide', pointer);
  if (looking.isolated !== undefined) link.set('only', looking.isolated);
  if (!looking.hasPegs) link.set('pegs', '0');
  if (session.selection) link.set('select', session.selection.pointer);
  if (tick > 0) link.set('tick', String(tick));
  return link.toString();
}

/** A link to what was seen of a world before, with the page's switches as they are now. */
function linkBack(seen: string, session: Session, picture: Picture): URLSearchParams {
  const link = new URLSearchParams(seen), now = new URLSearchParams(linkOf(session, picture));
  for (const name of SWITCHES) {
    link.delete(name);
    if (now.has(name)) link.set(name, now.get(name)!);
  }
  return link;
}

/** Whoever comes back to a world sees of it what they left. */
export function keepWhatIsSeen(session: Session, picture: Picture): void {
  session.on('leaving', (doc) => {
    if (session.model) doc.seen = linkOf(session, picture);
  });
  session.on('shown', (doc) => {
    const { seen } = doc;
    delete doc.seen;
    if (seen !== undefined && !picture.wished) {
      picture.wished = (made) => followLink(linkBack(seen, session, made), session, made);
    }
  });
}

function numbersOf(list: string | null, count: number): number[] | undefined {
  const numbers = (list ?? '').split(',').map(Number);
  return list && numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Makes a picture what a link says. */
export function followLink(link: URLSearchParams, session: Session, picture: Picture): void {
  const { view, looking } = picture;
  const seen = numbersOf(link.get('view'), 6);
  const origin = picture.seen?.origin ?? [0, 0, 0];
  if (seen) {
    [view.yaw, view.pitch] = [seen[0]!, Math.min(90, Math.max(-90, seen[1]!))];
    if (seen[2]! > 0) view.scale = seen[2]! * Math.min(view.width, view.height) / 1000;
    view.target.set(seen[3]! - origin[0]!, seen[4]! - origin[1]!, seen[5]! - origin[2]!);
  }
  if (link.has('perspective') !== view.isPerspective) picture.togglePerspective();
  if (link.has('background')) picture.background = `#${link.get('background')}`;
  picture.toggleLabels(link.get('labels') !== '0');
  picture.toggleGrid(link.get('grid') === '1');
  AXES.forEach((axis, number) => {
    const cut: Cut = numbersOf(link.get(`cut-${axis}`), 2) as Cut;
    if (cut) looking.cuts[number] = cut;
  });
  for (const name of link.getAll('hide-type')) looking.hiddenTypes.add(name);
  for (const name of link.getAll('hide-kind')) looking.hiddenKinds.add(name);
  for (const layer of link.getAll('hide-layer')) looking.hiddenLayers.add(Number(layer));
  for (const pointer of link.getAll('hide')) looking.hiddenRecords.add(pointer);
  looking.isolated = link.get('only') ?? undefined;
  if (link.get('pegs') === '0') looking.hasPegs = false;
  void followPointers(link, session, picture);
}

/** The tick that a link asks for; 0 if it asks for none. */
export function tickOf(link: URLSearchParams): number {
  const tick = Number(link.get('tick') ?? 0);
  return Number.isSafeInteger(tick) && tick > 0 ? tick : 0;
}

/** A link may be of another world, or of this one before it was changed: what is not there is told. */
async function followPointers(link: URLSearchParams, session: Session, picture: Picture): Promise<void> {
  const { doc } = session;
  const { looking } = picture;
  const missing = new Set<string>();
  for (const name of ['select', 'only']) {
    const pointer = link.get(name);
    if (pointer === null) continue;
    const field = await session.client.call('locate', pointer).catch(() => undefined);
    if (session.doc !== doc) return;
    if (!field) missing.add(pointer);
    else if (name === 'select') void session.select(pointer, 'link');
  }
  if (missing.size === 0) return;
  if (looking.isolated !== undefined && missing.has(looking.isolated)) {
    looking.isolated = undefined;
    session.emit('look', undefined);
  }
  session.say(text.notInWorld([...missing]), 'error');
}
