import { rateLimitSeconds } from '../../model/error.js';
import type { LookupName } from '../../model/types.js';
import { CircuitBreaker } from '../circuit-breaker.js';
import { RelayError } from '../errors.js';
import type { Notify } from '../events.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { CheckedOptions } from '../options.js';
import { REASONS } from '../reasons.js';
import { CALLBACK_SHARE, millisecondsSince } from '../time.js';

/** The option `rateLimiter`. If it fails or hangs, calls are allowed: the limits of this process still apply. */
export class CustomLimiter {
  readonly #limiter: NonNullable<CheckedOptions['rateLimiter']>;
  readonly #notify: Notify;
  readonly #breaker: CircuitBreaker;

  constructor(limiter: NonNullable<CheckedOptions['rateLimiter']>, timeout: number, notify: Notify) {
    this.#limiter = limiter;
    this.#notify = notify;
    // A limiter that fails at once costs no time, and is called for the next visitor again.
    this.#breaker = new CircuitBreaker(timeout * CALLBACK_SHARE, false);
  }

  /** Rejects with a `RelayError` if the visitor may not cause a call. */
  async assertAllowed(
    lookup: LookupName,
    { request, serviceDeadline, visitor }: LookupContext,
  ): Promise<void> {
    const webRequest = request.webRequest();
    const started = performance.now();
    const ask = () => this.#limiter(visitor.name, webRequest, request.callbackContext);
    const waited = await this.#breaker.attempt(ask, serviceDeadline.left);
    if (!waited) return;
    const verdict = 'value' in waited ? waited.value : undefined;
    if (verdict === true) return;
    if (verdict === false || (typeof verdict === 'number' && verdict > 0))
      throw new RelayError(REASONS.customLimit, { retryAfter: rateLimitSeconds(verdict || undefined) });
    const milliseconds = millisecondsSince(started);
    this.#notify({ type: 'fault', lookup, outcome: 'limit', status: 0, milliseconds });
  }
}
