import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IpData } from '../model/types.js';
import { checkOptions } from './checked-options.js';
import { RelayError } from './errors.js';
import type { RelayRequest, Reply } from './http/exchange.js';
import { REQUEST_ERRORS } from './http/request-errors.js';
import { ConnectionQueue } from './node-connection-queue.js';
import { Outbox } from './node-outbox.js';
import { hostOf, senderOf, targetOf, toRequest } from './node-request.js';
import { undiciFetch } from './node-undici.js';
import { WorkQueue } from './node-work-queue.js';
import type { RelayOptions } from './options.js';
import { Responder } from './responder.js';
import { functionRule, wholeNumberRule } from './rule-kinds.js';

export { LookupError } from '../model/error.js';
export type { RelayEvent, ServedFrom } from './events.js';
export type { AnswerCache, AnswerStore, RelayOptions, Source, SourceResult } from './options.js';

/** How a relay in a Node server is set up. */
export interface RelayListenerOptions extends RelayOptions<IncomingMessage> {
  /**
   * How many proxies of yours stand before the server, each adding to `X-Forwarded-For`: the visitor's address is
   * counted back over them. Default: 0, the address at the other end of the socket.
   */
  trustProxies?: number | undefined;
  /** Gives the visitor's IP address in another way; then `trustProxies` does not count. */
  clientIp?: RelayOptions<IncomingMessage>['clientIp'];
}

/** A listener for `node:http`, and a middleware for Express, Connect and Vite. */
export interface RelayListener {
  (req: IncomingMessage, res: ServerResponse, next?: () => void): void;
  /**
   * The IP data that `GET {path}` would send to the visitor who asks for this page, as `initialData` of a page that a
   * server makes. The request's path does not matter; the option `allowedHosts` does. `null` for crawlers and
   * prefetched pages (`Sec-Purpose: prefetch`), for requests from pages of other sites unless they navigate by GET or
   * HEAD, and if there is no data. It counts and is remembered as a request is, and never rejects. With a service the
   * page waits for it, up to `timeout`. The page is its visitor's own: send it with `Cache-Control: private`.
   */
  lookup(req: IncomingMessage): Promise<IpData | null>;
}

/**
 * The relay of `createRelay` as a listener for `node:http`, Express and Vite. It calls the lookup service over
 * connections that stay open, with the package undici, unless the option `fetch` does.
 *
 * A request outside `path` goes to `next` if there is one, and gets 404 otherwise. Under a framework's own mount
 * point, `path` is still the whole path as the browser asks for it.
 *
 * @throws {LookupError} `misconfigured`, naming the option, what was found and what is allowed.
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
  const outbox = new Outbox(work);

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
      clientIp: () => (clientIp ? clientIp(webRequest(), req) : senderOf(req, trustProxies)),
      webRequest,
      context: req,
    };
  };

  const listener = (req: IncomingMessage, res: ServerResponse, next?: () => void) => {
    const request = toRelayRequest(req);
    if (next && !request.target.startsWith(path)) return next();
    const send = ({ status, headers, body }: Reply) => {
      // A time limit of the server's own may have answered meanwhile.
      if (res.headersSent) return;
      if (body) headers['Content-Length'] = `${body.length}`;
      res.writeHead(status, headers);
      if (body && req.method !== 'HEAD') outbox.send(res, body);
      else res.end();
    };
    queue.enter(req, res, () => {
      const reply = responder.respond(request);
      if (reply instanceof Promise) reply.then(send);
      else send(reply);
    });
  };
  return Object.assign(listener, {
    lookup: (req: IncomingMessage) => responder.lookup(() => toRelayRequest(req)),
  });
}
