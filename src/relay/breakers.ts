import { waitFor } from './time.js';

/** Failures after which a circuit opens, and milliseconds for which it does. */
const MAX_FAILURES = 3;
const PAUSE = 10_000;
const MAX_PAUSE = 60_000;
/** Milliseconds between the calls that are made behind the responses meanwhile. */
const PROBE_INTERVAL = 1000;

/** After failures without a success between them the circuit opens. After a pause, one attempt decides whether it closes. */
export class CircuitBreaker {
  /** When the attempts of each party failed, by `performance.now()`. */
  readonly #failures = new Map<unknown, number>();
  #pause = 0;
  #openUntil = Number.NEGATIVE_INFINITY;
  /** When the deciding attempt ends. It may be dropped before, with the request that makes it. */
  #trialEnds = Number.NEGATIVE_INFINITY;
  #nextProbe = 0;

  /** @param trialTime The milliseconds of a deciding attempt. */
  constructor(
    readonly trialTime: number,
    readonly options: { maxPause?: number; within?: number; onOpen?: () => void },
  ) {}

  /** Milliseconds until an attempt may be made. 0 if the circuit is closed. */
  get openFor(): number {
    return Math.max(0, Math.max(this.#openUntil, this.#trialEnds) - performance.now());
  }

  begin(): void {
    const now = performance.now();
    if (this.#pause && now >= this.#openUntil) this.#trialEnds = now + this.trialTime;
  }

  succeed(): void {
    if (this.#pause) this.#openUntil = this.#trialEnds = performance.now();
    this.#pause = 0;
    this.#failures.clear();
  }

  /**
   * @param started When the attempt began. What began before the circuit opened or closed says nothing new.
   * @param party Whose attempt failed. Several failures of one count once.
   */
  fail(started: number, party: unknown = {}): void {
    if (started < this.#openUntil) return;
    const { maxPause = PAUSE, onOpen, within = Infinity } = this.options;
    const now = performance.now();
    for (const [other, at] of this.#failures) if (at < now - within) this.#failures.delete(other);
    this.#failures.set(party, now);
    if (!this.#pause && this.#failures.size < MAX_FAILURES) return;
    this.#failures.clear();
    this.#pause = this.#pause ? Math.min(2 * this.#pause, maxPause) : PAUSE;
    this.#openUntil = now + this.#pause;
    this.#trialEnds = now;
    this.#nextProbe = now + PROBE_INTERVAL;
    onOpen?.();
  }

  /** Whether to make an attempt that nobody waits for, while the circuit is open: once a second. */
  takeProbe(): boolean {
    const now = performance.now();
    if (now < this.#nextProbe) return false;
    this.#nextProbe = now + PROBE_INTERVAL;
    return true;
  }
}

/** What a store or a limiter outside of this process does. Its client may queue without limit while it fails: it is left alone. */
export class GuardedOperation {
  readonly #breaker: CircuitBreaker;

  /** @param limit Milliseconds for one attempt. @param countsFailures Whether attempts that fail in time count too. */
  constructor(
    readonly limit: number,
    readonly countsFailures: boolean,
  ) {
    this.#breaker = new CircuitBreaker(limit, { maxPause: MAX_PAUSE });
  }

  get isLeftAlone(): boolean {
    return this.#breaker.openFor > 0;
  }

  /** Waits for the work as long as the request can. `undefined` while it is left alone. Never rejects. */
  async attempt<T>(work: () => T | Promise<T>, left: number, onFault = () => {}) {
    if (this.isLeftAlone || left <= 0) return undefined;
    this.#breaker.begin();
    const started = performance.now();
    const waited = await waitFor(work, Math.min(this.limit, left));
    if ('value' in waited) this.#breaker.succeed();
    // The other side is not to blame if this process was busy, or the request had less time than an attempt.
    else if ('late' in waited ? !waited.isBusy && left >= this.limit : this.countsFailures)
      this.#breaker.fail(started);
    if (!('value' in waited)) onFault();
    return waited;
  }
}
