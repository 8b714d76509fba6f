import { rateLimitSeconds } from '../../model/error.js';
import type { LookupName } from '../../model/types.js';
import { CircuitBreaker } from '../breakers.js';
import type { CountedVisitor } from '../client-ip.js';
import { REASONS, RelayError } from '../errors.js';
import type { Notify } from '../events.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { CheckedOptions } from '../options.js';
import { CALLBACK_SHARE, hasPassed, millisecondsSince } from '../time.js';

const HOUR = 3_600_000;
/**
 * The maximum number of counted visitors and /48 blocks, about 15 MB. Beyond it, the count whose hour ends first is
 * dropped.
 */
const MAX_COUNTED = 50_000;
/** The maximum number of visitors that an IPv6 /48 counts as. A mobile network has thousands of telephones in one. */
const VISITORS_OF_PREFIX48 = 256;

/** What was counted in an hour. */
interface HourWindow {
  /** In milliseconds since 1970. */
  endsAt: number;
  calls: number;
  userAgentCalls: number;
}

/** A count, and its maximum of calls. */
interface Limit {
  key: string;
  max: number;
  count: HourWindow;
}

/** Counts the calls of the lookup service that visitors cause, for each visitor within an hour of its own. */
export class RateLimiter {
  /** In the order of their ends, because each hour begins when its count is added. */
  readonly #counts = new Map<string, HourWindow>();
  #all = newCount(0);

  constructor(
    readonly hourlyLimitPerVisitor: number,
    readonly hourlyLimit: number,
  ) {}

  /**
   * Counts a call before it is made.
   *
   * @returns A function that refunds the call, if it wasn't made after all.
   * @throws {RelayError} If the visitor, or all visitors together, have used up their calls.
   */
  consume(visitor: CountedVisitor, isUserAgentLookup: boolean): () => void {
    const now = Date.now();
    if (hasPassed(this.#all.endsAt, HOUR, now)) this.#all = newCount(now);
    const all = this.#all;
    const limits = this.#limitsOf(visitor, now);
    const full = limits.find(
      ({ count, max }) =>
        count.calls >= max || (isUserAgentLookup && count.userAgentCalls >= Math.floor((max * 2) / 3)),
    );
    if (full)
      throw new RelayError(REASONS.visitorLimit, { retryAfter: secondsUntil(full.count.endsAt, now) });
    if (all.calls >= this.hourlyLimit)
      throw new RelayError(REASONS.hourLimit, { retryAfter: secondsUntil(all.endsAt, now) });
    const change = (by: number) => {
      for (const count of [all, ...limits.map(({ count }) => count)]) {
        count.calls += by;
        if (isUserAgentLookup) count.userAgentCalls += by;
      }
    };
    change(1);
    for (const { key, count } of limits) this.#keep(key, count);
    return () => {
      change(-1);
      for (const { key, count } of limits) this.#dropIfEmpty(key, count);
    };
  }

  /** Counts what isn't refused with an error. Whether it was within the limit. */
  tryConsume(visitor: CountedVisitor): boolean {
    try {
      this.consume(visitor, false);
      return true;
    } catch (error) {
      if (error instanceof RelayError) return false;
      throw error;
    }
  }

  /** The limits of a visitor, and of its /48 if it is part of one. */
  #limitsOf({ name, owner }: CountedVisitor, now: number): Limit[] {
    const max = this.hourlyLimitPerVisitor;
    const own = { key: name, max, count: this.#countOf(name, now) };
    if (owner === name) return [own];
    return [own, { key: owner, max: max * VISITORS_OF_PREFIX48, count: this.#countOf(owner, now) }];
  }

  #countOf(key: string, now: number): HourWindow {
    const count = this.#counts.get(key);
    if (count && !hasPassed(count.endsAt, HOUR, now)) return count;
    this.#counts.delete(key);
    return newCount(now);
  }

  #keep(key: string, count: HourWindow): void {
    if (this.#counts.has(key)) return;
    this.#counts.set(key, count);
    const [first] = this.#counts.keys();
    if (this.#counts.size > MAX_COUNTED && first !== undefined) this.#counts.delete(first);
  }

  /** Drops a count that is zero again, to make space for others. */
  #dropIfEmpty(key: string, count: HourWindow): void {
    if (count.calls === 0 && this.#counts.get(key) === count) this.#counts.delete(key);
  }
}

const newCount = (now: number): HourWindow => ({ endsAt: now + HOUR, calls: 0, userAgentCalls: 0 });

const secondsUntil = (moment: number, now: number) => Math.max(1, Math.ceil((moment - now) / 1000));

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
