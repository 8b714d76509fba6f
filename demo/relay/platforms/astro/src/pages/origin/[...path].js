/** Astro: the relay at /origin/. */
import { relay } from '../../relay.js';

export const prerender = false;

/** @type {import('astro').APIRoute} */
export const ALL = ({ request }) => relay(request);
