/** What the panel tries out in this tab: another visitor, a failing lookup service. It also watches requests. */
import { resolveUrl } from '../lookup/document.js';
import { failingWith, replacement, urlOf } from '../lookup/request.js';
import type { InitialData } from '../lookup/shared-state.js';
import { withArea } from '../lookup/storage.js';
import { errorStatuses, type LookupErrorCode } from '../model/error.js';
import { isObject, parseObject } from '../model/json.js';
import { lookupNames } from '../model/types.js';
import { parseSimulation } from '../personal/simulation.js';
import { notify, queriesOfPage, settingsOfPage, state } from './page.js';

/** Where this tab's trial is stored. Not below the package's own prefix, so that it isn't listed as the page's. */
const KEY = 'visitor-devtools';
const SLOW_SECONDS = 3;

/** The faults by name, in words. An error code, or what happens to a request. */
export const faults: Readonly<Record<string, string>> = {
  slow: `slow: ${SLOW_SECONDS} seconds more`,
  offline: 'offline',
  ...Object.fromEntries(Object.keys(errorStatuses).map((code) => [code, `error: ${code}`])),
};

/** One request to the lookup service. */
export interface SentRequest {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  ms?: number;
  /** 0: no response. */
  status?: number;
  /** What the service says in its headers. */
  consumed?: number | undefined;
  remaining?: number | undefined;
}

/** Runs from its construction until `end()`, which restores everything. */
export class Trial {
  /** The values of the simulated visitor, by the name of a condition. */
  visitor: Readonly<Record<string, string>> = {};
  /** The allowed values in words, of each value that is wrong. */
  mistakes: ReadonlyMap<string, string> = new Map();
  fault = '';
  readonly #onRequest: () => void;
  readonly #sent: SentRequest[] = [];
  readonly #endpoints = new Set<string>();
  readonly #startedAt = performance.now();
  readonly #fetch = globalThis.fetch;
  /** What a fault replaces. */
  #replaced: { storage: typeof state.settings.storage; initialData: InitialData | undefined } | undefined;
  #isOver = false;

  /** @param onRequest Called when a request is sent or ends. */
  constructor(onRequest: () => void) {
    this.#onRequest = onRequest;
    globalThis.fetch = this.#watchedFetch;
    const { visitor, fault } = withArea('session', (area) => parseObject(area.getItem(KEY))) ?? {};
    if (isObject(visitor)) this.simulate(visitor as Record<string, string>);
    if (typeof fault === 'string') this.fail(fault);
  }

  /** Shows the page as another visitor. An empty value is the real one. Sends no request. */
  simulate(visitor: Readonly<Record<string, string>>): void {
    const given = Object.entries(visitor).filter(([, value]) => value);
    const mistakes = new Map<string, string>();
    const search = new URLSearchParams(given.map(([name, value]) => [`visitor-${name}`, value]));
    state.simulation = parseSimulation(search, (name, _, allowed) => mistakes.set(name, allowed));
    this.visitor = Object.fromEntries(given);
    this.mistakes = mistakes;
    this.#save();
    notify();
  }

  /**
   * Makes the lookups of this tab fail, from now on. Data is looked up again, and nothing is stored meanwhile, so the
   * data that is stored returns with the end of the fault. An empty name ends the fault.
   */
  fail(name: string): void {
    const fault = Object.hasOwn(faults, name) ? name : '';
    if (fault === this.fault) return;
    this.fault = fault;
    const { settings, initialData } = state;
    if (fault && !this.#replaced) {
      this.#replaced = { storage: settings.storage, initialData };
      state.settings = { ...settings, storage: 'none' };
      if (settings.baseUrl) state.initialData = undefined;
    } else if (!fault && this.#replaced) {
      state.settings = { ...settings, storage: this.#replaced.storage };
      state.initialData ??= this.#replaced.initialData;
      this.#replaced = undefined;
    }
    if (Object.hasOwn(errorStatuses, fault)) {
      const code = fault as LookupErrorCode;
      Reflect.set(globalThis, replacement, failingWith(code, `The panel simulates "${code}".`));
    } else Reflect.deleteProperty(globalThis, replacement);
    this.#save();
    // Every copy of the package forgets its queries.
    state.revokes++;
    notify();
  }

  /** Whether anything differs from what really is. */
  get isOn(): boolean {
    return this.fault !== '' || Object.keys(this.visitor).length > 0;
  }

  /** Returns to the real visitor and the real service. */
  reset(): void {
    this.simulate({});
    this.fail('');
  }

  /** The requests to the lookup service since the page began, the newest last. */
  requests(): SentRequest[] {
    const { timeOrigin } = performance;
    const endpoints = this.#lookupEndpoints();
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const earlier = entries
      .filter(({ initiatorType, startTime }) => initiatorType === 'fetch' && startTime < this.#startedAt)
      .filter(({ name }) => endpoints.has(withoutQuery(name)))
      .map(({ name, startTime, duration, responseStatus }) => ({
        path: new URL(name).pathname,
        sentAt: timeOrigin + startTime,
        ms: duration,
        status: responseStatus,
      }));
    return [...earlier, ...this.#sent];
  }

  /** Restores the visitor, the service and `fetch`. */
  end(): void {
    this.reset();
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
    if (this.fault === 'offline') throw new TypeError();
    if (this.fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_SECONDS * 1000));
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
      request.ms = Date.now() - request.sentAt;
      this.#onRequest();
    }
  }

  /** The URLs of all lookups so far, of the page's service and of elements' own. */
  #lookupEndpoints(): ReadonlySet<string> {
    const add = (lookup: string) => this.#endpoints.add(withoutQuery(lookup));
    for (const { request } of queriesOfPage()) add(request.href);
    const { baseUrl } = settingsOfPage();
    if (baseUrl) for (const lookup of lookupNames) add(urlOf(lookup, baseUrl).href);
    return this.#endpoints;
  }

  /** Keeps the trial for later pages of this tab, while there is one. */
  #save(): void {
    const { visitor, fault, isOn } = this;
    withArea('session', (area) =>
      isOn ? area.setItem(KEY, JSON.stringify({ visitor, fault })) : area.removeItem(KEY),
    );
  }
}

const withoutQuery = (href: string) => href.replace(/[?#].*/, '');
