// What keeps the page from waiting for the graphics card: shaders are there before they are needed, and nothing is asked
// of a card that is still busy with the last thing.
import { BufferAttribute, BufferGeometry, DoubleSide, FrontSide, LineSegments, Mesh, Scene } from 'three';
import type { Camera, Material, Object3D, WebGLRenderer } from 'three';
import { groundMaterial, layerMaterial, marksTexture, plainMaterial, solidMaterial, writingMaterial } from './materials.js';
import type { Shared } from './materials.js';

/** Whether a card has done what it was told. */
export class Fence {
  readonly #gl: WebGL2RenderingContext;
  #sync: WebGLSync | null = null;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** Something was told to the card. */
  set(): void {
    if (this.#sync) this.#gl.deleteSync(this.#sync);
    this.#sync = this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.#gl.flush();
  }

  get isBusy(): boolean {
    return this.#sync !== null && this.#gl.getSyncParameter(this.#sync, this.#gl.SYNC_STATUS) === this.#gl.UNSIGNALED;
  }
}

/** All materials that a picture may have, with their switches. */
function materials(shared: Shared): Material[] {
  const marks = marksTexture(1);
  const nothing = { uNumber: { value: 0 } };
  return [
    ...[false, true].flatMap((isSeenThrough) => [false, true].map((bothSides) =>
      solidMaterial(shared, marks, 0, isSeenThrough, false, bothSides))),
    layerMaterial({ ...shared, ...nothing }), writingMaterial({ ...shared, ...nothing }),
    groundMaterial(shared, 0, false), groundMaterial(shared, 0, true),
    ...[FrontSide, DoubleSide].map((side) => plainMaterial(0, 1, { side })),
  ];
}

/** What has every shader that is ever drawn with. It is kept: shaders go with the last material that has them. */
export function withAllShaders(shared: Shared, more: readonly Scene[]): Scene {
  const scene = new Scene();
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3));
  for (const material of materials(shared)) scene.add(new Mesh(geometry, material));
  scene.add(new LineSegments(geometry, plainMaterial(0, 1, {})));
  for (const { children } of more) for (const child of children) scene.add(child.clone());
  return scene;
}

interface Program { getUniforms(): unknown; getAttributes(): unknown }

/** Compiles the shaders of things on the side. What is to be known of them is asked for one by one: each answer waits for
 * the card. */
export async function compile(renderer: WebGLRenderer, things: Object3D, camera: Camera): Promise<void> {
  await renderer.compileAsync(things, camera);
  const programs = new Set<Program>();
  things.traverse((thing) => {
    if (!(thing instanceof Mesh || thing instanceof LineSegments)) return;
    const { currentProgram } = renderer.properties.get(thing.material) as { currentProgram?: Program };
    if (currentProgram) programs.add(currentProgram);
  });
  for (const program of programs) {
    program.getUniforms();
    program.getAttributes();
    await new Promise((resolve) => setTimeout(resolve));
  }
}
