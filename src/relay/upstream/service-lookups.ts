import { isObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { createCircuitBreaker } from '../cache/circuit-breaker.js';
import { CoalescingCache } from '../cache/coalescing-cache.js';
import type { Answer } from '../cache/lru-cache.js';
import { sealedStore } from '../cache/sealed-store.js';
import { webCache } from '../cache/web-cache.js';
import type { CheckedOptions } from '../checked-options.js';
import { isRelayError, RelayError } from '../errors.js';
import type { Notify } from '../events.js';
import type { RequestContext } from '../http/request-context.js';
import { askLimit } from '../limits/custom-limiter.js';
import { Counts } from '../limits/rate-limiter.js';
import { connectionOf, type Lookups } from './lookups.js';
import { createServiceClient, REFUSAL_HOLDS } from './service-client.js';

type Data = Record<string, unknown>;

/**
 * Characters of answers that are kept at most: some thousand addresses and browsers, and two of the largest networks.
 * Together about 30 MB; twice that where answers are not in Latin letters.
 */
const MOST_IPS = 14 * 2 ** 20;
const MOST_NETWORKS = 10 * 2 ** 20;
const MOST_BROWSERS = 4 * 2 ** 20;

/** Looks up at the lookup service, by rule 5 of its endpoints: with the single lookups and User-Agent parsing. */
export function createServiceLookups(options: CheckedOptions, notify: Notify): Lookups {
  const { baseUrl, apiKey, cache, limit, maxAge, store, timeout } = options;
  const client = createServiceClient(options, notify);
  const counts = new Counts(options.perVisitor, options.perHour);
  const backend = store ? sealedStore(store, apiKey) : cache && webCache(cache);
  const backendName = store ? 'store' : 'cache';
  const shared =
    backend && maxAge > 0 ? createCircuitBreaker(backend, backendName, maxAge, notify) : undefined;
  const longest = Math.max(maxAge, REFUSAL_HOLDS) * 1000;
  const caches = {
    ip: new CoalescingCache(MOST_IPS, longest),
    asn: new CoalescingCache(MOST_NETWORKS, longest),
    'user-agent': new CoalescingCache(MOST_BROWSERS, longest),
  };

  return {
    ip(context) {
      // Thrown at once: no browser is to cost a call beside an address that there is none of.
      const address = context.demandPublicAddress();
      return answer('ip', address, context, async () => ({
        ...(await client.call('ip', address)),
        user_agent: undefined,
      }));
    },
    async network(ip, context) {
      const path = `AS${connectionOf(ip).asn}`;
      return answer('asn', path, context, () => client.call('asn', path));
    },
    ...(options.userAgent && {
      async browser(context) {
        // An address that was given, but is no visitor's, is to cost nothing.
        if (context.isAddressGiven) context.demandPublicAddress();
        const { userAgent } = context;
        const path = `user_agent?ua=${encodeURIComponent(userAgent)}`;
        return answer('user-agent', path, context, async () =>
          firstResult(await client.call('user-agent', 'user_agent', [userAgent])),
        );
      },
    }),
  };

  /** @param path The lookup's path at the service, by which answers are kept. */
  function answer(
    lookup: LookupName,
    path: string,
    context: RequestContext,
    ask: () => Promise<Data>,
  ): Promise<Answer> {
    const question = `${baseUrl}${path}`;
    return caches[lookup].answer(path, context, {
      async recall() {
        const known = await shared?.get(question, lookup, context.helperBudget);
        if (shared) context.asked(backendName);
        return known && { outcome: known, from: backendName };
      },
      permit: () => permit(lookup, context),
      async call() {
        try {
          const outcome = { text: JSON.stringify(await ask()), until: Date.now() + maxAge * 1000 };
          await shared?.set(question, outcome, lookup, context.helperBudget);
          return { outcome, from: 'service' };
        } catch (error) {
          if (!isRelayError(error)) throw error;
          return { outcome: { failure: error, until: Date.now() + error.holds * 1000 }, from: 'service' };
        }
      },
    });
  }

  /** Counts a call before it is made; rejects with a `RelayError` where the visitor may not cause one. */
  async function permit(lookup: LookupName, context: RequestContext): Promise<() => void> {
    client.demandReady();
    const takeBack = counts.take(context.visitor, lookup === 'user-agent');
    try {
      const wait = limit ? await askLimit(limit, lookup, context, timeout / 10, notify) : 0;
      if (wait > 0) throw new RelayError('limit', '', wait);
      return takeBack;
    } catch (error) {
      takeBack();
      throw error;
    }
  }
}

/** The data object of a batch of one, however the service wraps it. */
function firstResult(body: Data): Data {
  const [first] = Array.isArray(body.results)
    ? body.results
    : [isObject(body.user_agent) ? body.user_agent : body];
  if (isObject(first) && !('code' in first && 'message' in first)) return first;
  throw new RelayError('unusable', '200', undefined, 2);
}
