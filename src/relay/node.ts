import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { LookupError } from '../model/error.js';
import type { IpData } from '../model/types.js';
import { callback, checkOptions, wholeNumber } from './checked-options.js';
import type { RelayRequest } from './http/exchange.js';
import { clientIpOf, hasLeft, hostOf, targetOf, toRequest } from './node-request.js';
import type { ServiceOptions, ServiceSettings, SourceOptions } from './options.js';
import { Responder } from './responder.js';

export { LookupError } from '../model/error.js';
export type * from './events.js';
export type * from './options.js';

type ClientIp = ServiceOptions<IncomingMessage>['clientIp'];

/** Options of a relay in a Node server. */
export type RelayListenerOptions = (ServiceSettings<IncomingMessage> | SourceOptions<IncomingMessage>) &
  ListenerOptions;

/** The options that only a relay in a Node server has. */
export interface ListenerOptions {
  /**
   * The number of your proxies in front of the server. Each adds an entry to `X-Forwarded-For`, and the visitor's IP
   * address is the entry that the farthest of them added. If the number is too high, clients can spoof their IP
   * address. Default: 0, the IP address of the socket.
   */
  trustProxies?: number | undefined;
  /** Returns the visitor's IP address in another way. Then `trustProxies` is ignored. */
  clientIp?: ClientIp | undefined;
}

/** A listener for `node:http` and `node:http2`, and a middleware for Express, Connect and Vite. */
export interface RelayListener {
  (
    req: IncomingMessage | Http2ServerRequest,
    res: ServerResponse | Http2ServerResponse,
    next?: () => void,
  ): void;
  /**
   * The IP data for `initialData` in a server-rendered page, like `lookup` of the relay of `createRelay`. Send the page with
   * `Cache-Control: private`. Never rejects.
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
    trustProxies: wholeNumber(0, 100, 0),
    clientIp: callback<ClientIp | null>("returns the visitor's IP address", null),
  });
  const { clientIp, path, source, timeout, trustProxies } = checked;
  const fetch = options.fetch || source ? checked.fetch : undiciFetch(timeout);
  const responder = new Responder({ ...checked, fetch });

  const toRelayRequest = (req: IncomingMessage): RelayRequest => {
    const target = targetOf(req);
    const webRequest = () => toRequest(req, target);
    return {
      method: req.method ?? '',
      target,
      host: hostOf(req),
      header: (name) => req.headers[name]?.toString(),
      clientIp: () => (clientIp ? clientIp(webRequest(), req) : clientIpOf(req, trustProxies)),
      webRequest,
      callbackContext: req,
      keepAlive: () => {}, // Nothing ends the work of a server.
    };
  };

  const respond = async (request: RelayRequest, req: IncomingMessage, res: ServerResponse) => {
    try {
      const { status, headers, body } = await responder.respond(request);
      // The server's own time limit may have sent a response already. One that is closed would never end.
      if (res.headersSent || hasLeft(req)) return;
      headers['Content-Length'] = `${body.length}`;
      const vary = res.getHeader('vary');
      if (vary) headers['Vary'] = `${vary}, ${headers['Vary']}`;
      res.writeHead(status, headers);
      res.end(req.method === 'HEAD' ? undefined : body);
    } catch (thrown) {
      // Middleware may replace the methods of a response, and theirs may throw.
      responder.reporter.log(thrown);
      try {
        if (!res.headersSent) res.statusCode = 500;
        res.end();
      } catch {
        req.destroy();
      }
    }
  };

  const listener = (req: IncomingMessage, res: ServerResponse, next?: () => void) => {
    if (hasLeft(req)) return;
    const request = toRelayRequest(req);
    const isInside = () => `${request.target.replace(/\?.*/s, '')}/`.startsWith(path);
    // Returned, because some frameworks await their handlers.
    return next && !isInside() ? next() : respond(request, req, res);
  };
  // Those of HTTP/2 have the same members, as far as they are used.
  return Object.assign(listener, {
    lookup: (req: IncomingMessage) => responder.lookup(() => toRelayRequest(req)),
  }) as RelayListener;
}

/** A `fetch` whose connections stay open between calls. Without undici, the process stops at its start. */
function undiciFetch(timeout: number): typeof fetch {
  const loaded = import('undici').catch((cause) => {
    throw new LookupError(
      'misconfigured',
      'The package undici is missing. Run "npm install undici@7", or set the option "fetch". See visitor-elements/docs/server.md#start-a-server.',
      { cause },
    );
  });
  // Node's own switches for the proxies in the environment. A server may have no other way out.
  const { NODE_USE_ENV_PROXY, NODE_OPTIONS } = process.env;
  const isProxied =
    NODE_USE_ENV_PROXY === '1' || /--use-env-proxy/.test(`${process.execArgv}${NODE_OPTIONS}`);
  const agents = loaded.then((undici) => {
    const create = () =>
      new undici[isProxied ? 'EnvHttpProxyAgent' : 'Agent']({
        connections: 128, // To each endpoint: twice as many as calls that may go on when they are late.
        keepAliveTimeout: 30_000,
        connect: { timeout: timeout / 2 }, // An unreachable service fails before a late one.
        // The relay ends calls itself, and undici's clock is half a second coarse.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    return { ips: create(), networks: create(), browsers: create() };
  });
  const call: typeof import('undici').fetch = async (input, init) => {
    // If one endpoint hangs, the others still have connections.
    const other = init?.method === 'POST' ? 'browsers' : 'ips';
    const dispatcher = (await agents)[/\/AS\d+$/.test(`${input}`) ? 'networks' : other];
    return (await loaded).fetch(input, { ...init, dispatcher });
  };
  return call as unknown as typeof fetch; // It follows the same standard, but has its own types.
}
