import { expect } from 'vitest';
import { jsonRequest, sendRaw, startService } from '../../support/service.js';
import { test } from './fixtures.js';

test.describe('from/<ip>/ responds as if called from that IP address', () => {
  const visitors = [
    { from: '8.8.8.8', ip: '8.8.8.8' },
    { from: '2606:4700:4700::1111', ip: '2606:4700:4700::1111' },
    { from: '2606%3A4700%3A4700%3A%3A1111', ip: '2606:4700:4700::1111' },
    { from: '2606:4700:4700:0:0:0:0:1111', ip: '2606:4700:4700::1111' },
    { from: '::ffff:8.8.8.8', ip: '8.8.8.8' },
    { from: '::FFFF:808:808', ip: '8.8.8.8' },
  ];
  for (const { from, ip } of visitors)
    test(`from/${from}/ is ${ip}`, async ({ ask }) => {
      expect(await (await ask(`/from/${from}/?fields=ip`)).json()).toEqual({ ip });
    });

  test('on the ASN lookup too', async ({ ask }) => {
    expect(await (await ask('/from/8.8.8.8/AS')).json()).toMatchObject({ asn: 15169 });
  });

  for (const path of ['/', '/AS'])
    test(`a private IP address is reserved on ${path}, also this machine's own`, async ({ ask }) => {
      for (const address of ['10.0.0.1', '127.0.0.1', '::1', '::ffff:127.0.0.1']) {
        const response = await ask(`/from/${address}${path}`);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ code: 'RESERVED_IP_ADDRESS' });
      }
    });

  test('an invalid IP address is refused', async ({ ask }) => {
    for (const address of ['nonsense', '1.2.3', '', '::1%25eth0'])
      expect(await (await ask(`/from/${address}/`)).json()).toMatchObject({ code: 'INVALID_IP_ADDRESS' });
  });
});

test('a caller on the loopback interface gets the visitor’s IP address', async () => {
  for (const visitor of ['8.8.8.8', '2606:4700:4700::1111']) {
    const service = await startService({ visitor });
    expect(await (await fetch(`${service.base}/?key=demo-open&fields=ip`)).json()).toEqual({ ip: visitor });
    await service.close();
  }
});

test('an invalid visitor is refused at the start', async () => {
  await expect(async () => startService({ visitor: '1.2.3' })).rejects.toThrow(
    /visitor is '1\.2\.3'\. Use one/,
  );
});

test('the X-Forwarded-For header changes nothing', async ({ ask }) => {
  const response = await ask('/?fields=ip', {
    headers: { 'X-Forwarded-For': '8.8.8.8', Forwarded: 'for=8.8.8.8' },
  });
  expect(await response.json()).toEqual({ ip: '81.2.69.142' });
});

test.describe('visit/<name>/ counts, usage/<name> reports', () => {
  test('requests, preflights and credits apart, in order', async ({ base, ask }) => {
    await ask('/visit/a/8.8.8.8,1.1.1.1?fields=ip');
    await ask('/visit/a/', { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } });
    await ask('/visit/a/', jsonRequest(['8.8.8.8']));
    await ask('/visit/a/nonsense');
    await ask('/visit/b/AS', { method: 'HEAD' });
    const usage = async (name: string) => (await fetch(`${base}/usage/${name}`)).json();
    expect(await usage('a')).toEqual({
      requests: 3,
      preflights: 1,
      credits: 5,
      log: [
        { method: 'GET', path: '/8.8.8.8,1.1.1.1?fields=ip', status: 200, credits: 3 },
        { method: 'OPTIONS', path: '/', status: 204, credits: 0 },
        { method: 'POST', path: '/', status: 200, credits: 2 },
        { method: 'GET', path: '/nonsense', status: 400, credits: 0 },
      ],
    });
    expect(await usage('b')).toMatchObject({
      requests: 1,
      credits: 1,
      log: [{ method: 'HEAD', path: '/AS' }],
    });
    expect(await usage('c')).toEqual({ requests: 0, preflights: 0, credits: 0, log: [] });
  });

  test('to any page, without a key', async ({ ask }) => {
    const response = await ask('/usage/a', { key: null, headers: { Origin: 'https://example.org' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('never with a key, however it was spelt', async ({ base }) => {
    for (const query of ['?key=my-secret', '?k%65y=my-secret', '?fields=ip&key=my-secret&key=my-secret'])
      await fetch(`${base}/visit/a/${query}`, { headers: { Authorization: 'ApiKey my-secret' } });
    const usage = await (await fetch(`${base}/usage/a`)).text();
    expect(usage).toContain('"requests":3');
    expect(usage).toContain('"path":"/?fields=ip"');
    expect(usage).not.toContain('my-secret');
  });

  test('with the last 200 requests of a visit and the last 1,000 visits in memory', async ({ base }) => {
    const target = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const last = 'GET /usage/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const one = await sendRaw(base, `${target('/visit/a/nonsense').repeat(250)}${last}`);
    const { requests, log } = JSON.parse(/\{"requests".*\}/.exec(one)?.[0] ?? '{}');
    expect([requests, log.length]).toEqual([250, 200]);
    const others = Array.from({ length: 1000 }, (_, i) => target(`/visit/b${i}/nonsense`));
    expect(await sendRaw(base, `${others.join('')}${last}`)).toContain('{"requests":0');
  });

  test('a visit without a name is refused', async ({ ask }) => {
    for (const path of ['/usage/', '/usage']) {
      const response = await ask(path, { key: null });
      expect(response.status).toBe(path === '/usage/' ? 404 : 401);
    }
    expect(await (await ask('/usage/')).json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a visit with an impossible name is refused', async ({ ask }) => {
    for (const name of ['', '%20', 'a%2Fb', 'x'.repeat(101)])
      expect(await (await ask(`/visit/${name}/`)).json()).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

test('prefixes combine in any order', async ({ ask }) => {
  for (const path of [
    '/from/8.8.8.8/fault/slow-1/visit/a/AS',
    '/visit/a/from/8.8.8.8/fault/slow-1/AS',
    '/fault/slow-1/visit/a/from/8.8.8.8/AS',
  ])
    expect(await (await ask(path)).json()).toMatchObject({ asn: 15169 });
  expect(await (await ask('/usage/a', { key: null })).json()).toMatchObject({ requests: 3, credits: 3 });
});

test('a prefix may end without a slash, and appears once', async ({ ask }) => {
  expect(await (await ask('/from/8.8.8.8?fields=ip')).json()).toEqual({ ip: '8.8.8.8' });
  expect(await (await ask('/from/8.8.8.8/from/1.1.1.1/')).json()).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('from/ appears twice'),
  });
});
