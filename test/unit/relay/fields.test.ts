import { expect } from 'vitest';
import { createService } from '../../../demo/service/service.js';
import { parseFields, pickFields } from '../../../src/relay/http/fields.js';
import { errorOf, USER_AGENT, VISITOR } from '../../support/relay.js';
import { test } from './fixtures.js';

/** What a selection leaves of the visitor's IP data. Its country has the code GB and the name United Kingdom. */
const selections: Record<string, unknown> = {
  ip: { ip: VISITOR },
  'location.country.code': { location: { country: { code: 'GB' } } },
  'location.country[code,name]': { location: { country: { code: 'GB', name: 'United Kingdom' } } },
  'location[country[code,flag.emoji],in_eu],ip': {
    ip: VISITOR,
    location: { country: { code: 'GB', flag: { emoji: '🇬🇧' } }, in_eu: false },
  },
  ' ip , location [ country . code ] ': { ip: VISITOR, location: { country: { code: 'GB' } } },
  'ip,,': { ip: VISITOR },
  'location.country.languages.code': { location: { country: { languages: [{ code: 'en' }] } } },
  'location.country.languages[code]': { location: { country: { languages: [{ code: 'en' }] } } },
  'connection[asn,route],-connection.route': { connection: { asn: 20712 } },
  'connection[asn,-asn]': { connection: {} },
  'user_agent.os,-user_agent.os[type,version]': { user_agent: { os: { name: 'Linux' } } },
  '-**': {},
  nothing: {},
  'ip.x,__proto__.x,constructor': {},
};
for (const [fields, expected] of Object.entries(selections))
  test(`fields=${fields} selects the same through the relay and from the service`, async ({ start }) => {
    const { ask } = await start();
    const query = `?fields=${encodeURIComponent(fields)}`;
    expect(await (await ask(query)).json()).toEqual(expected);
    const direct = new Request(`http://service/${query}&key=demo-open`, {
      headers: { 'User-Agent': USER_AGENT },
    });
    expect(await (await createService().handle(direct, '127.0.0.1')).json()).toEqual(expected);
  });

test.describe('exclusions', () => {
  const whole = async (ask: (query: string) => Promise<Response>) => (await ask('')).json();

  test('remove from everything if nothing is selected, and `**` is everything', async ({ start }) => {
    const { ask } = await start();
    const { location, security, ...rest } = await whole(ask);
    for (const fields of ['-location,-security', '**,-location,-security'])
      expect(await (await ask(`?fields=${fields}`)).json()).toEqual(rest);
  });

  test('remove parts of a field, even of a single selected one', async ({ start }) => {
    const { ask } = await start();
    const { connection } = await whole(ask);
    const { route, ...rest } = connection;
    for (const fields of [
      'connection,-connection.route',
      'connection[-route]',
      'connection.**,-connection.route',
    ])
      expect(await (await ask(`?fields=${fields}`)).json()).toEqual({ connection: rest });
  });

  test('apply to the items of arrays', async ({ start }) => {
    const { ask } = await start();
    const { location } = await (
      await ask('?fields=location.country.languages,-location.country.languages.native')
    ).json();
    expect(location.country.languages).toEqual([{ code: 'en', name: 'English' }]);
  });
});

test('values without fields have no selected fields, and lose none', () => {
  const data = { ip: '8.8.8.8', city: null, list: ['x', null, { name: 'y', code: 'z' }, [{ name: 'w' }]] };
  const picked = (fields: string) => pickFields(data, parseFields(fields));
  expect(picked('ip.x,city.x,list.name')).toEqual({ list: [{ name: 'y' }, [{ name: 'w' }]] });
  expect(picked('-ip.x,-city.x,-list.name')).toEqual({
    ...data,
    list: ['x', null, { code: 'z' }, [{}]],
  });
  expect(Object.keys(picked('ip.x,city.x'))).toEqual([]);
  expect(picked('a.b.c.d.e.f.g.h.i.j')).toEqual({});
  expect(picked('')).toBe(data);
  expect(parseFields(' , ')).toBeUndefined();
});

test('other parameters and an empty selection change nothing', async ({ start }) => {
  const { ask } = await start();
  const whole = await (await ask()).json();
  for (const query of [
    '?',
    '?v=1',
    '?fields',
    '?fields=',
    '?fields=,',
    '?fields=%20',
    '?field=ip',
    '?Fields=ip',
  ])
    expect(await (await ask(query)).json(), query).toEqual(whole);
});

test('a thousand characters are allowed, one more is too long', async ({ start }) => {
  const { ask, usage } = await start({ parseUserAgent: false });
  const fields = `ip,${'x'.repeat(997)}`;
  const answer = await ask(`?fields=${fields}`);
  expect([answer.status, await answer.json()]).toEqual([200, { ip: VISITOR }]);
  const refused = await ask(`?fields=${fields}x`);
  expect([refused.status, (await errorOf(refused)).code]).toEqual([400, 'BAD_REQUEST']);
  expect((await usage()).requests).toBe(1);
});

test('the wider of two selections wins', async ({ start }) => {
  const { ask } = await start();
  const { location } = await (await ask('?fields=location')).json();
  for (const fields of ['location.city,location', 'location,location.country.code'])
    expect(await (await ask(`?fields=${fields}`)).json()).toEqual({ location });
});

test.describe('the parsing is saved only if the selection excludes the browser', () => {
  const spared = [
    'ip',
    '-user_agent',
    '**,-user_agent',
    'user_agent,-user_agent',
    'user_agents',
    'ip,x.user_agent',
  ];
  const wanted = [
    'user_agent',
    'user_agent.name',
    'user_agent[os[name]]',
    '-ip',
    '-user_agent.name',
    '**',
    ' user_agent',
  ];
  for (const fields of [...spared, ...wanted])
    test(`fields=${fields}`, async ({ start }) => {
      const { ask, usage } = await start();
      const data = await (await ask(`?fields=${encodeURIComponent(fields)}`)).json();
      expect('user_agent' in data).toBe(wanted.includes(fields));
      expect((await usage()).credits).toBe(wanted.includes(fields) ? 2 : 1);
    });
});

for (const fields of [
  'a[',
  'a]',
  'a[]',
  'a[,]',
  '[a]',
  '[',
  ']',
  'a[b',
  'a[b]]',
  'a[b]c',
  'a[[b]]',
  '-a[-b]',
  '-a[b,-c]',
  `${'a['.repeat(300)}b${']'.repeat(300)}`,
])
  test(`fields=${fields.slice(0, 20)} is refused before any call`, async ({ start }) => {
    const { ask, usage } = await start();
    for (const path of ['', 'AS', 'user_agent']) {
      const response = await ask(`${path}?fields=${encodeURIComponent(fields)}`);
      expect(response.status).toBe(400);
      expect(await errorOf(response)).toMatchObject({ code: 'INVALID_FILTER_SYNTAX' });
    }
    expect((await usage()).requests).toBe(0);
    const direct = new Request(`http://service/8.8.8.8?fields=${encodeURIComponent(fields)}&key=demo-open`);
    const answer = await createService().handle(direct, '127.0.0.1');
    expect([answer.status, answer.headers.get('ipregistry-credits-consumed')]).toEqual([400, null]);
    expect(await errorOf(answer)).toMatchObject({ code: 'INVALID_FILTER_SYNTAX' });
  });

for (const [fields, why] of Object.entries({
  'a]': "unexpected ']'",
  'a[b]c': "missing ','",
  '[a]': "a field without a name in '['",
  'a..b': "a field without a name in 'a..b'",
  'a[b': "missing ']'",
  'a[]': "nothing between '[' and ']'",
  '-a[-b]': "'-' inside an excluded field",
  'a.b.c.d.e[f.g.h.i.j.k]': 'a path goes at most 10 fields deep',
}))
  test(`fields=${fields} gets the message: ${why}`, () => {
    const details = { found: expect.stringContaining(why) };
    expect(() => parseFields(fields)).toThrow(expect.objectContaining({ details }));
  });

test("the service's errors inside a batch stay whole", async () => {
  const request = new Request('http://service/8.8.8.8,10.0.0.1?fields=ip&key=demo-open');
  const { results } = await (await createService().handle(request, '127.0.0.1')).json();
  expect(results).toEqual([
    { ip: '8.8.8.8' },
    { code: 'RESERVED_IP_ADDRESS', message: expect.any(String), resolution: expect.any(String) },
  ]);
});
