import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

/** On Vercel, as here, it answers from what the platform knows itself; elsewhere name that platform's source. */
export const relay = createRelay(vercel());
