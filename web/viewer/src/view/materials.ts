// How things, layers and grounds are coloured: shaders in the display's own numbers, as the library's pictures are.
import { Color, DataTexture, DoubleSide, GLSL3, LinearSRGBColorSpace, Matrix3, NearestFilter, RawShaderMaterial, RedIntegerFormat,
  UnsignedByteType, Vector3 } from 'three';
import type { ShaderMaterialParameters } from 'three';

/** What stands in the texture of marks, for each thing. */
export const Mark = { NONE: 0, SELECTED: 1, FOUND: 2, ADDED: 3, REMOVED: 4, CHANGED: 5, NET: 6, AT_NET: 7, HIDDEN: 128 } as const;

/** What a pass draws: `uPass`. */
export const Pass = { COLOR: 0, NUMBER: 1, DEPTH: 2 } as const;

/** The number of what is no thing, and the depth where there is none: both are colours of 24 bits. */
export const NOTHING = 0xffffff;

export const MARKS_ACROSS = 2048;

/** What all materials of a stage share. */
export interface Shared {
  uPass: { value: number };
  uAmbient: { value: Vector3 };
  uSun: { value: Matrix3 };
  uPixels: { value: number };
  uLeast: { value: number };
  uFar: { value: number };
  uDim: { value: number };
  uPegs: { value: number };
  uAccent: { value: Vector3 };
}

export function sharedUniforms(): Shared {
  return {
    uPass: { value: Pass.COLOR }, uAmbient: { value: new Vector3(1, 1, 1) }, uSun: { value: new Matrix3() },
    uPixels: { value: 1 }, uLeast: { value: 1 }, uFar: { value: 1 }, uDim: { value: 0 }, uPegs: { value: 1 },
    uAccent: { value: new Vector3(1, 0.55, 0.1) },
  };
}

/** One byte for each thing, which the shaders of solids read. */
export function marksTexture(count: number): DataTexture {
  const rows = Math.max(1, Math.ceil(count / MARKS_ACROSS));
  const texture = new DataTexture(new Uint8Array(MARKS_ACROSS * rows), MARKS_ACROSS, rows, RedIntegerFormat,
    UnsignedByteType);
  texture.internalFormat = 'R8UI';
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.unpackAlignment = 1;
  texture.needsUpdate = true;
  return texture;
}

/** Wires that are too narrow to be told apart are drawn with this share of their width. */
const SLIMMEST = 0.55;

const COMMON = `
precision highp float;
precision highp int;
uniform int uPass;
uniform float uFar;
uniform float uDim;
uniform vec3 uAmbient;
uniform mat3 uSun;
// What a search or a comparison is not about.
vec3 dimmed(vec3 color) {
  return mix(vec3(dot(color, vec3(0.3, 0.59, 0.11))), vec3(0.72), 0.6);
}
// Opaque, as what is seen through is blended.
vec4 numberColor(uint number) {
  return vec4(vec3(uvec3(number, number >> 8, number >> 16) & 255u) / 255.0, 1.0);
}
vec4 depthColor(float depth) {
  return numberColor(uint(clamp(depth / uFar, 0.0, 0.999999) * ${NOTHING}.0));
}
vec3 lit(vec3 color, vec3 normal) {
  return color * (uAmbient + max(vec3(0.0), normal * uSun));
}
`;

const SOLID_VERTEX = `${COMMON}
uniform mat4 viewMatrix, projectionMatrix;
uniform highp usampler2D uMarks;
uniform uint uFirst;
uniform float uPixels, uLeast, uPegs;
uniform bool uThin;
in vec3 position, normal;
in vec4 edge;
in vec4 row0, row1, row2;
in vec4 color;
in uint id;
out vec4 vColor;
out vec3 vNormal;
out vec4 vEdge;
out vec2 vSides;
out float vDepth;
flat out uint vNumber, vMark, vMaterial;
void main() {
  uint number = id & 0x0fffffffu;
  vMark = texelFetch(uMarks, ivec2(int(number % ${MARKS_ACROSS}u), int(number / ${MARKS_ACROSS}u)), 0).r;
  bool isHidden = (vMark & 128u) != 0u || (uPegs < 0.5 && (id & 0x40000000u) != 0u);
  vec3 a = vec3(row0.x, row1.x, row2.x), b = vec3(row0.y, row1.y, row2.y), c = vec3(row0.z, row1.z, row2.z);
  if (uThin) {
    // Dark wires next to each other stay apart: the narrower they look, the narrower they are drawn. Lit ones stand out.
    bool isLit = max(color.r, max(color.g, color.b)) > 0.5;
    float slim = isLit ? 1.0 : mix(${SLIMMEST}, 1.0, smoothstep(0.6, 4.0, max(length(a), length(b)) * uPixels));
    float least = (isLit ? 2.0 : 1.0) * uLeast / uPixels;
    a *= max(slim, least / max(length(a), 1e-9));
    b *= max(slim, least / max(length(b), 1e-9));
  }
  vec3 lengths = vec3(length(a), length(b), length(c));
  vec4 seen = viewMatrix * vec4(a * position.x + b * position.y + c * position.z + vec3(row0.w, row1.w, row2.w), 1.0);
  vec3 facing = cross(b, c) * normal.x + cross(c, a) * normal.y + cross(a, b) * normal.z;
  vNormal = facing / max(length(facing), 1e-12);
  vEdge = edge;
  vSides = vec2(edge.z < 0.0 ? 0.0 : lengths[int(edge.z)], edge.w < 0.0 ? 0.0 : lengths[int(edge.w)]);
  vColor = color;
  vDepth = -seen.z;
  vNumber = number + uFirst;
  vMaterial = (id >> 28) & 3u;
  gl_Position = isHidden ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * seen;
  // Faces that lie in each other would flicker: each thing stands a hair nearer than its neighbours, always the same.
  gl_Position.z -= gl_Position.w * 2.5e-7 * float((number * 5u + uint(gl_InstanceID)) & 15u);
}`;

const SOLID_FRAGMENT = `${COMMON}
uniform vec3 uAccent;
uniform bool uThin;
in vec4 vColor;
in vec3 vNormal;
in vec4 vEdge;
in vec2 vSides;
in float vDepth;
flat in uint vNumber, vMark, vMaterial;
out vec4 result;
float lineAt(vec2 at, vec2 blur) {
  vec2 near = abs(fract(at + 0.5) - 0.5) / max(blur, vec2(1e-6));
  vec2 strength = (1.0 - smoothstep(0.3, 1.2, near)) * clamp(1.3 - blur * 3.0, 0.0, 1.0);
  return max(strength.x, strength.y);
}
void main() {
  if (uPass == 1) { result = numberColor(vNumber); return; }
  if (uPass == 2) { result = depthColor(vDepth); return; }
  uint mark = vMark & 127u;
  vec3 color = vColor.rgb;
  float alpha = vColor.a;
  // What is not solid in its game is seen through as in the library's pictures.
  if (vMaterial == 2u && alpha > 0.99) alpha = 0.28;
  if (mark == 1u) color = mix(color, uAccent, 0.68);
  else if (mark == 2u) color = mix(color, vec3(0.16, 0.5, 0.95), 0.75);
  else if (mark == 3u) color = mix(color, vec3(0.1, 0.68, 0.3), 0.85);
  else if (mark == 4u) color = mix(color, vec3(0.88, 0.16, 0.18), 0.85);
  else if (mark == 5u) color = mix(color, vec3(0.97, 0.56, 0.05), 0.85);
  else if (mark == 6u) color = mix(color, vec3(0.1, 0.62, 0.95), 0.7);
  else if (mark == 7u) color = mix(color, vec3(0.1, 0.62, 0.95), 0.3);
  else if (uDim > 0.5) color = dimmed(color);
  vec2 blur = fwidth(vEdge.xy);
  vec2 border = min(vEdge.xy, 1.0 - vEdge.xy) / max(blur, vec2(1e-6));
  vec2 inked = (1.0 - smoothstep(0.4, 1.5, border)) * clamp(1.4 - blur * 2.2, 0.0, 1.0);
  float ink = max(vEdge.z < 0.0 ? 0.0 : inked.x, vEdge.w < 0.0 ? 0.0 : inked.y);
  if (vMaterial == 1u && vSides.x > 0.0 && vSides.y > 0.0) {
    vec2 squares = vEdge.xy * vSides;
    color *= 1.0 - 0.2 * lineAt(squares, fwidth(squares));
    if (min(vSides.x, vSides.y) < 0.6) color *= 0.75;
  }
  if (vMaterial == 3u) {
    vec2 place = vEdge.xy * max(vSides, vec2(1.0));
    color *= fract((place.x + place.y) * 2.0) < 0.22 ? 0.7 : 1.0;
  }
  color = lit(color, normalize(vNormal));
  if (uThin && vEdge.z >= 0.0) {
    // Round, as a tube: lightest along its middle.
    float across = 2.0 * (vEdge.z > 1.5 ? vEdge.y : vEdge.x) - 1.0;
    float height = 1.0 - across * across;
    color = color * (0.8 + 0.2 * height) + 0.12 * height;
    ink = 0.0;
  }
  // Dark things have light edges, so that dark wires are seen on each other.
  float dark = 1.0 - smoothstep(0.1, 0.3, dot(color, vec3(0.3, 0.59, 0.11)));
  color = mix(color * (1.0 - ink * 0.3), color + 0.2 * ink, dark);
  if (vMaterial == 2u) alpha = max(alpha, ink * 0.85);
  result = vec4(color, mark != 0u ? max(alpha, 0.8) : alpha);
}`;

export function solidMaterial(shared: Shared, marks: DataTexture, first: number, isSeenThrough: boolean,
  isThin: boolean, bothSides: boolean): RawShaderMaterial {
  const material = new RawShaderMaterial({
    glslVersion: GLSL3, vertexShader: SOLID_VERTEX, fragmentShader: SOLID_FRAGMENT,
    uniforms: { ...shared, uMarks: { value: marks }, uFirst: { value: first }, uThin: { value: isThin } },
    transparent: isSeenThrough, depthWrite: !isSeenThrough,
  });
  if (bothSides) material.side = DoubleSide;
  return material;
}

const FLAT_VERTEX = `${COMMON}
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
in vec3 position;
in vec2 uv;
out vec2 vPlace;
out float vDepth;
void main() {
  vec4 seen = viewMatrix * modelMatrix * vec4(position, 1.0);
  vPlace = uv;
  vDepth = -seen.z;
  gl_Position = projectionMatrix * seen;
}`;

const LAYER_FRAGMENT = `${COMMON}
uniform highp usampler2D uCells;
uniform sampler2D uColors, uTiles;
uniform uint uNumber, uWidth, uHeight, uCount, uAcross, uTileCount, uColumns;
uniform bool uZeroIsEmpty, uHasTiles;
uniform vec4 uTile, uGap;
in vec2 vPlace;
in float vDepth;
out vec4 result;
vec4 colorOf(uint tile, vec2 within) {
  if (uHasTiles && tile < uTileCount) {
    vec2 corner = uTile.xy + vec2(float(tile % uColumns), float(tile / uColumns)) * uGap.xy;
    ivec2 pixel = ivec2(corner + within * uTile.zw);
    if (all(lessThan(pixel, textureSize(uTiles, 0)))) return texelFetch(uTiles, pixel, 0);
  }
  return texelFetch(uColors, ivec2(int(tile & 255u), int(tile >> 8)), 0);
}
void main() {
  uvec2 at = uvec2(vPlace);
  uint cell = at.y * uWidth + at.x;
  if (at.x >= uWidth || at.y >= uHeight || cell >= uCount) discard;
  uint value = texelFetch(uCells, ivec2(int(cell % uAcross), int(cell / uAcross)), 0).r;
  uint tile = value & 0x7fffu;
  bool isBlocked = (value & 0x8000u) != 0u;
  bool isEmpty = uZeroIsEmpty && tile == 0u;
  vec2 blur = fwidth(vPlace);
  bool isStroke = isBlocked && !uHasTiles && max(blur.x, blur.y) < 0.2 && fract((vPlace.x + vPlace.y) * 2.0) < 0.3;
  if (isEmpty && !isStroke) discard;
  vec4 color = isEmpty ? vec4(0.0, 0.0, 0.0, 0.35) : colorOf(tile, fract(vPlace));
  if (color.a < 0.02) discard;
  if (uPass == 1) { result = numberColor(uNumber); return; }
  if (uPass == 2) { result = depthColor(vDepth); return; }
  if (isStroke && !isEmpty) color.rgb *= 0.64;
  result = uDim > 0.5 ? vec4(dimmed(color.rgb), color.a) : color;
}`;

export function layerMaterial(uniforms: Shared & { [name: string]: { value: unknown } }): RawShaderMaterial {
  return new RawShaderMaterial({ glslVersion: GLSL3, vertexShader: FLAT_VERTEX, fragmentShader: LAYER_FRAGMENT,
    uniforms, transparent: true, side: DoubleSide });
}

const GROUND_VERTEX = `${COMMON}
uniform mat4 viewMatrix, projectionMatrix;
in vec3 position, normal;
in vec4 color;
out vec4 vColor;
out vec3 vNormal;
out float vDepth;
void main() {
  vec4 seen = viewMatrix * vec4(position, 1.0);
  vColor = color;
  vNormal = normal;
  vDepth = -seen.z;
  gl_Position = projectionMatrix * seen;
}`;

const GROUND_FRAGMENT = `${COMMON}
uniform uint uNumber;
uniform bool uIsLit;
in vec4 vColor;
in vec3 vNormal;
in float vDepth;
out vec4 result;
void main() {
  if (uPass == 1) { result = numberColor(uNumber); return; }
  if (uPass == 2) { result = depthColor(vDepth); return; }
  vec3 color = uDim > 0.5 ? dimmed(vColor.rgb) : vColor.rgb;
  result = vec4(uIsLit ? lit(color, normalize(vNormal)) : color, vColor.a);
}`;

export function groundMaterial(shared: Shared, number: number, isWater: boolean): RawShaderMaterial {
  return new RawShaderMaterial({
    glslVersion: GLSL3, vertexShader: GROUND_VERTEX, fragmentShader: GROUND_FRAGMENT,
    uniforms: { ...shared, uNumber: { value: number }, uIsLit: { value: !isWater } },
    transparent: isWater, depthWrite: !isWater, side: DoubleSide,
  });
}

const PLAIN_VERTEX = `
uniform mat4 viewMatrix, projectionMatrix;
in vec3 position;
void main() { gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }`;

const PLAIN_FRAGMENT = `
precision highp float;
uniform vec3 uColor;
uniform float uOpacity;
out vec4 result;
void main() { result = vec4(uColor, uOpacity); }`;

/** One colour, for what lies over a picture. */
export function plainMaterial(color: number, opacity: number, more: ShaderMaterialParameters): RawShaderMaterial {
  const { r, g, b } = new Color().setHex(color, LinearSRGBColorSpace);
  return new RawShaderMaterial({ glslVersion: GLSL3, vertexShader: PLAIN_VERTEX, fragmentShader: PLAIN_FRAGMENT,
    uniforms: { uColor: { value: new Vector3(r, g, b) }, uOpacity: { value: opacity } }, transparent: true,
    depthWrite: false, ...more });
}

// In perspective what lies under writing may stand nearer by the hair that solids have.
const WRITING_VERTEX = FLAT_VERTEX.replace(/}$/, '  gl_Position.z -= gl_Position.w * 5e-6;\n}');

const WRITING_FRAGMENT = `${COMMON}
uniform sampler2D uPage;
uniform uint uNumber;
in vec2 vPlace;
in float vDepth;
out vec4 result;
void main() {
  if (uPass == 1) { result = numberColor(uNumber); return; }
  if (uPass != 0) discard;
  result = texture(uPage, vPlace);
  if (result.a < 0.03) discard;
}`;

export function writingMaterial(uniforms: Shared & { [name: string]: { value: unknown } }): RawShaderMaterial {
  return new RawShaderMaterial({ glslVersion: GLSL3, vertexShader: WRITING_VERTEX, fragmentShader: WRITING_FRAGMENT,
    uniforms, transparent: true, depthWrite: false });
}
