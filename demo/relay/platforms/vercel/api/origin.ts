/**
 * Vercel: the relay at /origin/, as a function; `vercel.json` sends all its paths here. It answers from what Vercel knows
 * itself: no key, no service.
 */
import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

const relay = createRelay(vercel());

export const GET = (request: Request) => relay(request);
