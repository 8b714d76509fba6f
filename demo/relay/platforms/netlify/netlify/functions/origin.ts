/** Netlify: the relay at /origin/, as a function. It uses Netlify's own data: no key, no service. */
import type { Context } from '@netlify/types';
import { createRelay } from 'visitor-elements/relay.js';
import { netlify } from 'visitor-elements/sources.js';

const relay = createRelay(netlify());

export default (request: Request, context: Context) => relay(request, context);

export const config = { path: ['/origin', '/origin/*'] };
