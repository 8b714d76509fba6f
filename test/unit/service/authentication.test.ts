import { expect } from 'vitest';
import { jsonRequest, rawGet, startService } from '../../support/service.js';
import { type Ask, test } from './fixtures.js';

/** API keys: one for each kind of account. */

/** A response's status and code, and whether a page could read it. */
async function verdict(response: Response) {
  const cors = response.headers.get('access-control-allow-origin');
  const { code } = response.ok ? { code: 'OK' } : await response.json();
  return { status: response.status, code, readable: cors === '*' };
}

const OK = { status: 200, code: 'OK', readable: true };
const FORBIDDEN_ORIGIN = { status: 403, code: 'FORBIDDEN_ORIGIN', readable: false };

test.describe('the key is accepted', () => {
  test('as query parameter key', async ({ base }) => {
    expect(await verdict(await fetch(`${base}/8.8.8.8?key=demo-open`))).toEqual(OK);
  });

  for (const value of ['ApiKey demo-open', 'apikey demo-open', 'ApiKey   demo-open'])
    test(`as header "Authorization: ${value}"`, async ({ ask }) => {
      expect(await verdict(await ask('/8.8.8.8', { key: null, headers: { Authorization: value } }))).toEqual(
        OK,
      );
    });

  test('in the header, which wins over the query', async ({ ask }) => {
    const response = await ask('/8.8.8.8', { key: 'wrong', headers: { Authorization: 'ApiKey demo-open' } });
    expect(await verdict(response)).toEqual(OK);
  });

  const endpoints = ['/', '/AS', '/user_agent', '/8.8.8.8', '/8.8.8.8,1.1.1.1', '/AS15169', '/AS1,AS2'];
  for (const path of endpoints)
    test(`without a key, ${path} is refused`, async ({ ask }) => {
      const missing = await ask(path, { key: null });
      expect(missing.status).toBe(401);
      expect(await missing.json()).toEqual({
        code: 'MISSING_API_KEY',
        message: 'You have not supplied an API key.',
        resolution: 'Add your API key as a query parameter or in the Authorization header.',
      });
      expect(await verdict(await ask(path, { key: 'wrong' }))).toEqual({
        ...OK,
        status: 403,
        code: 'INVALID_API_KEY',
      });
    });

  for (const path of ['/', '/user_agent'])
    test(`without a key, POST ${path} is refused`, async ({ ask }) => {
      expect((await ask(path, { ...jsonRequest(['8.8.8.8']), key: null })).status).toBe(401);
      expect((await ask(path, { ...jsonRequest(['8.8.8.8']), key: 'wrong' })).status).toBe(403);
    });

  for (const header of ['Bearer demo-open', 'demo-open', 'ApiKey', 'ApiKey '])
    test(`by no other form, such as "Authorization: ${header}"`, async ({ ask }) => {
      const response = await ask('/', { key: null, headers: { Authorization: header } });
      expect(await verdict(response)).toMatchObject({ code: 'MISSING_API_KEY' });
    });

  for (const name of ['__proto__', 'constructor', 'toString', ' demo-open', 'DEMO-OPEN'])
    test(`only exactly: ’${name}’ is refused`, async ({ ask }) => {
      expect(await verdict(await ask('/', { key: name }))).toMatchObject({ code: 'INVALID_API_KEY' });
    });

  test('no refusal repeats the key', async ({ ask }) => {
    for (const key of ['very-secret', 'demo-disabled', 'demo-elsewhere', 'demo-address', 'demo-empty'])
      for (const path of ['/', '/nothing/here', '/user_agent?format=yaml', '/8.8.8', '/AS0']) {
        const response = await ask(path, { key, headers: { Origin: 'http://localhost:1' } });
        expect(response.ok).toBe(false);
        expect(`${await response.text()}${JSON.stringify([...response.headers])}`).not.toContain(key);
      }
  });
});

test.describe('a key restricted to origins', () => {
  for (const origin of [
    'http://localhost:5173',
    'https://localhost',
    'http://127.0.0.1:8080',
    'http://[::1]:3000',
  ])
    test(`demo-page serves a page of ${origin}`, async ({ ask }) => {
      expect(await verdict(await ask('/', { key: 'demo-page', headers: { Origin: origin } }))).toEqual(OK);
    });

  for (const origin of [
    'https://example.com',
    'http://localhost.example.com',
    'http://evil-localhost',
    'null',
    'junk',
  ])
    test(`demo-page refuses a page of ${origin}, which cannot even read why`, async ({ ask }) => {
      const response = await ask('/', { key: 'demo-page', headers: { Origin: origin } });
      const names = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect(names).toEqual([]);
      expect(await verdict(response)).toEqual(FORBIDDEN_ORIGIN);
    });

  for (const path of [
    '/8.8.8',
    '/nothing/here',
    '/%zz',
    '/fault/nonsense/',
    '/fault/status-503/',
    '/from/nowhere/',
  ])
    test(`a refused page cannot read ${path} either`, async ({ base }) => {
      const answer = await rawGet(base, `${path}?key=demo-page`, 'Origin: https://example.com\r\n');
      expect(answer).toMatch(/^HTTP\/1.1 [45]/);
      expect(answer).not.toMatch(/access-control/i);
    });

  test('demo-elsewhere serves https://example.com and no other scheme, port or host', async ({ ask }) => {
    const from = (origin: string) =>
      ask('/', { key: 'demo-elsewhere', headers: { Origin: origin } }).then(verdict);
    expect(await from('https://example.com')).toEqual(OK);
    for (const other of [
      'http://example.com',
      'https://example.com:444',
      'https://www.example.com',
      'http://localhost',
    ])
      expect(await from(other), other).toEqual(FORBIDDEN_ORIGIN);
  });

  const sameOrigin: { name: string; headers: Record<string, string>; key: string; expected: object }[] = [
    { name: 'Referer', key: 'demo-page', headers: { Referer: 'http://localhost:5173/page' }, expected: OK },
    {
      name: 'Referer',
      key: 'demo-elsewhere',
      headers: { Referer: 'http://localhost/' },
      expected: FORBIDDEN_ORIGIN,
    },
    { name: 'Sec-Fetch-Site', key: 'demo-page', headers: { 'Sec-Fetch-Site': 'same-origin' }, expected: OK },
    {
      name: 'Sec-Fetch-Site',
      key: 'demo-elsewhere',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      expected: FORBIDDEN_ORIGIN,
    },
    {
      name: 'a cross-site Sec-Fetch-Site alone',
      key: 'demo-page',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
      expected: FORBIDDEN_ORIGIN,
    },
  ];
  for (const { name, headers, key, expected } of sameOrigin)
    test(`a same-origin page sends no Origin: ${key} goes by ${name} (${JSON.stringify(headers)})`, async ({
      ask,
    }) => {
      expect(await verdict(await ask('/', { key, headers }))).toEqual(expected);
    });

  test('is no protection: a client that is not a browser gets data', async ({ ask }) => {
    expect(await verdict(await ask('/', { key: 'demo-elsewhere' }))).toEqual(OK);
    expect(
      await verdict(await ask('/', { key: 'demo-elsewhere', headers: { 'Sec-Fetch-Site': 'none' } })),
    ).toEqual(OK);
  });
});

test.describe('a key restricted to addresses', () => {
  test('demo-address serves only its own IP address', async ({ ask }) => {
    expect(await verdict(await ask('/from/192.0.2.1/8.8.8.8', { key: 'demo-address' }))).toEqual(OK);
    expect(await verdict(await ask('/8.8.8.8', { key: 'demo-address' }))).toEqual({
      status: 403,
      code: 'FORBIDDEN_IP',
      readable: true,
    });
  });

  test('restricted to addresses and origins: an error for either and both', async () => {
    const service = await startService({
      keys: { both: { credits: 9, addresses: ['192.0.2.1'], origins: ['https://example.com'] } },
    });
    const from = async (address: string, Origin: string) =>
      verdict(await fetch(`${service.base}/from/${address}/8.8.8.8?key=both`, { headers: { Origin } }));
    expect(await from('192.0.2.1', 'https://example.com')).toMatchObject(OK);
    expect(await from('192.0.2.2', 'https://example.com')).toMatchObject({
      code: 'FORBIDDEN_IP',
      readable: true,
    });
    expect(await from('192.0.2.1', 'https://example.org')).toMatchObject(FORBIDDEN_ORIGIN);
    expect(await from('192.0.2.2', 'https://example.org')).toMatchObject({
      status: 403,
      code: 'FORBIDDEN_IP_ORIGIN',
      readable: false,
    });
    await service.close();
  });
});

test('demo-disabled is refused with 451', async ({ ask }) => {
  expect(await verdict(await ask('/', { key: 'demo-disabled' }))).toEqual({
    status: 451,
    code: 'DISABLED_API_KEY',
    readable: true,
  });
});

test.describe('through CORS', () => {
  async function preflight(ask: Ask, path: string, headers: string) {
    return ask(path, {
      method: 'OPTIONS',
      key: null,
      headers: {
        Origin: 'https://example.org',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': headers,
      },
    });
  }

  for (const path of [
    '/',
    '/AS',
    '/user_agent',
    '/8.8.8.8',
    '/from/8.8.8.8/visit/a/AS',
    '/fault/status-503/',
  ])
    test(`a preflight of ${path} allows authorization and content-type`, async ({ ask }) => {
      const { ok, headers } = await preflight(ask, path, 'authorization,content-type');
      expect(ok).toBe(true);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual([
        'authorization',
        'content-type',
      ]);
      expect(headers.get('access-control-allow-methods')?.split(', ')).toEqual(['GET', 'HEAD', 'POST']);
    });

  test('a preflight of a page that the key excludes has no CORS header', async ({ ask }) => {
    const Origin = 'https://example.org';
    const { ok, headers } = await ask('/', { method: 'OPTIONS', key: 'demo-elsewhere', headers: { Origin } });
    expect(ok).toBe(true);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('a preflight costs nothing', async ({ ask }) => {
    await preflight(ask, '/', 'authorization');
    expect((await ask('/')).headers.get('Ipregistry-Credits-Remaining')).toBe('999999');
  });

  test('the credits, limits and Retry-After of a response are exposed', async ({ ask }) => {
    const { headers } = await ask('/');
    expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual([
      'Ipregistry-Credits-Consumed',
      'Ipregistry-Credits-Remaining',
      'Retry-After',
      'X-Rate-Limit-Limit',
      'X-Rate-Limit-Remaining',
      'X-Rate-Limit-Reset',
    ]);
  });
});

test('a 401 says how to authenticate', async ({ ask }) => {
  for (const path of ['/', '/fault/status-401/']) {
    const response = await ask(path, path === '/' ? { key: null } : {});
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('ApiKey');
  }
});
