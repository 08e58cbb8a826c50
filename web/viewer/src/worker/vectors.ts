// Vectors and quaternions, as far as a scene needs them.

export type Vector = [number, number, number];

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function unit(a: Vector): Vector {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}

export function scaled(a: Vector, by: ArrayLike<number>): Vector {
  return [a[0] * by[0]!, a[1] * by[1]!, a[2] * by[2]!];
}

/** A vector turned by a quaternion x, y, z, w. */
export function turned(rotation: ArrayLike<number>, a: Vector): Vector {
  const [x, y, z, w] = [rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!];
  const around: Vector = [x, y, z];
  const twice = cross(around, a).map((at) => 2 * at) as Vector;
  const more = cross(around, twice);
  return [a[0] + w * twice[0] + more[0], a[1] + w * twice[1] + more[1], a[2] + w * twice[2] + more[2]];
}

/** The three sides of a box as vectors. */
export function eachSide(size: ArrayLike<number>): Vector[] {
  return [[size[0]!, 0, 0], [0, size[1]!, 0], [0, 0, size[2]!]];
}
