/** The lookup module's door for the floors above it; users of the package have `index.ts`. */
export { keepLatest } from './bounded.js';
export { choose, currentChoice } from './choice.js';
export { configureDefaults } from './configure.js';
export { ofDocument } from './document.js';
export { circumstances, mayAsk } from './gate.js';
export { isObject, parseObject } from './json.js';
export { page } from './page.js';
export { questionOf } from './question.js';
export { recallAnswer, recallPause } from './records.js';
export { report } from './report.js';
export { type Sent, send } from './send.js';
export { absolute, parseSettings, setting } from './settings.js';
export { resting } from './snapshot.js';
export { state } from './state.js';
export { mayHold } from './strike.js';
export { placeOf } from './take-over.js';
export type * from './types.js';
