/**
 * What the relay needs of the lookup module: the parts that know nothing of pages. The module's own door would bring the types of
 * the DOM, which servers do not have.
 */
export { LookupError } from '../lookup/error.js';
export { isObject, parseObject } from '../lookup/json.js';
export { retryAfterSeconds } from '../lookup/retry-after.js';
export { parseStruck } from '../lookup/strike.js';
export type { LookupName } from '../lookup/types.js';
