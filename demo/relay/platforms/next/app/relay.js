import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

/**
 * For Next.js on Vercel: this source reads headers that Vercel overwrites, and on another server clients could forge
 * them. On your own server, put the listener in front of Next's handler instead, as in `../../next.js`.
 */
export const relay = createRelay(vercel());
