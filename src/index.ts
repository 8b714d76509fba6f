/** Every class, function and type; importing it registers nothing. */

export * from './core.js';
export { VisitorAsn } from './elements/card/visitor-asn.js';
export { VisitorInfo } from './elements/card/visitor-info.js';
export { VisitorUserAgent } from './elements/card/visitor-user-agent.js';
export { VisitorMap } from './elements/map/visitor-map.js';
export { VisitorCountrySelect } from './elements/select/visitor-country-select.js';
