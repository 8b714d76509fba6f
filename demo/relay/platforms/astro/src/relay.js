import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

/** With the adapter for Vercel, as here, it answers from what the platform knows itself; with another name that platform's source. */
export const relay = createRelay(vercel());
