import type { LookupName } from '../../model/types.js';
import type { Answer } from '../cache/lru-cache.js';
import { isRelayError, RelayError } from '../errors.js';
import { millisecondsSince, type Notify } from '../events.js';
import type { RequestContext } from '../http/request-context.js';
import { TimeBudget } from '../time-budget.js';
import { endpoints } from './endpoints.js';
import { connectionOf, type Lookups } from './lookups.js';

/**
 * Answers from the lookup service, and where that gives no data from the deployment's fallback, which is not kept. What
 * the service did say in the same request still counts: a browser, or the number of a network. Where the fallback has
 * nothing either, it rejects with what the service failed by.
 *
 * @param timeout Milliseconds that an address and its network together are waited for, at each of the two.
 */
export async function answerWithFallback(
  lookup: LookupName,
  context: RequestContext,
  service: Lookups,
  fallback: Lookups,
  timeout: number,
  notify: Notify,
): Promise<Answer> {
  const started = performance.now();
  const calls: { ip?: Promise<Answer>; browser?: Promise<Answer> } = {};
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
    const answer = await answerInstead().catch(() => {
      throw failure;
    });
    // Observers were told of a failed call already.
    const { outcome, status } = failure;
    const milliseconds = millisecondsSince(started);
    if (!context.isFailedCall(failure)) notify({ type: 'fault', lookup, outcome, status, milliseconds });
    return { ...answer, until: 0 };
  }

  async function answerInstead(): Promise<Answer> {
    const [ip, parsed] = await Promise.all([known(calls.ip), known(calls.browser)]);
    return endpoints[lookup](
      {
        ip: lookup === 'asn' && ip && hasNetwork(ip) ? async () => ip : fallback.ip,
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
    throw waited.late ? new RelayError('late') : waited.failure;
  };
}

/** What came of a call, if it was made and brought something. */
const known = async (call: Promise<Answer> | undefined): Promise<Answer | undefined> =>
  call?.catch(() => undefined);

function hasNetwork(ip: Answer): boolean {
  try {
    return connectionOf(ip).asn > 0;
  } catch {
    return false;
  }
}
