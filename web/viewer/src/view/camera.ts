// Where a world is looked at from: angles as the library's pictures have them, a point to look at, a scale.
import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';

export interface ViewAngles { yaw: number; pitch: number }

export const PRESETS = {
  iso: { yaw: 45, pitch: 35.264389682754654 },
  top: { yaw: 0, pitch: 90 },
  front: { yaw: 0, pitch: 0 },
  right: { yaw: 90, pitch: 0 },
  back: { yaw: 180, pitch: 0 },
  left: { yaw: -90, pitch: 0 },
  bottom: { yaw: 0, pitch: -90 },
  city: { yaw: 28, pitch: 42 },
} as const satisfies { [name: string]: ViewAngles };

export type PresetName = keyof typeof PRESETS;

const FIELD_OF_VIEW = 36;
/** Share of the picture's sides that a fitted world takes. */
const FITTED = 0.88;

/** However small a world is, a unit of it is no larger than this when it is fitted. */
const MOST_PIXELS_IN_UNIT = 200;

/** How often a perspective is moved to have the same room on all sides. */
const TRIES = 3;

function middleOf(places: readonly number[]): number {
  return (Math.max(...places) + Math.min(...places)) / 2;
}

/** Axis-aligned bounds around the scene's origin. */
export interface Bounds { least: number[]; most: number[] }

export function cornersOf({ least, most }: Bounds): Vector3[] {
  return Array.from({ length: 8 }, (_, corner) =>
    new Vector3(...[0, 1, 2].map((axis) => (corner >> axis & 1 ? most : least)[axis]!) as [number, number, number]));
}

export class Viewpoint {
  yaw = 45;
  pitch = 35.264;
  /** Pixels in a unit, at the target. */
  scale = 10;
  isPerspective = false;
  readonly target = new Vector3();
  width = 1;
  height = 1;
  /** Pixels on top that other things lie over. */
  covered = 0;
  /** How far the world reaches from its middle, for near and far planes. */
  reach = 100;
  middle = new Vector3();
  readonly #flat = new OrthographicCamera();
  readonly #deep = new PerspectiveCamera(FIELD_OF_VIEW);

  get right(): Vector3 {
    const yaw = this.yaw * Math.PI / 180;
    return new Vector3(Math.cos(yaw), 0, -Math.sin(yaw));
  }

  get back(): Vector3 {
    const yaw = this.yaw * Math.PI / 180, pitch = this.pitch * Math.PI / 180;
    return new Vector3(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch));
  }

  get up(): Vector3 {
    return this.back.cross(this.right);
  }

  /** How far the camera of a perspective stands from the target. */
  get distance(): number {
    return this.height / (2 * Math.tan(FIELD_OF_VIEW * Math.PI / 360) * this.scale);
  }

  /** The distance of the farthest thing, which depths are shares of. */
  get far(): number {
    return this.#away() + this.middle.distanceTo(this.target) + 2 * this.reach + 1;
  }

  /** The camera as it stands now. */
  get camera(): OrthographicCamera | PerspectiveCamera {
    const camera = this.isPerspective ? this.#deep : this.#flat;
    const position = this.target.clone().addScaledVector(this.back, this.#away());
    camera.matrixAutoUpdate = false;
    camera.matrix.copy(new Matrix4().makeBasis(this.right, this.up, this.back).setPosition(position));
    camera.matrixWorld.copy(camera.matrix);
    camera.matrixWorldInverse.copy(camera.matrix).invert();
    camera.far = this.far;
    if (camera instanceof PerspectiveCamera) {
      camera.near = Math.max(this.distance / 500, 0.01);
      camera.aspect = this.width / this.height;
    } else {
      camera.near = 0;
      camera.right = this.width / (2 * this.scale);
      camera.top = this.height / (2 * this.scale);
      camera.left = -camera.right;
      camera.bottom = -camera.top;
    }
    camera.updateProjectionMatrix();
    return camera;
  }

  /** Where a place stands on the picture, in pixels; undefined behind the eye. */
  pixelOf(place: Vector3): [number, number] | undefined {
    const at = place.clone().project(this.camera);
    if (this.isPerspective && at.z > 1) return undefined;
    return [(at.x + 1) / 2 * this.width, (1 - at.y) / 2 * this.height];
  }

  /** The place that is seen at a pixel now, for any distance from the camera. */
  placing(x: number, y: number): (depth: number) => Vector3 {
    const { right, up, back, scale, distance, isPerspective } = this;
    const position = this.target.clone().addScaledVector(back, this.#away());
    const [sideways, upwards] = [(x + 0.5 - this.width / 2) / scale, (this.height / 2 - y - 0.5) / scale];
    return (depth) => {
      const nearness = isPerspective ? depth / distance : 1;
      return position.clone().addScaledVector(right, sideways * nearness).addScaledVector(up, upwards * nearness)
        .addScaledVector(back, -depth);
    };
  }

  turn(yaw: number, pitch: number): void {
    this.yaw = ((this.yaw + yaw + 540) % 360) - 180;
    this.pitch = Math.min(90, Math.max(-90, this.pitch + pitch));
  }

  /** Moves what is seen by pixels. */
  pan(x: number, y: number): void {
    this.target.addScaledVector(this.right, -x / this.scale).addScaledVector(this.up, y / this.scale);
  }

  /** Zooms so that what stands at a pixel (from the middle, y downwards) stays there. */
  zoom(by: number, x = 0, y = 0): void {
    const before = this.scale;
    this.scale = Math.min(1e5, Math.max(1e-4, this.scale * by));
    const moved = 1 / before - 1 / this.scale;
    this.target.addScaledVector(this.right, x * moved).addScaledVector(this.up, -y * moved);
  }

  /** Brings bounds into the picture as a whole. */
  fit(bounds: Bounds, share = FITTED): void {
    const { right, up, back } = this;
    const seen = cornersOf(bounds).map((corner) => [corner.dot(right), corner.dot(up), corner.dot(back)] as const);
    const [x, y, z] = ([0, 1, 2] as const).map((axis) => middleOf(seen.map((corner) => corner[axis]))) as
      [number, number, number];
    const middle = { x, y };
    const wide = this.width * share / 2, high = Math.max(this.height / 2, this.height - this.covered) * share / 2;
    // How far the eye has to stand, where it sees in perspective: what is nearer looks larger.
    const lens = this.isPerspective ? this.height / (2 * Math.tan(FIELD_OF_VIEW * Math.PI / 360)) : Infinity;
    for (let tries = 0; ; tries++) {
      const needed = seen.map((at) => Math.max(Math.abs(at[0] - middle.x) / wide, Math.abs(at[1] - middle.y) / high) +
        (at[2] - z) / lens);
      this.scale = 1 / Math.max(...needed, 1 / MOST_PIXELS_IN_UNIT);
      if (tries === TRIES || !this.isPerspective) break;
      const nearness = seen.map((at) => 1 / (1 - (at[2] - z) * this.scale / lens));
      middle.x += middleOf(seen.map((at, i) => (at[0] - middle.x) * nearness[i]!));
      middle.y += middleOf(seen.map((at, i) => (at[1] - middle.y) * nearness[i]!));
    }
    this.target.set(0, 0, 0).addScaledVector(right, middle.x).addScaledVector(back, z)
      .addScaledVector(up, middle.y + this.covered / 2 / this.scale);
  }

  setWorld(bounds: Bounds): void {
    const [least, most] = [new Vector3(...bounds.least), new Vector3(...bounds.most)];
    this.middle = least.clone().add(most).multiplyScalar(0.5);
    this.reach = Math.max(1, least.distanceTo(most) / 2 * 1.3);
  }

  #away(): number {
    return this.isPerspective ? this.distance : this.middle.distanceTo(this.target) + 2 * this.reach;
  }
}
