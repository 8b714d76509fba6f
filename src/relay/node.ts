import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { LookupError } from '../model/error.js';
import type { IpData } from '../model/types.js';
import { RelayError } from './errors.js';
import type { RelayRequest, Reply } from './http/exchange.js';
import { REQUEST_ERRORS } from './http/request-errors.js';
import { BodyWriter } from './node-body-writer.js';
import { ConnectionQueue } from './node-connection-queue.js';
import { clientIpOf, hasLeft, hostOf, targetOf, toRequest } from './node-request.js';
import { checkOptions, type RelayOptions } from './options.js';
import { Responder } from './responder.js';
import { functionRule, wholeNumberRule } from './rules.js';
import { WorkQueue } from './work-queue.js';

export { LookupError } from '../model/error.js';
export type { RelayOptions, ResultCache, ResultStore, Source, SourceResult } from './options.js';
export type { RelayEvent, ServedFrom } from './reporting.js';

/** Options of a relay in a Node server. */
export interface RelayListenerOptions extends RelayOptions<IncomingMessage> {
  /**
   * The number of your proxies in front of the server. Each adds an entry to `X-Forwarded-For`, and the visitor's IP
   * address is the entry that the farthest of them added. If the number is too high, clients can spoof their IP
   * address. Default: 0, the IP address of the socket.
   */
  trustProxies?: number | undefined;
  /** Returns the visitor's IP address in another way. Then `trustProxies` is ignored. */
  clientIp?: RelayOptions<IncomingMessage>['clientIp'];
}

/** A listener for `node:http` and `node:http2`, and a middleware for Express, Connect and Vite. */
export interface RelayListener {
  (
    req: IncomingMessage | Http2ServerRequest,
    res: ServerResponse | Http2ServerResponse,
    next?: () => void,
  ): void;
  /**
   * The IP data that `GET {path}` would send to the visitor of this page, for `initialData` in a server-rendered page.
   *
   * The request's path doesn't matter, but the option `allowedHosts` does. The lookup counts against
   * the limits and is cached like a request to the relay. With a lookup service, the page waits up to `timeout`.
   *
   * The page then contains one visitor's data: send it with `Cache-Control: private`.
   *
   * @returns `null` for crawlers and prefetched pages (`Sec-Purpose: prefetch`), for requests from pages of other sites
   * unless they navigate by GET or HEAD, and if there is no data. Never rejects.
   */
  lookup(req: IncomingMessage | Http2ServerRequest): Promise<IpData | null>;
}

/**
 * Creates the relay of `createRelay` as a listener for `node:http`, Express and Vite. It calls the lookup service with
 * the package undici over connections that stay open, unless you set the option `fetch`.
 *
 * A request outside of `path` is passed to `next`, or gets 404 if there is none. Behind a framework's mount point,
 * `path` is still the whole path as the browser requests it.
 *
 * @throws {LookupError} `misconfigured`, naming the option, its value and what is allowed.
 */
export function relayListener(options: RelayListenerOptions): RelayListener {
  const checked = checkOptions(options, {
    trustProxies: wholeNumberRule(0, 0, 100),
    clientIp: functionRule<NonNullable<RelayListenerOptions['clientIp']> | null>(
      "returns the visitor's IP address",
      null,
    ),
  });
  const { clientIp, path, source, timeout, trustProxies } = checked;
  const fetch = options.fetch || source ? checked.fetch : undiciFetch(timeout);
  const work = new WorkQueue();
  const responder = new Responder({ ...checked, fetch }, (owner, task) => work.run(owner, task));
  const queue = new ConnectionQueue(work);
  const writer = new BodyWriter(work);

  const toRelayRequest = (req: IncomingMessage): RelayRequest => {
    const target = targetOf(req);
    const webRequest = () => {
      const made = toRequest(req, undefined, target);
      if (!made) throw new RelayError(REQUEST_ERRORS.malformed);
      return made;
    };
    return {
      method: req.method ?? '',
      target,
      host: hostOf(req),
      header: (name) => req.headers[name]?.toString(),
      clientIp: () => (clientIp ? clientIp(webRequest(), req) : clientIpOf(req, trustProxies)),
      webRequest,
      callbackContext: req,
    };
  };

  const listener = (req: IncomingMessage, res: ServerResponse, next?: () => void) => {
    const request = toRelayRequest(req);
    if (next && !request.target.startsWith(path)) return next();
    const send = ({ status, headers, body }: Reply) => {
      // The server's own time limit may have sent a response already. One that is closed would never end.
      if (res.headersSent || hasLeft(req)) return;
      if (body) headers['Content-Length'] = `${body.length}`;
      res.writeHead(status, headers);
      if (body && req.method !== 'HEAD') writer.write(res, body);
      else res.end();
    };
    queue.enqueue(req, res, () => {
      const reply = responder.respond(request);
      if (reply instanceof Promise) reply.then(send);
      else send(reply);
    });
  };
  // Those of HTTP/2 have the same members, as far as they are used.
  return Object.assign(listener, {
    lookup: (req: IncomingMessage) => responder.lookup(() => toRelayRequest(req)),
  }) as RelayListener;
}

/** The maximum number of connections to the lookup service. Further calls wait. */
const CONNECTIONS = 64;
const KEEP_ALIVE = 30_000;

/**
 * Creates a `fetch` whose connections stay open between calls.
 *
 * Loads the package undici at once. If the package is missing, the unhandled `misconfigured` error stops the process at
 * its start instead of at its first visitor.
 */
function undiciFetch(timeout: number): typeof fetch {
  const loaded = loadUndici(timeout);
  return async (...request) => (await loaded)(...request);
}

async function loadUndici(timeout: number): Promise<typeof fetch> {
  const undici = await import('undici').catch((cause) => {
    throw new LookupError(
      'misconfigured',
      'The package undici is missing. Run "npm install undici@7", or set the option "fetch". See visitor-elements/docs/server.md#start-a-server.',
      { cause },
    );
  });
  const dispatcher = new undici.Agent({
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE,
    // A call's signal ends it after `timeout`. undici's clock is half a second coarse, so its own limits may end it sooner.
    connect: { timeout: timeout + 1000 },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const call: typeof undici.fetch = (input, init) => undici.fetch(input, { ...init, dispatcher });
  return call as unknown as typeof fetch; // It follows the same standard, but has its own types.
}
