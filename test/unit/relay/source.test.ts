import { expect } from 'vitest';
import { createRelay, LookupError } from '../../../src/relay/index.js';
import { relayListener } from '../../../src/relay/node.js';
import type { Source } from '../../../src/relay/options.js';
import { completeFromCountry } from '../../../src/relay/source-data.js';
import { errorOf, statusOf, USER_AGENT, VISITOR } from '../../support/relay.js';
import { rawGet, serveListener } from '../../support/service.js';
import { test } from './fixtures.js';

/** Data that already has all facts about its country. */
const country = completeFromCountry({
  location: { country: { code: 'GB' } },
  connection: { asn: 20712, organization: 'AAISP' },
});

/** Serves a relay with a data source for one test. Returns a function that sends requests as the visitor. */
async function over(source: Source, options: Record<string, unknown> = {}) {
  const { base, close } = await serveListener(
    relayListener({ source: source as never, trustProxies: 1, ...options }),
  );
  return {
    close,
    ask: (path = '', visitor = VISITOR, browser = USER_AGENT) =>
      fetch(`${base}/origin/${path}`, { headers: { 'User-Agent': browser, 'X-Forwarded-For': visitor } }),
  };
}

test.describe('a source supplies data without a service', () => {
  test('its IP data, with the address that it leaves out, and the browser', async () => {
    const browser = (header: string) => ({ header, name: 'Firefox' });
    const { ask, close } = await over({ ip: () => country, browser });
    expect(await (await ask()).json()).toEqual({ ip: VISITOR, ...country, user_agent: browser(USER_AGENT) });
    expect(await (await ask('user_agent')).json()).toEqual(browser(USER_AGENT));
    expect(await (await ask('?fields=location.country.code')).json()).toEqual({
      location: { country: { code: 'GB' } },
    });
    await close();
  });

  test('promises of it, and the address that the source itself names', async () => {
    const ip = async () => ({ ...country, ip: 'as the source says', user_agent: 'none of its business' });
    const { ask, close } = await over({ ip });
    expect(await (await ask()).json()).toEqual({ ...country, ip: 'as the source says' });
    await close();
  });

  test('the network by name where that is all there is', async () => {
    for (const [data, expected] of [
      [country, { asn: 20712, name: 'AAISP' }],
      [{ connection: { asn: 20712 } }, { asn: 20712, name: null }],
    ] as const) {
      const { ask, close } = await over({ ip: () => data });
      expect(await (await ask('AS')).json()).toEqual(expected);
      await close();
    }
  });

  test('the network in full where the source knows it', async () => {
    const { ask, close } = await over({
      ip: () => country,
      network: (asn) => ({ asn, name: 'Andrews & Arnold' }),
    });
    expect(await (await ask('AS')).json()).toEqual({ asn: 20712, name: 'Andrews & Arnold' });
    await close();
  });

  test('IP data is requested each time and never cached; networks and browsers are cached', async () => {
    const asked: string[] = [];
    const note = (what: string, data: object) => {
      asked.push(what);
      return data;
    };
    const { ask, close } = await over({
      ip: (address) => note(`${address}`, country),
      network: (asn) => note(`AS${asn}`, {}),
      browser: (userAgent) => note(userAgent, {}),
    });
    for (let i = 0; i < 3; i++) for (const path of ['', 'AS', 'user_agent']) await ask(path);
    expect(asked.filter((what) => what === VISITOR)).toHaveLength(6);
    expect(asked.filter((what) => what === 'AS20712')).toHaveLength(1);
    expect(asked.filter((what) => what === USER_AGENT)).toHaveLength(1);
    await close();
  });

  test('each network and each browser has its own data', async () => {
    const { ask, close } = await over({
      ip: (address) => ({ connection: { asn: address === VISITOR ? 20712 : 15169 } }),
      network: (asn) => ({ asn }),
      browser: (header) => ({ header }),
    });
    for (const [visitor, asn] of [
      [VISITOR, 20712],
      ['8.8.8.8', 15169],
      [VISITOR, 20712],
    ] as const)
      expect(await (await ask('AS', visitor)).json()).toEqual({ asn });
    for (const header of ['Browser/1', 'Browser/2', 'Browser/1'])
      expect(await (await ask('user_agent', VISITOR, header)).json()).toEqual({
        header,
      });
    await close();
  });

  test('an object without a prototype is one', async () => {
    const { ask, close } = await over({ ip: () => Object.assign(Object.create(null), country) });
    expect(await (await ask('AS')).json()).toMatchObject({ asn: 20712 });
    await close();
  });

  test('it gets the IP address, the request and the context', async () => {
    const relay = createRelay<string>({
      clientIp: (_, context) => context,
      source: {
        ip: (address, request, context) => ({ address, path: new URL(request.url).pathname, context }),
      },
    });
    const answer = await relay(new Request('https://site.example/origin/'), VISITOR);
    expect(await answer.json()).toEqual({
      ip: VISITOR,
      address: VISITOR,
      path: '/origin/',
      context: VISITOR,
    });
  });
});

test.describe('data that a source does not have', () => {
  const nothings = [null, undefined, {}, { location: null }, { location: { country: { code: 'XX' } } }];
  for (const nothing of nothings)
    test(`${JSON.stringify(nothing)}: the address with its browser, no network`, async () => {
      const { ask, close } = await over({ ip: () => nothing, browser: () => ({ name: 'Firefox' }) });
      expect(await (await ask()).json()).toEqual({ ip: VISITOR, user_agent: { name: 'Firefox' } });
      const network = await ask('AS');
      expect(network.status).toBe(404);
      expect(await errorOf(network)).toMatchObject({ code: 'UNKNOWN_ASN' });
      await close();
    });

  for (const nothing of [null, {}, { name: null }])
    test(`a network or a browser (${JSON.stringify(nothing)}): 404, kept, and no browser in the IP data`, async () => {
      let asked = 0;
      const unknown = () => {
        asked += 1;
        return nothing;
      };
      const { ask, close } = await over({ ip: () => country, network: unknown, browser: unknown });
      for (let i = 0; i < 2; i++) {
        expect(await errorOf(await ask('AS'))).toMatchObject({ code: 'UNKNOWN_ASN' });
        expect((await ask('user_agent')).status).toBe(404);
        expect(await (await ask()).json()).toEqual({ ip: VISITOR, ...country, user_agent: null });
      }
      expect(asked).toBe(2);
      await close();
    });

  test('any browser: as with parseUserAgent: false', async () => {
    for (const options of [{}, { parseUserAgent: false }]) {
      const browser = () => ({ name: 'Firefox' });
      const { ask, close } = await over(
        { ip: () => country, ...(options.parseUserAgent === false && { browser }) },
        options,
      );
      expect(await (await ask()).json()).toEqual({ ip: VISITOR, ...country });
      expect((await ask('user_agent')).status).toBe(404);
      await close();
    }
  });

  test('any browser: the advice is about what the relay has', async () => {
    for (const [options, advice] of [
      [{}, 'a function browser'],
      [{ parseUserAgent: false }, 'parseUserAgent: false'],
    ] as const) {
      const { ask, close } = await over({ ip: () => country }, options);
      expect((await errorOf(await ask('user_agent'))).resolution).toContain(advice);
      await close();
    }
  });

  for (const visitor of ['10.0.0.1', '::1', 'nonsense', '2002::1'])
    test(`the address ${visitor}: it is called all the same, with null, and the data has no address`, async () => {
      const asked: unknown[] = [];
      const { ask, close } = await over({
        ip: (address) => {
          asked.push(address);
          return country;
        },
        browser: () => ({ name: 'Firefox' }),
      });
      expect(await (await ask('', visitor)).json()).toEqual({ ...country, user_agent: { name: 'Firefox' } });
      expect(await (await ask('AS', visitor)).json()).toEqual({ asn: 20712, name: 'AAISP' });
      expect(await (await ask('user_agent', visitor)).json()).toEqual({ name: 'Firefox' });
      expect(asked).toEqual([null, null]);
      await close();
    });

  test('neither the address nor anything else: 400, in the words that name the address', async () => {
    for (const nothing of nothings) {
      const { ask, close } = await over({ ip: () => nothing, browser: () => ({ name: 'Firefox' }) });
      for (const path of ['', 'AS'])
        for (const [visitor, code] of [
          ['10.0.0.1', 'RESERVED_IP_ADDRESS'],
          ['nonsense', 'INVALID_IP_ADDRESS'],
        ] as const) {
          const answer = await ask(path, visitor);
          expect([answer.status, (await errorOf(answer)).code]).toEqual([400, code]);
        }
      await close();
    }
  });

  test('an IP address without the option clientIp', async () => {
    const relay = createRelay({ source: { ip: (address) => ({ ...country, address }) } });
    const answer = await relay(new Request('https://site.example/origin/'));
    expect(await answer.json()).toEqual({ ...country, address: null });
  });

  test('a request that no web Request can express gets an error, without a call of the source or a log line', async () => {
    let asked = 0;
    const { base, close } = await serveListener(
      relayListener({ source: { ip: () => ({ asked: ++asked }) }, trustProxies: 1 }),
    );
    for (const target of ['/origin/?#', '/origin/AS?x#'])
      expect(statusOf(await rawGet(base, target, `X-Forwarded-For: ${VISITOR}\r\n`))).toBe(400);
    expect(asked).toBe(0);
    await close();
  });

  test('a network whose number doesn’t have 32 bits is unknown', async () => {
    for (const asn of ['20712', -1, 2 ** 32, 0.5, null]) {
      const { ask, close } = await over({ ip: () => ({ connection: { asn } }), network: () => ({ asn }) });
      expect((await ask('AS')).status).toBe(404);
      await close();
    }
  });
});

test.describe('a source that fails', () => {
  class Odd {
    ip = VISITOR;
  }
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const failures: Record<string, () => unknown> = {
    'by a throw': () => {
      throw new Error('secret detail');
    },
    'by a rejection': () => Promise.reject(new Error('secret detail')),
    'with a text': () => 'secret detail',
    'with an array': () => [country],
    'with a Map': () => new Map([['secret', 'detail']]),
    'with an instance': () => Object.setPrototypeOf(new Odd(), class extends Odd {}.prototype),
    'with what JSON cannot say': () => ({ secret: 1n }),
    'with what becomes a text': () => ({ toJSON: () => 'secret detail' }),
    'with what becomes nothing': () => ({ toJSON: () => undefined }),
    'with a circle': () => cyclic,
    'with a number': () => 1,
  };
  for (const [how, fail] of Object.entries(failures))
    test(`${how}: 500, logged, never echoed, and called again`, async ({ printed }) => {
      let asked = 0;
      const failing = () => {
        asked += 1;
        return fail() as never;
      };
      const { ask, close } = await over({ ip: failing });
      for (let i = 1; i <= 2; i++) {
        const answer = await ask();
        expect(answer.status).toBe(500);
        const body = await answer.text();
        expect(JSON.parse(body)).toMatchObject({ code: 'INTERNAL', message: 'The relay failed.' });
        expect(body).not.toContain('secret');
        expect([asked, printed.splice(0).length]).toEqual([i, 1]);
      }
      await close();
      const network = await over({ ip: () => country, network: failing, browser: failing });
      for (const path of ['AS', 'user_agent']) expect((await network.ask(path)).status).toBe(500);
      expect(await (await network.ask()).json()).toMatchObject({ ip: VISITOR, user_agent: null });
      await network.close();
      printed.length = 0;
    });

  test('by silence: 504 after timeout', async () => {
    const silent = () => new Promise<never>(() => {});
    const { ask, close } = await over({ ip: silent, browser: silent }, { timeout: 300 });
    for (const path of ['', 'AS', 'user_agent']) {
      const answer = await ask(path);
      expect(answer.status).toBe(504);
      expect(await errorOf(answer)).toMatchObject({
        message: "The relay's source returned nothing in time.",
      });
    }
    await close();
  });
});

test.describe('beside a source', () => {
  const wrong = {
    baseUrl: 'https://example.com/',
    apiKey: 'key-1',
    fetch,
    store: new Map(),
    cache: { match() {}, put() {} },
    rateLimiter: () => true,
    hourlyLimitPerVisitor: 300,
    hourlyLimit: 300,
  };
  for (const [name, value] of Object.entries(wrong))
    test(`the option ${name} is out of place`, () => {
      for (const make of [createRelay, relayListener] as ((options: never) => unknown)[])
        expect(() =>
          make({ clientIp: () => VISITOR, source: { ip: () => null }, [name]: value } as never),
        ).toThrow(new RegExp(`option "${name}" .*source`));
    });

  test('all other options work', async () => {
    const { ask, close } = await over({ ip: () => country }, { allowedHosts: ['elsewhere.example'] });
    expect((await ask()).status).toBe(421);
    await close();
  });

  test('a source without ip, or with parts that are no functions, is refused', () => {
    for (const source of [null, {}, { ip: 1 }, { ip() {}, network: 1 }, { ip() {}, browser: {} }, 'x'])
      expect(() => relayListener({ source } as never)).toThrow(LookupError);
  });
});
