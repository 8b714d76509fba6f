/**
 * The relay as a module for Cloudflare Workers and whatever runs those. It is deployed with `npx wrangler deploy`, the
 * key with `npx wrangler secret put LOOKUP_KEY`. To try it here, in the same runtime (workerd): `npm run service` in
 * one terminal, and in another
 *
 *     LOOKUP_KEY=demo-open VISITOR=81.2.69.142 npx tsx demo/relay/workerd.ts
 */
import { createRelay } from 'visitor-elements/relay.js';

interface Environment {
  LOOKUP_URL: string;
  LOOKUP_KEY: string;
  /** Origins of the pages that may ask, separated by spaces; not needed where the worker has a route on their own. */
  PAGES?: string;
  /** Stands for visitors where Cloudflare does not name their address, such as on one's own machine. */
  VISITOR?: string;
}

let relay: ReturnType<typeof createRelay> | undefined;

export default {
  fetch(request: Request, { LOOKUP_URL, LOOKUP_KEY, PAGES, VISITOR }: Environment): Promise<Response> {
    relay ??= createRelay({
      baseUrl: LOOKUP_URL,
      apiKey: LOOKUP_KEY,
      clientIp: ({ headers }) => headers.get('cf-connecting-ip') ?? VISITOR,
      allowedOrigins: PAGES?.split(' '),
    });
    return relay(request);
  },
};
