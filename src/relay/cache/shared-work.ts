import { waitFor } from '../time.js';

const HEARTBEAT = 200;
/** Milliseconds without a sign after which work counts as lost, unless this process was busy. */
const LOST_AFTER = 600;

interface Work<Result> {
  readonly result: Promise<Result>;
  /** The last sign of its request, by `performance.now()`. */
  seenAt: number;
}

/**
 * Work that the requests with one key share. Cloudflare Workers drop the work of a request whose client has left, and its
 * promise never settles. Its timer stops too, so other requests notice, and one of them starts the work again.
 */
export class SharedWork<Result> {
  readonly #works = new Map<string, Work<Result>>();

  has(key: string): boolean {
    return this.#works.has(key);
  }

  /** The result of the work under way. `undefined` without such work, or if it was lost. */
  async join(key: string): Promise<Result | undefined> {
    const work = this.#works.get(key);
    if (!work) return undefined;
    for (let isBusy = true; isBusy || performance.now() < work.seenAt + LOST_AFTER; ) {
      const waited = await waitFor(() => work.result, work.seenAt + LOST_AFTER - performance.now());
      if ('value' in waited) return waited.value;
      if ('failure' in waited) throw waited.failure;
      isBusy = waited.isBusy;
    }
    this.#end(key, work);
    return undefined;
  }

  /** The result of the work under way, or of the same work, which is started now. */
  async joinOrStart(key: string, run: () => Promise<Result>): Promise<Result> {
    // Another request may have started lost work again. Nothing may be awaited between the last look and the start.
    while (this.#works.has(key)) {
      const joined = await this.join(key);
      if (joined !== undefined) return joined;
    }
    // Lost work that nobody requests again would stay in memory. One look at a time: a busy process may have many starts.
    for (const [lost, other] of this.#works) {
      if (performance.now() < other.seenAt + 2 * LOST_AFTER) break;
      other.seenAt = performance.now() - LOST_AFTER;
      this.join(lost).catch(() => {});
    }
    const heartbeat = setInterval(() => {
      work.seenAt = performance.now();
    }, HEARTBEAT);
    const result = run().finally(() => {
      clearInterval(heartbeat);
      this.#end(key, work);
    });
    const work: Work<Result> = { result, seenAt: performance.now() };
    this.#works.set(key, work);
    return result;
  }

  #end(key: string, work: Work<Result>): void {
    if (this.#works.get(key) === work) this.#works.delete(key);
  }
}
