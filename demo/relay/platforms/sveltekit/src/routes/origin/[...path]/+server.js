/**
 * SvelteKit: the relay at /origin/, with the data source of the platform that the adapter in `svelte.config.js` is for. It reads
 * headers that Vercel overwrites, and any other server would believe a client's own. On a server of your own put the listener
 * before SvelteKit's handler instead.
 */
import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

const relay = createRelay(vercel());

/** @type {import('@sveltejs/kit').RequestHandler} */
export const GET = ({ request }) => relay(request);

export const trailingSlash = 'ignore';
