// A finer picture of what stands still: drawn twice as large beside the canvas, and brought into it. The canvas keeps
// its size, as a browser waits for the graphics card when that changes.
import { GLSL3, Mesh, NearestFilter, NoBlending, OrthographicCamera, PlaneGeometry, RawShaderMaterial, Scene,
  UnsignedByteType, WebGLRenderTarget } from 'three';
import type { WebGLRenderer } from 'three';

/** So many pixels of the finer picture go into one of the canvas, along each side. */
export const FINER = 2;
const SAMPLES = 4;

const VERTEX = `
in vec3 position;
void main() { gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }`;

const FRAGMENT = `
precision highp float;
uniform sampler2D uFine;
out vec4 result;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy) * ${FINER};
  result = vec4(0.0);
  for (int x = 0; x < ${FINER}; x++) {
    for (int y = 0; y < ${FINER}; y++) result += texelFetch(uFine, at + ivec2(x, y), 0);
  }
  result /= ${FINER}.0 * ${FINER}.0;
}`;

export class Fine {
  readonly target = new WebGLRenderTarget(1, 1, { type: UnsignedByteType, minFilter: NearestFilter,
    magFilter: NearestFilter, samples: SAMPLES });
  readonly scene = new Scene();
  readonly #camera = new OrthographicCamera();

  constructor() {
    const sheet = new Mesh(new PlaneGeometry(1, 1), new RawShaderMaterial({ glslVersion: GLSL3, vertexShader: VERTEX,
      fragmentShader: FRAGMENT, uniforms: { uFine: { value: this.target.texture } }, depthTest: false,
      depthWrite: false, blending: NoBlending }));
    sheet.frustumCulled = false;
    this.scene.add(sheet);
  }

  /** Draws finely into the canvas, of so many pixels, what `draw` draws. */
  draw(renderer: WebGLRenderer, width: number, height: number, draw: () => void): void {
    this.target.setSize(width * FINER, height * FINER);
    renderer.setRenderTarget(this.target);
    draw();
    renderer.setRenderTarget(null);
    renderer.render(this.scene, this.#camera);
  }
}
