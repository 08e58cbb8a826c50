// Soft shade where things meet, over a picture that stands still: from depths, as the library's own pictures have it.
import { CustomBlending, GLSL3, Mesh, NearestFilter, OneFactor, OrthographicCamera, PlaneGeometry, RawShaderMaterial,
  Scene, SrcColorFactor, UnsignedByteType, Vector2, WebGLRenderTarget, ZeroFactor } from 'three';
import type { WebGLRenderer } from 'three';
import type { Model } from '../worker/protocol.js';
import type { Viewpoint } from './camera.js';
import { NOTHING } from './materials.js';

/** Where a unit is smaller than so many pixels, things would drown in it. */
const LEAST_SCALE = 4;
/** From this many pixels on it is as strong as in the library's pictures. */
const FULL_SCALE = 16;

const VERTEX = `
in vec3 position;
void main() { gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }`;

// Of two points on both sides of a pixel: how much of its sky they take, most where they rise by about twice their distance.
const FRAGMENT = `
precision highp float;
precision highp int;
uniform sampler2D uDepths;
uniform float uFar, uUnitsInPixel, uDistance, uStrength;
uniform vec2 uRadii, uFinePixels;
out vec4 result;
float depthAt(ivec2 at) {
  if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, textureSize(uDepths, 0)))) return -1.0;
  uvec3 parts = uvec3(texelFetch(uDepths, at, 0).rgb * 255.0 + 0.5);
  uint number = parts.x | parts.y << 8 | parts.z << 16;
  return number == ${NOTHING}u ? -1.0 : float(number) / ${NOTHING}.0 * uFar;
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy / uFinePixels);
  float here = depthAt(at);
  if (here < 0.0) discard;
  float units = uUnitsInPixel * (uDistance > 0.0 ? here / uDistance : 1.0);
  float sum = 0.0;
  for (int r = 0; r < 2; r++) {
    for (int way = 0; way < 4; way++) {
      float angle = float(way) * 0.785398;
      ivec2 by = ivec2(round(vec2(cos(angle), sin(angle)) * uRadii[r]));
      float one = depthAt(at + by), other = depthAt(at - by);
      if (one < 0.0 || other < 0.0) continue;
      float slope = (2.0 * here - one - other) / (2.0 * uRadii[r] * units);
      if (slope > 0.0 && slope <= 16.0) sum += 2.0 * slope / (slope * slope + 1.0);
    }
  }
  result = vec4(vec3(1.0 - uStrength * min(sum / 16.0, 0.375)), 1.0);
}`;

export class Shade {
  readonly #depths = new WebGLRenderTarget(1, 1, { type: UnsignedByteType, minFilter: NearestFilter,
    magFilter: NearestFilter });
  readonly #uniforms = { uDepths: { value: this.#depths.texture }, uFar: { value: 1 }, uUnitsInPixel: { value: 1 },
    uDistance: { value: 0 }, uStrength: { value: 1 }, uRadii: { value: new Vector2() }, uFinePixels: { value: new Vector2() } };
  readonly #scene = new Scene();
  readonly #camera = new OrthographicCamera();

  constructor() {
    const material = new RawShaderMaterial({ glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT,
      uniforms: this.#uniforms, depthTest: false, depthWrite: false, transparent: true, blending: CustomBlending,
      blendSrc: ZeroFactor, blendDst: SrcColorFactor, blendSrcAlpha: ZeroFactor, blendDstAlpha: OneFactor });
    const sheet = new Mesh(new PlaneGeometry(1, 1), material);
    sheet.frustumCulled = false;
    this.#scene.add(sheet);
  }

  /** What it is drawn with. */
  get scene(): Scene {
    return this.#scene;
  }

  /** Whether there is shade in a view: what is flat would show haloes. */
  suits(view: Viewpoint, { layers }: Model): boolean {
    return view.scale >= LEAST_SCALE && layers.length === 0;
  }

  /** Darkens what was drawn of a view, `finer` times as fine as depths are; `drawDepths` draws the depths of the same. */
  draw(renderer: WebGLRenderer, view: Viewpoint, finer: number, drawDepths: () => void): void {
    const { width, height } = view;
    const into = renderer.getRenderTarget();
    this.#depths.setSize(width, height);
    renderer.setRenderTarget(this.#depths);
    renderer.setClearColor(0xffffff, 1);
    drawDepths();
    renderer.setRenderTarget(into);
    renderer.setClearColor(0, 0);
    this.#uniforms.uFar.value = view.far;
    this.#uniforms.uUnitsInPixel.value = 1 / view.scale;
    this.#uniforms.uDistance.value = view.isPerspective ? view.distance : 0;
    this.#uniforms.uStrength.value = Math.min(1, (view.scale - LEAST_SCALE) / (FULL_SCALE - LEAST_SCALE));
    // In pixels, as the library has them: where things touch, and around what stands high.
    this.#uniforms.uRadii.value.set(Math.min(view.scale * 0.4 + 1, 7), Math.min(view.scale + 2, 16));
    this.#uniforms.uFinePixels.value.set(finer, finer);
    renderer.render(this.#scene, this.#camera);
  }
}
