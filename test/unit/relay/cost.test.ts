import { expect } from 'vitest';
import { errorOf, relayInProcess, USER_AGENT, VISITOR } from '../../support/relay.js';
import { test } from './fixtures.js';

const SAME_NETWORK = '81.2.69.143';

test.describe('a visitor costs as few calls as possible', () => {
  test('200 concurrent requests: one IP lookup and one parsing', async ({ start }) => {
    const { ask, usage } = await start({ prefix: 'fault/slow-300/' });
    const answers = await Promise.all(Array.from({ length: 200 }, async () => (await ask()).json()));
    for (const data of answers) expect(data).toMatchObject({ ip: VISITOR, user_agent: { name: 'Firefox' } });
    const { log, credits } = await usage();
    expect(log.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      `GET /${VISITOR}`,
      'POST /user_agent',
    ]);
    expect(credits).toBe(2);
  });

  test('200 concurrent requests that fail: one call', async ({ start }) => {
    const { ask, usage } = await start({ prefix: 'fault/status-503/', parseUserAgent: false });
    const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await ask()).status));
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect((await usage()).requests).toBeLessThan(200);
  });

  test('all three lookups: three calls, in whatever order and however often', async ({ start }) => {
    const { ask, usage } = await start();
    for (const path of ['AS', '', 'user_agent', 'AS', '', 'user_agent'])
      expect((await ask(path)).status).toBe(200);
    expect(await usage()).toMatchObject({ requests: 3, credits: 3 });
  });

  test('visitors of one network share its ASN lookup, those with one browser its parsing', async ({
    start,
  }) => {
    const { ask, usage } = await start();
    for (const visitor of [VISITOR, SAME_NETWORK])
      for (const path of ['', 'AS']) expect((await ask(path, { visitor })).status).toBe(200);
    expect((await usage()).log.map(({ path }) => path).sort()).toEqual(
      [`/${VISITOR}`, `/${SAME_NETWORK}`, '/AS20712', '/user_agent'].sort(),
    );
  });

  test('visitors never share the data of another IP address or browser', async ({ start }) => {
    const { ask } = await start();
    const seen = async (visitor: string, browser: string) =>
      (await ask('?fields=ip,user_agent.header', { visitor, headers: { 'User-Agent': browser } })).json();
    for (const visitor of [VISITOR, SAME_NETWORK])
      for (const header of [USER_AGENT, 'curl/8.5.0'])
        expect(await seen(visitor, header)).toEqual({ ip: visitor, user_agent: { header } });
  });

  test('cache keys of different lookups are never the same', async ({ start }) => {
    const { ask } = await start({ clientIp: ({ headers }) => headers.get('x-told') });
    const told = (address: string, browser: string) =>
      ask('', { headers: { 'X-Told': address, 'User-Agent': browser } });
    expect((await told('8.8.4.4', 'Foo Bar')).status).toBe(200);
    for (const [address, browser] of [
      ['8.8.4.4 Foo', 'Bar'],
      ['8.8.4.4\tFoo', 'Bar'],
      ['8.8.4', '.4 Foo Bar'],
    ] as const)
      expect(await errorOf(await told(address, browser))).toMatchObject({ code: 'INVALID_IP_ADDRESS' });
  });

  test('parseUserAgent: false saves the parsing, and the error of /user_agent says so', async ({ start }) => {
    const { ask, usage } = await start({ parseUserAgent: false });
    expect(await (await ask()).json()).not.toHaveProperty('user_agent');
    const refused = await ask('user_agent');
    expect(refused.status).toBe(404);
    expect(await errorOf(refused)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await usage()).toMatchObject({ requests: 1, credits: 1 });
  });

  test('a visitor about whom there is no data costs no parsing, whatever the browser', async () => {
    const called: string[] = [];
    const ask = relayInProcess({
      fetch: async (url) => {
        called.push(new URL(String(url)).pathname);
        return Response.json({ code: 'INVALID_IP_ADDRESS' }, { status: 400 });
      },
    });
    for (const browser of ['A', 'B', 'C'])
      expect((await ask(VISITOR, { 'User-Agent': browser })).status).toBe(400);
    // The first browser is parsed while the visitor is looked up.
    expect(called.sort()).toEqual([`/${VISITOR}`, '/user_agent']);
  });

  test('while IP lookups are left alone, a new browser costs no parsing, unless memory, store or fallback have IP data', async ({
    pass,
  }) => {
    const records = new Map<string, string>();
    const store = {
      get: (name: string) => records.get(name),
      set: (name: string, value: string) => records.set(name, value),
    };
    const fallbackSource = { ip: () => ({ location: { country: { code: 'DE' } } }) };
    let isDown = false;
    const relayWith = (options: object) => {
      const parsed: string[] = [];
      const visit = relayInProcess({
        fetch: async (_, init) => {
          const isParsing = init?.method === 'POST';
          if (isParsing) parsed.push(JSON.parse(String(init.body))[0]);
          return new Response('[{}]', { status: 200, ...(!isParsing && isDown && { status: 503 }) });
        },
        ...options,
      });
      return { parsed, visit: (ip: string, browser: string) => visit(ip, { 'User-Agent': browser }) };
    };
    await relayWith({ store, fetch: async () => Response.json({}) }).visit('81.2.69.5', 'stored');
    await pass(0);
    isDown = true;
    for (const [options, expected] of [
      [{}, []],
      [{ store }, ['B']],
      [{ fallbackSource }, ['A', 'B']],
    ] as const) {
      const { parsed, visit } = relayWith(options);
      for (const i of [1, 2, 3]) await visit(`81.2.69.${i}`, 'known');
      await visit('81.2.69.4', 'A');
      await visit('81.2.69.5', 'B');
      expect(parsed.filter((browser) => browser !== 'known')).toEqual(expected);
    }
  });

  test('HEAD and GET share data', async ({ start }) => {
    const { ask, usage } = await start({ parseUserAgent: false });
    const head = await ask('', { method: 'HEAD' });
    const get = await ask();
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect((await usage()).requests).toBe(1);
  });
});

test.describe('data is cached for maxAge', () => {
  test('browsers and proxies cache nothing: their copies would outlive revoked consent', async ({
    start,
  }) => {
    const { ask } = await start();
    for (const path of ['', 'AS', 'user_agent'])
      expect((await ask(path)).headers.get('cache-control')).toBe('private, no-store');
  });

  test('then the service is called again', async ({ start, later }) => {
    const { ask, usage } = await start({ maxAge: 100, parseUserAgent: false });
    await ask();
    await ask();
    expect((await usage()).requests).toBe(1);
    later(101_000);
    await ask();
    expect((await usage()).requests).toBe(2);
  });

  test('by default for half an hour', async ({ start, later }) => {
    const { ask, usage } = await start({ parseUserAgent: false });
    const requests: number[] = [];
    for (const minutes of [0, 29, 31]) {
      later(minutes * 60_000);
      await ask();
      requests.push((await usage()).requests);
    }
    expect(requests).toEqual([1, 1, 2]);
  });

  test('with maxAge: 0 the service is called for each request', async ({ start }) => {
    const { ask, usage } = await start({ maxAge: 0, parseUserAgent: false });
    await ask();
    await ask();
    expect((await usage()).requests).toBe(2);
  });

  test('Vary names the headers that responses depend on', async ({ start }) => {
    const { ask } = await start();
    for (const path of ['', 'AS', 'user_agent'])
      expect((await ask(path)).headers.get('vary')).toBe('Origin, User-Agent');
  });
});

test.describe('memory is limited', () => {
  test('40 addresses of one /64 cannot displace the data of others', async () => {
    let calls = 0;
    const body = JSON.stringify({ pad: 'x'.repeat(5000) });
    const visit = relayInProcess({
      hourlyLimitPerVisitor: 8000,
      fetch: async () => {
        calls += 1;
        return new Response(body);
      },
    });
    const visitAll = async () => {
      for (let i = 0; i < 500; i++) await visit(`81.2.${60 + (i >> 8)}.${i & 255}`);
    };
    await visitAll();
    expect(calls).toBe(501);
    for (let i = 0; i < 4000; i++)
      await visit(`2a00:1450:4001:800::${((i % 40) + 1).toString(16)}`, {
        'User-Agent': `Browser/${i} ${'y'.repeat(900)}`,
      });
    const spent = calls;
    expect(spent).toBeGreaterThan(4500);
    await visitAll();
    expect(calls).toBe(spent);
  });

  test('the longest IP and AS data that the relay accepts is cached', async ({ start, upstream }) => {
    const pad = 'x'.repeat(256 * 1024 - 100);
    const service = await upstream(() => ({ connection: { asn: 20712 }, pad }));
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
    for (let i = 0; i < 3; i++) expect((await ask('AS')).status).toBe(200);
    expect(service.asked).toEqual([`/${VISITOR}`, '/AS20712']);
  });

  test('a response that is too long is not requested again before maxAge', async ({
    start,
    later,
    printed,
    upstream,
  }) => {
    const long = JSON.stringify({ pad: 'x'.repeat(9 * 2 ** 20) });
    const service = await upstream(() => long);
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
    for (const milliseconds of [0, 3000, 1_700_000]) {
      later(milliseconds);
      expect((await ask()).status).toBe(502);
    }
    expect(service.asked.length).toBe(1);
    later(1_801_000);
    expect((await ask()).status).toBe(502);
    expect(service.asked.length).toBe(2);
    expect(printed.splice(0).join()).toMatch(/\d{7} bytes or more/);
  });
});
