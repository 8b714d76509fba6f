/** The maximum number of calls that go on after their visitors have stopped waiting. */
const MAX_LATE = 64;
/** Milliseconds that a call may take. */
const MAX_CALL = 10_000;

/** The calls under way. One that is late goes on alone, because it was paid for, and its result is kept. */
export class LateCalls {
  readonly #limit: number;
  /** Whether a visitor has waited in vain for each call, the oldest call first. */
  readonly #calls = new Map<AbortController, boolean>();

  /** @param timeout Milliseconds for which a visitor waits. */
  constructor(timeout: number) {
    this.#limit = Math.max(timeout, MAX_CALL);
  }

  /** Makes a call, and aborts it when it has taken too long. */
  async run<Result>(
    call: (signal: AbortSignal) => Promise<Result>,
    controller: AbortController,
  ): Promise<Result> {
    this.#calls.set(controller, false);
    const timer = setTimeout(() => controller.abort(), this.#limit);
    try {
      return await call(controller.signal);
    } finally {
      clearTimeout(timer);
      this.#calls.delete(controller);
    }
  }

  /** A visitor has stopped waiting for a call. Aborts the oldest of these calls if there are too many. */
  letGoOn(controller: AbortController): void {
    if (!this.#calls.has(controller)) return;
    this.#calls.set(controller, true);
    const late = [...this.#calls].filter(([, isLate]) => isLate);
    if (late.length > MAX_LATE) late[0]?.[0].abort();
  }
}
