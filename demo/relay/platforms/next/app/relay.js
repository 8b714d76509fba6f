import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

/**
 * For Next.js on Vercel: it reads headers that Vercel overwrites, and any other server would believe a client's own. On a
 * server of your own put the listener before Next's handler instead, as `../../next.js` does.
 */
export const relay = createRelay(vercel());
