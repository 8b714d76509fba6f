import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

/**
 * The data source of the platform that the adapter in `astro.config.mjs` is for: it reads headers that Vercel overwrites, and any
 * other server would believe a client's own. On a server of your own put the listener before Astro's handler instead, as
 * `../../astro.js` does.
 */
export const relay = createRelay(vercel());
