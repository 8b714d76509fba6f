import { expect } from 'vitest';
import { creditsOf, jsonRequest, rawGet, sendRaw } from '../../support/service.js';
import { test } from './fixtures.js';

/** Expects an error body without a stack trace. */
async function expectRefusal(response: Response, status: number, code: string): Promise<void> {
  const body = await response.json();
  expect(response.status).toBe(status);
  expect(body).toEqual({ code, message: expect.any(String), resolution: expect.any(String) });
  expect(JSON.stringify(body)).not.toMatch(/node_modules|at file:|\.ts:\d|Error:/);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(creditsOf(response)).toBeNull();
}

const addresses = [
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '010.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '1.1.1.1:80',
  '1.1.1.1/24',
  ' 1.1.1.1',
  '[2606:4700:4700::1111]',
  '::1%eth0',
  '2606:4700::1111::',
  ':::',
  'not-an-ip',
  '１.1.1.1',
  'as15169',
  'favicon.ico',
];
for (const address of addresses)
  test(`’${address}’ is not an IP address`, async ({ ask }) => {
    const code = address === 'as15169' ? 'INVALID_ASN' : 'INVALID_IP_ADDRESS';
    await expectRefusal(await ask(`/${encodeURIComponent(address)}`), 400, code);
  });

const reserved =
  '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.1.1 172.31.255.255 192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 ' +
  '198.51.100.1 203.0.113.1 224.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1 ff02::1 2001:db8::1 64:ff9b::1 3fff::1 ' +
  '::ffff:10.0.0.1 ::ffff:7f00:1';
for (const address of reserved.split(' '))
  test(`${address} is reserved`, async ({ ask }) => {
    await expectRefusal(await ask(`/${address}`), 400, 'RESERVED_IP_ADDRESS');
  });

const asns = [
  { asn: 'AS0', code: 'RESERVED_ASN' },
  { asn: 'AS23456', code: 'RESERVED_ASN' },
  { asn: 'AS64496', code: 'RESERVED_ASN' },
  { asn: 'AS64512', code: 'RESERVED_ASN' },
  { asn: 'AS65535', code: 'RESERVED_ASN' },
  { asn: 'AS131071', code: 'RESERVED_ASN' },
  { asn: 'AS4200000000', code: 'RESERVED_ASN' },
  { asn: 'AS4294967295', code: 'RESERVED_ASN' },
  { asn: 'AS4294967296', code: 'INVALID_ASN' },
  { asn: 'AS99999999999', code: 'INVALID_ASN' },
  { asn: 'AS015169', code: 'INVALID_ASN' },
  { asn: 'AS-1', code: 'INVALID_ASN' },
  { asn: 'AS1.5', code: 'INVALID_ASN' },
  { asn: 'AS1e3', code: 'INVALID_ASN' },
  { asn: 'ASfoo', code: 'INVALID_ASN' },
];
for (const { asn, code } of asns)
  test(`${asn} is refused as ${code}`, async ({ ask }) => {
    await expectRefusal(await ask(`/${asn}`), 400, code);
  });

test('an AS number that announces nothing is unknown', async ({ ask }) => {
  await expectRefusal(await ask('/AS4199999999'), 404, 'UNKNOWN_ASN');
});

test('a message names what was found, but not all of a long one', async ({ ask }) => {
  expect((await (await ask('/1.2.3')).json()).message).toBe("'1.2.3' is not an IP address.");
  expect((await (await ask(`/${'x'.repeat(5000)}`)).json()).message.length).toBeLessThan(200);
});

for (const path of [
  '/a/b',
  '/8.8.8.8/',
  '/AS/',
  '//',
  '/user_agent/',
  '/from',
  '/usage/a/b',
  '/8.8.8.8/AS15169',
])
  test(`there is nothing at ${path}`, async ({ base, ask }) => {
    if (path === '/from') return expectRefusal(await ask(path), 400, 'INVALID_IP_ADDRESS');
    const answer = await rawGet(base, `${path}?key=demo-open`);
    expect(answer).toMatch(/^HTTP\/1.1 404 .*"code":"NOT_FOUND"/s);
  });

test.describe('a batch', () => {
  for (const path of ['/', '/user_agent']) {
    const bodies = {
      'an empty array': '[]',
      'an object': '{"0":"8.8.8.8"}',
      'a string': '"8.8.8.8"',
      null: 'null',
      numbers: '[1,2]',
      'a mixture': '["8.8.8.8",null]',
      'nested arrays': '[["8.8.8.8"]]',
      'broken JSON': '["8.8.8.8"',
      nothing: '',
    };
    for (const [name, body] of Object.entries(bodies))
      test(`of ${name} is refused by POST ${path}`, async ({ ask }) => {
        await expectRefusal(await ask(path, { ...jsonRequest(0), body }), 400, 'BAD_REQUEST');
      });

    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      test(`of content type '${type}' is refused by POST ${path}`, async ({ ask }) => {
        const body = new TextEncoder().encode('["8.8.8.8"]');
        await expectRefusal(
          await ask(path, { method: 'POST', headers: { 'Content-Type': type }, body }),
          400,
          'BAD_REQUEST',
        );
      });

    test(`that is not UTF-8 is refused by POST ${path}`, async ({ ask }) => {
      const body = Uint8Array.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]);
      await expectRefusal(await ask(path, { ...jsonRequest(0), body }), 400, 'BAD_REQUEST');
    });

    test(`of more than a mebibyte is refused by POST ${path}, announced or not`, async ({ ask }) => {
      const body = JSON.stringify(['x'.repeat(1_048_576)]);
      await expectRefusal(await ask(path, { ...jsonRequest(0), body }), 413, 'CONTENT_TOO_LARGE');
      const stream = new Blob([body]).stream();
      const unannounced = { ...jsonRequest(0), body: stream, duplex: 'half' };
      await expectRefusal(await ask(path, unannounced), 413, 'CONTENT_TOO_LARGE');
    });

    test(`of application/json with a charset is accepted by POST ${path}`, async ({ ask }) => {
      const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
      expect((await ask(path, { ...jsonRequest(['8.8.8.8']), headers })).status).toBe(200);
    });
  }

  test('that is too long leaves the connection usable', async ({ base }) => {
    const body = `["${'x'.repeat(1_100_000)}"]`;
    const post = 'POST /?key=demo-open HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const next = 'GET /8.8.8.8?key=demo-open HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const announced = await sendRaw(base, `${post}Content-Length: ${body.length}\r\n\r\n${body}${next}`);
    expect(announced).toMatch(/^HTTP\/1.1 413 .*HTTP\/1.1 200 /s);
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
    const chunked = await sendRaw(
      base,
      `${post}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n${next}`,
    );
    expect(chunked).toMatch(/^HTTP\/1.1 413 .*HTTP\/1.1 200 /s);
  });

  test('by GET with an empty entry answers it as an error object', async ({ ask }) => {
    const { results } = await (await ask('/8.8.8.8,')).json();
    expect(results).toMatchObject([{ ip: '8.8.8.8' }, { code: 'INVALID_IP_ADDRESS' }]);
  });
});

test.describe('percent-encoding', () => {
  for (const path of [
    '/%',
    '/%zz',
    '/8.8.8.8%',
    '/%ff',
    '/%c3%28',
    '/user_agent?ua=%',
    '/user_agent?ua=%ff',
    '/?x=%2',
  ])
    test(`broken as in ${path} is refused`, async ({ base }) => {
      const answer = await rawGet(base, `${path}${path.includes('?') ? '&' : '?'}key=demo-open`);
      expect(answer).toMatch(/^HTTP\/1.1 400 .*"code":"BAD_REQUEST"/s);
    });

  test('that is whole is understood', async ({ ask }) => {
    expect(await (await ask('/2606%3A4700%3A4700%3A%3A1111?fields=ip')).json()).toEqual({
      ip: '2606:4700:4700::1111',
    });
    expect(await (await ask('/8.8.8.8%2c1.1.1.1?fields=ip')).json()).toEqual({
      results: [{ ip: '8.8.8.8' }, { ip: '1.1.1.1' }],
    });
  });
});

test.describe('a wrong method', () => {
  const wrong = [
    { path: '/', methods: ['PUT', 'PATCH', 'DELETE'], allow: 'GET, HEAD, POST, OPTIONS' },
    { path: '/user_agent', methods: ['PUT', 'PATCH', 'DELETE'], allow: 'GET, HEAD, POST, OPTIONS' },
    { path: '/AS', methods: ['POST', 'PUT', 'DELETE'], allow: 'GET, HEAD, OPTIONS' },
    { path: '/8.8.8.8', methods: ['POST', 'PUT', 'DELETE'], allow: 'GET, HEAD, OPTIONS' },
    { path: '/AS15169', methods: ['POST', 'PUT', 'DELETE'], allow: 'GET, HEAD, OPTIONS' },
    { path: '/usage/a', methods: ['POST', 'PUT', 'DELETE'], allow: 'GET, HEAD, OPTIONS' },
  ];
  for (const { path, methods, allow } of wrong)
    for (const method of methods)
      test(`${method} ${path} is refused, naming those allowed`, async ({ ask }) => {
        const response = await ask(path, { method });
        expect(response.headers.get('allow')).toBe(allow);
        await expectRefusal(response, 405, 'METHOD_NOT_ALLOWED');
      });
});

test('a User-Agent string of any length or none is parsed', async ({ ask }) => {
  const strings = ['', ' ', 'x'.repeat(500_000), '('.repeat(50_000), '\u0000', '💥', '__proto__/1.0'];
  const { results } = await (await ask('/user_agent', jsonRequest(strings))).json();
  expect(results.map(({ header }: { header: string }) => header)).toEqual(strings);
  expect(results[0]).toMatchObject({ name: null, type: null, version: null });
});

test('a caller without a User-Agent header gets nulls', async ({ base }) => {
  const answer = await rawGet(base, '/user_agent?key=demo-open&fields=header,name,type');
  expect(answer).toContain('{"header":null,"name":null,"type":null}');
});

test.describe('a request that is not valid HTTP gets a documented error', () => {
  for (const target of ['/a/../8.8.8.8', '/.', '/%2e%2e/8.8.8.8', '/8.8.8.8#x', '/\\8.8.8.8'])
    test(target, async ({ base }) => {
      const answer = await rawGet(base, target);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer.toLowerCase()).toContain('access-control-allow-origin: *');
      expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toEqual({
        code: 'BAD_REQUEST',
        message: expect.any(String),
        resolution: expect.any(String),
      });
    });
});
