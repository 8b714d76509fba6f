import { expect } from '@open-wc/testing';
import type { Settings, Snapshot } from '../../../src/lookup/index.js';
import { setClock } from '../support/clock.js';
import { cleanUp, newPage, openPage, recordRequests, stored } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

const comeBackOnline = () => dispatchEvent(new Event('online'));

/** A page with a service that fails, and whose clock a test can move. */
function begin(prefixes: string, own: Settings = {}) {
  const { baseUrl, requests } = countedVisit(prefixes);
  const page = newPage();
  const clock = setClock();
  page.lookup.configure({ baseUrl, apiKey: 'demo-open', retries: 0, ...own });
  const { origin } = page.lookup;
  const ask = (refresh = false) => failure(origin.ip({ refresh }));
  return { ...page.lookup, baseUrl, clock, page, ask, requests };
}

/** Fails a lookup that is due, and expects it to be asked again after 10 seconds. */
async function waitsTenSeconds(ask: () => Promise<unknown>, clock: { ahead(seconds: number): void }) {
  globalThis.fetch = async () => new Response('', { status: 500 });
  await ask();
  const { sent } = recordRequests();
  clock.ahead(11);
  await ask();
  expect(sent).to.have.lengthOf(1);
}

describe('a failure that was paid for, or that will not pass,', () => {
  afterEach(cleanUp);

  const lasting: [what: string, fault: string, own: Settings][] = [
    ['400', 'fault/status-400/', {}],
    ['404', 'fault/status-404/', {}],
    ['HTML', 'fault/html/', {}],
    ['garbage', 'fault/garbage/', {}],
    ['an adapter that throws', '', { adapt: () => Reflect.get(Object(undefined), 'a').b }],
    ['an adapter that returns a text', '', { adapt: () => 'text' as unknown as object }],
  ];
  for (const [what, fault, own] of lasting)
    it(`is not paid again for 300 seconds, and then by the next reader: ${what}`, async () => {
      const { ask, clock, origin, requests } = begin(fault, own);
      const error = await ask();
      for (let reader = 0; reader < 5; reader++) origin.subscribe('ip', () => undefined)();
      expect(await ask()).to.equal(error);
      clock.ahead(299);
      expect(await ask()).to.equal(error);
      expect(await requests()).to.equal(1);
      clock.ahead(2);
      await ask();
      expect(await requests()).to.equal(2);
    });

  it('is asked again by a refresh, each time', async () => {
    const { ask, requests } = begin('fault/status-400/');
    await ask();
    await ask(true);
    await ask(true);
    expect(await requests()).to.equal(3);
  });

  for (const [what, change] of Object.entries<Settings>({
    timeout: { timeout: 4000 },
    adapt: { adapt: (data) => data },
    apiKey: { apiKey: 'demo-page' },
    params: { params: 'fields=ip' },
    auth: { auth: 'header' },
  }))
    it(`is asked again when a setting of the lookup changes: ${what}`, async () => {
      const { ask, configure, requests } = begin('fault/status-403/');
      await ask();
      configure(change);
      await ask();
      expect(await requests()).to.equal(2);
    });

  it('is not asked again when other settings change, subscribed or not', async () => {
    const { ask, configure, origin, requests } = begin('fault/status-403/');
    const stop = origin.subscribe('ip', () => undefined);
    await ask();
    const others: Settings[] = [
      ...[{ maxAge: 60 }, { storage: 'local' as const }, { groups: { nordics: 'DK FI' } }],
      ...[{ retries: 1 }, { flagsUrl: '/flags/' }, { skipBots: false }, { overrideCookie: 'country' }],
    ];
    for (const change of others) {
      configure(change);
      await ask();
    }
    stop();
    await ask();
    expect(await requests()).to.equal(1);
  });

  it('is asked with a reader’s own adapter, once for each', async () => {
    const { ask, OriginLookup, requests } = begin('', { adapt: () => 7 as unknown as object });
    await ask();
    const other = new OriginLookup({ adapt: (data) => data });
    expect((await other.ip()).ip).to.equal('81.2.69.142');
    await other.ip();
    expect(await requests()).to.equal(2);
  });
});

describe('a failure that may pass', () => {
  afterEach(cleanUp);

  for (const fault of ['status-500', 'status-503', 'drop', 'drop-body'])
    it(`is asked again after 10, 20, 40 … 300 seconds, by the next reader: ${fault}`, async () => {
      const { ask, clock, origin } = begin(`fault/${fault}/`);
      // The browser itself tries again where a connection was dropped.
      const { sent } = recordRequests();
      await ask();
      let count = 1;
      for (const wait of [10, 20, 40, 80, 160, 300, 300]) {
        clock.ahead(wait - 1);
        for (let reader = 0; reader < 3; reader++) origin.subscribe('ip', () => undefined)();
        await ask();
        expect(sent, `${wait}: too early`).to.have.lengthOf(count);
        clock.ahead(2);
        await ask();
        count++;
        expect(sent, `${wait}: in time`).to.have.lengthOf(count);
      }
    });

  it('a timeout too', async () => {
    const { ask, clock } = begin('fault/slow-9000/', { timeout: 50 });
    // A busy browser may give up before it has sent anything.
    const { sent } = recordRequests();
    expect((await ask()).code).to.equal('timeout');
    clock.ahead(9);
    await ask();
    expect(sent).to.have.lengthOf(1);
    clock.ahead(2);
    await ask();
    expect(sent).to.have.lengthOf(2);
  });

  it('is asked by each refresh, which lengthens neither this wait nor the next', async () => {
    const { ask, clock, requests } = begin('fault/status-500/');
    await ask();
    clock.ahead(9);
    for (let times = 0; times < 3; times++) await ask(true);
    expect(await requests()).to.equal(4);
    await ask();
    expect(await requests()).to.equal(4);
    clock.ahead(2);
    await ask();
    expect(await requests()).to.equal(5);
    clock.ahead(19);
    await ask();
    expect(await requests()).to.equal(5);
    clock.ahead(2);
    await ask();
    expect(await requests()).to.equal(6);
  });

  it('a refresh that the service limits waits as long as the service says, not only for the rest of the wait', async () => {
    let sent = 0;
    const page = newPage((window) => {
      window.fetch = async () =>
        new Response('{}', { status: sent++ ? 429 : 500, headers: { 'retry-after': '120' } });
    });
    const clock = setClock();
    page.lookup.configure({ baseUrl: 'https://service.example/', auth: 'none', retries: 0, storage: 'none' });
    const ask = (refresh = false) => failure(page.lookup.origin.ip({ refresh }));
    await ask();
    expect((await ask(true)).code).to.equal('rate-limited');
    clock.ahead(119);
    await ask(true);
    expect(sent).to.equal(2);
    clock.ahead(2);
    await ask(true);
    expect(sent).to.equal(3);
  });

  it('begins with 10 seconds again after a success', async () => {
    const { ask, clock, origin, requests } = begin('fault/flaky-2/');
    await ask();
    clock.ahead(11);
    await ask();
    clock.ahead(21);
    await origin.ip();
    expect(await requests()).to.equal(3);
    clock.ahead(1801);
    await waitsTenSeconds(ask, clock);
  });

  it('begins with 10 seconds after a failure of the request', async () => {
    const { ask, clock } = begin('fault/status-400/');
    await ask();
    clock.ahead(301);
    await waitsTenSeconds(ask, clock);
  });

  it('is not asked because an element, or a subscriber, comes later', async () => {
    const { ask, origin, requests } = begin('fault/status-500/');
    const stops = [];
    for (let reader = 0; reader < 8; reader++) {
      stops.push(origin.subscribe('ip', () => undefined));
      await ask();
    }
    for (const stop of stops) stop();
    expect(await requests()).to.equal(1);
  });

  it('keeps the data, and rejects at once with the known error', async () => {
    const { ask, origin } = begin('fault/status-500/', { initialData: { ip: '192.0.2.7' } });
    const error = await ask(true);
    expect(await ask()).to.equal(error);
    expect(origin.snapshot('ip')).to.deep.include({ data: { ip: '192.0.2.7' }, stale: true, pending: false });
  });

  for (const [seconds, tries] of [
    [1, 2],
    [60, 1],
  ] as const)
    it(`503 with Retry-After: ${seconds} is not tried again before`, async () => {
      const { ask } = begin('', { retries: 1 });
      const times: number[] = [];
      globalThis.fetch = async () => {
        times.push(performance.now());
        return new Response('{}', { status: 503, headers: { 'retry-after': `${seconds}` } });
      };
      expect((await ask()).retryAfter).to.equal(seconds);
      expect(times).to.have.lengthOf(tries);
      if (tries > 1) expect(Number(times[1]) - Number(times[0])).to.be.at.least(990);
    });

  it('503 with Retry-After is asked again after that time', async () => {
    const { ask, clock } = begin('');
    let sent = 0;
    globalThis.fetch = async () => {
      sent++;
      return new Response('{}', { status: 503, headers: { 'retry-after': '60' } });
    };
    await ask();
    clock.ahead(59);
    await ask();
    expect(sent).to.equal(1);
    clock.ahead(2);
    await ask();
    expect(sent).to.equal(2);
  });
});

describe('back online', () => {
  afterEach(cleanUp);

  for (const fault of ['status-500', 'drop'])
    it(`ends the wait, and makes the lookup again where it is shown: ${fault}`, async () => {
      const { ask, origin } = begin(`fault/${fault}/`);
      const { sent } = recordRequests();
      const error = await ask();
      comeBackOnline();
      expect(sent).to.have.lengthOf(1);
      expect(origin.snapshot('ip').error).to.equal(error);
      const stop = origin.subscribe('ip', () => undefined);
      expect(sent).to.have.lengthOf(2);
      await ask();
      comeBackOnline();
      expect(sent).to.have.lengthOf(3);
      stop();
    });

  it('makes a lookup again whose refresh failed', async () => {
    const { ask, origin } = begin('', { initialData: { ip: '192.0.2.7' } });
    let last: Snapshot | undefined;
    const stop = origin.subscribe('ip', (snapshot) => {
      last = snapshot;
    });
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.reject(new TypeError());
    expect((await ask(true)).code).to.equal('network');
    globalThis.fetch = fetch;
    comeBackOnline();
    await until(() => last?.data && !last.error && !last.pending, 'the new data');
    stop();
  });

  it('looks stale data up again, at most once in five minutes', async () => {
    const { clock, origin, requests } = begin('', { maxAge: 60 });
    const stop = origin.subscribe('ip', () => undefined);
    await origin.ip();
    for (const [ahead, sent] of [
      [61, 2],
      [200, 2],
      [110, 3],
    ] as const) {
      clock.ahead(ahead);
      comeBackOnline();
      await until(() => !origin.snapshot('ip').pending, 'a result');
      expect(await requests()).to.equal(sent);
    }
    stop();
  });
});

describe('a rate limit belongs to a key', () => {
  afterEach(cleanUp);

  it('stops no other key, on this page and the next', async () => {
    const { baseUrl } = countedVisit();
    const { page } = begin('', { baseUrl });
    const keys: (string | null)[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (url, ...more) => {
      const key = new URL(String(url)).searchParams.get('key');
      keys.push(key);
      const isLimited = key === 'demo-throttled';
      return isLimited
        ? Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '600' } }))
        : fetch(url, ...more);
    };
    const limited = { baseUrl, apiKey: 'demo-throttled' };
    expect((await failure(new page.lookup.OriginLookup(limited).ip())).code).to.equal('rate-limited');
    const names = stored().map(([name]) => name);
    expect(names).to.have.lengthOf(1);
    expect(names[0]).not.to.include('throttled');
    const answering = globalThis.fetch;
    const { lookup } = page.next();
    globalThis.fetch = answering;
    expect((await failure(new lookup.OriginLookup(limited).ip({ refresh: true }))).retryAfter).to.be.above(0);
    expect((await new lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip()).ip).to.equal('81.2.69.142');
    expect(keys).to.deep.equal(['demo-throttled', 'demo-open']);
  });
});

describe('a reader changes nothing for others', () => {
  afterEach(cleanUp);

  it('a snapshot of one that stores nothing lets the page store its result', async () => {
    const { configure, origin, OriginLookup } = begin('fault/slow-200/', { storage: 'session' });
    configure({});
    const data = origin.ip();
    new OriginLookup({ storage: 'none' }).snapshot('ip');
    await data;
    expect(stored()).to.have.lengthOf(1);
  });

  it('a snapshot stores no initialData', () => {
    const { origin } = begin('', { initialData: { ip: '192.0.2.7' } });
    expect(origin.snapshot('ip').data).to.deep.equal({ ip: '192.0.2.7' });
    expect(origin.snapshot('ip')).to.equal(origin.snapshot('ip'));
    expect(stored()).to.deep.equal([]);
  });

  for (const order of [
    ['none', 'local'],
    ['local', 'none'],
  ] as const)
    it(`each stores by its own setting, in any order: ${order}`, async () => {
      const { OriginLookup } = begin('fault/slow-100/');
      await Promise.all(order.map((storage) => new OriginLookup({ storage }).ip()));
      expect(Object.keys(localStorage)).to.have.lengthOf(1);
      expect(Object.keys(sessionStorage)).to.have.lengthOf(0);
    });

  it('one that comes later stores known data where it keeps its own, for its next page', async () => {
    const { OriginLookup, requests } = begin('');
    await new OriginLookup({ storage: 'none' }).ip();
    expect(stored()).to.deep.equal([]);
    await new OriginLookup({ storage: 'session' }).ip();
    expect(Object.keys(sessionStorage)).to.have.lengthOf(1);
    expect(await requests()).to.equal(1);
  });

  it('one with a shorter maxAge shortens no record', async () => {
    const { OriginLookup } = begin('');
    for (const maxAge of [600, 60]) await new OriginLookup({ maxAge }).ip();
    const [record] = stored().map(([, text]) => JSON.parse(text));
    expect(record.expiresAt - record.fetchedAt).to.equal(600_000);
  });

  it('each has its own maxAge', async () => {
    const { clock, OriginLookup } = begin('');
    const [short, long] = [60, 600].map((maxAge) => new OriginLookup({ maxAge }));
    await Promise.all([short?.ip(), long?.ip()]);
    clock.ahead(61);
    expect([short, long].map((reader) => reader?.snapshot('ip').stale)).to.deep.equal([true, false]);
    expect(long?.snapshot('ip')).to.equal(long?.snapshot('ip'));
  });

  it('a default that is spelt out is the page’s own setting for initialData', async () => {
    const { OriginLookup, requests } = begin('', { initialData: { ip: '192.0.2.7' } });
    for (const own of [{ auth: 'query' } as const, { auth: 'query', params: '' } as const, { timeout: 5000 }])
      expect((await new OriginLookup(own).ip()).ip).to.equal('192.0.2.7');
    expect(await requests()).to.equal(0);
  });
});

describe('data becomes stale by time', () => {
  afterEach(cleanUp);

  it('for subscribers, without a request, and then no timer runs', async () => {
    const { baseUrl, requests } = countedVisit();
    const { lookup } = newPage();
    const clock = setClock();
    lookup.configure({ baseUrl, apiKey: 'demo-open', maxAge: 1 });
    const seen: boolean[] = [];
    const stop = lookup.origin.subscribe('ip', ({ data, stale }) => {
      if (data) seen.push(stale);
    });
    await until(() => seen.length > 0, 'data');
    clock.ahead(1);
    await until(() => seen.at(-1), 'stale data');
    expect(await requests()).to.equal(1);
    let timers = 0;
    Object.assign(globalThis, { setTimeout: () => timers++ });
    lookup.configure({ groups: { nordics: 'DK' } });
    stop();
    expect(timers).to.equal(0);
    expect(seen).to.deep.equal([false, true]);
  });

  it('at most a minute after the browser slept, or kept the page in its cache, when timers stood still', async () => {
    const { baseUrl } = countedVisit();
    const { setTimeout } = globalThis;
    const waiting: (() => void)[] = [];
    const { lookup } = newPage((window) => {
      const held = (run: () => void, delay = 0) =>
        delay > 30_000 && delay <= 60_000 ? waiting.push(run) : setTimeout(run, delay);
      Object.assign(window, { setTimeout: held });
    });
    const clock = setClock();
    lookup.configure({ baseUrl, apiKey: 'demo-open', maxAge: 1800 });
    let stale: boolean | undefined;
    const stop = lookup.origin.subscribe('ip', (snapshot) => {
      ({ stale } = snapshot);
    });
    await lookup.origin.ip();
    clock.ahead(1800);
    expect(stale).to.equal(false);
    for (const run of waiting) run();
    expect(stale).to.equal(true);
    stop();
  });

  it('wherever the clock ticks while subscribers are notified', async () => {
    const { lookup } = newPage();
    lookup.configure({ apiKey: 'demo-open', maxAge: 1 });
    for (let left = 1; left <= 8; left++) {
      const clock = setClock();
      lookup.configure({ baseUrl: countedVisit().baseUrl });
      await lookup.origin.ip();
      let stale: boolean | undefined;
      const stop = lookup.origin.subscribe('ip', (snapshot) => {
        ({ stale } = snapshot);
      });
      clock.ahead(1 - left / 1000);
      Date.now = () => {
        clock.ahead(0.001);
        return clock.now;
      };
      lookup.configure({ groups: { [`group-${left}`]: 'DK' } });
      await until(() => stale, `stale data, ${left} ms after the last notification`);
      stop();
    }
  });

  it('is not stale at once if it is fresh for years', async () => {
    const { baseUrl } = countedVisit();
    const { lookup } = newPage();
    lookup.configure({ baseUrl, apiKey: 'demo-open', maxAge: 2 ** 30 });
    const delays: (number | undefined)[] = [];
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (task: () => void, delay?: number) => {
        delays.push(delay);
        return setTimeout(task, delay);
      },
    });
    const stop = lookup.origin.subscribe('ip', () => undefined);
    await lookup.origin.ip();
    stop();
    expect(Math.max(...delays.map((delay) => delay ?? 0))).to.be.below(2 ** 31);
  });
});

describe('an extension that throws', () => {
  afterEach(cleanUp);

  it('is reported, and every subscriber gets the data all the same', async () => {
    const { baseUrl } = countedVisit();
    const page = await openPage({
      arrange: (window) => {
        const fail = () => {
          throw new Error('broken');
        };
        Reflect.set(window, Symbol.for('visitor-elements:extensions'), [
          ['countries', 1, fail],
          ['centre', 1, fail],
          ['client-hints', 1, fail],
          ['labels', 1, null],
          ['labels', 2, { en: 7 }],
          ['another', 1, fail],
          null,
          7,
        ]);
      },
    });
    const reported: unknown[] = [];
    page.window.reportError = (error: unknown) => reported.push(error);
    const { configure, origin } = await page.library();
    configure({ baseUrl, apiKey: 'demo-open' });
    const seen: unknown[] = [];
    for (let reader = 0; reader < 2; reader++)
      origin.subscribe('ip', ({ data }) => data && seen.push(data.ip));
    expect((await origin.ip()).ip).to.equal('81.2.69.142');
    expect(seen).to.deep.equal(['81.2.69.142', '81.2.69.142']);
    expect(reported.length).to.be.above(0);
  });
});

describe('wrong input', () => {
  afterEach(cleanUp);

  it('a lookup that doesn’t exist is named, and nothing is requested', async () => {
    const { origin, requests } = begin('');
    const { sent } = recordRequests();
    for (const name of ['useragent', 'constructor', '', 'IP'] as const) {
      let last: Snapshot | undefined;
      origin.subscribe(name as 'ip', (snapshot) => {
        last = snapshot;
      })();
      expect(last?.error?.code).to.equal(name ? 'misconfigured' : undefined);
      if (name) expect(last?.error?.message).to.include(`"${name}"`).and.include('user-agent');
      expect(origin.snapshot(name as 'ip')).to.equal(origin.snapshot(name as 'ip'));
    }
    expect(sent).to.deep.equal([]);
    expect(await requests()).to.equal(0);
  });

  for (const timeout of [0, 0.5, '0'])
    it(`a timeout of ${JSON.stringify(timeout)} is refused`, async () => {
      const { ask } = begin('', { timeout: timeout as number });
      expect((await ask()).message)
        .to.include('timeout')
        .and.include('from 1');
    });

  for (const baseUrl of ['https://service.example/@scope/', 'https://service.example/a@b', '/@here/'])
    it(`an @ in the path is allowed: ${baseUrl}`, async () => {
      const { sent } = recordRequests(
        Object.assign(globalThis, { fetch: async () => Response.json({ ip: '192.0.2.1' }) }),
      );
      const { origin } = begin('', { baseUrl });
      expect((await origin.ip()).ip).to.equal('192.0.2.1');
      expect(sent[0]?.url).to.include('@');
    });

  for (const baseUrl of ['https://user@service.example/', 'https://user:secret@service.example/@scope/'])
    it(`a user name is not: ${baseUrl}`, async () => {
      const { ask } = begin('', { baseUrl });
      const { code, message } = await ask();
      expect(code).to.equal('misconfigured');
      expect(message).not.to.include('secret');
    });

  it('the service receives the page’s origin, and never its path, whatever the page’s policy', async () => {
    const { origin } = begin('');
    const { sent } = recordRequests();
    await origin.ip();
    expect(sent[0]?.referrerPolicy).to.equal('strict-origin-when-cross-origin');
  });
});
