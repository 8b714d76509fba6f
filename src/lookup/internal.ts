/** What the floors above import of the lookup module, beside what `index.ts` offers to users of the package. */
export { isAllowed } from './consent.js';
export { absolute, ofDocument } from './document.js';
export { isObject, parseObject } from './json.js';
export { changed as viewChanged, useView } from './observer.js';
export { configureDefaults, notify, page } from './page.js';
export { keepLatest, report } from './report.js';
export { setting } from './settings.js';
export { CHOICE, readStored, type StorageName, writeRecord, writeStored } from './storage.js';
export type * from './types.js';
export { idle } from './types.js';
