/**
 * Deno: the relay at /origin/, before the rest of the site. Deno has no data about locations, so the relay calls a
 * lookup service, with a key from the environment.
 */
import { createRelay } from 'visitor-elements/relay.js';

const relay = createRelay({
  baseUrl: Deno.env.get('LOOKUP_URL'),
  apiKey: Deno.env.get('LOOKUP_KEY'),
  clientIp: (_request, { remoteAddr }) => remoteAddr.hostname,
});

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8081) }, (request, info) =>
  new URL(request.url).pathname.split('/')[1] === 'origin' ? relay(request, info) : new Response('site'),
);
