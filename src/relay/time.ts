/**
 * Whether a moment, in milliseconds since 1970, has passed. A moment more than `span` ahead was set with a wrong clock.
 * Treat it as passed; otherwise its entry could last for years.
 */
export const hasPassed = (moment: number, span: number, now = Date.now()): boolean =>
  moment <= now || moment > now + span;

/** The share of `timeout` for which a request waits for stores and the option `rateLimiter`. */
export const CALLBACK_SHARE = 1 / 10;

/** The longest timer, in milliseconds. A longer one would end at once. */
const MAX_TIMER = 2 ** 31 - 1;

/** Milliseconds since a moment of `performance.now()`. */
export const millisecondsSince = (moment: number): number => performance.now() - moment;

/** The result of a wait: a value or a failure. `late` if the time ran out. */
export type WaitResult<T> = { value: T } | { failure: unknown; late: boolean };

/** The total time that one request may wait for stores, data sources and callbacks. Concurrent waits count once. */
export class TimeBudget {
  #left: number;
  #waits = 0;
  #since = 0;

  /** @param left Milliseconds. */
  constructor(left: number) {
    this.#left = left;
  }

  /** Milliseconds that are left. */
  get left(): number {
    return this.#waits > 0 ? this.#left - (performance.now() - this.#since) : this.#left;
  }

  /** Waits for work while there is time. Never rejects. */
  async wait<T>(work: () => T | Promise<T>): Promise<WaitResult<T>> {
    const { left } = this;
    if (this.#waits++ === 0) this.#since = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<WaitResult<T>>((resolve) => {
      const milliseconds = Math.min(Math.max(0, left), MAX_TIMER);
      timer = setTimeout(() => resolve({ failure: undefined, late: true }), milliseconds);
    });
    const done = (async () => ({ value: await work() }))().catch((failure: unknown) => ({
      failure,
      late: false,
    }));
    try {
      return await Promise.race([done, late]);
    } finally {
      clearTimeout(timer);
      if (--this.#waits === 0) this.#left -= performance.now() - this.#since;
    }
  }
}
