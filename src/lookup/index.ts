/** The lookup module. It needs neither Lit nor a DOM, and runs in pages, workers and Node. */

export { isLookupError, LookupError, type LookupErrorCode, type LookupErrorDetails } from '../model/error.js';
export type {
  AsData,
  IpData,
  LookupData,
  LookupName,
  Settings,
  Snapshot,
  UserAgentData,
} from '../model/types.js';
export { configure, grantConsent, revokeConsent } from './configure.js';
export type { LookupOptions } from './observer.js';
export { OriginLookup, origin, type UserAgentOptions } from './origin-lookup.js';
