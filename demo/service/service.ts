import { Accounts, presentedKey } from './accounts.js';
import { type Address, isLoopback, parseAddress } from './address.js';
import { respondTo, respondWithError } from './answer.js';
import { allowCors, preflightAnswer } from './cors.js';
import { quoteInput, ServiceError } from './errors.js';
import { findFault } from './faults.js';
import { demoKeys, type Key } from './keys.js';
import { type Route, readRoute } from './prefixes.js';
import { UsageBook } from './usage.js';

export interface ServiceOptions {
  /** The IP address that a caller on the loopback interface gets. Default {@link DEFAULT_VISITOR}. */
  visitor?: string;
  /** The keys and what they may do. Default {@link demoKeys}. */
  keys?: Readonly<Record<string, Key>>;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number;
}

export interface Service {
  /** Responds to a request from `address`, the caller's IP address. Never rejects. */
  handle(request: Request, address: string | undefined): Promise<Response>;
  /** The response if no web `Request` can be created, for example for an invalid host or a path with dot segments. */
  refuse(): Response;
}

/** The visitor of a caller on the same machine: a public address in the United Kingdom. */
export const DEFAULT_VISITOR = '81.2.69.142';

/**
 * Creates the development lookup service: the whole specification, with its own accounts and its own counts.
 *
 * @throws RangeError if `visitor` is not an IP address.
 */
export function createService({
  visitor = DEFAULT_VISITOR,
  keys = demoKeys,
  now = Date.now,
}: ServiceOptions = {}): Service {
  const accounts = new Accounts(keys);
  const book = new UsageBook();
  const loopbackCaller = visitorAddress(visitor);
  return { handle, refuse: unreadable };

  async function handle(request: Request, address: string | undefined): Promise<Response> {
    try {
      const route = readRoute(new URL(request.url));
      if (route.path[0] === 'usage' && route.path.length === 2 && route.path[1])
        return usageOf(route.path[1] ?? '', request.method);
      return await spoiltAnswer(request, route, route.from ?? callerAt(address));
    } catch (error) {
      return request.signal.aborted ? Response.error() : readable(request, respondWithError(request, error));
    }
  }

  /** Responds with the requested fault, and records the request in the visit's usage. */
  async function spoiltAnswer(request: Request, route: Route, caller: Address): Promise<Response> {
    const { fault, amount } = route.fault === undefined ? {} : findFault(route.fault);
    const record = route.visit === undefined ? undefined : book.begin(route.visit, request, route.path);
    const preflight = request.method === 'OPTIONS';
    const spoilt = {
      request,
      key: presentedKey(request),
      amount: amount ?? 0,
      visitRequests: record?.usage.requests,
      faultless: route.faultless,
    };
    let status = 0;
    try {
      const instead = preflight ? preflightAnswer() : fault?.instead?.(spoilt);
      const query = new URL(request.url).searchParams;
      const call = { request, query, caller, sample: route.sample, now: new Date(now()) };
      const truth = instead ?? (await respondTo(call, route.path, accounts));
      record?.spend(Number(truth.headers.get('Ipregistry-Credits-Consumed')));
      const response = (!instead && truth.ok && (await fault?.spoil?.(truth, spoilt))) || truth;
      status = response.status;
      return fault?.withoutCors ? response : readable(request, response);
    } finally {
      record?.settle(request.signal.aborted ? 0 : status);
    }
  }

  /** Adds the headers that let pages read a response, except for pages that the key excludes. */
  function readable(request: Request, response: Response): Response {
    return accounts.refusesOrigin(request) ? response : allowCors(response);
  }

  /** The caller of a socket, whose IPv6 address may have a zone. */
  function callerAt(address = ''): Address {
    const caller = parseAddress(address.replace(/%.*$/, ''));
    if (!caller) throw new ServiceError('INVALID_IP_ADDRESS', quoteInput(address));
    return isLoopback(caller) ? loopbackCaller : caller;
  }

  function usageOf(visit: string, method: string): Response {
    if (method === 'OPTIONS') return allowCors(preflightAnswer());
    if (method !== 'GET' && method !== 'HEAD')
      throw new ServiceError('METHOD_NOT_ALLOWED', method, { Allow: 'GET, HEAD, OPTIONS' });
    return allowCors(Response.json(book.of(visit), { headers: { 'Cache-Control': 'no-store' } }));
  }
}

function unreadable(): Response {
  const error = new ServiceError(
    'BAD_REQUEST',
    'the host or the path is invalid, or the path has dot segments',
  );
  return allowCors(respondWithError(new Request('http://localhost/'), error));
}

function visitorAddress(visitor: string): Address {
  const address = parseAddress(visitor);
  if (!address) throw new RangeError(`visitor is '${visitor}'. Use one IPv4 or IPv6 address.`);
  return address;
}
