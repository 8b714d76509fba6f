/** Attacks that make a relay expensive, each found in practice. */
import { expect } from 'vitest';
import { RateLimiter } from '../../../src/relay/limits/limiters.js';
import { errorOf, statusOf, VISITOR } from '../../support/relay.js';
import { test } from './fixtures.js';

test.describe('data that is nested too deeply', () => {
  const nested = (depth: number) => `{"ip":"${VISITOR}","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  for (const depth of [1000, 3000, 100_000])
    test(`with ${depth} arrays from the service is an invalid response, cached, and not the relay’s failure`, async ({
      start,
      upstream,
    }) => {
      const { now } = Date;
      const moment = now();
      Date.now = () => moment; // A failure is cached for seconds, and a busy machine may take that long.
      try {
        const service = await upstream(() => nested(depth));
        const { ask } = await start({ baseUrl: service.base });
        for (let i = 0; i < 2; i++)
          for (const path of ['', 'AS', 'user_agent', '?fields=x']) {
            const answer = await ask(path);
            expect(answer.status).toBe(502);
            expect(await errorOf(answer)).toMatchObject({ code: 'INTERNAL' });
          }
        expect(service.asked).toHaveLength(2);
      } finally {
        Date.now = now;
      }
    });

  test('with 50 arrays is accepted, and so are its fields', async ({ start, upstream }) => {
    const service = await upstream(() => nested(50));
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
    expect(await (await ask()).text()).toBe(nested(50));
    expect((await ask('?fields=x')).status).toBe(200);
  });

  for (const fields of [
    'a.a.a.a.a.a.a.a.a.a.a',
    'a.a.a.a.a[a.a.a.a.a.a]',
    `${'a['.repeat(10)}a${']'.repeat(10)}`,
  ])
    test(`for fields=${fields} is refused, and the message has the limit`, async ({ start }) => {
      const { ask, usage } = await start();
      const refused = await ask(`?fields=${fields}`);
      expect(refused.status).toBe(400);
      expect(await errorOf(refused)).toMatchObject({
        code: 'INVALID_FILTER_SYNTAX',
        message: expect.stringContaining('10'),
      });
      expect((await usage()).requests).toBe(0);
      for (const allowed of ['a.a.a.a.a.a.a.a.a.a', 'a.a.a.a.a[a.a.a.a.a]'])
        expect((await ask(`?fields=${allowed}`)).status).toBe(200);
    });
});

test.describe('visitors whom the option rateLimiter refuses', () => {
  test('are checked at the same time, and share the call of a visitor whom it allows', async ({
    start,
    upstream,
  }) => {
    const service = await upstream((question) => [{ header: question }]);
    const visitors = Array.from({ length: 20 }, (_, i) => `81.2.69.${i + 1}`);
    const [first = '', ...others] = visitors;
    let released = () => {};
    const firstHeld = new Promise<void>((resolve) => {
      released = resolve;
    });
    let waiting = 0;
    let allTogether = () => {};
    const together = new Promise<void>((resolve) => {
      allTogether = resolve;
    });
    const { ask } = await start({
      baseUrl: service.base,
      timeout: 2_000_000,
      hourlyLimitPerVisitor: 3,
      async rateLimiter(visitor) {
        if (visitor === first) {
          waiting = 1;
          await firstHeld;
          return false;
        }
        if (++waiting === visitors.length) allTogether();
        await together; // All at once: requests in sequence would never meet here.
        return visitor.endsWith('7') || visitor.endsWith('8');
      },
    });
    const parse = (visitor: string) => ask('user_agent', { visitor });
    const answers = [parse(first)];
    await expect.poll(() => waiting).toBe(1);
    answers.push(...others.map(parse));
    await ask('AS', { visitor: '10.0.0.1' }); // The other requests have arrived.
    released();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    const allowed = visitors.map((visitor) => /[78]$/.test(visitor));
    expect(statuses).toEqual(allowed.map((isAllowed) => (isAllowed ? 200 : 429)));
    expect(service.asked).toHaveLength(1);
    // A visitor who shared the call has caused none, so two browsers may follow; for the one who caused it, one.
    const more: number[] = [];
    for (const visitor of visitors.filter((_, i) => allowed[i]))
      for (const browser of ['A/1', 'B/1']) {
        const headers = { 'User-Agent': `${browser} ${visitor}` };
        more.push((await ask('user_agent', { visitor, headers })).status);
      }
    expect(more.filter((status) => status === 429)).toHaveLength(1);
  });
});

test('60,000 refunded visitors displace no other’s count', () => {
  const limiter = new RateLimiter(1, Infinity);
  const visitor = { name: VISITOR, owner: VISITOR };
  limiter.consume(visitor, false);
  const owner = '2a00:1450:4001::/48';
  for (let i = 0; i < 60_000; i++)
    limiter.consume({ name: `2a00:1450:4001:${i.toString(16)}::/64`, owner }, false)();
  expect(() => limiter.consume(visitor, false)).toThrow();
});

test('a visitor who was refused once is counted only for calls that were made', async ({
  start,
  upstream,
}) => {
  const service = await upstream();
  let isAllowed = true;
  const { ask } = await start({
    baseUrl: service.base,
    parseUserAgent: false,
    hourlyLimitPerVisitor: 2,
    rateLimiter: () => isAllowed,
  });
  const statuses: number[] = [];
  for (const [i, allowed] of [true, false, true, true].entries()) {
    isAllowed = allowed;
    statuses.push((await ask('', { visitor: `2a00:1450::${i + 1}` })).status);
  }
  expect(statuses).toEqual([200, 429, 200, 429]);
});

test.describe('a clock that was a year ahead for a moment', () => {
  const YEAR = 365 * 86_400_000;
  const now = Date.now;
  const ahead = async <T>(work: () => Promise<T>): Promise<T> => {
    Date.now = () => now() + YEAR;
    try {
      return await work();
    } finally {
      Date.now = now;
    }
  };

  for (const [option, other] of [
    ['hourlyLimit', '8.8.8.8'],
    ['hourlyLimitPerVisitor', '2a00:1450::2'],
  ] as const)
    test(`does not make ${option} last for a year`, async ({ start, upstream }) => {
      const service = await upstream();
      const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, [option]: 1 });
      const visitor = '2a00:1450::1';
      expect((await ahead(() => ask('', { visitor }))).status).toBe(200);
      expect((await ask('', { visitor: other })).status).toBe(200);
      expect((await ask('', { visitor: other.replace(/.$/, '9') })).status).toBe(429);
    });

  test('does not cache data, a refusal or a rate limit for a year', async ({ start, upstream }) => {
    let status = 200;
    const service = await upstream((question, res) => {
      res.statusCode = status;
      return { ip: question.slice(1) };
    });
    for (const [before, after] of [
      [200, 404],
      [404, 200],
      [429, 200],
    ] as const) {
      const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
      status = before;
      expect((await ahead(() => ask())).status).toBe(before);
      status = after;
      expect((await ask()).status).toBe(after);
    }
  });
});

for (const header of ['Referer', 'Origin'])
  test(`a page that is not on the web is not same-origin, whatever its host: ${header}`, async ({
    start,
  }) => {
    const { askRaw, site, usage } = await start({ parseUserAgent: false });
    const asked = (scheme: string) =>
      askRaw('/origin/', { 'X-Forwarded-For': VISITOR, [header]: `${scheme}://${new URL(site).host}` });
    for (const scheme of ['evil', 'ftp', 'ws']) expect(statusOf(await asked(scheme)), scheme).toBe(403);
    expect((await usage()).requests).toBe(0);
    expect(statusOf(await asked('http'))).toBe(200);
  });
