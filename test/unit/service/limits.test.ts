import { expect } from 'vitest';
import { creditsOf, jsonRequest, startService } from '../../support/service.js';
import { test } from './fixtures.js';

/** The service's limits, as it documents them. */
const LIMITS = {
  'batch IP lookup': { path: '/', most: 1024, entry: '8.8.8.8', code: 'TOO_MANY_IPS' },
  'batch ASN lookup': { path: '/', most: 16, entry: 'AS112', code: 'TOO_MANY_ASNS' },
  'User-Agent parsing': { path: '/user_agent', most: 256, entry: 'curl/8.5.0', code: 'TOO_MANY_USER_AGENTS' },
};

for (const [name, { path, most, entry, code }] of Object.entries(LIMITS)) {
  test(`${name} accepts up to ${most} entries`, async ({ ask }) => {
    const response = await ask(path, jsonRequest(Array(most).fill(entry)));
    expect(response.status).toBe(200);
    expect((await response.json()).results).toHaveLength(most);
    expect(creditsOf(response)).toBe(most + 1);
  });

  test(`${name} refuses ${most + 1} entries, without costs`, async ({ ask }) => {
    const response = await ask(path, jsonRequest(Array(most + 1).fill(entry)));
    expect(response.status).toBe(400);
    expect(creditsOf(response)).toBeNull();
    expect(await response.json()).toMatchObject({
      code,
      message: expect.stringContaining(`${most + 1}`),
      resolution: expect.stringContaining(`${most}`),
    });
  });
}

test('a batch by GET has the same limit', async ({ ask }) => {
  expect((await ask(`/${Array(16).fill('AS112')}`)).status).toBe(200);
  expect(await (await ask(`/${Array(17).fill('AS112')}`)).json()).toMatchObject({ code: 'TOO_MANY_ASNS' });
  expect((await ask(`/${Array(1024).fill('2001:4860:4860:1234:5678:9abc:def0:8888')}`)).status).toBe(200);
  expect(await (await ask(`/${Array(1025).fill('8.8.8.8')}`)).json()).toMatchObject({ code: 'TOO_MANY_IPS' });
});

test('a mixed batch counts its addresses and its AS numbers apart', async ({ ask }) => {
  const full = [...Array(1024).fill('8.8.8.8'), ...Array(16).fill('AS112')];
  const response = await ask('/', jsonRequest(full));
  expect(response.status).toBe(200);
  expect(creditsOf(response)).toBe(1041);
  expect(await (await ask('/', jsonRequest([...full, 'AS112']))).json()).toMatchObject({
    code: 'TOO_MANY_ASNS',
  });
  expect(await (await ask('/', jsonRequest([...full, '::1']))).json()).toMatchObject({
    code: 'TOO_MANY_IPS',
  });
});

test.describe('credits', () => {
  test('are charged even for a value of a batch that cannot be looked up', async ({ ask }) => {
    expect(creditsOf(await ask('/8.8.8.8,nonsense'))).toBe(3);
  });

  test('are charged to one account, and the rest is shown', async ({ ask }) => {
    const remaining = async (path: string) => (await ask(path)).headers.get('Ipregistry-Credits-Remaining');
    expect(await remaining('/')).toBe('999999');
    expect(await remaining('/8.8.8.8,1.1.1.1')).toBe('999996');
    expect(await remaining('/AS')).toBe('999995');
  });

  test('are not charged for a refused request', async ({ ask }) => {
    for (const path of [
      '/nonsense',
      '/10.0.0.1',
      '/AS0',
      '/AS4199999999',
      '/a/b',
      '/8.8.8.8?format=yaml',
      '/from/::1/AS',
    ])
      expect(creditsOf(await ask(path)), path).toBeNull();
    expect((await ask('/')).headers.get('Ipregistry-Credits-Remaining')).toBe('999999');
  });

  test('run out: demo-empty is refused with 402', async ({ ask }) => {
    for (const path of ['/', '/AS', '/user_agent', '/8.8.8.8']) {
      const response = await ask(path, { key: 'demo-empty' });
      expect(response.status).toBe(402);
      expect(await response.json()).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    }
  });

  test('must suffice for the whole batch, or nothing is charged', async () => {
    const service = await startService({ keys: { poor: { credits: 3 } } });
    expect((await fetch(`${service.base}/8.8.8.8,1.1.1.1,9.9.9.9?key=poor`)).status).toBe(402);
    expect((await fetch(`${service.base}/8.8.8.8,1.1.1.1?key=poor`)).status).toBe(200);
    expect((await fetch(`${service.base}/8.8.8.8?key=poor`)).status).toBe(402);
    await service.close();
  });
});

test.describe('throttle', () => {
  const limitHeaders = ({ headers }: Response) =>
    ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-Rate-Limit-${name}`));

  test('demo-throttled allows five requests an hour, then responds with 429 until the hour is over', async () => {
    let now = Date.UTC(2026, 5, 17);
    const service = await startService({ now: () => now });
    const ask = () => fetch(`${service.base}/?key=demo-throttled`);
    for (const remaining of [4, 3, 2, 1, 0]) {
      expect(limitHeaders(await ask())).toEqual(['5', `${remaining}`, '3600']);
    }
    now += 600_000;
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('3000');
    expect(limitHeaders(refused)).toEqual(['5', '0', '3000']);
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });

    now += 2_999_999;
    expect((await ask()).status).toBe(429);
    now += 1;
    expect(limitHeaders(await ask())).toEqual(['5', '4', '3600']);
    await service.close();
  });

  test('counts a request with bad input, and its response shows that', async ({ ask }) => {
    const response = await ask('/nonsense', { key: 'demo-throttled' });
    expect(response.status).toBe(400);
    expect(limitHeaders(response).slice(0, 2)).toEqual(['5', '4']);
  });

  test('doesn’t affect other keys', async ({ ask }) => {
    expect(limitHeaders(await ask('/'))).toEqual([null, null, null]);
  });
});
