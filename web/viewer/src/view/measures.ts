// Grid and scale: round numbers of units.
import type { Seen } from '../worker/protocol.js';

const MOST_LINES = 64;

/** The largest of 1, 2, 5, 10, 20 … that is not above a number. */
export function roundBelow(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  const share = number / power;
  return (share >= 5 ? 5 : share >= 2 ? 2 : 1) * power;
}

/** How far lines of a grid stand apart. */
export function gridStep(model: Seen): number {
  const extent = Math.max(model.most[0]! - model.least[0]!, model.most[2]! - model.least[2]!, 1);
  return Math.max(1, roundBelow(2 * extent / MOST_LINES));
}

/** Lines of whole units on the floor of a world, or over its layers. */
export function gridLines(model: Seen): number[] {
  const step = gridStep(model);
  const height = model.view === 'above' ? model.most[1]! + 0.02 : model.least[1]!;
  const points: number[] = [];
  const ends = ([0, 2] as const).map((axis) => [
    Math.floor((model.least[axis]! + model.origin[axis]!) / step) * step - model.origin[axis]!,
    Math.ceil((model.most[axis]! + model.origin[axis]!) / step) * step - model.origin[axis]!,
  ] as const);
  const [[left, right], [back, front]] = ends as [readonly [number, number], readonly [number, number]];
  for (let x = left; x <= right + step / 2; x += step) points.push(x, height, back, x, height, front);
  for (let z = back; z <= front + step / 2; z += step) points.push(left, height, z, right, height, z);
  return points;
}

/** A bar of a round length, for so many pixels in a unit. */
export function scaleBar(pixelsInUnit: number): { units: number; pixels: number } {
  const units = roundBelow(150 / pixelsInUnit);
  return { units, pixels: units * pixelsInUnit };
}

/** A length with as many digits as are of use. */
export function lengthText(length: number): string {
  return Number(length.toPrecision(4)).toLocaleString('en', { maximumFractionDigits: 6 });
}
