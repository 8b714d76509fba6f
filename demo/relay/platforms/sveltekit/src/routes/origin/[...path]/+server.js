/**
 * SvelteKit: the relay at /origin/. The data source must match the adapter in `svelte.config.js`: this one reads
 * headers that Vercel overwrites, and on another server clients could forge them. On your own server, put the listener
 * in front of SvelteKit's handler instead.
 */
import { createRelay } from 'visitor-elements/relay.js';
import { vercel } from 'visitor-elements/sources.js';

const relay = createRelay(vercel());

/** @type {import('@sveltejs/kit').RequestHandler} */
export const GET = ({ request }) => relay(request);

export const trailingSlash = 'ignore';
