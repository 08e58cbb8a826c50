// Writing: on surfaces as textured planes, upright on the picture as text over it.
import { CanvasTexture, LinearFilter, Mesh, PlaneGeometry, Quaternion, Vector3 } from 'three';
import { Flags } from 'overworld';
import type { SceneLabels } from 'overworld';
import { element } from '../page/dom.js';
import { writingMaterial } from './materials.js';
import type { Shared } from './materials.js';
import type { Viewpoint } from './camera.js';

const MOST_WRITINGS = 400;
const MOST_UPRIGHT = 80;
const LINE_PIXELS = 36;
/** Writing whose lines are lower than so many pixels cannot be read, so it is hidden. */
export const LEAST_LINE = 9;
/** Names over the picture are always legible. Where a line in the world is lower than this, they would hide the world. */
const LEAST_UPRIGHT = 3;
const SHORT = 3;

function vectorOf(list: Float32Array, i: number): Vector3 {
  return new Vector3(list[3 * i], list[3 * i + 1], list[3 * i + 2]);
}

function colorOf(labels: SceneLabels, i: number): string {
  return `rgb(${labels.color.subarray(4 * i, 4 * i + 3).join()})`;
}

interface Page { canvas: HTMLCanvasElement; lines: number }

function drawPage(text: string, color: string, align: number): Page | undefined {
  const lines = text.split('\n').slice(0, 24).map((line) => line.slice(0, 200));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const font = `500 ${LINE_PIXELS * 0.78}px ui-monospace, monospace`;
  context.font = font;
  const width = Math.max(...lines.map((line) => context.measureText(line).width));
  if (!(width > 0)) return undefined;
  canvas.width = Math.min(2048, Math.ceil(width) + 4);
  canvas.height = LINE_PIXELS * lines.length;
  context.font = font;
  context.fillStyle = color;
  context.textBaseline = 'middle';
  context.textAlign = align < 0 ? 'left' : align > 0 ? 'right' : 'center';
  const x = align < 0 ? 2 : align > 0 ? canvas.width - 2 : canvas.width / 2;
  lines.forEach((line, i) => context.fillText(line, x, LINE_PIXELS * (i + 0.5)));
  return { canvas, lines: lines.length };
}

/** Where a block of a length stands on a page around its middle, for an alignment of -1, 0 or 1. */
function placed(page: number, length: number, align: number): number {
  return page > 0 ? align * (page - length) / 2 : -align * length / 2;
}

function writingMesh(labels: SceneLabels, i: number, number: number, shared: Shared): Mesh | undefined {
  const page = drawPage(labels.text[i] ?? '', colorOf(labels, i), labels.align_x[i]!);
  if (!page) return undefined;
  const [pageWidth, pageHeight] = [labels.size[2 * i]!, labels.size[2 * i + 1]!];
  let height = labels.font_size[i]! * page.lines;
  let width = height * page.canvas.width / page.canvas.height;
  const fits = Math.min(1, pageWidth > 0 ? pageWidth / width : 1, pageHeight > 0 ? pageHeight / height : 1);
  [width, height] = [width * fits, height * fits];
  const texture = new CanvasTexture(page.canvas);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.premultiplyAlpha = false;
  const plane = new PlaneGeometry(width, height);
  plane.translate(placed(pageWidth, width, labels.align_x[i]!), -placed(pageHeight, height, labels.align_y[i]!), 0.004);
  const mesh = new Mesh(plane, writingMaterial({ ...shared, uPage: { value: texture }, uNumber: { value: number } }));
  mesh.position.copy(vectorOf(labels.position, i));
  mesh.quaternion.copy(new Quaternion(...labels.rotation.subarray(4 * i, 4 * i + 4)));
  mesh.renderOrder = 50;
  mesh.userData['line'] = height / page.lines;
  return mesh;
}

function isUpright(labels: SceneLabels, i: number): boolean {
  return (labels.flags[i]! & Flags.FACES_VIEWER) !== 0;
}

/** Writing on surfaces: steps that each make one mesh and note it by its label; their numbers begin with `first`. */
export function writingMeshes(labels: SceneLabels, first: number, shared: Shared, made: Map<number, Mesh>): (() => Mesh[])[] {
  const steps: (() => Mesh[])[] = [];
  for (let i = 0; i < labels.count && steps.length < MOST_WRITINGS; i++) {
    if (isUpright(labels, i) || !(labels.font_size[i]! > 0) || (labels.flags[i]! & Flags.OUTLYING) !== 0) continue;
    steps.push(() => {
      const mesh = writingMesh(labels, i, first + i, shared);
      if (!mesh) return [];
      made.set(i, mesh);
      return [mesh];
    });
  }
  return steps;
}

interface Spot { left: number; top: number; right: number; bottom: number }

/** Names over the picture, none over another, the nearest first. */
export class UprightLabels {
  readonly layer = element('div', { class: 'labels', 'aria-hidden': 'true' });
  isShown = true;
  #labels: SceneLabels | undefined;

  setLabels(labels: SceneLabels | undefined): void {
    this.#labels = labels;
    this.layer.replaceChildren();
  }

  place(view: Viewpoint, isHidden: (label: number) => boolean): void {
    const labels = this.#labels;
    const texts: HTMLElement[] = [];
    const taken: Spot[] = [];
    if (labels && this.isShown) {
      for (const { i, x, y } of this.#nearestFirst(labels, view, isHidden)) {
        const text = (labels.text[i] ?? '').split('\n')[0]!.slice(0, 40);
        const half = 3.4 * text.length + 5;
        const spot = { left: x - half, right: x + half, top: y - 9, bottom: y + 9 };
        const isFree = taken.every((other) => spot.right < other.left || spot.left > other.right ||
          spot.bottom < other.top || spot.top > other.bottom);
        if (!isFree || !text) continue;
        taken.push(spot);
        // Numbers stand on markers, which stay in sight.
        const label = element('span', { class: text.length <= SHORT ? 'short' : undefined }, text);
        label.style.transform = `translate(-50%, -50%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
        texts.push(label);
        if (texts.length === MOST_UPRIGHT) break;
      }
    }
    this.layer.replaceChildren(...texts);
  }

  #nearestFirst(labels: SceneLabels, view: Viewpoint, isHidden: (label: number) => boolean) {
    const { camera } = view;
    const spots: { i: number; x: number; y: number; depth: number }[] = [];
    for (let i = 0; i < Math.min(labels.count, 20000); i++) {
      if (!isUpright(labels, i) || isHidden(i) || labels.font_size[i]! * view.scale < LEAST_UPRIGHT) continue;
      const at = vectorOf(labels.position, i).project(camera);
      if (Math.abs(at.x) > 1 || Math.abs(at.y) > 1 || at.z > 1) continue;
      spots.push({ i, x: (at.x + 1) / 2 * view.width, y: (1 - at.y) / 2 * view.height, depth: at.z });
    }
    return spots.sort((a, b) => a.depth - b.depth);
  }
}
