import { expect } from 'vitest';
import type { RelayEvent } from '../../../src/relay/events.js';
import { createRelay } from '../../../src/relay/index.js';
import { relayListener } from '../../../src/relay/node.js';
import type { Source } from '../../../src/relay/options.js';
import { completeFromCountry } from '../../../src/relay/source-data.js';
import { errorOf, relayInProcess, startUpstream, USER_AGENT, VISITOR } from '../../support/relay.js';
import { signal } from '../../support/signal.js';
import { test } from './fixtures.js';

/** Data that already has all facts about its country. */
const country = completeFromCountry({ location: { country: { code: 'GB' } } });
const connection = { asn: 64500, organization: 'Example' };
const known = { ...country, connection };
const knowing: Source = {
  ip: () => known,
  network: (asn) => ({ asn, name: 'As the fallback says' }),
  browser: (header) => ({ header, name: 'As the fallback says' }),
};

/** Collects events, without fields that differ between runs. */
function collector() {
  const events: unknown[] = [];
  return {
    events,
    onEvent: ({ milliseconds, ...event }: RelayEvent) => {
      events.push(event);
    },
  };
}

/** Services that respond with this status, or that don't exist. */
const services: Record<string, { prefix?: string; baseUrl?: string; apiKey?: string; timeout?: number }> = {
  'cannot be reached': { baseUrl: 'http://127.0.0.1:1/' },
  'is too late': { prefix: 'fault/slow-60000/', timeout: 300 },
  'has no credits left': { apiKey: 'demo-empty' },
  'asks for a pause': { prefix: 'fault/retry-after-60/' },
  fails: { prefix: 'fault/status-503/' },
  'answers with HTML': { prefix: 'fault/html/' },
  'knows nothing of the address': { prefix: 'fault/status-404/' },
};
for (const [how, options] of Object.entries(services))
  test(`if the service ${how}, the fallback source is used`, async ({ start }) => {
    const { ask } = await start({ ...options, fallbackSource: knowing });
    for (let i = 0; i < 2; i++) {
      const ip = await ask();
      expect(ip.status).toBe(200);
      expect(await ip.json()).toMatchObject({
        ip: VISITOR,
        ...known,
        user_agent: { name: 'As the fallback says' },
      });
      expect(await (await ask('?fields=location')).json()).toEqual({ location: country.location });
      expect(await (await ask('AS')).json()).toEqual({ asn: 64500, name: 'As the fallback says' });
      expect(await (await ask('user_agent')).json()).toMatchObject({ name: 'As the fallback says' });
    }
  });

test('if the service’s status is not 200, its body is not used as data', async ({ start, upstream }) => {
  const service = await upstream((question, res) => {
    res.statusCode = 203;
    return { ip: question.slice(1), from: 'service' };
  });
  const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, fallbackSource: knowing });
  expect(await (await ask()).json()).toEqual({ ip: VISITOR, ...known });
});

test.describe('a limit of the relay causes the fallback to be used too', () => {
  const limits = {
    'visitor-limit': { hourlyLimitPerVisitor: 1 },
    'hour-limit': { hourlyLimit: 1 },
    limit: { rateLimiter: () => false },
  };
  for (const [outcome, option] of Object.entries(limits))
    test(`${outcome}, which is reported in an event first`, async ({ start, upstream }) => {
      const service = await upstream();
      const { events, onEvent } = collector();
      const { ask } = await start({
        baseUrl: service.base,
        parseUserAgent: false,
        fallbackSource: knowing,
        onEvent,
        ...option,
      });
      await ask('', { visitor: '2a00:1450::1' });
      events.length = 0;
      const answer = await ask('', { visitor: '2a00:1450::2' });
      expect([answer.status, await answer.json()]).toEqual([200, { ...known, ip: '2a00:1450::2' }]);
      expect(events).toEqual([
        { type: 'fault', lookup: 'ip', outcome, status: 429 },
        { type: 'answer', lookup: 'ip', outcome: 'ok', status: 200, from: 'fallback' },
      ]);
    });
});

test('events report what failed, and then where the data came from', async ({ start }) => {
  const { events, onEvent } = collector();
  const { ask } = await start({
    prefix: 'fault/status-503/',
    parseUserAgent: false,
    fallbackSource: knowing,
    onEvent,
  });
  await ask();
  expect(events).toEqual([
    { type: 'call', lookup: 'ip', outcome: 'internal', status: 503, from: 'service' },
    { type: 'answer', lookup: 'ip', outcome: 'ok', status: 200, from: 'fallback' },
  ]);
});

test('the failure is one event, even if the browser fails too, at any moment', async ({
  start,
  upstream,
}) => {
  for (const slow of [/^Mozilla/, /^\/81/]) {
    const { given: held, give: release } = signal();
    const service = await upstream(async (question, res) => {
      res.statusCode = 500;
      if (slow.test(question)) await held;
      else setImmediate(release);
      return {};
    });
    const { events, onEvent } = collector();
    const { ask } = await start({
      baseUrl: service.base,
      fallbackSource: { ip: () => known },
      onEvent,
    });
    expect((await ask()).status).toBe(200);
    const failure = { type: 'call', outcome: 'internal', status: 500, from: 'service' };
    expect(events).toHaveLength(3);
    expect(events).toEqual(
      expect.arrayContaining([
        { ...failure, lookup: 'ip' },
        { ...failure, lookup: 'user-agent' },
      ]),
    );
    expect(events[2]).toEqual({ type: 'answer', lookup: 'ip', outcome: 'ok', status: 200, from: 'fallback' });
  }
});

test('its data is not cached: the service is called again, and its data is sent as soon as there is some', async ({
  start,
  upstream,
}) => {
  let status = 503;
  let asked = 0;
  const service = await upstream((question, res) => {
    res.statusCode = status;
    return { ip: question.slice(1), from: 'service' };
  });
  const ip = () => ({ asked: ++asked });
  const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, fallbackSource: { ip } });
  for (const i of [1, 3]) {
    expect(await (await ask()).json()).toEqual({ ip: VISITOR, asked: i });
    expect(await (await ask('?fields=asked')).json()).toEqual({ asked: i + 1 });
  }
  expect(service.asked).toHaveLength(4);
  status = 200;
  for (let i = 0; i < 2; i++) expect(await (await ask()).json()).toEqual({ ip: VISITOR, from: 'service' });
  expect(service.asked).toHaveLength(5);
});

test('its networks and browsers are not cached either', async ({ start }) => {
  let asked = 0;
  const fallback = {
    ip: () => known,
    network: () => ({ asked: ++asked }),
    browser: () => ({ asked: ++asked }),
  };
  const { ask } = await start({ apiKey: 'demo-empty', fallbackSource: fallback });
  for (let i = 1; i < 6; i += 2) {
    expect(await (await ask('AS')).json()).toEqual({ asked: i });
    expect(await (await ask('user_agent')).json()).toEqual({ asked: i + 1 });
  }
});

test('its data is not stored', async ({ start }) => {
  const store = new Map<string, string>();
  const { ask } = await start({ prefix: 'fault/status-503/', fallbackSource: knowing, store });
  for (const path of ['', 'AS', 'user_agent']) expect((await ask(path)).status).toBe(200);
  expect(store.size).toBe(0);
});

test.describe("the service's own failure is sent", () => {
  const failing: Record<string, Source> = {
    'where it has nothing': { ip: () => null, network: () => null, browser: () => null },
    'where it has no network and no browser': { ip: () => undefined },
    'where it says nothing': { ip: () => ({}), network: () => ({}), browser: () => ({ name: null }) },
    'where its country is none': { ip: () => ({ location: { country: { code: 'XX' } } }) },
    'where it has names of fields alone': { ip: () => ({ location: null, connection: { asn: null } }) },
    'where it fails': {
      ip: () => {
        throw new Error('secret detail');
      },
      browser: () => Promise.reject(new Error('secret detail')),
    },
    'where it is no source of objects': { ip: () => 'secret detail' as never, browser: () => 1 as never },
    'where it is silent': { ip: () => new Promise(() => {}), browser: () => new Promise(() => {}) },
  };
  for (const [where, fallback] of Object.entries(failing))
    test(where, async ({ start, printed }) => {
      const silent = where.includes('silent');
      const { ask } = await start({
        // The fallback takes all the time, and on a busy machine a connection would take it before.
        ...(silent
          ? { fetch: () => Promise.reject(new TypeError()), timeout: 300 }
          : { apiKey: 'demo-empty' }),
        fallbackSource: fallback,
      });
      for (const path of ['', 'AS', 'user_agent']) {
        const answer = await ask(path);
        expect(answer.status).toBe(silent ? 502 : 500);
        const body = await errorOf(answer);
        expect(body.code).toBe(silent ? 'INTERNAL' : 'INSUFFICIENT_CREDITS');
        expect(JSON.stringify(body)).not.toContain('secret');
      }
      printed.length = 0;
    });

  test('an event reports that the fallback failed', async ({ start, printed }) => {
    const { events, onEvent } = collector();
    const ip = () => Promise.reject(new Error('gone'));
    const { ask } = await start({
      apiKey: 'demo-empty',
      parseUserAgent: false,
      fallbackSource: { ip },
      onEvent,
    });
    await ask();
    const failure = { lookup: 'ip', outcome: 'insufficient_credits' };
    expect(events).toEqual([
      { type: 'call', ...failure, status: 402, from: 'service' },
      { type: 'fault', lookup: 'ip', outcome: 'internal', status: 500, from: 'fallback' },
      { type: 'answer', ...failure, status: 500, from: 'fallback' },
    ]);
    printed.length = 0;
  });

  test('for a request that is not admitted, and the fallback is not called', async ({ start }) => {
    let asked = 0;
    const { ask } = await start({
      fallbackSource: { ip: () => ({ asked: ++asked }) },
      allowedHosts: ['site.example'],
    });
    expect((await ask()).status).toBe(421);
    const { ask: askOther } = await start({ fallbackSource: { ip: () => ({ asked: ++asked }) } });
    expect((await askOther('', { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
    expect((await askOther('?fields=a[')).status).toBe(400);
    expect(asked).toBe(0);
  });
});

for (const visitor of ['10.0.0.1', '2002::1', 'nonsense'])
  test(`a visitor at ${visitor} costs nothing, and the fallback is called with null`, async ({ start }) => {
    const asked: unknown[] = [];
    const { ask, usage } = await start({
      fallbackSource: {
        ...knowing,
        ip(address) {
          asked.push(address);
          return known;
        },
      },
    });
    const data = await (await ask('', { visitor })).json();
    expect(data).toMatchObject(known);
    expect(data).not.toHaveProperty('ip');
    expect(await (await ask('AS', { visitor })).json()).toMatchObject({ name: 'As the fallback says' });
    expect((await ask('user_agent', { visitor })).status).toBe(200);
    expect(asked).toEqual([null, null]);
    expect((await usage()).requests).toBe(0);
  });

test('a visitor without an IP address costs nothing either, not even for the browser', async ({ start }) => {
  for (const fallback of [knowing, { ip: knowing.ip }]) {
    const { ask, usage } = await start({ clientIp: () => null, fallbackSource: fallback });
    const browser = 'browser' in fallback && {
      user_agent: { header: USER_AGENT, name: 'As the fallback says' },
    };
    expect(await (await ask()).json()).toEqual({ ...known, ...browser });
    expect((await usage()).requests).toBe(0);
  }
});

test.describe('an ASN lookup has only the time that its IP lookup left', () => {
  const timeout = 5000;
  const silent = () => new Promise<never>(() => {});
  const { now } = performance;
  /** Uses up all the time of a lookup. */
  const takeAllTime = () => {
    performance.now = () => now.call(performance) + timeout;
  };
  test.afterEach(() => {
    performance.now = now;
  });

  test('at the service', async ({ start, upstream }) => {
    const { events, onEvent } = collector();
    const service = await upstream((path) => {
      if (path !== `/${VISITOR}`) return silent();
      takeAllTime();
      return { ip: VISITOR, connection: { asn: 64501, organization: 'As the service says' } };
    });
    const { ask } = await start({
      baseUrl: service.base,
      timeout,
      fallbackSource: knowing,
      onEvent,
    });
    expect(await (await ask('AS')).json()).toEqual({ asn: 64501, name: 'As the fallback says' });
    expect(events).toEqual([
      { type: 'call', lookup: 'ip', outcome: 'ok', status: 200, from: 'service' },
      { type: 'fault', lookup: 'asn', outcome: 'internal', status: 504 },
      { type: 'answer', lookup: 'asn', outcome: 'ok', status: 200, from: 'fallback' },
    ]);
  });

  test('at the fallback', async ({ start }) => {
    const { events, onEvent } = collector();
    const ip = () => {
      takeAllTime();
      return known;
    };
    const fallback = { ip, network: silent };
    const { ask } = await start({
      apiKey: 'demo-empty',
      timeout,
      fallbackSource: fallback,
      onEvent,
    });
    expect((await ask('AS')).status).toBe(500);
    const outcome = 'insufficient_credits';
    expect(events).toEqual([
      { type: 'call', lookup: 'ip', outcome, status: 402, from: 'service' },
      { type: 'fault', lookup: 'asn', outcome: 'internal', status: 504, from: 'fallback' },
      { type: 'answer', lookup: 'asn', outcome, status: 500, from: 'fallback' },
    ]);
  });

  test('a late result is cached for the next visitor', async ({ start, upstream }) => {
    let answerLate = () => {};
    const late = new Promise<void>((resolve) => (answerLate = resolve));
    const service = await upstream(async (path) => {
      if (path === '/AS64501') {
        await late;
        return { asn: 64501, name: 'As the service says' };
      }
      if (path === `/${VISITOR}`) takeAllTime();
      return { ip: VISITOR, connection: { asn: 64501 } };
    });
    const { ask } = await start({ baseUrl: service.base, timeout, fallbackSource: knowing });
    expect(await (await ask('AS')).json()).toMatchObject({ name: 'As the fallback says' });
    answerLate();
    expect(await (await ask('AS', { visitor: '8.8.8.8' })).json()).toMatchObject({
      name: 'As the service says',
    });
    expect(service.asked.filter((path) => path === '/AS64501')).toHaveLength(1);
  });
});

test.describe('data that the service does return is used beside the fallback', () => {
  const ok = { ip: VISITOR, connection: { asn: 64501, organization: 'As the service says' } };
  const browser = [{ name: 'As the service says' }];
  const failingAt = (part: RegExp) =>
    startUpstream((question, res) => {
      if (part.test(question)) res.statusCode = 500;
      return question.startsWith('Mozilla') ? browser : ok;
    });

  test('a browser that cannot be parsed is no reason to use it', async ({ start }) => {
    let asked = 0;
    const service = await failingAt(/^Mozilla/);
    const fallback = { ip: () => ({ asked: ++asked }), browser: () => ({ asked: ++asked }) };
    const { ask } = await start({ baseUrl: service.base, fallbackSource: fallback });
    expect(await (await ask()).json()).toEqual({ ...ok, user_agent: null });
    expect(asked).toBe(0);
    await service.close();
  });

  test('a browser that was parsed, if the IP lookup failed', async ({ start }) => {
    const service = await failingAt(/^\/81/);
    const { ask } = await start({ baseUrl: service.base, fallbackSource: { ip: () => country } });
    expect(await (await ask()).json()).toEqual({ ip: VISITOR, ...country, user_agent: browser[0] });
    await service.close();
  });

  test('the same browser while the failure of the IP lookup is remembered', async () => {
    const visit = relayInProcess({
      fetch: async (_, init) =>
        init?.method === 'POST'
          ? Response.json([{ name: 'As the service says' }])
          : new Response('{}', { status: 404 }),
      fallbackSource: { ip: () => known },
    });
    for (let i = 0; i < 2; i++)
      expect(await (await visit(VISITOR)).json()).toMatchObject({
        user_agent: { name: 'As the service says' },
      });
  });

  test('a browser that a limit left out is an event, as beside the service’s own data', async () => {
    const events: RelayEvent[] = [];
    const visit = relayInProcess({
      hourlyLimitPerVisitor: 1,
      fetch: async () => new Response('{}', { status: 500 }),
      fallbackSource: { ip: () => known },
      onEvent: (event) => events.push(event),
    });
    expect((await visit(VISITOR)).status).toBe(200);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'fault', lookup: 'user-agent', outcome: 'visitor-limit', status: 429 }),
    );
  });

  test('the number of a network whose lookup failed', async ({ start }) => {
    const service = await failingAt(/^\/AS/);
    const { ask } = await start({
      baseUrl: service.base,
      maxAge: 0,
      fallbackSource: { ip: () => null, network: (asn) => ({ asn, name: 'As the fallback says' }) },
    });
    expect(await (await ask('AS')).json()).toEqual({ asn: 64501, name: 'As the fallback says' });
    const { ask: askNameless } = await start({ baseUrl: service.base, fallbackSource: { ip: () => null } });
    expect(await (await askNameless('AS')).json()).toEqual({ asn: 64501, name: 'As the service says' });
    await service.close();
  });

  test('a network that only the fallback knows', async ({ start, upstream }) => {
    const service = await upstream(() => ({ ip: VISITOR }));
    const { ask } = await start({ baseUrl: service.base, fallbackSource: knowing });
    expect(await (await ask('AS')).json()).toEqual({ asn: 64500, name: 'As the fallback says' });
  });

  test('a browser is not parsed by the fallback if parseUserAgent is false', async ({ start }) => {
    const { ask } = await start({ apiKey: 'demo-empty', parseUserAgent: false, fallbackSource: knowing });
    expect(await (await ask()).json()).toEqual({ ip: VISITOR, ...known });
    expect((await ask('user_agent')).status).toBe(404);
  });
});

test('a wrong fallback is refused by name, and so is a fallback beside a source', () => {
  const good = { baseUrl: 'https://lookup.example/', apiKey: 'key-1', clientIp: () => VISITOR };
  for (const make of [createRelay, relayListener] as ((options: never) => unknown)[]) {
    for (const fallback of [null, {}, { ip: 1 }, { ip() {}, browser: 1 }, 'my-secret'])
      expect(() => make({ ...good, fallbackSource: fallback } as never)).toThrow(
        /^The relay's option "fallbackSource" is invalid. Use an object with a function ip/,
      );
    expect(() => make({ source: knowing, fallbackSource: knowing } as never)).toThrow(
      /option "fallbackSource" .*source/,
    );
  }
});
