import { checkOptions } from './checked-options.js';
import type { RelayOptions } from './options.js';
import { createResponder } from './relay.js';
import { callable } from './rule-kinds.js';

export { LookupError } from './lookup.js';
export type { From, RelayEvent } from './observer.js';
export type { AnswerCache, AnswerStore, Found, RelayOptions, Source } from './options.js';

/**
 * A relay: answers the origin lookups of the elements with a key that stays on the server (specification: Endpoints,
 * rule 5). For every runtime with web-standard `Request` and `Response`.
 *
 * Its answers are those of the lookup service: `GET {path}`, `GET {path}AS` and `GET {path}user_agent`, each about the
 * request's own visitor; `fields=ip,location[city,country.code]` narrows them. One visitor costs one IP lookup and one
 * User-Agent parsing per `maxAge`; an ASN lookup is shared by all visitors of a network, a parsing by all with the same
 * browser. Failures answer with the service's `{code, message, resolution}`, and never hold the key.
 *
 * @throws {LookupError} `misconfigured`, naming the option, what was found and what is allowed.
 */
export function createRelay<Context = unknown>(
  options: RelayOptions<Context>,
): (request: Request, context?: Context) => Promise<Response> {
  const checked = checkOptions(options, {
    address: callable<RelayOptions<Context>['address']>("gives the visitor's IP address"),
  });
  const { address } = checked;
  const respond = createResponder(checked);
  return async (request, context) => {
    const { pathname, search, host } = new URL(request.url);
    const { status, headers, body } = await respond({
      method: request.method,
      target: pathname + search,
      // Some frameworks put `localhost` into the address.
      host: request.headers.get('host') ?? host,
      header: (name) => request.headers.get(name),
      // A deployment whose `address` reads the context passes one.
      address: () => address(request, context as Context),
      request: () => request,
      context,
    });
    return new Response(request.method === 'HEAD' ? null : body || null, { status, headers });
  };
}
