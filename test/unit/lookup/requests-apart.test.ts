import { expect, test, vi } from 'vitest';
import { changeSettings } from '../../../src/lookup/configure.js';
import { grantConsent, type IpData, revokeConsent, type Settings } from '../../../src/lookup/index.js';
import { Page } from '../../../src/lookup/page.js';
import { OriginLookup } from '../../../src/personal/origin.js';
import { override } from '../../../src/personal/override.js';
import { lookupsOf, onPage } from '../../support/own-page.js';

/** The page of one request to a server. */
function begin(settings: Settings) {
  const page = new Page();
  changeSettings(page, { retries: 0, ...settings });
  return { page, lookup: new (lookupsOf(page, OriginLookup))() };
}

/** Responds to each request with its own URL, after all were sent. */
async function answered<Result>(task: () => Promise<Result>): Promise<Result> {
  const { fetch } = globalThis;
  globalThis.fetch = async (url) => {
    await new Promise((resolve) => setTimeout(resolve));
    return Response.json({ hostname: String(url) });
  };
  return task().finally(() => {
    globalThis.fetch = fetch;
  });
}

const one: Settings = { baseUrl: 'https://one.example/', apiKey: 'first' };
const other: Settings = { baseUrl: 'https://other.example/', auth: 'none' };

test('on a server, two requests with their own page have their own settings and data', async () => {
  const [first, second] = [begin(one), begin(other)];
  const answers = await answered(() => Promise.all([first.lookup.ip(), second.lookup.ip()]));
  expect(answers.map(({ hostname }) => hostname)).toEqual([
    'https://one.example/?key=first',
    'https://other.example/',
  ]);
  expect(first.lookup.snapshot('ip').data).toBe(answers[0]);
  expect(second.lookup.snapshot('ip').data).toBe(answers[1]);
});

test('the same lookup of two requests with their own page is made twice', async () => {
  const [first, second] = [begin(one), begin(one)];
  const [mine, theirs] = await answered(() => Promise.all([first.lookup.ip(), second.lookup.ip()]));
  expect(mine).not.toBe(theirs);
});

test('consent, a revoke, initialData and the override of one request don’t affect another', async () => {
  const initialData: IpData = { ip: '192.0.2.7' };
  const [first, second] = [
    begin({ ...one, consent: 'required', initialData }),
    begin({ ...one, consent: 'required', initialData }),
  ];
  const shown = () => [first, second].map(({ lookup }) => lookup.snapshot('ip').data);
  onPage(first.page, grantConsent);
  expect(shown()).toEqual([initialData, undefined]);
  onPage(second.page, grantConsent);
  onPage(first.page, () => override({ location: { country: { code: 'JP' } } }));
  expect(shown().map((data) => data?.location?.country?.code)).toEqual(['JP', undefined]);
  onPage(first.page, revokeConsent);
  expect(shown()).toEqual([undefined, initialData]);
  expect(first.page.state.channel).toBe(undefined); // It would reach every other page of the process.
});

test('storage and locks of Node 26 and Deno keep nothing of one request for another', async () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  const request = vi.fn(async (_name: string, _options: object, task: () => Promise<unknown>) => task());
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('navigator', { locks: { request } });
  try {
    for (const area of ['session', 'local'] as const) {
      const [first, second] = [begin({ ...one, storage: area }), begin({ ...one, storage: area })];
      onPage(first.page, () => override({ location: { country: { code: 'JP' } } }));
      const [mine, theirs] = await answered(() => Promise.all([first.lookup.ip(), second.lookup.ip()]));
      expect(mine?.location?.country?.code).toBe('JP');
      expect(theirs?.location).toBe(undefined);
    }
    expect([...stored]).toEqual([]);
    expect(request).not.toHaveBeenCalled();
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a page of its own changes neither the page’s nor the shared state', async () => {
  const shared = () => JSON.stringify(Reflect.get(globalThis, Symbol.for('visitor-elements')));
  const before = shared();
  begin({ ...one, initialData: { ip: '192.0.2.7' } });
  expect(shared()).toBe(before);
});

test('a page that is notified often keeps one timer for each lookup, and a signal that stays no listener', async () => {
  vi.useFakeTimers();
  const { page, lookup } = begin(one);
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  vi.stubGlobal('fetch', async () => Response.json({ ip: '192.0.2.1' }));
  try {
    await lookup.ip({ signal });
    expect(added).toHaveBeenCalledOnce();
    expect(removed.mock.calls).toEqual(added.mock.calls);
    const stop = lookup.subscribe('ip', () => undefined);
    for (let i = 0; i < 10; i++) page.notify();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(1);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

test('after a subscriber that wanted a refresh, a later one sends no request', async () => {
  const { page, lookup } = begin(one);
  let requests = 0;
  vi.stubGlobal('fetch', async () => {
    requests++;
    return Response.json({ ip: '192.0.2.1' });
  });
  try {
    const stops = [lookup.subscribe('ip', () => undefined, { refresh: true })];
    await expect.poll(() => lookup.snapshot('ip').pending).toBe(false);
    stops.push(lookup.subscribe('ip', () => undefined));
    expect([requests, lookup.snapshot('ip').pending]).toEqual([1, false]);
    for (const stop of stops) stop();
    expect(page.observers.size).toBe(0);
  } finally {
    vi.unstubAllGlobals();
  }
});
