/** The lookup module's door for the floors above it; users of the package have `index.ts`. */
export { LookupError } from './error.js';
export { consents } from './gate.js';
export { isObject, parseObject } from './json.js';
export { page } from './page.js';
export { absolute, setting } from './settings.js';
export { readStored, writeStored } from './storage.js';
export { publishAll } from './store.js';
export type * from './types.js';
