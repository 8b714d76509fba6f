import { isObject } from '../model/json.js';
import type { IpData } from '../model/types.js';
import { checkOptions } from './checked-options.js';
import type { RelayRequest } from './http/exchange.js';
import type { RelayOptions } from './options.js';
import { Responder } from './responder.js';
import { functionRule } from './rule-kinds.js';

export { LookupError } from '../model/error.js';
export type { RelayEvent, ServedFrom } from './events.js';
export type { AnswerCache, AnswerStore, RelayOptions, Source, SourceResult } from './options.js';

/** A relay for web-standard requests. */
export interface Relay<Context = unknown> {
  /** Handles a request; never rejects. */
  (request: Request, context?: Context): Promise<Response>;
  /**
   * The IP data that `GET {path}` would send to the visitor who asks for this page, as `initialData` of a page that a
   * server makes. The request's path does not matter; the option `allowedHosts` does. `null` for crawlers and
   * prefetched pages (`Sec-Purpose: prefetch`), for requests from pages of other sites unless they navigate by GET or
   * HEAD, and if there is no data. It counts and is remembered as a request is, and never rejects. With a service the
   * page waits for it, up to `timeout`. The page is its visitor's own: send it with `Cache-Control: private`.
   */
  lookup(request: Request, context?: Context): Promise<IpData | null>;
}

/**
 * Creates a relay: it makes the origin lookups of a page's visitors with a key that stays on the server. It runs
 * wherever web-standard `Request` and `Response` exist.
 *
 * Its answers are those of the lookup service: `GET {path}`, `GET {path}AS` and `GET {path}user_agent`, each about
 * the request's own visitor; `fields=ip,location[city,country.code]` narrows them. One visitor costs one IP lookup
 * per `maxAge`. An ASN lookup is shared by all visitors of a network, and a User-Agent lookup by all visitors with
 * the same browser. Failures answer with the service's `{code, message, resolution}`, and never hold the key.
 *
 * @throws {LookupError} `misconfigured`, naming the option, what was found and what is allowed.
 */
export function createRelay<Context = unknown>(options: RelayOptions<Context>): Relay<Context> {
  type Address = NonNullable<RelayOptions<Context>['clientIp']>;
  const hasSource = isObject(options) && options.source !== undefined;
  const checked = checkOptions(options, {
    clientIp: functionRule<Address>("returns the visitor's IP address", hasSource ? () => null : undefined),
  });
  const { clientIp } = checked;
  const responder = new Responder(checked);

  // A deployment whose `clientIp` reads the context passes one.
  const toRelayRequest = (request: Request, context: Context): RelayRequest => {
    const { pathname, search, host } = new URL(request.url);
    return {
      method: request.method,
      target: pathname + search,
      // Some frameworks put `localhost` into the request's address, so the header counts first.
      host: request.headers.get('host') ?? host,
      header: (name) => request.headers.get(name),
      clientIp: () => clientIp(request, context),
      webRequest: () => request,
      context,
    };
  };

  const relay = async (request: Request, context?: Context) => {
    const { status, headers, body } = await responder.respond(toRelayRequest(request, context as Context));
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  };
  const lookup = (request: Request, context?: Context) =>
    responder.lookup(() => toRelayRequest(request, context as Context));
  return Object.assign(relay, { lookup });
}
