import type { IncomingMessage, ServerResponse } from 'node:http';
import { toRequest } from './node-listener.js';
import { undiciFetch } from './node-undici.js';
import { askedFor, senderOf } from './node-visit.js';
import { amount, callable, checkOption, checkOptions, type RelayOptions } from './options.js';
import { createResponder } from './relay.js';

export { LookupError } from '../lookup/index.js';

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
  const checked = checkOptions(options);
  const proxies = checkOption('trustProxies', amount(0, 0, 100, 1), options.trustProxies);
  const { address } = options;
  if (address !== undefined) checkOption('address', callable("gives the visitor's IP address"), address);
  const fetch = options.fetch ? checked.fetch : undiciFetch(checked.timeout);
  const respond = createResponder({ ...checked, fetch });

  return async (req, res, next) => {
    const { host, target } = askedFor(req);
    if (next && !target.startsWith(checked.path)) return next();
    const { status, headers, body } = await respond({
      method: req.method ?? '',
      target,
      host,
      header: (name) => req.headers[name]?.toString(),
      address: () => (address ? tell(address, req, target) : senderOf(req, proxies)),
    });
    if (res.headersSent) return; // A time limit of the server's own answered meanwhile.
    if (status !== 204) headers['Content-Length'] = `${Buffer.byteLength(body)}`;
    res.writeHead(status, headers).end(req.method === 'HEAD' ? '' : body);
  };
}

function tell(address: RelayOptions<IncomingMessage>['address'], req: IncomingMessage, target: string) {
  const request = toRequest(req, undefined, target);
  return request && address(request, req);
}
