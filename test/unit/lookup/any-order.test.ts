import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeSettings } from '../../../src/lookup/configure.js';
import { grantConsent, revokeConsent, type Settings, type Snapshot } from '../../../src/lookup/index.js';
import { Page } from '../../../src/lookup/page.js';
import { hasConsent } from '../../../src/lookup/shared-state.js';
import { OriginLookup } from '../../../src/personal/origin.js';
import { clearOverride, override } from '../../../src/personal/override.js';
import { lookupsOf, onPage } from '../../support/own-page.js';

/** A page with its readers, and its requests that have no response yet. */
class Visit {
  readonly page = new Page();
  readonly readers: {
    lookup: Pick<OriginLookup, keyof OriginLookup>;
    seen: Snapshot<object>[];
    stop(): void;
  }[] = [];
  readonly results: Promise<unknown>[] = [];
  readonly faults = new Set<string>();
  requests = 0;
  #open = new Map<string, (response?: Response) => void>();

  constructor() {
    vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
      this.requests++;
      if (!hasConsent(this.page.state)) this.faults.add('a request without consent');
      if (this.#open.has(url)) this.faults.add('two requests at a time');
      return new Promise((resolve, reject) => {
        const respond = (response?: Response) => {
          if (this.#open.get(url) === respond) this.#open.delete(url);
          if (response) resolve(response);
          else reject(new TypeError());
        };
        this.#open.set(url, respond);
        signal.addEventListener('abort', () => respond());
      });
    });
  }

  subscribe(own: Settings, refresh: boolean): void {
    const lookup = new (lookupsOf(this.page, OriginLookup))(own);
    const seen: Snapshot<object>[] = [];
    this.readers.push({ lookup, seen, stop: lookup.subscribe('ip', (now) => seen.push(now), { refresh }) });
  }

  /** Responds to the oldest request. Without a status, the network fails. */
  respond(status?: number): void {
    const data = { ip: `192.0.2.${this.requests}`, location: { country: { code: 'DE' } } };
    const [oldest] = this.#open.values();
    oldest?.(status ? Response.json(status === 200 ? data : {}, { status }) : undefined);
  }

  /** From now on, the responses to earlier requests don't matter. */
  abandon(): void {
    this.#open = new Map();
  }

  /** Lets everything happen that needs no time, and looks at every reader. */
  async rest(): Promise<void> {
    await vi.advanceTimersByTimeAsync(0);
    for (const { lookup, seen } of this.readers) {
      const [before = {}, last = {}] = seen.slice(-2);
      if (lookup.snapshot('ip') !== seen.at(-1)) this.faults.add('a change that a subscriber isn’t told');
      if (seen.length > 1 && haveSameContent(before, last)) this.faults.add('a notification of no change');
    }
    expect([...this.faults]).toEqual([]);
  }
}

const haveSameContent = (one: object, other: object) =>
  Object.keys({ ...one, ...other }).every((name) => Reflect.get(one, name) === Reflect.get(other, name));

const oneOf = fc.constantFrom;
const some = (model: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Settings>;
const ofReader = {
  baseUrl: oneOf('https://one.example/', 'https://other.example/'),
  maxAge: oneOf(0, 1, 60, 1800),
  timeout: oneOf(100, 5000),
};
const ofPage = {
  ...ofReader,
  retries: oneOf(0, 2),
  consent: oneOf('required', 'not-required'),
  flagsUrl: oneOf('https://one.example/flags/', 'https://other.example/flags/'),
};

interface Step {
  happening: keyof typeof happenings;
  settings: Settings;
  own: Settings;
  index: number;
  refresh: boolean;
  status: number | undefined;
  milliseconds: number;
  code: string | null;
}

/** What may happen on a page. Each step uses the parts of its record that it needs. */
const happenings = {
  configure: ({ page }: Visit, { settings }: Step): void => changeSettings(page, settings),
  grant: ({ page }: Visit): void => onPage(page, grantConsent),
  revoke(visit: Visit): void {
    visit.abandon();
    onPage(visit.page, revokeConsent);
  },
  choose: ({ page }: Visit, { code }: Step): void =>
    onPage(page, () => (code ? override({ location: { country: { code } } }) : clearOverride())),
  subscribe: (visit: Visit, { own, refresh }: Step): void => visit.subscribe(own, refresh),
  leave: ({ readers }: Visit, { index }: Step): void => readers.splice(index, 1)[0]?.stop(),
  ask({ page, results }: Visit, { own, refresh }: Step): void {
    results.push(new (lookupsOf(page, OriginLookup))(own).ip({ refresh }).catch(() => undefined));
  },
  respond: (visit: Visit, { status }: Step): void => visit.respond(status),
  wait: async (_: Visit, { milliseconds }: Step): Promise<void> =>
    void (await vi.advanceTimersByTimeAsync(milliseconds)),
};

const steps: fc.Arbitrary<Step> = fc.record({
  happening: oneOf(...(Object.keys(happenings) as (keyof typeof happenings)[])),
  settings: some(ofPage),
  own: some(ofReader),
  index: fc.nat(3),
  refresh: fc.boolean(),
  status: oneOf(200, 200, 200, 401, 429, 500, 503, undefined),
  milliseconds: oneOf(1, 99, 1000, 5000, 61_000, 301_000),
  code: oneOf('JP', 'BR', null),
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('whatever happens in whatever order, requests need consent, readers know what is known, and each lookup has a result', () =>
  fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 20 }), async (order) => {
      const visit = new Visit();
      const { page, results } = visit;
      changeSettings(page, { baseUrl: 'https://one.example/', auth: 'none' });
      for (const step of order) {
        await happenings[step.happening](visit, step);
        await visit.rest();
      }
      onPage(page, grantConsent);
      for (let left = 8; left; left--) {
        visit.respond(200);
        await vi.advanceTimersByTimeAsync(5000);
        await visit.rest();
      }
      await Promise.all(results);
      const { requests } = visit;
      changeSettings(page, { flagsUrl: 'https://another.example/flags/' });
      await visit.rest();
      expect(visit.requests).toBe(requests);
      for (const { stop } of visit.readers) stop();
    }),
    { numRuns: 1000 },
  ));
