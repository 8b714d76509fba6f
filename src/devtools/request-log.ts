/** The requests to the lookup service, for the panel. */
import { resolveUrl } from '../lookup/document.js';
import { lookupNames, lookupUrl } from '../lookup/request.js';
import { page, queriesOfPage } from './page.js';

/** The seconds by which the fault `slow` delays a request. */
export const SLOW_SECONDS = 3;

/** One request to the lookup service. */
export interface SentRequest {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  milliseconds?: number;
  /** 0: no response. Not every browser tells that of an earlier request. */
  status?: number;
  /** What the service says in its headers. */
  consumed?: number | undefined;
  remaining?: number | undefined;
}

/** Watches `fetch` from its construction until `end()`. */
export class RequestLog {
  readonly #onRequest: () => void;
  readonly #fault: () => string;
  readonly #sent: SentRequest[] = [];
  readonly #endpoints = new Set<string>();
  readonly #startedAt = performance.now();
  readonly #fetch = globalThis.fetch;
  #isOver = false;

  /**
   * @param onRequest Called when a request is sent or ends.
   * @param fault Returns the simulated fault. `slow` delays a request, and `offline` makes it fail.
   */
  constructor(onRequest: () => void, fault: () => string) {
    this.#onRequest = onRequest;
    this.#fault = fault;
    // Not if the page has locked it.
    Reflect.set(globalThis, 'fetch', this.#watchedFetch);
  }

  /** The requests to the lookup service since the page began, the newest last. */
  requests(): SentRequest[] {
    const endpoints = this.#lookupEndpoints();
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const earlier = entries
      .filter(
        ({ initiatorType, startTime, name }) =>
          initiatorType === 'fetch' && startTime < this.#startedAt && endpoints.has(withoutQuery(name)),
      )
      .map(({ name, startTime, duration, responseStatus }) => ({
        path: new URL(name).pathname,
        sentAt: performance.timeOrigin + startTime,
        milliseconds: duration,
        status: responseStatus,
      }));
    return [...earlier, ...this.#sent];
  }

  /** Restores `fetch`. */
  end(): void {
    this.#isOver = true;
    // Another script may have replaced `fetch` since, and calls this one.
    if (globalThis.fetch === this.#watchedFetch) globalThis.fetch = this.#fetch;
  }

  readonly #watchedFetch: typeof fetch = (input, init) => {
    const href = input instanceof Request ? input.url : (resolveUrl(String(input))?.href ?? '');
    return this.#isOver || !this.#lookupEndpoints().has(withoutQuery(href))
      ? this.#fetch.call(globalThis, input, init)
      : this.#send(href, input, init);
  };

  async #send(href: string, ...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const fault = this.#fault();
    if (fault === 'offline') throw new TypeError();
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_SECONDS * 1000));
    // The page may have stopped waiting.
    init?.signal?.throwIfAborted();
    const request: SentRequest = { path: new URL(href).pathname, sentAt: Date.now() };
    this.#sent.push(request);
    this.#onRequest();
    try {
      const response = await this.#fetch.call(globalThis, input, init);
      const creditsIn = (name: string) => {
        const text = response.headers.get(`Ipregistry-Credits-${name}`);
        return text === null ? undefined : Number(text);
      };
      request.status = response.status;
      request.consumed = creditsIn('Consumed');
      request.remaining = creditsIn('Remaining');
      return response;
    } catch (error) {
      request.status = 0;
      throw error;
    } finally {
      request.milliseconds = Date.now() - request.sentAt;
      this.#onRequest();
    }
  }

  /** The URLs of all lookups so far, of the page's service and of elements' own. */
  #lookupEndpoints(): ReadonlySet<string> {
    const add = (lookup: string) => this.#endpoints.add(withoutQuery(lookup));
    for (const { request } of queriesOfPage()) add(request.href);
    const { baseUrl } = page.settings;
    if (baseUrl) for (const lookup of lookupNames) add(lookupUrl(lookup, baseUrl).href);
    return this.#endpoints;
  }
}

const withoutQuery = (href: string) => href.replace(/[?#].*/, '');
