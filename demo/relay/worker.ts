/**
 * The relay as a module for Cloudflare Workers and compatible runtimes. It is deployed with `npx wrangler deploy`, the
 * key with `npx wrangler secret put LOOKUP_KEY`. To try it here, in the same runtime (workerd): `npm run service` in
 * one terminal, and in another
 *
 *     LOOKUP_KEY=demo-open VISITOR=81.2.69.142 npx tsx demo/relay/workerd.ts
 */
import { createRelay } from 'visitor-elements/relay.js';

interface Environment {
  LOOKUP_URL: string;
  LOOKUP_KEY: string;
  /**
   * Origins of the pages that may use the relay, separated by spaces. Not needed if the worker has a route on the
   * pages' own origin.
   */
  PAGES?: string;
  /** The client's IP address if Cloudflare sends none, such as on a developer's machine. */
  VISITOR?: string;
}

/** With it, results of late calls are kept, and nobody waits for a write to a store. */
interface ExecutionContext {
  waitUntil(work: Promise<unknown>): void;
}

let relay: ReturnType<typeof createRelay<ExecutionContext>> | undefined;

export default {
  fetch(
    request: Request,
    { LOOKUP_URL, LOOKUP_KEY, PAGES, VISITOR }: Environment,
    context: ExecutionContext,
  ): Promise<Response> {
    relay ??= createRelay({
      baseUrl: LOOKUP_URL,
      apiKey: LOOKUP_KEY,
      clientIp: ({ headers }) => headers.get('cf-connecting-ip') ?? VISITOR,
      allowedOrigins: PAGES?.split(' '),
    });
    return relay(request, context);
  },
};
