/**
 * SvelteKit: the relay at /origin/. On Vercel, as here, it answers from what the platform knows itself; elsewhere name that
 * platform's source. On a server of your own put the listener before SvelteKit's handler instead.
 */
import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

const relay = createRelay(vercel());

/** @type {import('@sveltejs/kit').RequestHandler} */
export const GET = ({ request }) => relay(request);

export const trailingSlash = 'ignore';
