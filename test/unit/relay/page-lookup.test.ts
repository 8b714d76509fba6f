/** `relay.lookup`: the data for a page that a server renders. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { RelayEvent } from '../../../src/relay/events.js';
import { createRelay } from '../../../src/relay/index.js';
import { type RelayListenerOptions, relayListener } from '../../../src/relay/node.js';
import { completeFromCountry } from '../../../src/relay/source-data.js';
import { type AnyOptions, startUpstream, USER_AGENT, VISITOR } from '../../support/relay.js';
import { rawGet, sendRaw, startService } from '../../support/service.js';

/** A site whose pages contain the visitor's data. Its relay is at /origin/. */
async function startSite(options: AnyOptions & { fault?: string } = {}) {
  const { fault = '', ...rest } = options;
  const service = await startService();
  const about = { baseUrl: `${service.base}/visit/site/${fault}`, apiKey: 'demo-open', timeout: 20_000 };
  const given = { ...(rest.source ? {} : about), trustProxies: 1, ...rest };
  const relay = relayListener(given as object as RelayListenerOptions);
  const rejected: unknown[] = [];
  const site = createServer((req, res) =>
    relay(req, res, () => {
      relay.lookup(req).then(
        (data) => res.end(JSON.stringify(data)),
        (error) => {
          rejected.push(error);
          res.end();
        },
      );
    }),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  return {
    base,
    rejected,
    ask: (path = '/', { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {}) =>
      fetch(`${base}${path}`, {
        ...init,
        headers: { 'User-Agent': USER_AGENT, 'X-Forwarded-For': VISITOR, ...headers },
      }),
    requests: async () => (await (await fetch(`${service.base}/usage/site`)).json()).requests,
    async close() {
      site.closeAllConnections();
      site.close();
      await service.close();
    },
  };
}

test('it is the data of GET /, requested once', async () => {
  const { ask, requests, close } = await startSite();
  const data = await (await ask('/shop?fields=ip&ua=x')).json();
  expect(data).toMatchObject({ ip: VISITOR, user_agent: { name: 'Firefox' } });
  expect(await requests()).toBe(2);
  expect(await (await ask('/origin/')).json()).toEqual(data);
  expect(await (await ask('/')).json()).toEqual(data);
  expect(await requests()).toBe(2);
  await close();
});

test('the page may have any path', async () => {
  const source = { ip: () => ({ location: { city: 'London' } }) };
  for (const options of [{ source }, { clientIp: () => VISITOR }]) {
    const { base, close } = await startSite(options);
    for (const target of ['/search?q=C:\\dir', '/a/../b', '/a\\b', '/a?b#c', '//evil.example/', '*'])
      expect(await rawGet(base, target, `X-Forwarded-For: ${VISITOR}\r\n`)).toContain(`"ip":"${VISITOR}"`);
    await close();
  }
});

describe('which requests for a page are worth a lookup', () => {
  const page = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  const image = { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' };
  const script = { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };
  const frame = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' };
  const from = (site: string, headers: Record<string, string>) => ({ 'Sec-Fetch-Site': site, ...headers });
  const rows: [what: string, isWorthIt: boolean, method: string, headers: Record<string, string>][] = [
    ...['cross-site', 'same-site'].flatMap((site): typeof rows => [
      [`a link on a ${site} page`, true, 'GET', from(site, page)],
      [`a HEAD by a ${site} page's link`, true, 'HEAD', from(site, page)],
      [`a form that a ${site} page posts`, false, 'POST', from(site, page)],
      [`an image of a ${site} page`, false, 'GET', from(site, image)],
      [
        `a fetch without CORS by a ${site} page`,
        false,
        'GET',
        from(site, { ...image, 'Sec-Fetch-Dest': 'empty' }),
      ],
      [`a fetch by a ${site} page`, false, 'GET', from(site, script)],
      [`a frame of a ${site} page`, false, 'GET', from(site, frame)],
      [
        `a document that a script of a ${site} page fetches`,
        false,
        'GET',
        from(site, { ...script, 'Sec-Fetch-Dest': 'document' }),
      ],
      [`an object of a ${site} page`, false, 'GET', from(site, { ...page, 'Sec-Fetch-Dest': 'object' })],
      [`a ${site} request that says no more`, false, 'GET', from(site, {})],
    ]),
    ['a request from a site of an unknown kind', false, 'GET', from('elsewhere', script)],
    ...['same-origin', 'none'].flatMap((site): typeof rows => [
      [`a link, where the site is ${site}`, true, 'GET', from(site, page)],
      [`a form, where the site is ${site}`, true, 'POST', from(site, page)],
      [`a loader's fetch, where the site is ${site}`, true, 'GET', from(site, script)],
      [`a loader's PUT, where the site is ${site}`, true, 'PUT', from(site, script)],
      [`a frame, where the site is ${site}`, true, 'GET', from(site, frame)],
    ]),
    ['a browser that sends no Fetch Metadata', true, 'GET', {}],
    ['a form by such a browser', true, 'POST', {}],
    ['such a browser, from another origin', true, 'GET', { Referer: 'https://elsewhere.example/' }],
    ['a prefetch', false, 'GET', from('same-origin', { ...page, 'Sec-Purpose': 'prefetch' })],
    ['a prerendering', false, 'GET', from('none', { ...page, 'Sec-Purpose': 'prefetch;prerender' })],
    ['an older prefetch', false, 'GET', { Purpose: 'prefetch' }],
    ["an older Firefox's prefetch", false, 'GET', { 'X-Moz': 'prefetch' }],
    ['another purpose', true, 'GET', { Purpose: 'preview', 'X-Moz': 'other' }],
  ];
  for (const [what, isWorthIt, method, headers] of rows)
    test(`${what}: ${isWorthIt ? 'yes' : 'no'}`, async () => {
      let calls = 0;
      const relay = createRelay({
        baseUrl: 'https://service.example/',
        apiKey: 'key-1',
        clientIp: () => VISITOR,
        fetch: async () => {
          calls += 1;
          return Response.json({ ip: VISITOR });
        },
      });
      const request = new Request('https://site.example/shop', {
        method,
        headers: { 'User-Agent': USER_AGENT, ...headers },
      });
      expect(await relay.lookup(request)).toEqual(
        isWorthIt ? { ip: VISITOR, user_agent: { ip: VISITOR } } : null,
      );
      expect(calls).toBe(isWorthIt ? 2 : 0);
    });
});

test.describe('no lookup is made for a page that nobody sees', () => {
  const unattended: Record<string, Record<string, string>> = {
    'a crawler': { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
    'another crawler': { 'User-Agent': 'Mozilla/5.0 (compatible; Yahoo! Slurp)' },
    'a page fetched on suspicion': { 'Sec-Purpose': 'prefetch' },
    'a page rendered on suspicion': { 'Sec-Purpose': 'prefetch;prerender' },
  };
  for (const [who, headers] of Object.entries(unattended))
    test(who, async () => {
      const { ask, requests, close } = await startSite();
      expect(await (await ask('/', { headers })).json()).toBeNull();
      expect(await requests()).toBe(0);
      await close();
    });

  test('a phone called Cubot is not a crawler', async () => {
    const { ask, close } = await startSite();
    const headers = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 12; CUBOT X50) Chrome/120.0 Mobile' };
    expect(await (await ask('/', { headers })).json()).toMatchObject({ ip: VISITOR });
    await close();
  });
});

test.describe('it is null, without an exception, if GET / would fail', () => {
  const { error } = console;
  test.beforeAll(() => {
    console.error = () => {};
  });
  test.afterAll(() => {
    console.error = error;
  });
  const throws = () => {
    throw new Error('secret');
  };
  const cases: Record<string, Parameters<typeof startSite>[0] & { visitor?: string }> = {
    'the service fails': { fault: 'fault/status-503/' },
    'the service is silent': { fault: 'fault/slow-60000/', timeout: 300 },
    'the key is refused': { apiKey: 'demo-empty' },
    'the address is private': { visitor: '10.0.0.1' },
    'the address is missing': { visitor: 'nonsense' },
    'nothing is known without an address': { visitor: '10.0.0.1', source: { ip: () => null } },
    'an empty object is': { visitor: '10.0.0.1', source: { ip: () => ({ location: null }) } },
    'the option clientIp throws': { clientIp: throws },
    'the option rateLimiter refuses': { rateLimiter: () => false },
    'the source throws': { source: { ip: throws } },
    'the host is another': { allowedHosts: ['site.example'] },
  };
  for (const [where, { visitor = VISITOR, ...options }] of Object.entries(cases))
    test(where, async () => {
      const { ask, rejected, close } = await startSite(options);
      expect(await (await ask('/', { headers: { 'X-Forwarded-For': visitor } })).json()).toBeNull();
      expect(rejected).toEqual([]);
      await close();
    });

  test('it is null for a request that can’t be a web Request', async () => {
    const { base, rejected, close } = await startSite({ clientIp: () => VISITOR });
    expect(await sendRaw(base, 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')).toMatch(/null$/);
    expect(rejected).toEqual([]);
    await close();
  });
});

test('a source works without a service, and a fallback in its place', async () => {
  const source = { ip: () => completeFromCountry({ location: { country: { code: 'GB' } } }) };
  for (const options of [
    { source },
    { fault: 'fault/status-503/', parseUserAgent: false, fallbackSource: source },
  ]) {
    const { ask, close } = await startSite(options);
    expect(await (await ask()).json()).toEqual({ ip: VISITOR, ...source.ip() });
    expect(await (await ask('/', { headers: { 'X-Forwarded-For': '10.0.0.1' } })).json()).toEqual(
      source.ip(),
    );
    await close();
  }
});

test('it counts as a request does, and sends events', async () => {
  const service = await startUpstream();
  const events: unknown[] = [];
  const relay = createRelay<string>({
    baseUrl: service.base,
    apiKey: 'key-1',
    parseUserAgent: false,
    hourlyLimit: 1,
    clientIp: (_, context) => context,
    onEvent: ({ type, outcome, status, lookup }: RelayEvent) => {
      events.push([type, lookup, outcome, status]);
    },
  });
  const page = (url = 'https://site.example/shop') => new Request(url);
  expect(await relay.lookup(page(), VISITOR)).toEqual({ ip: VISITOR });
  expect(await relay.lookup(page(), VISITOR)).toEqual({ ip: VISITOR });
  expect(await relay.lookup(page(), '8.8.8.8')).toBeNull();
  expect((await relay(page('https://site.example/origin/'), VISITOR)).status).toBe(200);
  expect((await relay(page('https://site.example/origin/'), '8.8.8.8')).status).toBe(429);
  expect(service.asked).toHaveLength(1);
  expect(events).toEqual([
    ['call', 'ip', 'ok', 200],
    ['answer', 'ip', 'ok', 200],
    ['answer', 'ip', 'ok', 200],
    ['answer', 'ip', 'hour-limit', 429],
    ['answer', 'ip', 'ok', 200],
    ['answer', 'ip', 'hour-limit', 429],
  ]);
  await service.close();
});

test('each page gets its own copy of the data, which it may change', async () => {
  const relay = createRelay({ source: { ip: () => ({ location: { city: 'London' } }) } });
  const page = new Request('https://site.example/');
  const data = await relay.lookup(page);
  if (data?.location) data.location.city = 'Paris';
  expect(await relay.lookup(page)).toEqual({ location: { city: 'London' } });
});

test('it never rejects, whatever its argument', async () => {
  const { error } = console;
  console.error = () => {};
  try {
    const relay = createRelay({ source: { ip: () => ({}) } });
    const listener = relayListener({ source: { ip: () => ({}) } });
    for (const odd of [undefined, null, {}, 'https://site.example/'])
      for (const answer of [relay.lookup, listener.lookup] as ((request: never) => Promise<unknown>)[])
        expect(await answer(odd as never)).toBeNull();
  } finally {
    console.error = error;
  }
});
