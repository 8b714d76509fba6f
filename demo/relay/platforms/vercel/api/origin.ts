/**
 * Vercel: the relay at /origin/, as a function. `vercel.json` rewrites all its paths to this one. It uses Vercel's own
 * data: no key, no service.
 */
import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

const relay = createRelay(vercel());

export const GET = (request: Request) => relay(request);
