// A scene made ready for a graphics card: every part of every item as one instance of a unit solid, gathered by cells
// of the world.
import { Flags, Material, NONE, Paint, Solid } from 'overworld';
import type { Loss, SceneData, SceneSummary } from 'overworld';
import { cross, dot, eachSide, scaled, turned, unit } from './vectors.js';
import type { Vector } from './vectors.js';
import { valueOf } from './protocol.js';
import type { Batch, Mesh, Model, Seen, Things } from './protocol.js';

/** Cells are at least this long, so that small worlds are one. */
const LEAST_CELL = 32;
const CELLS_ALONG = 6;

/** Where an instance stands: its unit axes in the world, and its middle. */
interface Place { axes: Vector[]; center: Vector }

/** What a simulation changes of an instance, as `Batch` has it. */
interface Changes {
  live?: number[] | undefined;
  digit?: number[] | undefined;
  display?: number | undefined;
  lever?: { item: number; onShape: number; off: Place; on: Place } | undefined;
}

/** Three rows of four numbers: from the unit solid into the world. */
function putRows(rows: Float32Array, at: number, { axes, center }: Place): Float32Array {
  for (let row = 0; row < 3; row++) {
    for (let axis = 0; axis < 3; axis++) rows[at + 4 * row + axis] = axes[axis]![row]!;
    rows[at + 4 * row + 3] = center[row]!;
  }
  return rows;
}

/** Where instances of one solid in one cell are gathered: counted first, then filled. */
class Gathering {
  readonly solid: string;
  readonly isSeenThrough: boolean;
  readonly isThin: boolean;
  count = 0;
  filled = 0;
  rows = new Float32Array(0);
  color = new Uint8Array(0);
  id = new Uint32Array(0);
  readonly live: number[] = [];
  readonly digits: number[] = [];
  readonly displays: number[] = [];
  readonly levers: number[] = [];
  readonly positions: number[] = [];

  constructor(solid: string, isSeenThrough: boolean, isThin: boolean) {
    this.solid = solid;
    this.isSeenThrough = isSeenThrough;
    this.isThin = isThin;
  }

  makeRoom(): void {
    this.rows = new Float32Array(12 * this.count);
    this.color = new Uint8Array(4 * this.count);
    this.id = new Uint32Array(this.count);
  }

  add(place: Place, color: ArrayLike<number>, brightness: number, id: number): void {
    putRows(this.rows, 12 * this.filled, place);
    for (let i = 0; i < 3; i++) this.color[4 * this.filled + i] = Math.min(255, color[i]! * brightness);
    this.color[4 * this.filled + 3] = color[3]!;
    this.id[this.filled++] = id;
  }

  /** Notes how a simulation changes the next instance. */
  note({ live, digit, display, lever }: Changes): void {
    if (live) this.live.push(this.filled, ...live);
    if (digit) this.digits.push(this.filled, ...digit);
    if (display !== undefined) this.displays.push(this.filled, display);
    if (!lever) return;
    this.levers.push(this.filled, lever.item, lever.onShape);
    for (const place of [lever.off, lever.on]) this.positions.push(...putRows(new Float32Array(12), 0, place));
  }

  /** The bounds that the graphics card may leave it away by. */
  finish(): Batch {
    const least: Vector = [Infinity, Infinity, Infinity];
    const most: Vector = [-Infinity, -Infinity, -Infinity];
    for (let at = 0; at < this.rows.length; at += 4) {
      const axis = at / 4 % 3;
      const reach = (Math.abs(this.rows[at]!) + Math.abs(this.rows[at + 1]!) + Math.abs(this.rows[at + 2]!)) / 2;
      least[axis] = Math.min(least[axis]!, this.rows[at + 3]! - reach);
      most[axis] = Math.max(most[axis]!, this.rows[at + 3]! + reach);
    }
    const center = least.map((low, axis) => (low + most[axis]!) / 2) as Vector;
    const radius = Math.hypot(...least.map((low, axis) => most[axis]! - low)) / 2;
    const { solid, isSeenThrough, isThin, count, rows, color, id } = this;
    return { solid, isSeenThrough, isThin, count, rows, color, id, center, radius, live: Uint32Array.from(this.live),
      digits: Uint32Array.from(this.digits), displays: Uint32Array.from(this.displays), levers: Uint32Array.from(this.levers),
      positions: Float32Array.from(this.positions) };
  }
}

/** Dark boards are lifted, so that dark wires are seen on them: as the library does. */
function boardBrightness(color: ArrayLike<number>): number {
  const share = (160 - (color[0]! + color[1]! + color[2]!) / 3) / 100;
  return 1 + 0.5 * Math.min(1, Math.max(0, share));
}

function isSane(vector: ArrayLike<number>): boolean {
  return Math.abs(vector[0]!) + Math.abs(vector[1]!) + Math.abs(vector[2]!) < 1e10;
}

function packed(colors: Uint8Array, at: number): number {
  return (colors[4 * at]! | colors[4 * at + 1]! << 8 | colors[4 * at + 2]! << 16 | colors[4 * at + 3]! << 24) >>> 0;
}

class Builder {
  readonly #data: SceneData;
  readonly #states: boolean;
  readonly #cell: number;
  readonly #gatherings = new Map<string, Gathering>();
  /** By item: the number of its switch; whether it is a display. */
  readonly #switches = new Map<number, number>();
  readonly #displays: Set<number>;
  #isCounting = true;
  partCount = 0;

  constructor(data: SceneData, states: boolean) {
    this.#data = data;
    this.#states = states;
    const extent = Math.max(...data.most.map((most, axis) => most - data.least[axis]!));
    this.#cell = Math.max(LEAST_CELL, extent / CELLS_ALONG);
    data.switches.item.forEach((item, number) => this.#switches.set(item, number));
    this.#displays = new Set(data.displays.item);
  }

  build(): Batch[] {
    this.#walk();
    for (const gathering of this.#gatherings.values()) gathering.makeRoom();
    this.#isCounting = false;
    this.partCount = 0;
    this.#walk();
    return [...this.#gatherings.values()].map((gathering) => gathering.finish());
  }

  #walk(): void {
    const { items, segments } = this.#data;
    for (let item = 0; item < items.count; item++) this.#walkItem(item);
    for (let segment = 0; segment < segments.count; segment++) this.#walkSegment(segment);
  }

  #put(solid: string, isSeenThrough: boolean, isThin: boolean, place: Place,
    color: ArrayLike<number>, brightness: number, id: number, changes?: () => Changes): void {
    const cell = place.center.map((at) => Math.floor(at / this.#cell)).join();
    const key = `${solid} ${isSeenThrough} ${isThin} ${cell}`;
    let gathering = this.#gatherings.get(key);
    if (!gathering) this.#gatherings.set(key, gathering = new Gathering(solid, isSeenThrough, isThin));
    this.partCount++;
    if (this.#isCounting) gathering.count++;
    else {
      if (changes) gathering.note(changes());
      gathering.add(place, color, brightness, id);
    }
  }

  #isOn(number: number): boolean {
    return number < this.#data.states.length * 8 && ((this.#data.states[number >> 3]! >> (number & 7)) & 1) === 1;
  }

  /** The colour of a part of an item, before light falls on it: scene_part_color of the library. */
  #colorOf(item: number, part: number): Uint8Array {
    const { items, parts } = this.#data;
    const own = parts.color.subarray(4 * part, 4 * part + 4);
    const ofItem = items.color.subarray(4 * item, 4 * item + 4);
    const paint = parts.paint[part];
    if (paint === Paint.PART) return own;
    if (paint === Paint.ITEM) return ofItem;
    if (!this.#states || !this.#partIsOn(item, part)) return own;
    return paint === Paint.STATE ? parts.color_on.subarray(4 * part, 4 * part + 4) : ofItem;
  }

  #partIsOn(item: number, part: number): boolean {
    const { items, parts } = this.#data;
    const first = items.first_state[item]!;
    if (parts.paint[part] !== Paint.ITEM_VALUE) return this.#isOn(first + parts.state[part]!);
    return (parts.values[part]! >> valueOf(first, (state) => this.#isOn(state)) & 1) === 1;
  }

  /** The state that a part shows, and its colours off and on. */
  #liveOf(item: number, part: number): number[] | undefined {
    const { items, parts } = this.#data;
    const paint = parts.paint[part];
    if (!this.#states || (paint !== Paint.STATE && paint !== Paint.ITEM_STATE)) return undefined;
    const on = paint === Paint.ITEM_STATE ? items.color : parts.color_on, from = paint === Paint.ITEM_STATE ? item : part;
    return [items.first_state[item]! + parts.state[part]!, packed(parts.color, part), packed(on, from)];
  }

  #digitOf(item: number, part: number): number[] | undefined {
    const { items, parts } = this.#data;
    if (!this.#states || parts.paint[part] !== Paint.ITEM_VALUE) return undefined;
    return [items.first_state[item]!, packed(parts.color, part), packed(items.color, item), parts.values[part]!];
  }

  /** Both places of a part of a switch, whose shapes have the same parts. */
  #leverOf(item: number, part: number): Changes['lever'] {
    const { items, shapes, switches } = this.#data;
    const number = this.#switches.get(item);
    if (number === undefined) return undefined;
    const [offShape, onShape] = [switches.off_shape[number]!, switches.on_shape[number]!];
    if (shapes.part_count[offShape] !== shapes.part_count[onShape]) return undefined;
    const index = part - shapes.first_part[items.shape[item]!]!;
    const [offPart, onPart] = [shapes.first_part[offShape]! + index, shapes.first_part[onShape]! + index];
    const off = this.#placeOf(item, offPart), on = this.#placeOf(item, onPart);
    if (!off || !on || this.#solidOf(offPart) !== this.#solidOf(onPart)) return undefined;
    return { item, onShape, off, on };
  }

  #changesOf(item: number, part: number): Changes {
    const isShown = this.#displays.has(item) && this.#data.parts.paint[part] === Paint.ITEM;
    return { live: this.#liveOf(item, part), digit: this.#digitOf(item, part), display: isShown ? item : undefined,
      lever: this.#leverOf(item, part) };
  }

  #solidOf(part: number): string {
    const { parts } = this.#data;
    const solid = parts.solid[part];
    if (solid === Solid.WEDGE) return `wedge:${Math.min(1, Math.max(0, parts.low[part]!)).toFixed(3)}`;
    if (solid === Solid.MESH) return `mesh:${parts.mesh[part]}`;
    return solid === Solid.CYLINDER ? 'cylinder' : 'box';
  }

  /** Where a part of an item stands; undefined if that is nowhere. */
  #placeOf(item: number, part: number): Place | undefined {
    const { items, parts } = this.#data;
    const rotation = items.rotation.subarray(4 * item, 4 * item + 4);
    const scale = items.scale.subarray(3 * item, 3 * item + 3);
    const inItem = (vector: Vector) => turned(rotation, scaled(vector, scale));
    const turn = parts.rotation.subarray(4 * part, 4 * part + 4);
    const axes = eachSide(parts.size.subarray(3 * part, 3 * part + 3)).map((axis) => inItem(turned(turn, axis)));
    const middle = inItem([parts.center[3 * part]!, parts.center[3 * part + 1]!, parts.center[3 * part + 2]!]);
    const center = middle.map((at, axis) => at + items.position[3 * item + axis]!) as Vector;
    if (!isSane(center) || !axes.every(isSane)) return undefined;
    // A box and its like are the same mirrored: one axis the other way makes it right-handed again.
    if (parts.solid[part] !== Solid.MESH && dot(cross(axes[0]!, axes[1]!), axes[2]!) < 0) axes[0] = scaled(axes[0]!, [-1, -1, -1]);
    return { axes, center };
  }

  #walkItem(item: number): void {
    const { items, parts, shapes } = this.#data;
    if (items.flags[item]! & Flags.OUTLYING) return;
    const shape = items.shape[item]!;
    const end = shapes.first_part[shape]! + shapes.part_count[shape]!;
    for (let part = shapes.first_part[shape]!; part < end; part++) {
      const place = this.#placeOf(item, part);
      if (!place) continue;
      const color = this.#colorOf(item, part);
      const material = parts.material[part]!;
      const isSeenThrough = material === Material.MARK || color[3]! < 255;
      const id = (item | material << 28 | (parts.is_peg[part] ? 0x40000000 : 0)) >>> 0;
      this.#put(this.#solidOf(part), isSeenThrough, false, place, color,
        material === Material.BOARD ? boardBrightness(color) : 1, id, () => this.#changesOf(item, part));
    }
  }

  /** The directions of a segment's wide and thin side: find_sides of the library. */
  #sidesOf(segment: number, along: Vector): [Vector, Vector] {
    const { segments, groups } = this.#data;
    const rotation = groups[segments.group[segment]!]?.rotation ?? [0, 0, 0, 1];
    const length = Math.hypot(...along);
    let side = cross(along, turned(rotation, [0, 1, 0]));
    if (!(Math.hypot(...side) > length * 1e-4)) side = cross(along, turned(rotation, [0, 0, 1]));
    const across = unit(side);
    const above = unit(cross(across, along));
    const roll = segments.roll[segment]! * Math.PI / 180;
    const mix = (a: Vector, b: Vector, of: number, more: number) => a.map((at, i) => at * of + b[i]! * more) as Vector;
    return [mix(across, above, Math.cos(roll), Math.sin(roll)), mix(above, across, Math.cos(roll), -Math.sin(roll))];
  }

  #walkSegment(segment: number): void {
    const { segments, items } = this.#data;
    const from = segments.from.subarray(3 * segment, 3 * segment + 3);
    const to = segments.to.subarray(3 * segment, 3 * segment + 3);
    const along: Vector = [to[0]! - from[0]!, to[1]! - from[1]!, to[2]! - from[2]!];
    const length = Math.hypot(...along);
    if (!(length > 0) || segments.flags[segment]! & Flags.OUTLYING || !isSane(from) || !isSane(to)) return;
    const [across, above] = this.#sidesOf(segment, along);
    const width = segments.width[segment]!, thickness = segments.thickness[segment]!;
    const color = segments.color.subarray(4 * segment, 4 * segment + 4);
    const id = items.count + segment;
    const point = (share: number) => along.map((at, axis) => from[axis]! + share * at) as Vector;
    const bar = (share: number, wide: number, thin: number): Vector[] =>
      [across.map((at) => at * wide) as Vector, above.map((at) => at * thin) as Vector,
        along.map((at) => at * share) as Vector];
    const isSeenThrough = color[3]! < 255;
    if (dot(cross(across, above), along) < 0) across.forEach((at, i) => across[i] = -at);
    if ((segments.flags[segment]! & Flags.ARROW) === 0) {
      this.#put('box', isSeenThrough, true, { axes: bar(1, width, thickness), center: point(0.5) }, color, 1, id);
      return;
    }
    const wide = 4 * Math.max(width, thickness);
    const tip = wide > 0 && wide < length / 2 ? wide / length : 0.5;
    this.#put('box', isSeenThrough, true, { axes: bar(1 - tip, width, thickness), center: point((1 - tip) / 2) }, color, 1, id);
    this.#put('tip', isSeenThrough, true, { axes: bar(tip, wide * 0.75, wide * 0.75), center: point(1 - tip / 2) }, color, 1, id);
  }
}

/** What the middle of an item's shape is: that of the bounds of its parts, as cuts go by it. */
function middlesOfShapes(data: SceneData): Float32Array {
  const { shapes, parts } = data;
  const result = new Float32Array(3 * shapes.count);
  for (let shape = 0; shape < shapes.count; shape++) {
    const first = shapes.first_part[shape]!;
    const end = first + shapes.part_count[shape]!;
    for (let axis = 0; axis < 3; axis++) {
      let least = Infinity, most = -Infinity;
      for (let part = first; part < end; part++) {
        const turn = parts.rotation.subarray(4 * part, 4 * part + 4);
        const reach = eachSide(parts.size.subarray(3 * part, 3 * part + 3))
          .reduce((sum, side) => sum + Math.abs(turned(turn, side)[axis]!), 0) / 2;
        least = Math.min(least, parts.center[3 * part + axis]! - reach);
        most = Math.max(most, parts.center[3 * part + axis]! + reach);
      }
      result[3 * shape + axis] = end > first ? (least + most) / 2 : 0;
    }
  }
  return result;
}

function thingsOf(data: SceneData): Things {
  const { items, segments } = data;
  const count = items.count + segments.count;
  const middles = middlesOfShapes(data);
  const middle = new Float32Array(3 * count);
  for (let item = 0; item < items.count; item++) {
    const shape = items.shape[item]!;
    const own: Vector = [middles[3 * shape]!, middles[3 * shape + 1]!, middles[3 * shape + 2]!];
    const at = turned(items.rotation.subarray(4 * item, 4 * item + 4),
      scaled(own, items.scale.subarray(3 * item, 3 * item + 3)));
    for (let axis = 0; axis < 3; axis++) middle[3 * item + axis] = items.position[3 * item + axis]! + at[axis]!;
  }
  for (let i = 0, at = 3 * items.count; i < 3 * segments.count; i++, at++) {
    middle[at] = (segments.from[i]! + segments.to[i]!) / 2;
  }
  const kind = new Uint16Array(count), flags = new Uint16Array(count);
  const subject = new Uint32Array(count), group = new Uint32Array(count), address = new Uint32Array(count), type = new Uint32Array(count).fill(NONE);
  for (const [list, from] of [[items, 0], [segments, items.count]] as const) {
    kind.set(list.kind, from);
    flags.set(list.flags, from);
    subject.set(list.subject, from);
    group.set(list.group, from);
  }
  type.set(items.type);
  address.set(items.address);
  return { count, items: items.count, kind, subject, group, type, flags, address, middle };
}

function meshesOf({ meshes, vertices, triangles }: SceneData): Mesh[] {
  return Array.from({ length: meshes.count }, (_, mesh) => {
    const vertex = 3 * meshes.first_vertex[mesh]!, triangle = 3 * meshes.first_triangle[mesh]!;
    return {
      vertices: vertices.slice(vertex, vertex + 3 * meshes.vertex_count[mesh]!),
      triangles: triangles.slice(triangle, triangle + 3 * meshes.triangle_count[mesh]!),
    };
  });
}

/** What there is to know of a scene without its arrays. */
export function seenOf(facts: SceneSummary | SceneData, losses: Loss[]): Seen {
  const { unit_name: unit, origin, least, most, view, outlying_count: outlying, has_pegs: hasPegs, kinds, types } = facts;
  return { unit, origin, least, most, view, outlying, hasPegs, kinds, types, losses };
}

export function buildModel(data: SceneData, states: boolean, losses: Loss[]): Model {
  const builder = new Builder(data, states);
  const batches = builder.build();
  return {
    ...seenOf(data, losses), light: data.light, groups: data.groups,
    things: thingsOf(data), batches, meshes: meshesOf(data), labels: data.labels, layers: data.layers,
    grounds: data.grounds, tileColors: data.tile_colors, tileset: data.tileset, partCount: builder.partCount, states: data.states,
  };
}
