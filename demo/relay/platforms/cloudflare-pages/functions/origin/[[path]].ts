/**
 * Cloudflare Pages: the relay at /origin/, as a function beside the site. It uses Cloudflare's own data: no key, no
 * service.
 */
import { createRelay } from 'visitor-elements/relay.js';
import { cloudflare } from 'visitor-elements/sources.js';

const relay = createRelay(cloudflare());

export const onRequest: PagesFunction = ({ request }) => relay(request);
