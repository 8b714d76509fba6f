/**
 * A worker whose relay uses Cloudflare's own data about the visitor in `request.cf`. It needs no key, no credits and no
 * third party. To try it here, in the same runtime (workerd):
 *
 *     VISITOR=81.2.69.142 npx tsx demo/relay/workerd.ts edge.ts
 */
import { createRelay } from 'visitor-elements/relay.js';
import { cloudflare } from 'visitor-elements/sources.js';

const { clientIp, source } = cloudflare();
let relay: ReturnType<typeof createRelay> | undefined;

export default {
  fetch(request: Request, { VISITOR }: { VISITOR?: string }): Promise<Response> {
    relay ??= createRelay({
      source,
      // On Cloudflare, `createRelay(cloudflare())` is enough.
      clientIp: (request, context) => clientIp(request, context) ?? VISITOR,
    });
    return relay(request);
  },
};
