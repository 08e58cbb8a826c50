// What the unit tests of the page's models look at, for one bundle.
export { TreeModel, PAGE } from '../src/panels/tree-model.js';
export { addState } from '../src/page/history.js';
export { changedRuns, runsMesh } from '../src/view/cells.js';
export { PRESETS, Viewpoint, cornersOf } from '../src/view/camera.js';
export { Live } from '../src/view/live.js';
export { Looking, RecordNames, pointerOf, recordOf, subjectsOf, thingsAt } from '../src/view/looking.js';
export { Mark } from '../src/view/materials.js';
export { gridLines, lengthText, roundBelow, scaleBar } from '../src/view/measures.js';
export { rangesOf, sendEntries } from '../src/view/ranges.js';
export { Members } from '../src/view/members.js';
export { Tables } from '../src/worker/tables.js';
export { findNext, indexOf, patternOf } from '../src/panels/byte-search.js';
export { buildModel } from '../src/worker/model.js';
export { Bits } from '../src/worker/protocol.js';
export { record, Signal } from '../src/panels/wave-model.js';
