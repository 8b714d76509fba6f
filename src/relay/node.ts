import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkOptions } from './checked-options.js';
import { RelayError } from './errors.js';
import { hostOf, senderOf, targetOf, toRequest } from './node-request.js';
import { undiciFetch } from './node-undici.js';
import type { RelayOptions } from './options.js';
import { createResponder } from './relay.js';
import { callable, count } from './rule-kinds.js';
import type { Reply } from './visit.js';

export { LookupError } from './lookup.js';
export type { From, RelayEvent } from './observer.js';
export type { AnswerCache, AnswerStore, Found, RelayOptions, Source } from './options.js';

/** How a relay in a Node server is set up. */
export interface RelayListenerOptions extends Omit<RelayOptions<IncomingMessage>, 'address'> {
  /**
   * How many proxies of yours stand before the server, each adding to `X-Forwarded-For`: the visitor's address is
   * counted back over them. Default: 0, the address at the other end of the socket.
   */
  trustProxies?: number | undefined;
  /** Gives the visitor's IP address in another way; then `trustProxies` does not count. */
  address?: RelayOptions<IncomingMessage>['address'] | undefined;
}

/** A listener for `node:http`, and a middleware for Express, Connect and Vite. */
export type RelayListener = (req: IncomingMessage, res: ServerResponse, next?: () => void) => void;

/**
 * The relay of `createRelay` as a listener for `node:http`, Express and Vite. It calls the lookup service over
 * connections that stay open, with the package undici, unless the option `fetch` does.
 *
 * A request outside `path` goes on to `next` where there is one, and gets 404 otherwise. Under a framework's own mount
 * point, `path` is still the whole path as the browser asks for it.
 *
 * @throws {LookupError} `misconfigured`, naming the option, what was found and what is allowed.
 */
export function relayListener(options: RelayListenerOptions): RelayListener {
  const checked = checkOptions(options, {
    trustProxies: count(0, 0, 100),
    address: callable<RelayOptions<IncomingMessage>['address'] | null>(
      "gives the visitor's IP address",
      null,
    ),
  });
  const { address, path, source, timeout, trustProxies } = checked;
  const fetch = options.fetch || source ? checked.fetch : undiciFetch(timeout);
  const respond = createResponder({ ...checked, fetch });

  return async (req, res, next) => {
    const target = targetOf(req);
    if (next && !target.startsWith(path)) return next();
    const request = () => {
      const made = toRequest(req, undefined, target);
      if (!made) throw new RelayError('noRequest');
      return made;
    };
    const reply = await respond({
      method: req.method ?? '',
      target,
      host: hostOf(req),
      header: (name) => req.headers[name]?.toString(),
      address: () => (address ? address(request(), req) : senderOf(req, trustProxies)),
      request,
      context: req,
    });
    // A time limit of the server's own may have answered meanwhile.
    if (!res.headersSent) send(reply, req, res);
  };
}

function send({ status, headers, body }: Reply, req: IncomingMessage, res: ServerResponse): void {
  if (status !== 204) headers['Content-Length'] = `${Buffer.byteLength(body)}`;
  res.writeHead(status, headers).end(req.method === 'HEAD' ? '' : body);
}
