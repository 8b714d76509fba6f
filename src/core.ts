/** The root's exports, except cards, map and select: everything for a page that only personalises. */

export { configure } from './configure.js';
export { VisitorErrorEvent, VisitorLoadEvent } from './elements/base/events.js';
export { LookupController } from './elements/base/lookup-controller.js';
export type { ElementQuery } from './elements/base/shared-observer.js';
export { VisitorMatchEvent, VisitorSwitch } from './elements/switch/visitor-switch.js';
export { VisitorValue } from './elements/value/visitor-value.js';
export {
  type AsData,
  grantConsent,
  type IpData,
  isLookupError,
  type LookupData,
  LookupError,
  type LookupErrorCode,
  type LookupErrorDetails,
  type LookupName,
  type LookupOptions,
  OriginLookup,
  origin,
  revokeConsent,
  type Settings,
  type Snapshot,
  type UserAgentData,
  type UserAgentOptions,
} from './lookup/index.js';
export type { BrowserSignals, Conditions } from './model/conditions.js';
export { type FormatOptions, formatField, type ValueFormat } from './model/format.js';
export { expose } from './personal/expose.js';
export { matches } from './personal/matches.js';
export { clearOverride, override } from './personal/personalise.js';
