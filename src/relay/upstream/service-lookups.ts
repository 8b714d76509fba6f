import { isObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { type CachedBody, type Data, JsonBody } from '../body.js';
import { encryptedStore, webCache } from '../cache/backends.js';
import { createCircuitBreaker, type GuardedBackend } from '../cache/circuit-breaker.js';
import { CoalescingCache, type Search } from '../cache/coalescing-cache.js';
import { isRelayError, RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import { assertAllowed } from '../limits/custom-limiter.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import type { CheckedOptions } from '../options.js';
import type { Redactor } from '../redact.js';
import type { Notify } from '../reporting.js';
import { CALLBACK_SHARE } from '../time.js';
import { type Lookups, NETWORK_SHARE, requireConnection } from './lookups.js';
import { FAILURE_SECONDS, REFUSAL_SECONDS, ServiceClient } from './service-client.js';
import { SERVICE_ERRORS } from './service-errors.js';

/** The maximum bytes to cache: some thousand IP addresses and browsers, and some of the largest networks. */
const MAX_IPS = 24 * 2 ** 20;
const MAX_NETWORKS = 20 * 2 ** 20;
const MAX_BROWSERS = 8 * 2 ** 20;

/** Creates the lookups at the lookup service: single lookups and User-Agent parsing. */
export function createServiceLookups(options: CheckedOptions, redactor: Redactor, notify: Notify): Lookups {
  const { baseUrl, rateLimiter, maxAge, hourlyLimit, hourlyLimitPerVisitor, timeout, parseUserAgent } =
    options;
  const client = new ServiceClient(options, redactor, notify);
  const limiter = new RateLimiter(hourlyLimitPerVisitor, hourlyLimit);
  const shared = createSharedCache(options, notify);
  const keptAtMost = Math.max(maxAge, REFUSAL_SECONDS) * 1000;
  // A call, the waits for stores and the one for the limiter; and a tenth for a busy process.
  const maxWait = timeout * (1 + 3 * CALLBACK_SHARE);
  const caches = {
    ip: new CoalescingCache(MAX_IPS, keptAtMost, maxWait),
    asn: new CoalescingCache(MAX_NETWORKS, keptAtMost, maxWait, NETWORK_SHARE),
    'user-agent': new CoalescingCache(MAX_BROWSERS, keptAtMost, maxWait),
  };

  return {
    ip(context) {
      // Throw synchronously so that a missing address doesn't also cost a User-Agent lookup.
      const address = context.requirePublicIp();
      return find('ip', address, context, async () => {
        const { user_agent, ...data } = await client.call('ip', address);
        return data;
      });
    },
    async network(ip, context) {
      const path = `AS${requireConnection(ip).asn}`;
      return find('asn', path, context, () => client.call('asn', path));
    },
    ...(parseUserAgent && {
      async browser(context) {
        // If the given IP address isn't a public one, the request must cost nothing.
        if (context.isClientIpGiven) context.requirePublicIp();
        const { userAgent } = context;
        const path = `user_agent?ua=${encodeURIComponent(userAgent)}`;
        return find('user-agent', path, context, async () =>
          firstResult(await client.call('user-agent', 'user_agent', [userAgent])),
        );
      },
    }),
  };

  /** @param path The lookup's path at the service, which is its cache key. */
  function find(
    lookup: LookupName,
    path: string,
    context: LookupContext,
    call: () => Promise<Data>,
  ): Promise<CachedBody> {
    const url = `${baseUrl}${path}`;
    const search: Search = {
      async readShared() {
        if (!shared) return undefined;
        const known = await shared.backend.get(url, lookup, context.storeBudget);
        context.recordServedFrom(shared.name);
        return known && { outcome: known, from: shared.name };
      },
      consume: () => consume(lookup, context),
      async call() {
        try {
          const body = new JsonBody(await call());
          const outcome = { body, expiresAt: Date.now() + maxAge * 1000 };
          await shared?.backend.set(url, outcome, lookup, context.storeBudget);
          return { outcome, from: 'service' };
        } catch (failure) {
          if (!isRelayError(failure)) throw failure;
          const expiresAt = Date.now() + failure.cacheSeconds * 1000;
          return { outcome: { failure, expiresAt }, from: 'service' };
        }
      },
    };
    return caches[lookup].find(path, context, search);
  }

  /** Counts a call before it is made. Rejects with a `RelayError` if the visitor may not cause one. */
  async function consume(lookup: LookupName, context: LookupContext): Promise<() => void> {
    client.assertNotRateLimited();
    const refund = limiter.consume(context.visitor, lookup === 'user-agent');
    try {
      if (rateLimiter) await assertAllowed(rateLimiter, lookup, context, timeout * CALLBACK_SHARE, notify);
      return refund;
    } catch (error) {
      refund();
      throw error;
    }
  }
}

/** The cache that other machines share. `undefined` without such an option, or with `maxAge: 0`. */
function createSharedCache(
  { apiKey, cache, maxAge, store }: CheckedOptions,
  notify: Notify,
): { backend: GuardedBackend; name: 'store' | 'cache' } | undefined {
  const backend = store ? encryptedStore(store, apiKey) : cache && webCache(cache);
  if (!backend || maxAge === 0) return undefined;
  const name = store ? 'store' : 'cache';
  return { backend: createCircuitBreaker(backend, name, maxAge, notify), name };
}

/** The data object of a batch of one, in any wrapping that services use. */
function firstResult(body: Data): Data {
  const [first] = Array.isArray(body.results)
    ? body.results
    : [isObject(body.user_agent) ? body.user_agent : body];
  if (isObject(first) && !('code' in first && 'message' in first)) return first;
  throw new RelayError(SERVICE_ERRORS.unusable, { found: '200', cacheSeconds: FAILURE_SECONDS });
}
