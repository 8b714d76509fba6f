/** The maximum milliseconds of work in one turn of the event loop, so that other requests are served. */
const SLICE = 5;

/** Does work in slices, so that other requests are served in between. Waiting owners take turns. */
export class WorkQueue {
  readonly #waiting = new Map<unknown, (() => void)[]>();
  #spent = 0;
  #isScheduled = false;

  /** Does work, synchronously if there is time. Rejects or throws what the work throws. */
  run<T>(owner: unknown, work: () => T): T | Promise<T> {
    this.#schedule();
    if (this.#waiting.size === 0 && this.#spent < SLICE) return this.#measure(work);
    return new Promise((resolve, reject) => {
      const tasks = this.#waiting.get(owner) ?? [];
      this.#waiting.set(owner, tasks);
      tasks.push(() => {
        try {
          resolve(this.#measure(work));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #measure<T>(work: () => T): T {
    const started = performance.now();
    try {
      return work();
    } finally {
      this.#spent += performance.now() - started;
    }
  }

  /** Starts the next slice in the next turn of the event loop. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#spent = 0;
      this.#doWaiting();
    });
  }

  #doWaiting(): void {
    // An owner with more work moves to the end of the map, and so is reached again in this loop.
    for (const [owner, tasks] of this.#waiting) {
      if (this.#spent >= SLICE) break;
      this.#waiting.delete(owner);
      const task = tasks.shift();
      if (tasks.length > 0) this.#waiting.set(owner, tasks);
      task?.();
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}
