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
