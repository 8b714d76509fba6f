import type { LookupName } from '../../model/types.js';
import type { CachedBody } from '../body.js';
import { millisecondsSince } from '../clock.js';
import { isRelayError, RelayError } from '../errors.js';
import type { Notify } from '../events.js';
import type { RequestContext } from '../http/request-context.js';
import { TimeBudget } from '../time-budget.js';
import { endpoints } from './endpoints.js';
import { LOOKUP_ERRORS } from './lookup-errors.js';
import { findConnection, type Lookups } from './lookups.js';

/**
 * Looks up at the lookup service, and if that gives no data in the deployment's fallback, whose data is not kept. What the
 * service did give in the same request is still used: a browser, or the number of a network. If the fallback has nothing
 * either, it rejects with the service's failure.
 *
 * @param timeout Milliseconds to wait for an IP address and its network together, at each of the two.
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
    // Observers know of a failed call already.
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

/** Looks a network up within what is left of a time that begins now. What comes later is not waited for, but is kept. */
function networkWithin(network: Lookups['network'], timeout: number): Lookups['network'] {
  const ends = performance.now() + timeout;
  return async (ip, context) => {
    const waited = await new TimeBudget(ends - performance.now()).wait(() => network(ip, context));
    if ('value' in waited) return waited.value;
    throw waited.late ? new RelayError(LOOKUP_ERRORS.late) : waited.failure;
  };
}

/** What came of a call, if it was made and brought data. */
const resultOf = async (call: Promise<CachedBody> | undefined): Promise<CachedBody | undefined> =>
  call?.catch(() => undefined);
