/**
 * What the relay needs of the lookup module: the parts that know nothing of pages. The module's own door would bring the types of
 * the DOM, which servers do not have.
 */
export { LookupError, retryAfterSeconds } from '../lookup/error.js';
export { isObject, parseObject } from '../lookup/json.js';
export type { IpData, LookupName } from '../lookup/types.js';
