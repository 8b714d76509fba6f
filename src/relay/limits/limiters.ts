import { rateLimitSeconds } from '../../model/error.js';
import type { LookupName } from '../../model/types.js';
import { GuardedOperation } from '../breakers.js';
import type { CheckedOptions } from '../checked-options.js';
import type { CountedVisitor } from '../client-ip.js';
import { REASONS, RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import { CALLBACK_SHARE, hasPassed, secondsUntil, timeLeft } from '../time.js';

const HOUR = 3_600_000;
/** The maximum number of counts, about 15 MB. Beyond it, the one whose hour ends first is dropped. */
const MAX_COUNTED = 50_000;
/** The maximum number of visitors that an IPv6 /48 counts as. A mobile network has thousands of telephones in one. */
const VISITORS_OF_PREFIX48 = 256;
const USER_AGENT_SHARE = 2 / 3;

class HourWindow {
  calls = 0;
  userAgentCalls = 0;

  /** @param endsAt In milliseconds since 1970. */
  constructor(
    readonly key: string,
    readonly max: number,
    readonly endsAt = Date.now() + HOUR,
  ) {}

  get hasEnded(): boolean {
    return hasPassed(this.endsAt, HOUR);
  }
}

/** Counts the calls of the lookup service that visitors cause, for each visitor within an hour of its own. */
export class RateLimiter {
  /** In the order of their ends. */
  readonly #windows = new Map<string, HourWindow>();
  #all = new HourWindow('', 0, 0);

  constructor(
    readonly hourlyLimitPerVisitor: number,
    readonly hourlyLimit: number,
  ) {}

  /** Counts a call before it is made, or throws a `RelayError`. Returns a function that refunds the call. */
  consume({ name, owner }: CountedVisitor, isUserAgentLookup: boolean): () => void {
    const max = this.hourlyLimitPerVisitor;
    if (this.#all.hasEnded) this.#all = new HourWindow('', this.hourlyLimit);
    const all = this.#all;
    const own = [this.#windowOf(name, max)];
    if (owner !== name) own.push(this.#windowOf(owner, max * VISITORS_OF_PREFIX48));
    const isFull = ({ calls, max, userAgentCalls }: HourWindow) =>
      calls >= max || (isUserAgentLookup && userAgentCalls >= Math.floor(max * USER_AGENT_SHARE));
    const full = own.find(isFull) ?? (all.calls >= all.max ? all : undefined);
    const reason = full === all ? REASONS.hourLimit : REASONS.visitorLimit;
    if (full) throw new RelayError(reason, { retryAfter: secondsUntil(full.endsAt) });
    const count = (by: number) => {
      for (const window of [all, ...own]) {
        window.calls += by;
        if (isUserAgentLookup) window.userAgentCalls += by;
      }
    };
    count(1);
    for (const window of own) this.#windows.set(window.key, window);
    for (const [key, window] of this.#windows) {
      if (!window.hasEnded && this.#windows.size <= MAX_COUNTED) break;
      this.#windows.delete(key);
    }
    return () => {
      count(-1);
      // A count that is zero again makes space for others.
      for (const window of own)
        if (!window.calls && this.#windows.get(window.key) === window) this.#windows.delete(window.key);
    };
  }

  #windowOf(key: string, max: number): HourWindow {
    const window = this.#windows.get(key);
    if (window && !window.hasEnded) return window;
    this.#windows.delete(key);
    return new HourWindow(key, max);
  }
}

/** Throws a `RelayError` if the option `rateLimiter` refuses. If that fails or hangs, the limits of this process still apply. */
export function createCustomLimiter(limiter: NonNullable<CheckedOptions['rateLimiter']>, timeout: number) {
  // A limiter that fails at once costs no time, and is called for the next visitor again.
  const operation = new GuardedOperation(timeout * CALLBACK_SHARE, false);
  return async (lookup: LookupName, context: LookupContext): Promise<void> => {
    const { reporter, request, serviceDeadline, visitor } = context;
    const webRequest = request.webRequest();
    const started = performance.now();
    const call = () => limiter(visitor.name, webRequest, request.callbackContext);
    const waited = await operation.attempt(call, timeLeft(serviceDeadline));
    const verdict = waited && 'value' in waited ? waited.value : undefined;
    if (!waited || verdict === true) return;
    if (verdict === false || (typeof verdict === 'number' && verdict > 0))
      throw new RelayError(REASONS.customLimit, { retryAfter: rateLimitSeconds(verdict || undefined) });
    reporter.notify('fault', { lookup, outcome: 'limit', status: 0 }, started);
  };
}
