// What stands at a pixel, as a JSON Pointer, and where a pointer stands.
import type { SceneLayer } from 'overworld';
import type { Model } from '../worker/protocol.js';
import { pointerOf, subjectsOf } from './looking.js';
import type { Stage } from './stage.js';

/** The JSON Pointer of what is seen at a pixel. */
export async function pointerAt(stage: Stage, x: number, y: number): Promise<string | undefined> {
  const { model } = stage;
  const hit = await stage.pick(x, y);
  if (!model || !hit) return undefined;
  const { things, labels, grounds, layers, kinds } = model;
  if (hit.kind === 'thing') return pointerOf(model, things.kind[hit.index]!, things.subject[hit.index]!);
  if (hit.kind === 'label') return pointerOf(model, labels.kind[hit.index]!, labels.subject[hit.index]!);
  if (hit.kind === 'ground') return kinds[grounds[hit.index]!.kind]?.list;
  const layer = layers[hit.index]!;
  const place = await stage.placeAt(x, y);
  const own = pointerOf(model, layer.kind, layer.subject);
  if (!place) return own;
  const column = Math.floor(place.x - layer.position[0]!), row = Math.floor(place.z - layer.position[2]!);
  return `${own}/${row * layer.width + column}`;
}

/** A cell of a layer. */
export interface Cell { layer: SceneLayer; list: string; column: number; row: number }

/** The cell that a pointer leads to. */
export function cellAt(model: Model, pointer: string): Cell | undefined {
  for (const { kind, subject, rest } of subjectsOf(pointer, model)) {
    const layer = model.layers.find((one) => one.kind === kind && one.subject === subject);
    if (!layer || !/^\d+$/.test(rest)) continue;
    const number = Number(rest);
    return { layer, list: pointerOf(model, kind, subject), column: number % layer.width, row: Math.floor(number / layer.width) };
  }
  return undefined;
}

/** The pointer of the cell that many columns and rows away; undefined outside of the layer. */
export function cellBeside({ layer, list, column, row }: Cell, columns: number, rows: number): string | undefined {
  const [x, y] = [column + columns, row + rows];
  return x >= 0 && y >= 0 && x < layer.width && y < layer.height ? `${list}/${y * layer.width + x}` : undefined;
}

/** The four sides of a cell of a layer, as lines. */
export function cellOutline(model: Model, pointer: string): number[] {
  const cell = cellAt(model, pointer);
  if (!cell) return [];
  const [x, y, z] = cell.layer.position as [number, number, number];
  const left = x + cell.column, top = z + cell.row;
  const corners = [[left, top], [left + 1, top], [left + 1, top + 1], [left, top + 1]] as const;
  return corners.flatMap(([a, b], i) => {
    const [c, d] = corners[(i + 1) % 4]!;
    return [a, y, b, c, y, d];
  });
}
