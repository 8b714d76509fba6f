/**
 * Ready sources for the relay: what an edge platform, a proxy or a database file on the server knows of a visitor.
 *
 * Those that read headers trust what the platform overwrites and nothing else: the server must refuse requests that did not
 * come through it.
 */
export type { Source, SourceResult } from '../options.js';
export { cloudflare } from './cloudflare.js';
export { cloudfront } from './cloudfront.js';
export { type FastlyEvent, fastly } from './fastly.js';
export { firstAvailable } from './first.js';
export { headers, type LocationHeaders } from './headers.js';
export { type DatabaseReader, type Databases, maxmind } from './maxmind.js';
export { type NetlifyContext, netlify } from './netlify.js';
export type { Platform } from './platform.js';
export { serverTiming } from './server-timing.js';
export { vercel } from './vercel.js';
