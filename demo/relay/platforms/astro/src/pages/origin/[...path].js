/**
 * Astro: the relay at /origin/. On a server of your own put the listener before Astro's handler instead:
 * `../../../../astro.js` does.
 */
import { relay } from '../../relay.js';

export const prerender = false;

/** @type {import('astro').APIRoute} */
export const ALL = ({ request }) => relay(request);
