/** The root's exports, except cards, map and select: everything for a page that only personalises. */

export { configure } from './configure.js';
export { VisitorErrorEvent, VisitorLoadEvent } from './elements/base/events.js';
export { type ElementQuery, LookupController } from './elements/base/lookup-controller.js';
export { VisitorMatchEvent, VisitorSwitch } from './elements/switch/visitor-switch.js';
export { VisitorValue } from './elements/value/visitor-value.js';
// `configure`, `OriginLookup` and `origin` of this file replace those of the lookup module.
export * from './lookup/index.js';
export type { Conditions } from './model/conditions.js';
export { type FormatOptions, formatField, type ValueFormat } from './model/format.js';
export type { BrowserSignals } from './model/types.js';
export { expose } from './personal/expose.js';
export { matches } from './personal/matches.js';
export { OriginLookup, origin } from './personal/origin.js';
export { clearOverride, override } from './personal/override.js';
