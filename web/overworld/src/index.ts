// Overworld: opens, checks, changes, converts and shows game worlds.
export { load, Overworld } from './library.js';
export type { LoadOptions, OpenOptions } from './library.js';
export { World } from './world.js';
export type { CheckOptions, FindOptions, Made, Place, Placement, Rearranged, Target, TiledNames } from './world.js';
export { Mods } from './folder.js';
export type { Files, FolderInfo, ModType } from './folder.js';
export { Circuit, Simulation } from './circuit.js';
export type * from './circuit.js';
export { Flags, Kind, Material, NONE, Paint, Scene, Solid } from './scene.js';
export type * from './scene.js';
export type * from './results.js';
export { OverworldError } from './errors.js';
export type { ErrorCode } from './errors.js';
export type { Host, Image } from './module.js';
