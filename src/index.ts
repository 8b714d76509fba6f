/** Every class, function and type; importing it registers nothing. */
export { VisitorErrorEvent, VisitorLoadEvent } from './elements/events.js';
export { VisitorAsn } from './elements/visitor-asn.js';
export { VisitorCountrySelect } from './elements/visitor-country-select.js';
export { VisitorInfo } from './elements/visitor-info.js';
export { VisitorMap } from './elements/visitor-map.js';
export { VisitorMatchEvent, VisitorSwitch } from './elements/visitor-switch.js';
export { VisitorUserAgent } from './elements/visitor-user-agent.js';
export { VisitorValue } from './elements/visitor-value.js';
export { expose } from './expose.js';
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
export { configure } from './settings.js';
export { clearOverride, override } from './view.js';
export { type As, type Conditions, type FormatOptions, formatField, matches } from './visitor/index.js';
