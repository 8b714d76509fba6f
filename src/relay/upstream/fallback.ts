import type { LookupName } from '../../model/types.js';
import type { CachedBody } from '../body.js';
import { isRelayError, RelayError } from '../errors.js';
import type { Notify } from '../events.js';
import type { RequestContext } from '../http/request-context.js';
import { millisecondsSince, TimeBudget } from '../time.js';
import { endpoints } from './endpoints.js';
import { findConnection, LOOKUP_ERRORS, type Lookups } from './lookups.js';

/**
 * Looks up at the lookup service. If the service has no data, uses the fallback source, whose data isn't cached. Data
 * that the service returned in the same request is still used: a browser, or the number of a network. If the fallback
 * has no data either, rejects with the service's failure.
 *
 * @param timeout Milliseconds for an IP lookup and its ASN lookup together, at the service and at the fallback each.
 */
export async function lookUpWithFallback(
  lookup: LookupName,
  context: RequestContext,
  service: Lookups,
  fallback: Lookups,
  timeout: number,
  notify: Notify,
): Promise<CachedBody> {
  const started = performance.now();
  const calls: { ip?: Promise<CachedBody>; browser?: Promise<CachedBody> } = {};
  const { browser } = service;
  try {
    return await endpoints[lookup](
      {
        ip: () => (calls.ip = service.ip(context)),
        network: networkWithin(service.network, timeout),
        ...(browser && { browser: () => (calls.browser = browser(context)) }),
      },
      context,
    );
  } catch (failure) {
    if (!isRelayError(failure)) throw failure;
    const found = await lookUpInFallback().catch(() => {
      throw failure;
    });
    // The event of a failed call was sent already.
    const { outcome, status } = failure;
    const milliseconds = millisecondsSince(started);
    if (!context.isFailedCall(failure)) notify({ type: 'fault', lookup, outcome, status, milliseconds });
    return { ...found, expiresAt: 0 };
  }

  async function lookUpInFallback(): Promise<CachedBody> {
    const [ip, parsed] = await Promise.all([resultOf(calls.ip), resultOf(calls.browser)]);
    return endpoints[lookup](
      {
        ip: lookup === 'asn' && ip && findConnection(ip) ? async () => ip : fallback.ip,
        network: networkWithin(fallback.network, timeout),
        ...(parsed ? { browser: async () => parsed } : fallback.browser && { browser: fallback.browser }),
      },
      context,
    );
  }
}

/** Looks up a network in the rest of a time that begins now. A later result isn't used, but is cached. */
function networkWithin(network: Lookups['network'], timeout: number): Lookups['network'] {
  const ends = performance.now() + timeout;
  return async (ip, context) => {
    const waited = await new TimeBudget(ends - performance.now()).wait(() => network(ip, context));
    if ('value' in waited) return waited.value;
    throw waited.late ? new RelayError(LOOKUP_ERRORS.late) : waited.failure;
  };
}

/** The result of a call, if it was made and successful. */
const resultOf = async (call: Promise<CachedBody> | undefined): Promise<CachedBody | undefined> =>
  call?.catch(() => undefined);
