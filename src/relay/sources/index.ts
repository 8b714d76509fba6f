/**
 * Data sources for the relay: edge platforms, proxies, and database files on the server.
 *
 * Sources that read headers trust only those that the platform overwrites. The server must refuse requests that didn't
 * come through the platform.
 */
export type { Platform, Source, SourceResult } from '../options.js';
export { type FastlyEvent, fastly } from './fastly.js';
export { firstAvailable } from './first-available.js';
export { headers, type LocationHeaders } from './headers.js';
export { type DatabaseReader, type Databases, maxmind } from './maxmind.js';
export { cloudflare, cloudfront, type NetlifyContext, netlify, vercel } from './platforms.js';
export { serverTiming } from './server-timing.js';
