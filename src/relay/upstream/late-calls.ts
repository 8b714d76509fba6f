/** The maximum number of calls that go on after their visitors have stopped waiting. */
const MAX_LATE = 64;
/** Milliseconds that a call may take. */
const MAX_CALL = 10_000;

/** The calls under way. One that is late goes on alone, because it was paid for, and its result is kept. */
export class LateCalls {
  readonly #timeout: number;
  /** Those for which a visitor waited in vain, the oldest first. */
  readonly #late = new Set<AbortController>();

  /** @param timeout Milliseconds for which a visitor waits. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Makes a call, and aborts it when it has taken too long. */
  async run<Result>(call: (signal: AbortSignal) => Promise<Result>, controller: AbortController): Promise<Result> {
    const timer = setTimeout(() => controller.abort(), Math.max(this.#timeout, MAX_CALL));
    try {
      return await call(controller.signal);
    } finally {
      clearTimeout(timer);
      this.#late.delete(controller);
    }
  }

  /** A visitor has stopped waiting for a call. Aborts the oldest of these calls if there are too many. */
  letGoOn(controller: AbortController): void {
    this.#late.add(controller);
    const [oldest] = this.#late;
    if (this.#late.size > MAX_LATE) oldest?.abort();
  }
}
