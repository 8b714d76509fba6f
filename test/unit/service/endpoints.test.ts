import { expect } from 'vitest';
import { creditsOf, jsonRequest } from '../../support/service.js';
import { test } from './fixtures.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36';

/** Each endpoint, with what its response must contain. */
const rows = [
  {
    row: '1 Single IP lookup',
    path: '/8.8.8.8',
    credits: 1,
    holds: { ip: '8.8.8.8', connection: { asn: 15169 } },
  },
  {
    row: '1 Single IP lookup of IPv6',
    path: '/2606:4700:4700::1111',
    credits: 1,
    holds: { ip: '2606:4700:4700::1111', type: 'IPv6', connection: { asn: 13335 } },
  },
  {
    row: '2 Batch IP lookup by GET',
    path: '/8.8.8.8,2606:4700:4700::1111,1.1.1.1',
    credits: 4,
    holds: { results: [{ ip: '8.8.8.8' }, { ip: '2606:4700:4700::1111' }, { ip: '1.1.1.1' }] },
  },
  {
    row: '2 Batch IP lookup by POST',
    path: '/',
    body: ['8.8.8.8', '2606:4700:4700::1111'],
    credits: 3,
    holds: { results: [{ ip: '8.8.8.8' }, { ip: '2606:4700:4700::1111' }] },
  },
  {
    row: '3 Origin IP lookup',
    path: '/',
    credits: 1,
    holds: { ip: '81.2.69.142', connection: { asn: 20712 }, user_agent: { header: CHROME, name: 'Chrome' } },
  },
  {
    row: '4 User-Agent parsing',
    path: '/user_agent',
    body: [CHROME, 'curl/8.5.0'],
    credits: 3,
    holds: { results: [{ name: 'Chrome' }, { name: 'curl' }] },
  },
  {
    row: '4 User-Agent parsing of one string',
    path: '/user_agent',
    body: ['curl/8.5.0'],
    credits: 1,
    holds: { results: [{ header: 'curl/8.5.0' }] },
  },
  {
    row: '5 Origin User-Agent parsing',
    path: '/user_agent',
    credits: 1,
    holds: { header: CHROME, name: 'Chrome' },
  },
  {
    row: '5 Origin User-Agent parsing of ua',
    path: '/user_agent?ua=curl%2F8.5.0',
    credits: 1,
    holds: { header: 'curl/8.5.0', name: 'curl', version: '8.5.0' },
  },
  { row: '6 Single ASN lookup', path: '/AS15169', credits: 1, holds: { asn: 15169, name: 'Google LLC' } },
  {
    row: '7 Batch ASN lookup by GET',
    path: '/AS15169,AS13335,AS20712',
    credits: 4,
    holds: { results: [{ asn: 15169 }, { asn: 13335 }, { asn: 20712 }] },
  },
  {
    row: '7 Batch ASN lookup by POST',
    path: '/',
    body: ['AS15169', 'AS13335'],
    credits: 3,
    holds: { results: [{ asn: 15169 }, { asn: 13335 }] },
  },
  {
    row: '8 Origin ASN lookup',
    path: '/AS',
    credits: 1,
    holds: { asn: 20712, name: 'Andrews & Arnold Ltd' },
  },
] as const;

for (const { row, path, credits, holds, ...rest } of rows) {
  test(`endpoint ${row} responds and costs ${credits}`, async ({ ask }) => {
    const response = await ask(path, {
      ...('body' in rest ? jsonRequest(rest.body) : {}),
      headers: { 'User-Agent': CHROME, ...('body' in rest && { 'Content-Type': 'application/json' }) },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(creditsOf(response)).toBe(credits);
    const data = await response.json();
    expect(data).toMatchObject(holds);
    if ('results' in data) expect(Object.keys(data)).toEqual(['results']);
  });

  test(`endpoint ${row} responds in XML too`, async ({ ask }) => {
    const response = await ask(path, {
      ...('body' in rest ? jsonRequest(rest.body) : {}),
      headers: { Accept: 'application/xml', ...('body' in rest && { 'Content-Type': 'application/json' }) },
    });
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const body = await response.text();
    const root = 'results' in holds ? 'results' : 'result';
    expect(body).toMatch(
      new RegExp(`^<\\?xml version="1.0" encoding="UTF-8"\\?>\n<${root}>.*</${root}>\n$`, 's'),
    );
    if ('results' in holds) expect(body.split('<result>').length - 1).toBe(holds.results.length);
  });
}

test('one POST batch may mix IPv4, IPv6 and AS numbers', async ({ ask }) => {
  const response = await ask('/', jsonRequest(['8.8.8.8', 'AS15169', '2001:4860:4860::8888']));
  const { results } = await response.json();
  expect(results).toMatchObject([{ ip: '8.8.8.8' }, { asn: 15169 }, { ip: '2001:4860:4860::8888' }]);
  expect(creditsOf(response)).toBe(4);
});

test('a batch of one is wrapped and costs two', async ({ ask }) => {
  const response = await ask('/', jsonRequest(['8.8.8.8']));
  expect(await response.json()).toMatchObject({ results: [{ ip: '8.8.8.8' }] });
  expect(creditsOf(response)).toBe(2);
});

test('an entry that cannot be looked up is an error object at its place', async ({ ask }) => {
  const response = await ask(
    '/',
    jsonRequest(['8.8.8.8', '10.0.0.1', 'nonsense', 'AS0', 'AS99999999999', 'AS4199999999', '1.1.1.1']),
  );
  expect(response.status).toBe(200);
  const { results } = await response.json();
  expect(results[0].ip).toBe('8.8.8.8');
  expect(results.slice(1, 6).map(({ code }: { code: string }) => code)).toEqual([
    'RESERVED_IP_ADDRESS',
    'INVALID_IP_ADDRESS',
    'RESERVED_ASN',
    'INVALID_ASN',
    'UNKNOWN_ASN',
  ]);
  expect(results[6].ip).toBe('1.1.1.1');
});

test('origin User-Agent parsing without ua describes the caller’s own client', async ({ ask }) => {
  const data = await (await ask('/user_agent', { headers: { 'User-Agent': 'my-server/2.1' } })).json();
  expect(data).toMatchObject({
    header: 'my-server/2.1',
    name: 'my-server',
    version: '2.1',
    os: { name: null },
  });
});

test('the single ASN lookup accepts connection.asn of the single IP lookup', async ({ ask }) => {
  const { connection } = await (await ask('/81.2.69.142')).json();
  const network = await (await ask(`/AS${connection.asn}`)).json();
  expect(network).toMatchObject({ asn: connection.asn, name: connection.organization });
});

test('a single IP lookup has no data about the caller', async ({ ask }) => {
  expect(await (await ask('/8.8.8.8')).json()).not.toHaveProperty('user_agent');
});

test('HEAD responds like GET, without the body', async ({ ask }) => {
  const response = await ask('/8.8.8.8', { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(creditsOf(response)).toBe(1);
  expect(await response.text()).toBe('');
});

test.describe('choice of JSON or XML', () => {
  const choices = [
    { accept: '*/*', type: 'json' },
    { accept: 'application/json, text/xml;q=0.5', type: 'json' },
    { accept: 'text/xml', type: 'xml' },
    { accept: 'application/json;q=0.5, application/xml', type: 'xml' },
    { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', type: 'json' },
    { accept: 'application/xml;q=0, */*', type: 'json' },
    { accept: 'application/xml;q=0', type: 'json' },
    { accept: 'application/json;q=0, */*', type: 'xml' },
    { accept: 'application/json;q=0, application/xml;q=0.1', type: 'xml' },
    { accept: 'text/html;q=0, application/xml', type: 'xml' },
    { accept: 'text/plain', type: 'json' },
    { accept: 'application/xml; charset=utf-8', type: 'xml' },
    { accept: 'application/xml;charset=UTF-8', type: 'xml' },
    { accept: 'text/xml; charset="utf-8"', type: 'xml' },
    { accept: 'application/xml; charset=utf-8; q=0.9, application/json; q=0.5', type: 'xml' },
    { accept: 'application/xml; charset="a,b"; q=0.2, application/json;q=0.5', type: 'json' },
    { accept: 'application/json; charset=utf-8, application/xml; charset=utf-8;q=0.9', type: 'json' },
    { accept: 'text/html, application/xml; charset=utf-8', type: 'json' },
    { accept: 'application/xml; charset', type: 'xml' },
    { accept: 'application/xml;;', type: 'xml' },
    { accept: '', type: 'json' },
    { accept: 'application/xml', query: '?format=json', type: 'json' },
    { accept: 'application/json', query: '?format=xml', type: 'xml' },
  ];
  for (const { accept, query = '', type } of choices)
    test(`Accept: ${accept} ${query} gives ${type}`, async ({ ask }) => {
      const response = await ask(`/8.8.8.8${query}`, { headers: { Accept: accept } });
      expect(response.headers.get('content-type')).toContain(type);
    });

  test('every response has Vary: Accept and nosniff', async ({ ask }) => {
    for (const path of ['/8.8.8.8', '/nonsense', '/8.8.8.8?format=xml']) {
      const { headers } = await ask(path);
      expect([headers.get('vary'), headers.get('x-content-type-options')]).toEqual(['Accept', 'nosniff']);
    }
  });

  test('lists, empty values and lists in lists keep their place', async ({ ask }) => {
    const xml = async (path: string) => (await (await ask(path)).text()).split('\n')[1];
    expect(
      await xml('/from/sample-tor/?format=xml&fields=hostname,location.country[borders,languages.code]'),
    ).toBe(
      '<result><hostname>tor-exit.sample.example</hostname><location><country><borders/><languages><item><code>is</code></item></languages></country></location></result>',
    );
    expect(await xml('/8.8.8.8,1.1.1.1?format=xml&fields=ip,hostname')).toBe(
      '<results><result><ip>8.8.8.8</ip><hostname/></result><result><ip>1.1.1.1</ip><hostname/></result></results>',
    );
  });

  test('another format is refused by name', async ({ ask }) => {
    const response = await ask('/8.8.8.8?format=yaml');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining("'yaml'"),
    });
  });

  test('errors are XML if XML was requested', async ({ ask }) => {
    const response = await ask('/nonsense?format=xml');
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('<error><code>INVALID_IP_ADDRESS</code>');
  });

  test('markup and characters that XML cannot hold do not break the document', async ({ ask }) => {
    const response = await ask('/user_agent?format=xml', jsonRequest(['<b>&\u0000\u000b\uD800]]>']));
    expect(await response.text()).toContain('<header>&lt;b&gt;&amp;\uFFFD\uFFFD\uFFFD]]&gt;</header>');
  });
});
