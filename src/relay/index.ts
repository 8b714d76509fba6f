import type { IpData } from '../model/types.js';
import { callback, checkOptions, parseUrl } from './checked-options.js';
import type { RelayRequest } from './http/exchange.js';
import type { RelayOptions, ServiceOptions } from './options.js';
import { Responder } from './responder.js';
import { timeLeft, waitFor } from './time.js';

export { LookupError } from '../model/error.js';
export type * from './events.js';
export type * from './options.js';

/** A relay for web-standard requests. */
export interface Relay<Context = unknown> {
  /** Handles a request; never rejects for a web-standard one. */
  (request: Request, context?: Context): Promise<Response>;
  /**
   * The IP data that `GET {path}` would send to the visitor of this page, for `initialData` in a server-rendered page.
   *
   * The lookup counts against the limits and is cached like a request to the relay; the path doesn't matter. With a lookup
   * service, the page waits up to `timeout`. Send the page, which contains the visitor's data, with `Cache-Control: private`.
   *
   * @returns `null` for crawlers and prefetched pages (`Sec-Purpose: prefetch`), for requests from pages of other sites
   * unless they navigate by GET or HEAD, and if there is no data. Never rejects.
   */
  lookup(request: Request, context?: Context): Promise<IpData | null>;
}

/**
 * Creates a relay, which makes the origin lookups of a page's visitors with a key that stays on the server.
 *
 * It responds like the lookup service to `GET {path}`, `GET {path}AS` and `GET {path}user_agent`, each about the
 * request's own visitor. `fields=ip,location[city,country.code]` narrows the data. Failures have the service's `{code,
 * message, resolution}`, and never contain the key.
 *
 * One visitor costs one IP lookup per `maxAge`. Visitors of a network share an ASN lookup, those with the same browser a
 * User-Agent lookup.
 *
 * @throws {LookupError} `misconfigured`, naming the option, its value and what is allowed.
 */
export function createRelay<Context = unknown>(options: RelayOptions<Context>): Relay<Context> {
  const clientIpRule = callback<ServiceOptions<Context>['clientIp']>("returns the visitor's IP address");
  const checked = checkOptions(options, { clientIp: { ...clientIpRule, defaultWithSource: () => null } });
  const { clientIp, timeout } = checked;
  const responder = new Responder(checked);

  /** A function that responds, with work that goes on afterwards, as far as the platform allows it. */
  const withBackground =
    <Result>(respond: (read: () => RelayRequest) => Promise<Result>) =>
    async (request: Request, context?: Context): Promise<Result> => {
      const deadline = performance.now() + timeout;
      const unfinished: Promise<unknown>[] = [];
      const read = (): RelayRequest => {
        // Some servers make a request of any `Host`, and then its URL is invalid.
        const url = parseUrl(request.url);
        return {
          method: request.method,
          target: url ? url.pathname + url.search : '#',
          // Some frameworks put `localhost` into the request's URL, so the header comes first.
          host: request.headers.get('host') ?? url?.host,
          header: (name) => request.headers.get(name),
          // If `clientIp` reads the context, the caller passes one.
          clientIp: () => clientIp(request, context as Context),
          webRequest: () => request,
          callbackContext: context,
          keepAlive(work, isNeeded) {
            try {
              Promise.resolve(Object(context).waitUntil(work)).catch(() => {});
            } catch {
              // The platform's context has no such function.
              if (isNeeded && !keepsRunning) unfinished.push(work);
            }
          },
        };
      };
      const result = await respond(read);
      if (unfinished.length > 0) await waitFor(() => Promise.all(unfinished), timeLeft(deadline));
      return result;
    };

  const relay = withBackground(async (read) => {
    const request = read();
    const { status, headers, body } = await responder.respond(request);
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  });
  return Object.assign(relay, { lookup: withBackground((read) => responder.lookup(read)) });
}

const { navigator, process } = globalThis as {
  navigator?: { userAgent?: string };
  process?: { versions?: { node?: string } };
};
/** Whether work goes on after a response without a platform's help: in Node, Deno and Bun, but not in Workers. */
const keepsRunning = process?.versions?.node !== undefined && navigator?.userAgent !== 'Cloudflare-Workers';
