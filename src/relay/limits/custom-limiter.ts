import type { LookupName } from '../../model/types.js';
import { type Reason, RelayError } from '../errors.js';
import type { RequestContext } from '../http/request-context.js';
import type { CheckedOptions } from '../options.js';
import type { Notify } from '../reporting.js';
import { millisecondsSince, TimeBudget } from '../time.js';

/** Seconds to wait if the limiter returns `false`, and the longest wait that is sent. */
const DEFAULT_WAIT = 60;
const MAX_WAIT = 86_400;

export const CUSTOM_LIMIT = [
  429,
  'TOO_MANY_REQUESTS',
  "The relay's rateLimiter refused this visitor.",
  'Wait for the seconds of Retry-After.',
  'limit',
] as const satisfies Reason;

/**
 * Calls the option `rateLimiter`, and rejects with a `RelayError` if the visitor may not cause a call. If the limiter
 * fails, the call is allowed: the limits of this process still apply.
 *
 * @param time Milliseconds to wait for the limiter.
 */
export async function assertAllowed(
  limiter: NonNullable<CheckedOptions['rateLimiter']>,
  lookup: LookupName,
  { request, visitor }: RequestContext,
  time: number,
  notify: Notify,
): Promise<void> {
  const webRequest = request.webRequest();
  const started = performance.now();
  const waited = await new TimeBudget(time).wait(() => limiter(visitor.name, webRequest, request.context));
  const verdict = 'value' in waited ? waited.value : undefined;
  if (verdict === true) return;
  if (verdict === false) throw new RelayError(CUSTOM_LIMIT, { retryAfter: DEFAULT_WAIT });
  if (typeof verdict === 'number' && verdict > 0)
    throw new RelayError(CUSTOM_LIMIT, { retryAfter: Math.min(Math.ceil(verdict), MAX_WAIT) });
  const milliseconds = millisecondsSince(started);
  notify({ type: 'fault', lookup, outcome: 'limit', status: 0, milliseconds });
}
