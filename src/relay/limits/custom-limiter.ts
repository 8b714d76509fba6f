import { rateLimitSeconds } from '../../model/error.js';
import type { LookupName } from '../../model/types.js';
import { type Reason, RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { CheckedOptions } from '../options.js';
import type { Notify } from '../reporting.js';
import { millisecondsSince, TimeBudget } from '../time.js';

export const CUSTOM_LIMIT = [
  429,
  'TOO_MANY_REQUESTS',
  "The relay's rateLimiter refused this visitor.",
  'Wait for the number of seconds in Retry-After.',
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
  { request, visitor }: LookupContext,
  time: number,
  notify: Notify,
): Promise<void> {
  const webRequest = request.webRequest();
  const started = performance.now();
  const waited = await new TimeBudget(time).wait(() =>
    limiter(visitor.name, webRequest, request.callbackContext),
  );
  const verdict = 'value' in waited ? waited.value : undefined;
  if (verdict === true) return;
  if (verdict === false) throw new RelayError(CUSTOM_LIMIT, { retryAfter: rateLimitSeconds() });
  if (typeof verdict === 'number' && verdict > 0)
    throw new RelayError(CUSTOM_LIMIT, { retryAfter: rateLimitSeconds(verdict) });
  const milliseconds = millisecondsSince(started);
  notify({ type: 'fault', lookup, outcome: 'limit', status: 0, milliseconds });
}
