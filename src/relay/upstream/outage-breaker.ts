/** Visitors whose calls must fail before the circuit opens, and milliseconds within which they do. */
const MAX_FAILURES = 3;
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
    if (!this.#isHalfOpen && this.#failures.size < MAX_FAILURES) return;
    this.#failures.clear();
    this.#isHalfOpen = true;
    this.#openUntil = now + OPEN;
    this.#nextProbe = now + PROBE_INTERVAL;
    this.#onOpen();
  }
}
