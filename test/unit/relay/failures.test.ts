import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { errorOf, relayInProcess, statusOf, VISITOR } from '../../support/relay.js';
import { listen, sendRaw, serveListener } from '../../support/service.js';
import { test } from './fixtures.js';

const refusals = [
  { key: 'demo-empty', status: 402, code: 'INSUFFICIENT_CREDITS' },
  { key: 'demo-disabled', status: 451, code: 'DISABLED_API_KEY' },
  { key: 'demo-address', status: 403, code: 'FORBIDDEN_IP' },
  { key: 'not-a-key', status: 403, code: 'INVALID_API_KEY' },
];
for (const { key, status, code } of refusals)
  test(`the service refuses the key with ${status} ${code}: the page gets its code, and further requests cause no call`, async ({
    start,
  }) => {
    const { ask, usage } = await start({ apiKey: key });
    for (const path of ['', 'AS', 'user_agent', '', 'AS', 'user_agent']) {
      const response = await ask(path);
      expect(response.status).toBe(500);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await errorOf(response)).toEqual({
        code,
        message: 'The lookup service refused the relay; see its log.',
        resolution: expect.any(String),
      });
    }
    expect(await usage()).toMatchObject({ requests: 2, credits: 0 });
  });

test('a status of the service is enough if its code is missing or doesn’t match', async ({
  start,
  upstream,
}) => {
  for (const [status, told, code] of [
    [401, 500, 'MISSING_API_KEY'],
    [402, 500, 'INSUFFICIENT_CREDITS'],
    [403, 500, 'INVALID_API_KEY'],
    [404, 404, 'NOT_FOUND'],
    [400, 400, 'BAD_REQUEST'],
    [418, 400, 'BAD_REQUEST'],
    [451, 500, 'DISABLED_API_KEY'],
    [500, 500, 'INTERNAL'],
    [502, 502, 'INTERNAL'],
    [503, 503, 'INTERNAL'],
    [504, 504, 'INTERNAL'],
    [599, 500, 'INTERNAL'],
    [304, 502, 'INTERNAL'],
    [201, 502, 'INTERNAL'],
    [204, 502, 'INTERNAL'],
    [206, 502, 'INTERNAL'],
  ] as const) {
    const service = await upstream((_, res) => {
      res.statusCode = status;
      return { code: 'visitorLimit' };
    });
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
    const answer = await ask();
    expect([status, answer.status, (await errorOf(answer)).code]).toEqual([status, told, code]);
  }
});

const faults = [
  { fault: 'status-404', status: 404, code: 'NOT_FOUND' },
  { fault: 'status-413', status: 400, code: 'BAD_REQUEST' },
  ...[
    'html',
    'xml',
    'empty',
    'null',
    'string',
    'number',
    'garbage',
    'truncated',
    'not-utf8',
    'bad-utf8',
    'drop',
    'drop-body',
    'redirect',
  ].map((fault) => ({ fault, status: 502, code: 'INTERNAL' })),
];
for (const { fault, status, code } of faults)
  test(`the service responds with the fault ${fault}: ${status} ${code}`, async ({ start }) => {
    const { ask } = await start({ prefix: `fault/${fault}/` });
    for (const path of ['', 'AS', 'user_agent']) {
      const response = await ask(path);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const body = await errorOf(response);
      expect(body.code).toBe(code);
      expect(Object.keys(body)).toEqual(['code', 'message', 'resolution']);
    }
  });

test('an array from the service is no data, except for a browser, whose batch may have one as its response', async ({
  start,
}) => {
  const { ask } = await start({ prefix: 'fault/array/' });
  for (const path of ['', 'AS']) expect((await ask(path)).status).toBe(502);
  expect((await ask('user_agent')).status).toBe(200);
});

test.describe('a slow service', () => {
  for (const fault of ['slow-60000', 'slow-body-60000'])
    test(`${fault} is given up after the timeout, and the page's own retries don't call it again`, async ({
      start,
    }) => {
      const { ask, usage } = await start({ prefix: `fault/${fault}/`, timeout: 200, parseUserAgent: false });
      const before = performance.now();
      for (let i = 0; i < 3; i++) {
        const response = await ask();
        expect(response.status).toBe(504);
        expect(await errorOf(response)).toMatchObject({
          message: 'The lookup service sent no response in time.',
        });
      }
      expect(performance.now() - before).toBeLessThan(10_000);
      // On a busy machine, the first request may be aborted before it is sent.
      expect((await usage()).requests).toBeLessThanOrEqual(1);
    });

  test('is never given up before the timeout, which would look like another failure', async ({ start }) => {
    const { ask, usage } = await start({
      prefix: 'fault/slow-60000/',
      timeout: 2400,
      parseUserAgent: false,
      trustProxies: 1,
    });
    // The HTTP client's clock has steps of half a second, so calls begin at different moments of a step.
    const statuses = Array.from({ length: 2 }, async (_, i) => {
      await delay(i * 50);
      const visitor = `81.2.69.${i}`;
      return [(await ask('', { visitor })).status, (await ask('', { visitor })).status];
    });
    expect(new Set((await Promise.all(statuses)).flat())).toEqual(new Set([504]));
    expect((await usage()).requests).toBe(2);
  });

  const silent = new Promise<never>(() => {});
  const deaf: Record<string, typeof fetch> = {
    'never answers': () => silent,
    'never ends its answer': async () => new Response(new ReadableStream({ pull: () => silent })),
    'throws at once for one, and never answers others': (address) => {
      if (String(address).includes(VISITOR)) throw new Error('no');
      return silent;
    },
    'fails too late': () => new Promise((_, reject) => setTimeout(reject, 400, new Error('late'))),
  };
  for (const [how, call] of Object.entries(deaf))
    test(`is given up after the timeout if the option fetch ignores its signal and ${how}`, async ({
      start,
    }) => {
      const { ask } = await start({ fetch: call, timeout: 200, parseUserAgent: false });
      // A rejection of the first call during the wait for the last would end the process.
      for (const visitor of [VISITOR, '8.8.8.8', '8.8.4.4'])
        expect([502, 504]).toContain((await ask('', { visitor })).status);
    });

  test('for networks leaves IP lookups their connections', async ({ start, upstream }) => {
    const service = await upstream((path) => {
      const [, host] = /^\/81\.2\.69\.(\d+)$/.exec(path) ?? [];
      return host ? { ip: path.slice(1), connection: { asn: Number(host) + 1 } } : silent;
    });
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, timeout: 60_000 });
    const networks = Array.from({ length: 140 }, (_, i) => ask('AS', { visitor: `81.2.69.${i}` }));
    await expect.poll(() => service.asked.filter((path) => path.startsWith('/AS')).length).toBe(128);
    const response = await Promise.race([ask('', { visitor: '81.2.69.250' }), ...networks]);
    expect(response.status).toBe(200);
    void Promise.allSettled(networks);
  });

  test('that accepts no connection is given up too', async ({ start }) => {
    const { ask } = await start({ baseUrl: 'http://192.0.2.1/', timeout: 200 });
    const response = await ask();
    expect([502, 504]).toContain(response.status);
  });
});

const codes = {
  RESERVED_IP_ADDRESS: 400,
  INVALID_IP_ADDRESS: 400,
  RESERVED_ASN: 400,
  UNKNOWN_ASN: 404,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
};
for (const [code, status] of Object.entries(codes))
  test(`the service’s ${code} is passed on if its status is ${status}, in the relay’s words`, async ({
    start,
    upstream,
  }) => {
    for (const said of [status, 418]) {
      const service = await upstream((_, res) => {
        res.statusCode = said;
        return { code, message: 'words of the service', resolution: 'words of the service' };
      });
      const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
      const answer = await ask();
      const error = await errorOf(answer);
      expect([answer.status, error.code]).toEqual(said === status ? [status, code] : [400, 'BAD_REQUEST']);
      expect(JSON.stringify(error)).not.toContain('words of');
    }
  });

test('the option fetch calls the service; without it undici does, whatever the global fetch is', async ({
  start,
  upstream,
}) => {
  const own = await start({ fetch: async () => Response.json({ said: 'by fetch' }), parseUserAgent: false });
  expect(await (await own.ask()).json()).toEqual({ said: 'by fetch' });
  const service = await upstream(() => ({ said: 'by the service' }));
  const { site } = await start({ baseUrl: service.base, parseUserAgent: false });
  const { fetch } = globalThis;
  globalThis.fetch = async () => Response.json({ said: 'by a stranger' });
  try {
    const answer = await fetch(`${site}/origin/`, { headers: { 'X-Forwarded-For': VISITOR } });
    expect(await answer.json()).toEqual({ said: 'by the service' });
  } finally {
    globalThis.fetch = fetch;
  }
});

/** A proxy to the internet as companies have one. It connects to this server, whatever the host. */
async function startProxy(target: string) {
  const asked: (string | undefined)[] = [];
  const server = createServer();
  server.on('connect', ({ url }, client) => {
    asked.push(url);
    const inward = connect(Number(new URL(target).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(inward).pipe(client);
    });
    for (const socket of [inward, client]) socket.on('error', () => {});
  });
  return { url: await listen(server), asked, close: () => server.close() };
}

for (const switchedOn of [{ NODE_USE_ENV_PROXY: '1' }, { NODE_OPTIONS: '--no-warnings --use-env-proxy' }])
  test(`a server that reaches the internet through a proxy only: ${Object.keys(switchedOn)} counts for the relay too`, async ({
    start,
    upstream,
  }) => {
    const service = await upstream(() => ({ said: 'by the service' }));
    const proxy = await startProxy(service.base);
    const settings = { ...switchedOn, http_proxy: proxy.url, no_proxy: 'inside.invalid' };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const options = { parseUserAgent: false, timeout: 20_000 };
    try {
      const { ask } = await start({ ...options, baseUrl: 'http://service.invalid/' });
      expect(await (await ask()).json()).toEqual({ said: 'by the service' });
      expect(proxy.asked).toEqual(['service.invalid:80']);
      const inside = await start({ ...options, baseUrl: 'http://inside.invalid/' });
      expect((await inside.ask()).status).toBe(502);
      expect(proxy.asked).toHaveLength(1);
    } finally {
      vi.unstubAllEnvs();
      proxy.close();
    }
  });

test('without the switch, the relay uses no proxy of the environment, as Node itself', async ({
  start,
  upstream,
}) => {
  const service = await upstream(() => ({ said: 'by the service' }));
  vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
  vi.stubEnv('no_proxy', '');
  try {
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false });
    expect(await (await ask()).json()).toEqual({ said: 'by the service' });
  } finally {
    vi.unstubAllEnvs();
  }
});

test('the error of an unreachable service has the system’s code', async ({ start }) => {
  const gone = await serveListener(() => {});
  await gone.close();
  const { ask } = await start({ baseUrl: gone.base });
  const response = await ask();
  expect(response.status).toBe(502);
  expect(await errorOf(response)).toMatchObject({
    message: 'The lookup service could not be reached (ECONNREFUSED).',
  });
});

test('a failure that cost nothing is not cached', async ({ start }) => {
  const { ask } = await start({ prefix: 'fault/flaky-2/', parseUserAgent: false });
  const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
  expect(statuses).toEqual([503, 503, 200]);
});

test('an unknown network is cached for a while', async ({ start }) => {
  const { ask, usage } = await start();
  for (let i = 0; i < 2; i++) {
    const response = await ask('AS', { visitor: '2fff::1' });
    expect(response.status).toBe(404);
    expect(await errorOf(response)).toMatchObject({ code: 'UNKNOWN_ASN' });
  }
  expect((await usage()).requests).toBe(1);
});

for (const asn of [
  '../../admin',
  '1,AS2,AS3',
  '1?key=x',
  '15169',
  -1,
  0,
  1.5,
  2 ** 32,
  1e300,
  true,
  [15169],
  { a: 1 },
  null,
])
  test(`an invalid AS number ${JSON.stringify(asn)} from the service causes no call`, async ({
    start,
    upstream,
  }) => {
    const service = await upstream(() => ({ ip: VISITOR, connection: { asn } }));
    const { ask } = await start({ baseUrl: service.base });
    const answer = await ask('AS');
    expect(answer.status).toBe(404);
    expect(await errorOf(answer)).toMatchObject({ code: 'UNKNOWN_ASN' });
    expect(service.asked).toEqual([`/${VISITOR}`]);
  });

test('the largest AS number is looked up', async ({ start, upstream }) => {
  const service = await upstream((path) =>
    path === '/AS4294967295' ? { asn: 1 } : { connection: { asn: 2 ** 32 - 1 } },
  );
  const { ask } = await start({ baseUrl: service.base });
  expect(await (await ask('AS')).json()).toEqual({ asn: 1 });
});

test.describe('a rate-limited key', () => {
  test('has its Retry-After sent to the page, and the service is not called until then', async ({
    start,
    later,
  }) => {
    const { ask, usage } = await start({ prefix: 'fault/retry-after-60/', parseUserAgent: false });
    const response = await ask();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await errorOf(response)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (const path of ['', 'AS', 'user_agent'])
      for (const visitor of [VISITOR, '1.1.1.1'])
        expect((await ask(path, { visitor })).status).toBe(path === 'user_agent' ? 404 : 429);
    expect((await usage()).requests).toBe(1);
    later(30_000);
    const left = Number((await ask('', { visitor: '1.1.1.2' })).headers.get('retry-after'));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(30);
    later(61_000);
    await ask();
    expect((await usage()).requests).toBe(2);
  });

  test('has a date sent to the page as seconds', async ({ start }) => {
    const { ask } = await start({ prefix: 'fault/retry-date-100/' });
    const seconds = Number((await ask()).headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(100);
  });

  test('waits no less because another call is told a shorter time', async ({ later }) => {
    const calls: ((response: Response) => void)[] = [];
    const visit = relayInProcess({
      parseUserAgent: false,
      fetch: () => new Promise((resolve) => calls.push(resolve)),
    });
    const visits = [1, 2, 3].map((i) => visit(`81.2.69.${i}`));
    await expect.poll(() => calls.length).toBe(3);
    for (const [i, seconds] of ['600', '5', '60'].entries()) {
      calls[i]?.(new Response('', { status: 429, headers: { 'Retry-After': seconds } }));
      expect((await visits[i])?.headers.get('retry-after')).toBe('600');
    }
    later(599_000);
    expect((await visit('81.2.69.4')).headers.get('retry-after')).toBe('1');
  });

  for (const status of [402, 429])
    test(`is called again after the clock was set back, and then left alone for as long as ${status} asks`, async ({
      later,
    }) => {
      let calls = 0;
      const fetch = async () => {
        calls += 1;
        return new Response('', { status, headers: { 'Retry-After': '5' } });
      };
      const visit = relayInProcess({ parseUserAgent: false, fetch });
      later(30 * 86_400_000);
      await visit('81.2.69.1');
      later(0);
      for (const i of [2, 3]) await visit(`81.2.69.${i}`);
      later(4000);
      await visit('81.2.69.4');
      expect(calls).toBe(2);
    });

  test('without Retry-After waits a minute', async ({ start }) => {
    const { ask } = await start({ prefix: 'fault/status-429/' });
    expect((await ask()).headers.get('retry-after')).toBe('60');
  });

  test('still sends cached data', async ({ start }) => {
    const { ask } = await start({ apiKey: 'demo-throttled' });
    const visitors = ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '1.1.1.5'];
    for (const visitor of visitors) await ask('', { visitor });
    const refused = await ask('', { visitor: '8.8.8.8' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await ask('', { visitor: '1.1.1.1' })).status).toBe(200);
  });
});

test('a response of 100 MB is aborted', async ({ start, printed }) => {
  let sent = 0;
  const chunk = Buffer.alloc(65_536, 'x');
  const upstream = await serveListener((_req, res) => {
    const more = () => {
      while (sent < 100 * 2 ** 20 && !res.destroyed) {
        sent += chunk.length;
        if (!res.write(chunk)) return void res.once('drain', more);
      }
      res.end();
    };
    more();
  });
  const { ask } = await start({ baseUrl: upstream.base, parseUserAgent: false });
  const response = await ask();
  expect(response.status).toBe(502);
  expect(await errorOf(response)).toMatchObject({ message: expect.stringContaining('256 KiB') });
  expect(printed.splice(0).join()).toMatch(/\d{7} bytes or more/);
  expect(sent).toBeLessThan(40 * 2 ** 20);
  await upstream.close();
});

test('a response that isn’t UTF-8 is given up, and frees its connection to the service', async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(Uint8Array.of(0xff)),
    cancel() {
      isCancelled = true;
    },
  });
  const ask = relayInProcess({ fetch: async () => new Response(endless), parseUserAgent: false });
  expect((await ask(VISITOR)).status).toBe(502);
  expect(isCancelled).toBe(true);
});

test('a small response that decompresses to 100 MB is aborted', async ({ start, printed }) => {
  const { gzipSync } = await import('node:zlib');
  const packed = gzipSync(Buffer.alloc(100 * 2 ** 20, ' '));
  const upstream = await serveListener((_req, res) =>
    res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed),
  );
  const { ask } = await start({ baseUrl: upstream.base, parseUserAgent: false });
  expect((await ask()).status).toBe(502);
  expect(printed.splice(0)).toHaveLength(1);
  await upstream.close();
});

test('the key is sent to no other URL, whatever the service responds', async ({ start }) => {
  let asked = 0;
  const elsewhere = await serveListener((_req, res) => {
    asked += 1;
    res.end('{"ip":"1.1.1.1"}');
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const upstream = await serveListener((_req, res) =>
      res.writeHead(status, { Location: elsewhere.base }).end(),
    );
    const { ask } = await start({ baseUrl: upstream.base });
    for (const path of ['', 'AS', 'user_agent']) expect((await ask(path)).status).toBe(502);
    await upstream.close();
  }
  expect(asked).toBe(0);
  await elsewhere.close();
});

test.describe('a misbehaving client does not end the server', () => {
  test('that disconnects before the response', async ({ start }) => {
    const { site, ask, usage } = await start({ prefix: 'fault/slow-500/', parseUserAgent: false });
    const { hostname, port } = new URL(site);
    for (let i = 0; i < 20; i++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(`GET /origin/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${VISITOR}\r\n\r\n`, () =>
        socket.destroy(),
      );
    }
    expect((await ask()).status).toBe(200);
    expect((await usage()).requests).toBe(1);
  });

  test('that sends an odd Host', async ({ start }) => {
    const { site, ask } = await start();
    for (const host of ['', 'a b', '[', '%', 'a:b', 'a/b', 'u@a', '\xff'])
      expect(
        statusOf(
          await sendRaw(
            site,
            `GET /origin/ HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${VISITOR}\r\nConnection: close\r\n\r\n`,
          ),
        ),
      ).toBe(400);
    expect((await ask()).status).toBe(200);
  });
});
