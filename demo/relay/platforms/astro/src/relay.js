import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

/**
 * The data source must match the adapter in `astro.config.mjs`: this one reads headers that Vercel overwrites, and on
 * another server clients could forge them. On your own server, put the listener in front of Astro's handler instead, as
 * in `../../astro.js`.
 */
export const relay = createRelay(vercel());
