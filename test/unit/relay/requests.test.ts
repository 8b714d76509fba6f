import { expect } from 'vitest';
import { createRelay } from '../../../src/relay/index.js';
import { errorOf, statusOf, USER_AGENT, VISITOR } from '../../support/relay.js';
import { sendRaw, serveListener } from '../../support/service.js';
import { test } from './fixtures.js';

test.describe('only the three paths exist', () => {
  const elsewhere = [
    '/',
    '/original',
    '/origi',
    '/origin/AS//',
    '/origin/AS/8',
    '/originAS',
    '/origin/8.8.8.8',
    '/origin/AS15169',
    '/origin/8.8.8.8,1.1.1.1',
    '/origin/as',
    '/origin/user_agents',
    '/origin//',
    '//origin/',
    '//evil.example/origin/',
    '/origin/.',
    '/origin/..',
    '/origin/../origin/AS',
    '/origin/%2e%2e/AS',
    '/origin/.%2e/',
    '/origin/%2E%2E%2F8.8.8.8',
    '/origin/..%2fusage/relay',
    '/origin%2F',
    '/%6frigin/',
    '/origin/%41S',
    '/origin/AS%00',
    '/origin/AS;x',
    '/origin\\AS',
    '/origin/#AS',
    '/origin/constructor',
    '/origin/__proto__',
    `/origin/${'a'.repeat(10_000)}`,
    `/origin/${'../'.repeat(3000)}`,
  ];
  for (const target of elsewhere)
    test(target.slice(0, 60), async ({ start }) => {
      const { askRaw, usage } = await start();
      const answer = await askRaw(target);
      expect(statusOf(answer)).toBe(404);
      expect(await errorOf(answer)).toMatchObject({
        code: 'NOT_FOUND',
        resolution: expect.stringContaining('/origin/AS'),
      });
      expect((await usage()).requests).toBe(0);
    });

  const twins = {
    '/origin': '/origin/',
    '/origin/AS/': '/origin/AS',
    '/origin/user_agent/': '/origin/user_agent',
  };
  for (const [twin, path] of Object.entries(twins))
    test(`${twin} works like ${path}, with its parameters, because frameworks redirect there`, async ({
      start,
    }) => {
      const { site, usage } = await start();
      const ask = async (target: string) => {
        const headers = { 'User-Agent': USER_AGENT, 'X-Forwarded-For': VISITOR };
        const response = await fetch(site + target, { headers, redirect: 'error' });
        return { status: response.status, body: await response.text() };
      };
      for (const query of ['', '?fields=ip,asn,name']) {
        const answer = await ask(path + query);
        expect(answer.status).toBe(200);
        expect(await ask(twin + query)).toEqual(answer);
      }
      expect((await usage()).requests).toBeLessThanOrEqual(2);
    });

  test('a target in absolute form is handled as one of this server', async ({ start }) => {
    const { site, askRaw, usage } = await start({ parseUserAgent: false });
    expect(await askRaw(`${site}/origin/`)).toContain(`"ip":"${VISITOR}"`);
    expect(await askRaw('http://evil.example/origin/')).toContain(`"ip":"${VISITOR}"`);
    expect(statusOf(await askRaw('http://evil.example/8.8.8.8'))).toBe(404);
    expect((await usage()).requests).toBe(1);
  });

  test('a query that no URL can have is refused', async ({ start }) => {
    const { askRaw, usage } = await start();
    const answer = await askRaw('/origin/?x=#');
    expect(statusOf(answer)).toBe(400);
    expect(await errorOf(answer)).toMatchObject({
      message: expect.stringContaining('no URL can have'),
    });
    expect((await usage()).requests).toBe(0);
  });

  test('a backslash in a query is accepted, because browsers send it', async ({ start }) => {
    const { askRaw } = await start({ parseUserAgent: false });
    const answer = await askRaw('/origin/?x=C:\\dir\\..\\');
    expect(statusOf(answer)).toBe(200);
    const { ask } = await start({ clientIp: ({ url }) => (url.endsWith('?x=C:\\dir') ? VISITOR : null) });
    expect((await ask('?x=C:\\dir')).status).toBe(200);
  });

  test('a request without a host is accepted, as in HTTP/1.0', async ({ start }) => {
    const { site } = await start();
    const answer = await sendRaw(site, `GET /origin/ HTTP/1.0\r\nX-Forwarded-For: ${VISITOR}\r\n\r\n`);
    expect(statusOf(answer)).toBe(200);
  });

  test('a target that isn’t a path is refused', async ({ start }) => {
    const { askRaw, usage } = await start();
    for (const target of ['*', 'origin/', 'ftp://host/origin/', 'javascript:0', '?'])
      expect([400, 404], target).toContain(statusOf(await askRaw(target)));
    expect((await usage()).requests).toBe(0);
  });

  test('a request that is not quite HTTP does not end the server', async ({ start }) => {
    const { site, ask } = await start();
    for (const bytes of ['GET /origin/\r\n\r\n', 'GET  /origin/ HTTP/1.1\r\n\r\n', '\0\0\0\0\r\n\r\n'])
      expect(statusOf(await sendRaw(site, bytes))).toBe(400);
    expect((await ask()).status).toBe(200);
  });
});

test.describe('only GET and HEAD are allowed', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])
    test(method, async ({ start }) => {
      const { ask, usage } = await start();
      for (const path of ['', 'AS', 'user_agent']) {
        const response = await ask(path, { method });
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')).toBe('GET, HEAD');
        const message = expect.stringContaining(method);
        expect(await errorOf(response)).toMatchObject({ code: 'METHOD_NOT_ALLOWED', message });
      }
      expect((await usage()).requests).toBe(0);
    });
});

test.describe('only pages of the same origin get data', () => {
  const requests = [
    { 'Sec-Fetch-Site': 'same-origin', is: 'welcome' },
    { 'Sec-Fetch-Site': 'none', is: 'welcome' },
    { is: 'welcome' },
    { Origin: 'SELF', is: 'welcome' },
    { Origin: 'SELF', 'Sec-Fetch-Site': 'same-origin', is: 'welcome' },
    { Referer: 'SELF/page', is: 'welcome' },
    { 'Sec-Fetch-Site': 'same-site', is: 'refused' },
    { 'Sec-Fetch-Site': 'cross-site', is: 'refused' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'SELF', is: 'refused' },
    { 'Sec-Fetch-Site': 'anything', is: 'refused' },
    { 'Sec-Fetch-Site': 'none', Origin: 'https://evil.example', is: 'refused' },
    { Origin: 'https://evil.example', is: 'refused' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', is: 'refused' },
    { Origin: 'null', is: 'refused' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site', is: 'refused' },
    { Origin: 'SELF, https://evil.example', is: 'refused' },
    { Origin: 'SELF.evil.example', is: 'refused' },
    { Referer: 'https://evil.example/page', is: 'refused' },
    { Referer: 'nonsense', is: 'refused' },
    { Origin: '', Referer: 'https://evil.example/page', is: 'refused' },
    { Origin: '', Referer: 'SELF/page', is: 'welcome' },
    { Referer: 'blob:SELF/page', is: 'refused' },
  ];
  for (const { is, ...said } of requests)
    test(`${JSON.stringify(said)} is ${is}`, async ({ start }) => {
      const { site, askRaw, usage } = await start();
      const headers = Object.fromEntries(
        Object.entries(said).map(([name, value]) => [name, value.replace('SELF', site)]),
      );
      const answer = await askRaw('/origin/', { 'X-Forwarded-For': VISITOR, ...headers });
      expect(statusOf(answer)).toBe(is === 'welcome' ? 200 : 403);
      if (is === 'refused') expect(await errorOf(answer)).toMatchObject({ code: 'FORBIDDEN_ORIGIN' });
      expect(answer.toLowerCase()).not.toContain('access-control-allow');
      expect((await usage()).requests > 0).toBe(is === 'welcome');
    });
});

test.describe('a proxy that sends a Host of its own', () => {
  const proxied = { 'X-Forwarded-For': VISITOR, Origin: 'http://www.example.com' };

  for (const [what, headers] of [
    ['that forwards other headers', proxied],
    ["as nginx's bare proxy_pass", { Origin: proxied.Origin }],
    ['of a same-origin request, which has no Origin', { Referer: `${proxied.Origin}/page` }],
  ] as const)
    test(`${what} is named, with the page's host and the Host that it sent`, async ({ start }) => {
      const { site, askRaw } = await start();
      const error = await errorOf(await askRaw('/origin/', headers));
      expect(error).toMatchObject({
        code: 'FORBIDDEN_ORIGIN',
        message: expect.stringContaining(`'www.example.com' and '${new URL(site).host}'`),
        resolution: expect.stringContaining('proxy_set_header Host $http_host;'),
      });
    });

  test('is not assumed for a page without a host', async ({ start }) => {
    const { askRaw } = await start();
    for (const page of ['null', 'file://']) {
      const error = await errorOf(await askRaw('/origin/', { ...proxied, Origin: page }));
      expect(error).toMatchObject({ message: `Pages of '${page}' may not use this relay.` });
    }
  });

  test('is not assumed without an origin', async ({ start }) => {
    const { askRaw } = await start();
    const error = await errorOf(await askRaw('/origin/', { Origin: '', 'Sec-Fetch-Site': 'cross-site' }));
    expect(error).toMatchObject({ message: "Pages of 'another origin' may not use this relay." });
  });

  test('is not assumed for a page whose browser reports another origin', async ({ start }) => {
    const { askRaw } = await start();
    const error = await errorOf(await askRaw('/origin/', { ...proxied, 'Sec-Fetch-Site': 'cross-site' }));
    expect(error).toMatchObject({
      message: expect.stringContaining("'http://www.example.com'"),
      resolution: expect.stringContaining('allowedOrigins'),
    });
  });
});

test.describe('hosts are compared in any spelling', () => {
  const pairs = [
    { page: 'https://www.example.com', host: 'WWW.Example.COM', same: true },
    { page: 'https://www.example.com', host: 'www.example.com:443', same: true },
    { page: 'http://www.example.com', host: 'www.example.com:80', same: true },
    { page: 'https://www.example.com:8443', host: 'WWW.example.com:8443', same: true },
    { page: 'http://[::1]:80', host: '[::1]', same: true },
    { page: 'https://www.example.com', host: 'www.example.com:', same: true },
    { page: 'https://www.example.com', host: 'www.example.com:80', same: false },
    { page: 'https://www.example.com', host: 'www.example.com:8443', same: false },
    { page: 'https://example.com', host: 'www.example.com', same: false },
  ];
  for (const { page, host, same } of pairs)
    for (const header of ['Origin', 'Referer'])
      test(`${header} ${page} ${same ? 'is' : 'is not'} the host ${host}`, async ({ start }) => {
        const { site } = await start({ parseUserAgent: false });
        const answer = await sendRaw(
          site,
          `GET /origin/ HTTP/1.1\r\nHost: ${host}\r\n${header}: ${page}\r\nX-Forwarded-For: ${VISITOR}\r\nConnection: close\r\n\r\n`,
        );
        expect(statusOf(answer)).toBe(same ? 200 : 403);
      });
});

test.describe('with the option allowedHosts, other hosts get 421', () => {
  const hosts = ['www.Example.com', 'localhost', '[2001:DB8::1]', '203.0.113.7'];
  const asked = (site: string, host: string, target = '/origin/') =>
    sendRaw(
      site,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${VISITOR}\r\nConnection: close\r\n\r\n`,
    );

  for (const host of [
    'www.example.com',
    'WWW.EXAMPLE.COM',
    'www.example.com:8443',
    'localhost:1',
    '[2001:db8::1]:80',
    '203.0.113.7',
  ])
    test(`${host} is accepted`, async ({ start }) => {
      const { site } = await start({ allowedHosts: hosts, parseUserAgent: false });
      expect(statusOf(await asked(site, host))).toBe(200);
    });

  for (const host of [
    'evil.example',
    'example.com',
    'www.example.com.evil.example',
    'evil-www.example.com',
    '127.0.0.1',
    '[::1]',
    '2130706433',
  ])
    test(`${host} gets 421, and no call is made`, async ({ start }) => {
      const { site, usage } = await start({ allowedHosts: hosts });
      for (const target of ['/origin/', '/origin/AS', '/elsewhere']) {
        const answer = await asked(site, host, target);
        expect(statusOf(answer)).toBe(421);
        const message = expect.stringContaining(`'${host}'`);
        expect(await errorOf(answer)).toMatchObject({ code: 'MISDIRECTED_REQUEST', message });
      }
      expect((await usage()).requests).toBe(0);
    });

  // Since June 2026, the URL Standard accepts such a label. Node 24 follows it, Node 20 and 22 don't.
  test('a label of broken Punycode gets 421, or 400 on older Nodes, and no call is made', async ({
    start,
  }) => {
    const { site, usage } = await start({ allowedHosts: hosts });
    expect(statusOf(await asked(site, 'xn--a'))).toBe(URL.canParse('http://xn--a/') ? 421 : 400);
    expect((await usage()).requests).toBe(0);
  });

  test('a request without a host gets 421', async ({ start }) => {
    const { site } = await start({ allowedHosts: hosts });
    expect(statusOf(await sendRaw(site, 'GET /origin/ HTTP/1.0\r\n\r\n'))).toBe(421);
  });

  test('the header is preferred to the URL, which has localhost in some frameworks', async () => {
    const relay = createRelay({
      baseUrl: 'https://example.com/',
      apiKey: 'key-1',
      allowedHosts: ['www.example.com'],
      clientIp: () => VISITOR,
      fetch: async () => Response.json({ ip: VISITOR }),
    });
    const status = async (url: string, host?: string) => {
      const headers = new Headers(host ? { 'X-Host': host } : {});
      const request = new Request(url, { headers });
      if (host) Object.defineProperty(request, 'headers', { value: new Map([['host', host]]) });
      return (await relay(request)).status;
    };
    expect(await status('http://localhost:3000/origin/', 'www.example.com')).toBe(200);
    expect(await status('http://www.example.com/origin/', 'localhost')).toBe(421);
    expect(await status('https://www.example.com/origin/')).toBe(200);
    expect(await status('https://evil.example/origin/')).toBe(421);
  });
});

test.describe('pages of allowed origins get data too', () => {
  const PAGE = 'https://www.example.com';
  const allowedOrigins = [PAGE, 'http://localhost:3000'];

  test('later changes of the list have no effect', async ({ start }) => {
    const list = [PAGE];
    const { ask } = await start({ allowedOrigins: list });
    list[0] = 'https://evil.example';
    list.push('https://other.example');
    const status = async (origin: string) => (await ask('', { headers: { Origin: origin } })).status;
    expect([
      await status(PAGE),
      await status('https://evil.example'),
      await status('https://other.example'),
    ]).toEqual([200, 403, 403]);
  });

  test('they may read data, errors and Retry-After', async ({ start }) => {
    const { ask } = await start({ allowedOrigins });
    const headers = { Origin: PAGE, 'Sec-Fetch-Site': 'cross-site' };
    for (const [path, status] of [
      ['', 200],
      ['?ua=x', 400],
    ] as const) {
      const answer = await ask(path, { headers });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
      expect(answer.headers.get('access-control-expose-headers')).toBe('Retry-After');
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  test('so do those of an app, whose origin has a scheme of its own', async ({ start }) => {
    const { ask } = await start({ allowedOrigins: ['capacitor://localhost'] });
    const answer = await ask('', { headers: { Origin: 'capacitor://localhost' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('capacitor://localhost');
    expect(answer.status).toBe(200);
    expect((await ask('', { headers: { Origin: 'ionic://localhost' } })).status).toBe(403);
  });

  test('by the URL of the page too, if it is http or https', async ({ start }) => {
    const { ask } = await start({ allowedOrigins });
    const status = async (page: string) => (await ask('', { headers: { Referer: page } })).status;
    expect(await status(`${PAGE}/page`)).toBe(200);
    expect(await status(`blob:${PAGE}/page`)).toBe(403);
  });

  for (const origin of [
    'https://example.com',
    `${PAGE}.evil.example`,
    'http://www.example.com',
    `${PAGE}:444`,
    'null',
  ])
    test(`${origin} is not one of them`, async ({ start }) => {
      const { ask, usage } = await start({ allowedOrigins });
      const answer = await ask('', { headers: { Origin: origin } });
      expect(answer.status).toBe(403);
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
      expect((await usage()).requests).toBe(0);
    });
});

test.describe('nobody can look up another browser or another IP address', () => {
  for (const query of ['?ua=curl/8', '?ua=', '?x=1&ua=curl', '?%75a=curl', '?ua=a&ua=b'])
    test(`user_agent${query} is refused`, async ({ start }) => {
      const { ask, usage } = await start();
      for (const path of ['', 'AS', 'user_agent']) {
        const response = await ask(`${path}${query}`);
        expect(response.status).toBe(400);
        expect(await errorOf(response)).toMatchObject({
          code: 'BAD_REQUEST',
          message: "The relay parses the visitor's own User-Agent only.",
        });
      }
      expect((await usage()).requests).toBe(0);
    });

  test('no other parameter reaches the service, so none causes a further call', async ({ start }) => {
    const { ask, usage } = await start({ parseUserAgent: false });
    for (const query of [
      '',
      '?key=other',
      '?ip=8.8.8.8',
      '?from=8.8.8.8',
      '?fields=ip',
      '?fields=location',
      '?_=1',
    ])
      expect((await ask(query)).status).toBe(200);
    expect((await usage()).log).toEqual([{ method: 'GET', path: `/${VISITOR}`, status: 200, credits: 1 }]);
  });
});

test.describe('a strange User-Agent is harmless', () => {
  test('a long one is not parsed; the rest of the data is sent', async ({ start }) => {
    const { ask, usage } = await start();
    const headers = { 'User-Agent': 'x'.repeat(1025) };
    const data = await (await ask('', { headers })).json();
    expect(data.ip).toBe(VISITOR);
    expect(data).not.toHaveProperty('user_agent');
    const response = await ask('user_agent', { headers });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ message: expect.stringContaining('1024') });
    expect((await usage()).credits).toBe(1);
    headers['User-Agent'] = 'x'.repeat(1024);
    expect((await ask('user_agent', { headers })).status).toBe(200);
  });

  test('a huge one, over many packets', async ({ start }) => {
    const { askRaw, usage } = await start();
    const answer = await askRaw('/origin/', { 'X-Forwarded-For': VISITOR, 'User-Agent': 'x'.repeat(60_000) });
    expect(statusOf(answer)).toBe(200);
    expect((await usage()).credits).toBe(1);
  });

  test('none at all', async ({ start }) => {
    const { askRaw, usage } = await start();
    const answer = await askRaw('/origin/');
    expect(statusOf(answer)).toBe(200);
    expect(statusOf(await askRaw('/origin/user_agent'))).toBe(400);
    expect((await usage()).credits).toBe(1);
  });

  for (const split of [
    'a\r\n X-Injected: 1',
    'a\nX-Injected: 1',
    'a\rX-Injected: 1',
    'a\0b',
    'a\x01b',
    'a\x7fb',
  ])
    test(`one that would split a header: ${JSON.stringify(split)}`, async ({ start }) => {
      const received: string[] = [];
      const upstream = await serveListener((req, res) => {
        received.push(...req.rawHeaders);
        res.end('{}');
      });
      const { askRaw } = await start({ baseUrl: upstream.base });
      const answer = await askRaw('/origin/user_agent', { 'X-Forwarded-For': VISITOR, 'User-Agent': split });
      expect([200, 400]).toContain(statusOf(answer));
      expect(received.join('\n')).not.toMatch(/injected/i);
      await upstream.close();
    });

  test('quotes, markup and other alphabets arrive as data', async ({ start }) => {
    const { askRaw } = await start();
    const header = '"],"x":["</script>\\u0000 {{7*7}} \u00e9';
    const answer = await askRaw('/origin/user_agent', { 'X-Forwarded-For': VISITOR, 'User-Agent': header });
    expect(statusOf(answer)).toBe(200);
    const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1').toString();
    expect(JSON.parse(body).header).toContain('"],"x":["</script>\\u0000 {{7*7}}');
  });

  test('the first of two is used', async ({ start }) => {
    const { askRaw } = await start();
    const two = `${USER_AGENT}\r\nUser-Agent: curl/8`;
    const answer = await askRaw('/origin/user_agent', { 'X-Forwarded-For': VISITOR, 'User-Agent': two });
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ header: USER_AGENT });
  });
});
