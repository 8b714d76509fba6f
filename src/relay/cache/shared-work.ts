import { TimeBudget } from '../time.js';

interface Work<Result> {
  readonly result: Promise<Result>;
  /** When the work counts as lost, by `performance.now()`. */
  readonly ends: number;
}

/**
 * Work that the requests with one key share. Cloudflare Workers drop the work of a request whose client has left, and its
 * promise never settles. So a wait ends after the longest time that the work may take, and another request starts it again.
 */
export class SharedWork<Result> {
  readonly #works = new Map<string, Work<Result>>();
  readonly #maxWait: number;

  /** @param maxWait The milliseconds that the work may take. */
  constructor(maxWait: number) {
    this.#maxWait = maxWait;
  }

  /** The result of the work under way. `undefined` without such work, or if it was lost. */
  async join(key: string): Promise<Result | undefined> {
    const work = this.#works.get(key);
    if (!work) return undefined;
    const waited = await new TimeBudget(work.ends - performance.now()).wait(() => work.result);
    if ('value' in waited) return waited.value;
    if (!waited.late) throw waited.failure;
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
    const work: Work<Result> = {
      result: run().finally(() => this.#end(key, work)),
      ends: performance.now() + this.#maxWait,
    };
    this.#works.set(key, work);
    return work.result;
  }

  #end(key: string, work: Work<Result>): void {
    if (this.#works.get(key) === work) this.#works.delete(key);
  }
}
