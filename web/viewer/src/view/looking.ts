// What of a world is to be seen: types, kinds and layers hidden, cuts, what was found; as marks for the shaders and as a
// choice for the library.
import { Flags, NONE } from 'overworld';
import type { Change, Choice } from 'overworld';
import type { Model, Seen } from '../worker/protocol.js';
import { changedRuns } from './cells.js';
import type { Run } from './cells.js';
import { Mark } from './materials.js';
import { Members } from './members.js';
import type { Stage } from './stage.js';

export type Cut = [number, number] | undefined;

/** The record that a pointer leads into, for the lists that a scene shows. */
export function subjectsOf(pointer: string, model: Pick<Seen, 'kinds'>): { kind: number; subject: number; rest: string }[] {
  return model.kinds.flatMap(({ list }, kind) => {
    if (!pointer.startsWith(`${list}/`)) return [];
    const [token, ...rest] = pointer.slice(list.length + 1).split('/');
    return /^\d+$/.test(token!) ? [{ kind, subject: Number(token), rest: rest.join('/') }] : [];
  });
}

/** The pointer of the record that a thing shows. */
export function pointerOf(model: Pick<Seen, 'kinds'>, kind: number, subject: number): string {
  const list = model.kinds[kind]?.list ?? '';
  return subject === NONE ? list : `${list}/${subject}`;
}

/** The pointer of the record that a pointer leads into. */
export function recordOf(pointer: string, seen: Pick<Seen, 'kinds'>): string | undefined {
  const [found] = subjectsOf(pointer, seen);
  return found && pointerOf(seen, found.kind, found.subject);
}

/** Numbers of the things that show what pointers lead into. */
export function thingsAt(model: Model, pointers: readonly string[]): Set<number> {
  const wanted = model.kinds.map(() => new Set<number>());
  for (const pointer of pointers) {
    for (const { kind, subject } of subjectsOf(pointer, model)) wanted[kind]!.add(subject);
  }
  const found = new Set<number>();
  if (wanted.every(({ size }) => size === 0)) return found;
  const { kind, subject, count } = model.things;
  for (let i = 0; i < count; i++) if (wanted[kind[i]!]!.has(subject[i]!)) found.add(i);
  return found;
}

/** Words for records that a scene shows: "MHG.AndGate C-12". */
export class RecordNames {
  readonly #model: Model;
  /** For each kind the thing that shows a record, plus one. */
  readonly #shown: Uint32Array[];

  constructor(model: Model) {
    this.#model = model;
    const { kind, subject, count } = model.things;
    const most = model.kinds.map(() => 0);
    for (let i = 0; i < count; i++) if (subject[i] !== NONE) most[kind[i]!] = Math.max(most[kind[i]!]!, subject[i]! + 1);
    this.#shown = most.map((size) => new Uint32Array(size));
    for (let i = 0; i < count; i++) if (subject[i] !== NONE) this.#shown[kind[i]!]![subject[i]!] = i + 1;
  }

  of(pointer: string): string {
    const { types, things } = this.#model;
    for (const { kind, subject, rest } of subjectsOf(pointer, this.#model)) {
      const thing = (this.#shown[kind]?.[subject] ?? 0) - 1;
      const type = types[things.type[thing] ?? NONE];
      if (rest === '' && type) return things.address[thing] ? `${type.name} C-${things.address[thing]}` : type.name;
    }
    return '';
  }
}

/** A selector has commas between its parts, and * for any characters. */
export function selectorName(name: string): string {
  return name.replaceAll(',', '*');
}

export class Looking {
  readonly hiddenTypes = new Set<string>();
  readonly hiddenKinds = new Set<string>();
  readonly hiddenLayers = new Set<number>();
  hasPegs = true;
  hasLabels = true;
  cuts: [Cut, Cut, Cut] = [undefined, undefined, undefined];
  /** Records that are hidden with all that stands on them, and the one that alone is to be seen. */
  readonly hiddenRecords = new Set<string>();
  isolated: string | undefined;
  selected = new Set<number>();
  found = new Set<number>();
  /** Marks of a net, by thing. */
  net = new Map<number, number>();
  /** Marks of a comparison, by thing. */
  differences = new Map<number, number>();
  /** Cells and heights that a comparison found changed. */
  cells: Run[] = [];
  isComparing = false;
  #counts = '';
  #hidden: Members | undefined;
  #only: Members | undefined;

  reset(): void {
    this.showRecords();
    this.hiddenTypes.clear();
    this.hiddenKinds.clear();
    this.hiddenLayers.clear();
    this.hasPegs = true;
    this.cuts = [undefined, undefined, undefined];
    this.selected = new Set();
    this.found = new Set();
    this.net = new Map();
    this.differences = new Map();
    this.cells = [];
  }

  /** Shows all records that were hidden one by one. */
  showRecords(): void {
    this.hiddenRecords.clear();
    this.isolated = undefined;
  }

  /** Pointers to records mean others where there are more or fewer of them; whether there are. */
  keepRecordsOf({ kinds }: Seen): boolean {
    const counts = kinds.map(({ count }) => count).join();
    const isOther = counts !== this.#counts;
    if (isOther) this.showRecords();
    this.#counts = counts;
    return isOther;
  }

  #isLeftOut(kind: number, subject: number, group: number): boolean {
    return this.#hidden?.has(kind, subject, group) === true || this.#only?.has(kind, subject, group) === false;
  }

  isCut(model: Model, at: ArrayLike<number>, from: number): boolean {
    return this.cuts.some((cut, axis) => {
      const place = at[from + axis]! + model.origin[axis]!;
      return cut !== undefined && (place < cut[0] || place > cut[1]);
    });
  }

  /** Writes what is to be seen into the marks of a stage. */
  apply(stage: Stage): void {
    const { model } = stage;
    if (!model) return;
    const { things } = model;
    const types = model.types.map(({ name }) => this.hiddenTypes.has(name));
    const kinds = model.kinds.map(({ name }) => this.hiddenKinds.has(name));
    const { marks } = stage;
    this.#hidden = this.hiddenRecords.size > 0 ? new Members(model, this.hiddenRecords) : undefined;
    this.#only = this.isolated === undefined ? undefined : new Members(model, [this.isolated]);
    const hasCuts = this.cuts.some((cut) => cut !== undefined), leavesOut = (this.#hidden ?? this.#only) !== undefined;
    for (let i = 0; i < things.count; i++) {
      const isHidden = kinds[things.kind[i]!] === true || types[things.type[i]!] === true ||
        hasCuts && this.isCut(model, things.middle, 3 * i) ||
        leavesOut && this.#isLeftOut(things.kind[i]!, things.subject[i]!, things.group[i]!);
      marks[i] = isHidden ? Mark.HIDDEN : Mark.NONE;
    }
    this.#mark(marks);
    this.#shownLayers(model, kinds).forEach((isShown, i) => stage.showLayer(i, isShown));
    model.grounds.forEach((ground, i) => stage.showGround(i, !kinds[ground.kind] && this.#only === undefined));
    stage.showWritings((label) => this.hasLabels && !this.isLabelHidden(model, label));
    stage.setLook({ pegs: this.hasPegs, dim: this.isComparing || this.found.size > 0 });
    stage.marksChanged();
  }

  /** Marks what is not hidden; of several marks, the last one is seen. */
  #mark(marks: Uint8Array): void {
    const put = (thing: number, mark: number) => {
      if (marks[thing] !== Mark.HIDDEN) marks[thing] = mark;
    };
    for (const thing of this.found) put(thing, Mark.FOUND);
    for (const [thing, mark] of this.net) put(thing, mark);
    for (const [thing, mark] of this.differences) put(thing, mark);
    for (const thing of this.selected) put(thing, Mark.SELECTED);
  }

  /** Which layers are seen: a roof is not while a layer below it is, as in the library's pictures. */
  #shownLayers(model: Model, kinds: readonly boolean[]): boolean[] {
    let anySeen = false;
    return model.layers.map((layer, i) => {
      const { kind, subject, group, position, width, height } = layer;
      const middle = position.map((at, axis) => at + (axis === 0 ? width : axis === 2 ? height : 0) / 2);
      const isRoof = (layer.flags & Flags.ROOF) !== 0;
      const isSeen = !this.hiddenLayers.has(i) && !kinds[kind] && !this.#isLeftOut(kind, subject, group) &&
        !this.isCut(model, middle, 0) && !(isRoof && anySeen);
      anySeen ||= isSeen;
      return isSeen;
    });
  }

  isLabelHidden(model: Model, label: number): boolean {
    const { kind, subject, group, position } = model.labels;
    return this.#isLeftOut(kind[label]!, subject[label]!, group[label]!) || this.hiddenKinds.has(model.kinds[kind[label]!]?.name ?? '') || this.isCut(model, position, 3 * label);
  }

  /** The same for the library. */
  choice(model: Model | Seen | undefined): Choice {
    const hide = [...[...this.hiddenTypes].map((name) => `type:${selectorName(name)}`),
      ...[...this.hiddenKinds].map((name) => `kind:${selectorName(name)}`),
      ...[...this.hiddenLayers].flatMap((i) => {
        const layer = model && 'layers' in model ? model.layers[i] : undefined;
        return layer && model ? [pointerOf(model, layer.kind, layer.subject)] : [];
      }), ...(this.hasPegs ? [] : ['pegs']), ...this.hiddenRecords];
    const [cutX, cutY, cutZ] = this.cuts;
    return { ...(this.isolated === undefined ? {} : { only: this.isolated }), ...(hide.length > 0 ? { hide: hide.join() } : {}), ...(cutX ? { cutX } : {}), ...(cutY ? { cutY } : {}),
      ...(cutZ ? { cutZ } : {}) };
  }

  /** Colours for what a comparison found, in the world after or in the one before. */
  setDifferences(model: Model | undefined, changes: readonly Change[], side: 'after' | 'before' = 'after'): void {
    this.differences = new Map();
    this.isComparing = changes.length > 0;
    this.cells = model && side === 'after' ? changedRuns(model, changes) : [];
    if (!model) return;
    for (const kind of ['changed', 'moved', 'added', 'removed'] as const) {
      const pointers = changes.filter((change) => change.kind === kind && change[side] !== null)
        .map((change) => change[side]!);
      const mark = kind === 'added' ? Mark.ADDED : kind === 'removed' ? Mark.REMOVED : Mark.CHANGED;
      for (const thing of thingsAt(model, pointers)) this.differences.set(thing, mark);
    }
  }
}
