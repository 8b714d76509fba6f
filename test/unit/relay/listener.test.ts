/** What a relay owes to the server and the proxies around it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { createRelay } from '../../../src/relay/index.js';
import { relayListener } from '../../../src/relay/node.js';
import { firstAvailable, headers } from '../../../src/relay/sources/index.js';
import { errorOf, relayInProcess, VISITOR } from '../../support/relay.js';
import { serveListener } from '../../support/service.js';
import { type Pass, test } from './fixtures.js';

const options = {
  baseUrl: 'https://service.example/',
  apiKey: 'key-1',
  parseUserAgent: false,
  trustProxies: 1,
  fetch: async (url: unknown) => Response.json({ ip: String(url).split('/').at(-1) }),
};

type Middleware = (req: IncomingMessage, res: ServerResponse) => void;

/** Serves the relay behind a middleware. Other paths get 404. */
async function serve(middleware: Middleware, more = {}) {
  const relay = relayListener({ ...options, ...more });
  const running = await serveListener((req, res) => {
    middleware(req, res);
    relay(req, res, () => res.writeHead(404).end());
  });
  const get = (path: string, forwarded = VISITOR) =>
    fetch(`${running.base}${path}`, { headers: { 'X-Forwarded-For': forwarded } });
  return { ...running, get };
}

describe('X-Forwarded-For is understood as proxies write it', () => {
  const spellings = [
    ['81.2.69.142:49153', '81.2.69.142'],
    ['1.1.1.1, 81.2.69.142:443', '81.2.69.142'],
    ['81.2.69.142:', '81.2.69.142'],
    ['[2a00:1450::1]:', '2a00:1450::1'],
    ['  81.2.69.142 ', '81.2.69.142'],
    ['"81.2.69.142"', '81.2.69.142'],
    ['"81.2.69.142:80"', '81.2.69.142'],
    ['[2a00:1450::1]', '2a00:1450::1'],
    ['[2a00:1450::1]:49153', '2a00:1450::1'],
    ['"[2a00:1450::1]:49153"', '2a00:1450::1'],
    ['2a00:1450:0:0:0:0:0:1:49153', '2a00:1450::1'],
    ['2a00:1450::1%eth0', '2a00:1450::1'],
    ['[2a00:1450::1%25eth0]:1', '2a00:1450::1'],
    ['[::ffff:81.2.69.142]:443', '81.2.69.142'],
    ['::ffff:81.2.69.142', '81.2.69.142'],
    ['::ffff:81.2.69.142:49153', '81.2.69.142'],
    ['::FFFF:81.2.69.142:', '81.2.69.142'],
  ];
  test('with ports, brackets, quotes, zones and spaces', async () => {
    const { close, get } = await serve(() => {});
    for (const [forwarded, ip] of spellings)
      expect([forwarded, await (await get('/origin/', forwarded)).json()]).toEqual([forwarded, { ip }]);
    for (const junk of [
      'unknown',
      '_hidden',
      '81.2.69.142:x',
      '[81.2.69.142',
      '81.2.69',
      '"',
      ':80',
      '1.2.3.4:1:2',
    ])
      expect((await get('/origin/', junk)).status).toBe(400);
    await close();
  });
});

test('a source reads the headers that middleware or a serverless adapter has set', async () => {
  const { source } = headers({ country: 'x-country', city: 'x-city' });
  for (const city of ['Łódź', 'Orléans', '東京', undefined]) {
    const { close, get } = await serve(
      (req) => {
        req.headers['x-country'] = 'de';
        req.headers['x-city'] = city;
        req.rawHeaders.length = 0; // Adapters set `headers` alone.
      },
      { source, baseUrl: undefined, apiKey: undefined, fetch: undefined },
    );
    const response = await get('/origin/?fields=location[country.code,city]');
    expect(await response.json()).toEqual({ location: { country: { code: 'DE' }, ...(city && { city }) } });
    await close();
  }
});

test('a request of a serverless adapter, which has no socket, gets data', async () => {
  const { source } = headers({ country: 'x-country' });
  const relay = relayListener({ source });
  const req = { method: 'GET', url: '/origin/?fields=location.country.code', headers: { 'x-country': 'de' } };
  let sent: unknown;
  const end = (body: Uint8Array) => {
    sent = JSON.parse(new TextDecoder().decode(body));
  };
  const res = { getHeader: () => undefined, writeHead: () => {}, end };
  await relay(req as unknown as IncomingMessage, res as unknown as ServerResponse);
  expect(sent).toEqual({ location: { country: { code: 'DE' } } });
  expect(await relay.lookup(req as unknown as IncomingMessage)).toMatchObject(sent as object);
});

test('a source gets a request with https behind TLS', async () => {
  let url = '';
  const source = {
    ip(_: unknown, request: Request) {
      url = request.url;
      return null;
    },
  };
  const { close, get } = await serve((req) => Object.assign(req.socket, { encrypted: true }), {
    ...Object.fromEntries(Object.keys(options).map((name) => [name, undefined])),
    source,
    trustProxies: 1,
  });
  await get('/origin/');
  await close();
  expect(url).toMatch(/^https:/);
});

test('a request that no web request can express is the sender’s fault', async () => {
  const rateLimiter = () => true;
  const spoil: Middleware = ({ headers }) => void Object.assign(headers, { 'x-note': 'two\nlines' });
  const { close, get } = await serve(spoil, { rateLimiter });
  const response = await get('/origin/');
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatchObject({ code: 'BAD_REQUEST' });
  await close();
});

test('a client that has left before its request is handled causes no call', async () => {
  let calls = 0;
  const fetch = async () => Response.json({ calls: ++calls });
  const { close, get } = await serve((req) => req.socket.destroy(), { fetch });
  await expect(get('/origin/')).rejects.toThrow();
  await close();
  expect(calls).toBe(0);
});

test('the path without its last slash is the relay’s, beside other paths of a site', async () => {
  const { close, get } = await serve(() => {});
  for (const path of ['/origin', '/origin/', '/origin?fields=ip'])
    expect([path, await (await get(path)).json()]).toEqual([path, { ip: VISITOR }]);
  for (const path of ['/originals', '/', '/origi', '/origin.html'])
    expect([path, (await get(path)).status, await (await get(path)).text()]).toEqual([path, 404, '']);
  await close();
});

for (const [set, sent] of [
  ['Accept-Language', 'Accept-Language, Origin, User-Agent'],
  ['origin, Cookie', 'origin, Cookie, Origin, User-Agent'],
  [['Cookie', 'Accept'], 'Cookie,Accept, Origin, User-Agent'],
] as const)
  test(`a Vary that middleware has set stays: ${set}`, async () => {
    const { close, get } = await serve((_, res) => res.setHeader('Vary', set));
    expect((await get('/origin/')).headers.get('vary')).toBe(sent);
    await close();
  });

describe('middleware whose methods throw does not end the process', () => {
  const fail = () => {
    throw new Error('middleware');
  };
  for (const method of ['writeHead', 'end', 'getHeader'] as const)
    test(method, async ({ printed }) => {
      const { close, get } = await serve((_, res) => Object.assign(res, { [method]: fail }));
      // Either an error of the server, or a closed connection.
      expect([500, 'closed']).toContain(
        await get('/origin/').then(
          ({ status }) => status,
          () => 'closed',
        ),
      );
      expect(printed.splice(0).join()).toContain('middleware');
      await close();
    });
});

test('relays with different keys share no records of a web-standard Cache', async () => {
  const records = new Map<string, Response>();
  const cache = {
    match: async (url: string) => records.get(url)?.clone(),
    put: async (url: string, response: Response) => void records.set(url, response),
  };
  const calls: string[] = [];
  const fetchFor = (name: string) => async () => {
    calls.push(name);
    return Response.json({});
  };
  for (const apiKey of ['key-one-1', 'key-two-2', 'key-one-1'])
    await relayInProcess({ cache, apiKey, parseUserAgent: false, fetch: fetchFor(apiKey) })(VISITOR);
  expect(calls).toEqual(['key-one-1', 'key-two-2']);
  expect([...records.keys()].join()).not.toMatch(/key-|service\.example|81\.2/);
});

describe('a source that hangs', () => {
  const hanging = { ip: () => new Promise<never>(() => {}) };
  const known = { ip: () => ({ location: { country: { code: 'DE' } } }) };
  const ask = async (relay: ReturnType<typeof createRelay>, pass: Pass, timeout: number) => {
    const response = relay(new Request('https://site.example/origin/'));
    await pass(timeout);
    return response;
  };

  test('does not keep the next one of firstAvailable from responding', async ({ pass }) => {
    // The second has the rest of the time.
    const slow = { ip: () => new Promise<object>((resolve) => setTimeout(resolve, 150, known.ip())) };
    for (const sources of [
      [hanging, known],
      [hanging, slow],
      [hanging, hanging, known],
      [firstAvailable(hanging, hanging), known],
    ]) {
      const relay = createRelay({ source: firstAvailable(...sources), timeout: 400 });
      expect((await ask(relay, pass, 400)).status).toBe(200);
    }
  });

  test('is a failure of firstAvailable, in any place: nothing is known, unless all fail', async ({
    pass,
  }) => {
    const empty = { ip: () => null };
    for (const [sources, status] of [
      [[empty, hanging], 200],
      [[hanging, empty], 200],
      [[firstAvailable(empty, hanging), empty], 200],
      [[hanging, firstAvailable(hanging, hanging)], 504],
      [[hanging], 504],
    ] as const) {
      const relay = createRelay({
        source: firstAvailable(...sources),
        timeout: 200,
        clientIp: () => VISITOR,
      });
      expect([sources, (await ask(relay, pass, 200)).status]).toEqual([sources, status]);
    }
  });

  test('does not keep the next one of a fallback from responding', async ({ pass }) => {
    const visit = relayInProcess({
      fetch: async () => new Response('', { status: 503 }),
      fallbackSource: firstAvailable(hanging, known),
      timeout: 600,
    });
    const response = visit(VISITOR);
    await pass(600);
    expect(await (await response).json()).toMatchObject({ location: { country: { code: 'DE' } } });
  });
});

test('a preflight is refused: a GET without headers of its own needs none', async () => {
  const { base, close } = await serve(() => {}, { allowedOrigins: ['https://www.example.com'] });
  const response = await fetch(`${base}/origin/`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://www.example.com', 'Access-Control-Request-Method': 'GET' },
  });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  await close();
});

test('the advice about a Host without its port works in nginx: $http_host, not $host', async () => {
  const { base, close } = await serve(() => {});
  const response = await fetch(`${base}/origin/`, { headers: { Origin: 'http://shop.example:8080' } });
  expect(response.status).toBe(403);
  const { resolution } = await errorOf(response);
  expect(resolution).toContain('proxy_set_header Host $http_host;');
  await close();
});
