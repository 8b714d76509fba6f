import { expect, vi } from 'vitest';
import { RateLimiter } from '../../../src/relay/limits/limiters.js';
import { errorOf, type RelayUnderTest, relayInProcess, statusOf, VISITOR } from '../../support/relay.js';
import { sendRaw } from '../../support/service.js';
import { test } from './fixtures.js';

/** An IPv6 address: by default in one /64, with `subnet` in another /64 of its /48, with `site` in another /48. */
const inBlock = (host: number, subnet = 0, site = 1) =>
  `2a00:1450:${site.toString(16)}:${subnet.toString(16)}::${host.toString(16)}`;

/** Sends requests, each with another browser. Returns how often each status came. */
async function statuses(
  { ask }: RelayUnderTest,
  requests: { visitor: string; path?: string; browser?: string }[],
): Promise<Record<number, number>> {
  const seen: Record<number, number> = {};
  for (const { visitor, path = '', browser = 'Browser/1' } of requests) {
    const { status } = await ask(path, { visitor, headers: { 'User-Agent': browser } });
    seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
}

test.describe('one visitor’s calls are limited', () => {
  test('an IPv6 /64 is one visitor, whatever the address', async ({ start, upstream }) => {
    const service = await upstream();
    const relay = await start({ baseUrl: service.base });
    const requests = Array.from({ length: 1000 }, (_, i) => ({
      visitor: inBlock(i + 1),
      browser: `Browser/${i}`,
    }));
    const seen = await statuses(relay, requests);
    expect(service.asked.length).toBe(300);
    expect(seen[429]).toBeGreaterThan(600);
    expect((await relay.ask('', { visitor: VISITOR })).status).toBe(200);
  });

  for (const maxAge of [0, 1800])
    test(`however long data is cached: maxAge ${maxAge}`, async ({ start, upstream }) => {
      const service = await upstream();
      const relay = await start({
        baseUrl: service.base,
        parseUserAgent: false,
        hourlyLimitPerVisitor: 5,
        maxAge,
      });
      const requests = Array.from({ length: 20 }, (_, i) => ({ visitor: maxAge ? inBlock(i + 1) : VISITOR }));
      expect(await statuses(relay, requests)).toEqual({ 200: 5, 429: 15 });
      expect(service.asked.length).toBe(5);
    });

  test('a refusal says when the hour that began with the visitor’s first call ends', async ({
    start,
    later,
    upstream,
  }) => {
    const service = await upstream();
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, hourlyLimitPerVisitor: 1 });
    await ask('', { visitor: VISITOR });
    later(600_000);
    await ask('', { visitor: inBlock(1) });
    const refused = await ask('', { visitor: inBlock(2) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
    expect(await errorOf(refused)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('calls are allowed again when that hour is over, as are those of all visitors', async ({
    start,
    later,
    upstream,
  }) => {
    const service = await upstream();
    const options = { baseUrl: service.base, parseUserAgent: false, maxAge: 0 };
    for (const limited of [{ hourlyLimitPerVisitor: 2 }, { hourlyLimit: 2 }]) {
      const { ask } = await start({ ...options, ...limited });
      const seen: number[] = [];
      for (const minutes of [0, 59, 59.9, 60.1, 60.2, 119, 120.2]) {
        later(minutes * 60_000);
        seen.push((await ask()).status);
      }
      expect(seen).toEqual([200, 200, 429, 200, 200, 429, 200]);
    }
  });

  test('the number of counts is limited: the one whose hour ends first is dropped', () => {
    const limiter = new RateLimiter(1, Infinity);
    const visitor = (i: number) => ({ name: `${i}`, owner: `${i}` });
    for (let i = 0; i <= 50_000; i++) limiter.consume(visitor(i), false);
    for (const i of [1, 2, 25_000, 50_000])
      expect(() => limiter.consume(visitor(i), false), `${i}`).toThrow();
    expect(() => limiter.consume(visitor(0), false)).not.toThrow();
  });

  test('IP lookups don’t use up the calls for browsers', () => {
    const limiter = new RateLimiter(3, Infinity);
    const visitor = { name: 'a', owner: 'a' };
    for (const isBrowser of [false, true, true]) limiter.consume(visitor, isBrowser);
    expect(() => limiter.consume(visitor, false)).toThrow();
  });

  test('calls for browsers that are refunded, as in an outage, can be made again', () => {
    const limiter = new RateLimiter(3, Infinity);
    const visitor = { name: 'a', owner: 'a' };
    limiter.consume(visitor, false);
    for (let i = 0; i < 5; i++) limiter.consume(visitor, true)();
    for (let i = 0; i < 2; i++) limiter.consume(visitor, true);
    expect(() => limiter.consume(visitor, true)).toThrow();
  });

  test('a call that is refunded after its hour doesn’t affect the next hour', ({ later }) => {
    const limiter = new RateLimiter(1, Infinity);
    const visitor = { name: 'a', owner: 'a' };
    const takeBack = limiter.consume(visitor, false);
    later(3_600_000);
    limiter.consume(visitor, false);
    takeBack();
    expect(() => limiter.consume(visitor, false)).toThrow();
  });

  test('cached data is still sent, and costs no call', async ({ start, upstream }) => {
    const service = await upstream();
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, hourlyLimitPerVisitor: 2 });
    for (const host of [1, 2, 1, 2, 1]) expect((await ask('', { visitor: inBlock(host) })).status).toBe(200);
    expect((await ask('', { visitor: inBlock(3) })).status).toBe(429);
    expect((await ask('', { visitor: inBlock(1) })).status).toBe(200);
    expect(service.asked.length).toBe(2);
  });
});

test.describe('one device cannot use up the IP lookups of its whole office', () => {
  test('browsers may use two thirds; then IP data is sent without a browser', async ({ start, upstream }) => {
    const service = await upstream();
    const relay = await start({ baseUrl: service.base, hourlyLimitPerVisitor: 9 });
    const parse = (i: number) => relay.ask('user_agent', { headers: { 'User-Agent': `Browser/${i}` } });
    for (let i = 0; i < 6; i++) expect((await parse(i)).status).toBe(200);
    expect((await parse(6)).status).toBe(429);
    const answer = await relay.ask('', { headers: { 'User-Agent': 'Browser/7' } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ ip: VISITOR, user_agent: null });
    expect((await parse(0)).status).toBe(200);
  });

  test('if the IP lookup itself is refused, so is the request', async ({ start, upstream }) => {
    const service = await upstream();
    const { ask } = await start({ baseUrl: service.base, hourlyLimitPerVisitor: 1 });
    expect((await ask('', { visitor: inBlock(1) })).status).toBe(200);
    expect((await ask('', { visitor: inBlock(2) })).status).toBe(429);
  });
});

test('all visitors together cannot cause more than hourlyLimit', async ({ start, upstream }) => {
  const service = await upstream();
  const relay = await start({ baseUrl: service.base, parseUserAgent: false, hourlyLimit: 5 });
  const visitors = Array.from({ length: 20 }, (_, i) => ({ visitor: `81.2.69.${i}` }));
  expect(await statuses(relay, visitors)).toEqual({ 200: 5, 429: 15 });
  const refused = await relay.ask('', { visitor: '81.2.69.9' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await relay.ask('', { visitor: '81.2.69.0' })).status).toBe(200);
  expect(service.asked.length).toBe(5);
});

test('visitors who come at the same moment and share a call use up one of hourlyLimit', async () => {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return Response.json([{}]);
  };
  const readTogether = () => new Promise((resolve) => setTimeout(resolve, 5));
  for (const options of [{}, { store: { get: readTogether, set: () => {} } }]) {
    calls = 0;
    const ask = relayInProcess({ fetch, hourlyLimit: 1, ...options });
    const visitors = Array.from({ length: 8 }, (_, i) => `81.2.69.${i}`);
    const responses = await Promise.all(visitors.map((visitor) => ask(visitor, undefined, 'user_agent')));
    expect(responses.map(({ status }) => status)).toEqual(visitors.map(() => 200));
    expect(calls).toBe(1);
  }
});

test.describe('a refusal affects its visitor only', () => {
  test('others who wait for the same lookup get their data', async ({ start, upstream }) => {
    const service = await upstream();
    let letThrough = () => {};
    const asked = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    let firsts = 0;
    const { ask } = await start({
      baseUrl: service.base,
      timeout: 200_000,
      async rateLimiter(visitor) {
        if (visitor !== '81.2.69.1') return true;
        firsts += 1;
        await asked;
        return false;
      },
    });
    const ua = (visitor: string) => ask('user_agent', { visitor });
    const refused = [ua('81.2.69.1'), ua('81.2.69.1')];
    await expect.poll(() => firsts).toBe(1);
    const others = Array.from({ length: 20 }, (_, i) => ua(`81.2.69.${i + 2}`));
    // The other requests must arrive before the first is refused.
    await ask('AS', { visitor: '10.0.0.1' });
    letThrough();
    for (const answer of await Promise.all(refused)) expect(answer.status).toBe(429);
    for (const answer of await Promise.all(others)) expect(answer.status).toBe(200);
    expect(service.asked.length).toBe(1);
    expect((await ua('81.2.69.1')).status).toBe(200);
  });

  test('it is not cached for others', async ({ start, upstream }) => {
    const service = await upstream();
    const { ask } = await start({ baseUrl: service.base, hourlyLimitPerVisitor: 2 });
    for (const browser of ['A/1', 'B/1']) await ask('user_agent', { headers: { 'User-Agent': browser } });
    expect((await ask('user_agent', { headers: { 'User-Agent': 'B/1' } })).status).toBe(429);
    const other = await ask('user_agent', { visitor: '81.2.69.9', headers: { 'User-Agent': 'B/1' } });
    expect(other.status).toBe(200);
    expect((await ask('user_agent', { headers: { 'User-Agent': 'B/1' } })).status).toBe(200);
  });

  test('a visitor that is refused does not use up the calls of all', async ({ start, upstream }) => {
    const service = await upstream();
    const { ask } = await start({
      baseUrl: service.base,
      parseUserAgent: false,
      hourlyLimit: 3,
      rateLimiter: (v) => v !== VISITOR,
    });
    for (let i = 0; i < 20; i++) expect((await ask()).status).toBe(429);
    for (const visitor of ['8.8.8.8', '8.8.4.4', '1.1.1.1'])
      expect((await ask('', { visitor })).status).toBe(200);
    expect((await ask('', { visitor: '1.0.0.1' })).status).toBe(429);
  });
});

test.describe('the option rateLimiter', () => {
  const verdicts = [
    { says: true, status: 200 },
    { says: false, status: 429, wait: '60' },
    { says: 0.2, status: 429, wait: '1' },
    { says: 90, status: 429, wait: '90' },
    { says: 1e9, status: 429, wait: '86400' },
    { says: Infinity, status: 429, wait: '86400' },
    { says: 0, status: 200, fault: true },
    { says: -1, status: 200, fault: true },
    { says: Number.NaN, status: 200, fault: true },
    { says: undefined, status: 200, fault: true },
    { says: 'no', status: 200, fault: true },
    { says: '60', status: 200, fault: true },
    { says: {}, status: 200, fault: true },
  ];
  for (const { says, status, wait = null, fault = false } of verdicts)
    for (const promised of [false, true])
      test(`${promised ? 'a promise of ' : ''}${String(says)}: ${status}${fault ? ', and onEvent is told' : ''}`, async ({
        start,
        upstream,
      }) => {
        const service = await upstream();
        const faults: unknown[] = [];
        const { ask } = await start({
          baseUrl: service.base,
          parseUserAgent: false,
          rateLimiter: () => (promised ? Promise.resolve(says) : says),
          onEvent: (event) => event.type === 'fault' && faults.push(event),
        });
        const answer = await ask();
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, wait]);
        expect(service.asked.length).toBe(status === 200 ? 1 : 0);
        expect(faults).toEqual(
          fault
            ? [{ type: 'fault', lookup: 'ip', outcome: 'limit', status: 0, milliseconds: expect.any(Number) }]
            : [],
        );
      });

  test('allows the call if it throws, rejects, or doesn’t return within a tenth of timeout', async ({
    start,
    upstream,
  }) => {
    const service = await upstream();
    const failures = [
      () => {
        throw new Error('limiter gone');
      },
      () => Promise.reject(new Error('limiter gone')),
      () => new Promise(() => {}),
    ];
    for (const rateLimiter of failures) {
      const faults: unknown[] = [];
      const onEvent = ({ type }: { type: string }) => type === 'fault' && faults.push(type);
      const { ask } = await start({
        baseUrl: service.base,
        parseUserAgent: false,
        timeout: 10_000,
        rateLimiter,
        onEvent,
      });
      const before = performance.now();
      expect((await ask()).status).toBe(200);
      expect(performance.now() - before).toBeLessThan(10_000);
      expect(faults).toEqual(['fault']);
    }
  });

  test('is called for each visitor, however often it fails at once', async () => {
    let refused = 0;
    const visit = relayInProcess({
      parseUserAgent: false,
      fetch: async () => Response.json({}),
      rateLimiter() {
        refused++;
        throw new Error('limiter gone');
      },
    });
    for (let i = 1; i <= 5; i++) expect((await visit(`81.2.69.${i}`)).status).toBe(200);
    expect(refused).toBe(5);
  });

  test('is called before each call, with visitor, request and context, and not for cached data', async ({
    start,
  }) => {
    const seen: string[] = [];
    const { ask } = await start({
      rateLimiter(visitor, request, context) {
        seen.push(`${visitor} ${new URL(request.url).pathname} ${context.socket.remoteAddress}`);
        return true;
      },
    });
    for (const path of ['', '', 'AS', 'user_agent']) await ask(path);
    await ask('', { visitor: '2606:4700:4700:0:1::1111' });
    expect(seen).toEqual([
      `${VISITOR} /origin/ 127.0.0.1`,
      `${VISITOR} /origin/ 127.0.0.1`,
      `${VISITOR} /origin/AS 127.0.0.1`,
      '2606:4700:4700::/64 /origin/ 127.0.0.1',
    ]);
  });

  // Since June 2026, the URL Standard accepts labels like the last one. Node 24 follows it, Node 20 and 22 don't.
  const inNewerStandard = URL.canParse('http://xn--a/');
  for (const [host, status, code] of [
    ['www.example.com:99999', 400, 'BAD_REQUEST'],
    ['256.256.256.256', 400, 'BAD_REQUEST'],
    ['1.2.3.4.5', 400, 'BAD_REQUEST'],
    ['[1:2]', 400, 'BAD_REQUEST'],
    inNewerStandard ? ['xn--a', 429, 'TOO_MANY_REQUESTS'] : ['xn--a', 400, 'BAD_REQUEST'],
  ] as const)
    test(`no spelling of a host bypasses it: ${host}`, async ({ start, upstream }) => {
      const service = await upstream();
      const { site } = await start({ baseUrl: service.base, rateLimiter: () => false });
      const answer = await sendRaw(
        site,
        `GET /origin/ HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${VISITOR}\r\nConnection: close\r\n\r\n`,
      );
      expect(statusOf(answer)).toBe(status);
      expect(await errorOf(answer)).toMatchObject({ code });
      expect(service.asked).toEqual([]);
    });
});

test('the count of a visitor whose hour has ended is dropped when any visitor causes a call', () => {
  for (const next of ['81.2.69.144', '81.2.69.142']) {
    const limiter = new RateLimiter(10, 10);
    const count = (name: string) => limiter.consume({ name, owner: name }, false);
    count('81.2.69.142');
    count('81.2.69.143');
    const later = Date.now() + 3_600_001;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    const dropped = vi.spyOn(Map.prototype, 'delete');
    count(next);
    const names = dropped.mock.calls.map(([name]) => name);
    vi.restoreAllMocks();
    expect(names, next).toContain('81.2.69.143');
  }
});
