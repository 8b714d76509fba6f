import type { CheckedOptions } from './checked-options.js';
import { Counts } from './counts.js';
import { Desk, type Found } from './desk.js';
import { isRelayError, RelayError } from './errors.js';
import type { Inquiry } from './inquiry.js';
import { createKeeper } from './keeper.js';
import { askLimit } from './limit.js';
import { isObject, type LookupName } from './lookup.js';
import type { Answer, Outcome } from './memory.js';
import type { Tell } from './observer.js';
import { sealedStore } from './sealed-store.js';
import { createUpstream } from './upstream.js';
import { webCache } from './web-cache.js';

/** What IP data says of a network. */
export interface Connection {
  asn: number;
  organization?: unknown;
}

/** The three things a relay looks up. */
export interface Lookups {
  ip(address: string, inquiry: Inquiry): Promise<Answer>;
  network(connection: Connection, inquiry: Inquiry): Promise<Answer>;
  browser(userAgent: string, inquiry: Inquiry): Promise<Answer>;
}

type Data = Record<string, unknown>;

/**
 * Characters of answers that are kept at most: some thousand addresses and browsers, and two of the largest networks.
 * Together about 30 MB; twice that where answers are not in Latin letters.
 */
const MOST_IPS = 14 * 2 ** 20;
const MOST_NETWORKS = 10 * 2 ** 20;
const MOST_BROWSERS = 4 * 2 ** 20;

/** Looks up at the lookup service, by rule 5 of its endpoints: with the single lookups and User-Agent parsing. */
export function createLookups(options: CheckedOptions, tell: Tell): Lookups {
  const { baseUrl, apiKey, cache, limit, maxAge, store, timeout } = options;
  const upstream = createUpstream(options, tell);
  const counts = new Counts(options.perVisitor, options.perHour);
  const shelf = store ? sealedStore(store, apiKey) : cache && webCache(cache);
  const shelfName = store ? 'store' : 'cache';
  const keeper = shelf && maxAge > 0 ? createKeeper(shelf, shelfName, maxAge, tell) : null;
  const desks = {
    ip: new Desk(MOST_IPS),
    asn: new Desk(MOST_NETWORKS),
    'user-agent': new Desk(MOST_BROWSERS),
  };

  return {
    ip: (address, inquiry) =>
      answer('ip', address, inquiry, async () => ({
        ...(await upstream.call('ip', address)),
        user_agent: undefined,
      })),
    network: ({ asn }, inquiry) => answer('asn', `AS${asn}`, inquiry, () => upstream.call('asn', `AS${asn}`)),
    browser: (userAgent, inquiry) =>
      answer('user-agent', `user_agent?ua=${encodeURIComponent(userAgent)}`, inquiry, async () =>
        firstResult(await upstream.call('user-agent', 'user_agent', [userAgent])),
      ),
  };

  /** @param path The lookup's path at the service: what answers are known by. */
  function answer(
    lookup: LookupName,
    path: string,
    inquiry: Inquiry,
    ask: () => Promise<Data>,
  ): Promise<Answer> {
    return desks[lookup].answer(path, inquiry, (isSecond) =>
      find(lookup, `${baseUrl}${path}`, inquiry, ask, isSecond),
    );
  }

  /** Never rejects with a `RelayError`: a failure is an outcome as well, and is remembered for as long as it holds. */
  async function find(
    lookup: LookupName,
    question: string,
    inquiry: Inquiry,
    ask: () => Promise<Data>,
    isSecond: boolean,
  ): Promise<Found> {
    const { patience } = inquiry;
    const kept = keeper && !isSecond ? await keeper.get(question, lookup, patience) : undefined;
    if (kept) return { outcome: kept, from: shelfName };
    const before = keeper ? { from: shelfName as 'store' | 'cache' } : {};
    try {
      upstream.demandReady();
    } catch (error) {
      return { outcome: failed(error), ...before };
    }
    try {
      await permit(lookup, inquiry);
    } catch (error) {
      if (!isRelayError(error)) throw error;
      return { refusal: error, ...before };
    }
    try {
      const text = JSON.stringify(await ask());
      const outcome = { text, until: Date.now() + maxAge * 1000 };
      await keeper?.set(question, outcome, lookup, patience);
      return { outcome, from: 'service' };
    } catch (error) {
      return { outcome: failed(error), from: 'service' };
    }
  }

  /** Throws a `RelayError` where the visitor may not cause a call. */
  async function permit(lookup: LookupName, inquiry: Inquiry): Promise<void> {
    const giveBack = counts.take(inquiry.visitor, lookup === 'user-agent');
    const wait = limit ? await askLimit(limit, lookup, inquiry, timeout / 10, tell) : 0;
    if (wait === 0) return;
    giveBack();
    throw new RelayError('limit', '', wait);
  }
}

function failed(error: unknown): Outcome {
  if (!isRelayError(error)) throw error;
  return { failure: error, until: Date.now() + error.holds * 1000 };
}

/** The one data object of a batch of one, in whatever envelope it comes. */
function firstResult(body: Data): Data {
  const [first] = Array.isArray(body.results)
    ? body.results
    : [isObject(body.user_agent) ? body.user_agent : body];
  if (isObject(first) && !('code' in first && 'message' in first)) return first;
  throw new RelayError('unusable', '200', undefined, 2);
}
