import { type WaitResult, waitFor } from './time.js';

/** Failures in a row after which the circuit opens. */
const MAX_FAILURES = 3;
/** Milliseconds for which the circuit opens. A failing attempt afterwards doubles them, up to the maximum. */
const PAUSE = 10_000;
const MAX_PAUSE = 60_000;

/**
 * Leaves a failing helper alone for a while: a store or a limiter outside of this process, whose client queues without
 * limit while the helper is dead. After the pause, a single attempt finds out whether the helper works again.
 */
export class CircuitBreaker {
  readonly #limit: number;
  readonly #countsFailures: boolean;
  #failures = 0;
  #pause = 0;
  #pauseEnds = 0;
  /** When the attempt after a pause ends. It may be dropped before, with the request that makes it. */
  #trialEnds = 0;

  /**
   * @param limit Milliseconds for one attempt.
   * @param countsFailures Whether attempts that fail in time count too.
   */
  constructor(limit: number, countsFailures: boolean) {
    this.#limit = limit;
    this.#countsFailures = countsFailures;
  }

  get isOpen(): boolean {
    const now = performance.now();
    return now < this.#pauseEnds || now < this.#trialEnds;
  }

  /**
   * Waits for the helper. `undefined` while the circuit is open. Never rejects.
   *
   * @param left Milliseconds that the request has left.
   */
  async attempt<T>(work: () => T | Promise<T>, left: number): Promise<WaitResult<T> | undefined> {
    if (this.isOpen || left <= 0) return undefined;
    const isTrial = this.#pause > 0;
    if (isTrial) this.#trialEnds = performance.now() + this.#limit;
    const waited = await waitFor(work, Math.min(this.#limit, left));
    if (isTrial) this.#trialEnds = 0;
    if ('value' in waited) {
      this.#failures = 0;
      if (isTrial) this.#pause = 0;
    }
    // A helper is not to blame if this process was busy, or the request had less time than an attempt.
    else if ('late' in waited ? !waited.isBusy && left >= this.#limit : this.#countsFailures)
      this.#fail(isTrial);
    return waited;
  }

  #fail(isTrial: boolean): void {
    // Attempts that began before the pause don't prolong it.
    if (this.#pause > 0 && !isTrial) return;
    this.#failures += 1;
    if (this.#failures < MAX_FAILURES) return;
    this.#pause = this.#pause ? Math.min(2 * this.#pause, MAX_PAUSE) : PAUSE;
    this.#pauseEnds = performance.now() + this.#pause;
  }
}

/** Visitors whose calls must fail before the circuit opens, and milliseconds within which they do. */
const MAX_FAILING_VISITORS = 3;
const FAILURES_WITHIN = 60_000;
/** Milliseconds for which the circuit is open. */
const OPEN = 10_000;
/** Milliseconds between the calls that are made behind the responses meanwhile. */
const PROBE_INTERVAL = 1000;

/**
 * Keeps visitors from waiting for an endpoint of the lookup service that fails for everybody. After failures of several
 * visitors in a row the circuit opens: nobody waits, and one call a second tries the service behind a response. After that, a
 * single ordinary call decides whether it closes.
 */
export class OutageBreaker {
  readonly #trialTime: number;
  readonly #onOpen: () => void;
  /** When the calls of each visitor failed, by `performance.now()`. */
  readonly #failures = new Map<string, number>();
  #openUntil = Number.NEGATIVE_INFINITY;
  /** Whether the next ordinary call decides. */
  #isHalfOpen = false;
  #trialEnds = 0;
  #nextProbe = 0;

  /** @param trialTime Milliseconds for which the call that decides may take. */
  constructor(trialTime: number, onOpen: () => void) {
    this.#trialTime = trialTime;
    this.#onOpen = onOpen;
  }

  /** Seconds until a visitor may wait for the service again. 0 if the circuit is closed. */
  get retryAfter(): number {
    const ends = Math.max(this.#openUntil, this.#isHalfOpen ? this.#trialEnds : 0);
    return Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  }

  /** Whether a call may try the service now, behind a response. */
  takeProbe(): boolean {
    const now = performance.now();
    if (now < this.#nextProbe) return false;
    this.#nextProbe = now + PROBE_INTERVAL;
    return true;
  }

  /** An ordinary call begins. */
  begin(): void {
    if (this.#isHalfOpen && performance.now() >= this.#openUntil)
      this.#trialEnds = performance.now() + this.#trialTime;
  }

  /** A call succeeded within the time that a visitor waits. */
  succeed(): void {
    if (this.#isHalfOpen) this.#openUntil = performance.now();
    this.#isHalfOpen = false;
    this.#failures.clear();
  }

  /** @param started When the visitor began to wait. What began before the circuit opened or closed says nothing new. */
  fail(visitor: string, started: number): void {
    if (started < this.#openUntil) return;
    const now = performance.now();
    for (const [name, at] of this.#failures) if (at < now - FAILURES_WITHIN) this.#failures.delete(name);
    this.#failures.set(visitor, now);
    if (!this.#isHalfOpen && this.#failures.size < MAX_FAILING_VISITORS) return;
    this.#failures.clear();
    this.#isHalfOpen = true;
    this.#openUntil = now + OPEN;
    this.#nextProbe = now + PROBE_INTERVAL;
    this.#onOpen();
  }
}
