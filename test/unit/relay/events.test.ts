import { expect } from 'vitest';
import type { RelayEvent } from '../../../src/relay/events.js';
import { relayListener } from '../../../src/relay/node.js';
import { relayInProcess, USER_AGENT, VISITOR } from '../../support/relay.js';
import { serveListener } from '../../support/service.js';
import { test } from './fixtures.js';

/** Collects events. Each must be frozen, and contain nothing of the visitor or the key. */
function collector() {
  const events: RelayEvent[] = [];
  return {
    // An exception in this callback would be ignored.
    onEvent: (event: RelayEvent) => void events.push(event),
    /** The events since the last call, without their duration. */
    take: () =>
      events.splice(0).map((event) => {
        const { milliseconds, ...told } = event;
        expect(Object.isFrozen(event)).toBe(true);
        expect(milliseconds).toBeGreaterThanOrEqual(0);
        // A duration may contain any digits.
        expect(JSON.stringify(told)).not.toMatch(/81\.2|20712|Firefox|Mozilla|demo-open|key/i);
        return told;
      }),
  };
}

const answer = { type: 'answer', outcome: 'ok', status: 200 };
const call = { type: 'call', outcome: 'ok', status: 200, from: 'service', credits: 1 };

test.describe('onEvent gets an event', () => {
  test('for each call with its credits, and for each response with the farthest place of its data', async ({
    start,
  }) => {
    const { onEvent, take } = collector();
    const { ask } = await start({ onEvent });
    await ask();
    expect(take().sort((a, b) => (a.type + a.lookup < b.type + b.lookup ? -1 : 1))).toEqual([
      { ...answer, lookup: 'ip', from: 'service' },
      { ...call, lookup: 'ip' },
      { ...call, lookup: 'user-agent' },
    ]);
    await ask('AS');
    expect(take()).toEqual([
      { ...call, lookup: 'asn' },
      { ...answer, lookup: 'asn', from: 'service' },
    ]);
    for (const lookup of ['ip', 'asn', 'user-agent'] as const) {
      await ask({ ip: '', asn: 'AS', 'user-agent': 'user_agent' }[lookup]);
      expect(take()).toEqual([{ ...answer, lookup, from: 'memory' }]);
    }
  });

  test('for data from a store or a cache', async ({ start, upstream }) => {
    const service = await upstream();
    const store = new Map<string, string>();
    const web = new Map<string, Response>();
    const cache = {
      match: async (name: string) => web.get(name)?.clone(),
      put: async (name: string, response: Response) => void web.set(name, response),
    };
    for (const [from, option] of [
      ['store', { store }],
      ['cache', { cache }],
    ] as const) {
      for (let machine = 0; machine < 2; machine++) {
        const { onEvent, take } = collector();
        const { ask } = await start({
          baseUrl: service.base,
          onEvent,
          parseUserAgent: false,
          ...option,
        });
        await ask();
        const last = take().at(-1);
        expect(last).toEqual({ ...answer, lookup: 'ip', from: machine === 0 ? 'service' : from });
        await expect.poll(() => (from === 'store' ? store : web).size).toBe(1); // Nobody waits for a write.
      }
    }
  });

  test('for refusals, each with its own outcome', async ({ start, upstream }) => {
    const service = await upstream();
    const { onEvent, take } = collector();
    const options = { baseUrl: service.base, parseUserAgent: false, onEvent };
    const cases = [
      {
        relay: { hourlyLimitPerVisitor: 1 },
        visitors: ['2a00:1450::1', '2a00:1450::2'],
        outcome: 'visitor-limit',
      },
      { relay: { hourlyLimit: 1 }, visitors: ['8.8.8.8', '8.8.4.4'], outcome: 'hour-limit' },
      { relay: { rateLimiter: () => false }, visitors: [VISITOR], outcome: 'limit' },
    ];
    for (const { relay, visitors, outcome } of cases) {
      const { ask } = await start({ ...options, ...relay });
      for (const visitor of visitors) await ask('', { visitor });
      const refusal = take().at(-1);
      expect(refusal).toEqual({ type: 'answer', lookup: 'ip', outcome, status: 429 });
    }
  });

  test('for a rate limit of the service, which causes no further call', async ({ start }) => {
    const { onEvent, take } = collector();
    const { ask } = await start({ prefix: 'fault/retry-after-60/', parseUserAgent: false, onEvent });
    const paused = { lookup: 'ip', outcome: 'service-limit', status: 429 };
    await ask();
    expect(take()).toEqual([
      { type: 'call', ...paused, from: 'service' },
      { type: 'answer', ...paused, from: 'service' },
    ]);
    await ask('', { visitor: '8.8.8.8' });
    expect(take()).toEqual([{ type: 'answer', ...paused }]);
  });

  const refusals = [
    { path: '8.8.8.8', outcome: 'not_found', status: 404, lookup: null },
    { path: '', init: { method: 'POST' }, outcome: 'method_not_allowed', status: 405, lookup: null },
    {
      path: '',
      init: { headers: { Origin: 'https://evil.example' } },
      outcome: 'forbidden_origin',
      status: 403,
      lookup: null,
    },
    { path: '?fields=a[', outcome: 'invalid_filter_syntax', status: 400, lookup: null },
    { path: '', init: { visitor: '10.0.0.1' }, outcome: 'reserved_ip_address', status: 400, lookup: 'ip' },
    { path: 'AS', init: { visitor: 'nonsense' }, outcome: 'invalid_ip_address', status: 400, lookup: 'asn' },
  ];
  for (const { path, init = {}, ...told } of refusals)
    test(`for ${told.outcome}`, async ({ start }) => {
      const { onEvent, take } = collector();
      const { ask } = await start({ onEvent });
      await ask(path, init);
      expect(take()).toEqual([{ type: 'answer', ...told }]);
    });

  test('for an invalid response of the service, and for none', async ({ start }) => {
    for (const [fault, status, credits] of [
      ['html', 200, 1],
      ['status-503', 503],
      ['drop', 0],
      ['status-402', 402],
    ] as const) {
      const { onEvent, take } = collector();
      const { ask } = await start({ prefix: `fault/${fault}/`, parseUserAgent: false, onEvent });
      const { status: said } = await ask();
      const outcome = status === 402 ? 'insufficient_credits' : 'internal';
      expect(take()).toEqual([
        { type: 'call', lookup: 'ip', outcome, status, from: 'service', ...(credits && { credits }) },
        { type: 'answer', lookup: 'ip', outcome, status: said, from: 'service' },
      ]);
    }
  });

  test('once, not for each visitor, if the service fails for browsers alone', async () => {
    const { onEvent, take } = collector();
    const fetch = async (_: unknown, init?: RequestInit) =>
      Response.json({ ip: VISITOR }, { status: init?.method === 'POST' ? 503 : 200 });
    const ask = relayInProcess({ onEvent, fetch });
    for (let i = 1; i <= 9; i++)
      expect(await (await ask(`81.2.69.${i}`)).json()).toEqual({ ip: VISITOR, user_agent: null });
    expect(take().filter(({ type }) => type === 'fault')).toEqual([
      { type: 'fault', lookup: 'user-agent', outcome: 'internal', status: 503, from: 'service' },
    ]);
  });

  test('without credits if the service’s header is empty or no number', async () => {
    for (const header of ['', ' ', 'none', '-1']) {
      const { onEvent, take } = collector();
      const headers = { 'Ipregistry-Credits-Consumed': header };
      const fetch = async () => Response.json({ ip: VISITOR }, { headers });
      await relayInProcess({ onEvent, fetch, parseUserAgent: false })(VISITOR);
      const { credits, ...told } = call;
      expect([header, take()[0]]).toEqual([header, { ...told, lookup: 'ip' }]);
    }
  });

  test('for a failing clientIp', async ({ start, printed }) => {
    const { onEvent, take } = collector();
    const { ask } = await start({
      onEvent,
      clientIp: () => {
        throw undefined;
      },
    });
    await ask();
    expect(take()).toEqual([
      { type: 'fault', lookup: null, outcome: 'internal', status: 0 },
      { type: 'answer', lookup: 'ip', outcome: 'internal', status: 500 },
    ]);
    expect(printed.splice(0)).toEqual(['visitor-elements relay: undefined']);
  });

  test('for a source', async ({ printed }) => {
    const { onEvent, take } = collector();
    const source = {
      ip: () => ({ connection: { asn: 1 } }),
      network: () => {
        throw undefined;
      },
    };
    const { base, close } = await serveListener(relayListener({ source, clientIp: () => VISITOR, onEvent }));
    await fetch(`${base}/origin/`);
    expect(take()).toEqual([{ ...answer, lookup: 'ip', from: 'source' }]);
    await fetch(`${base}/origin/AS`);
    expect(take()).toEqual([
      { type: 'fault', lookup: 'asn', outcome: 'internal', status: 500, from: 'source' },
      { type: 'answer', lookup: 'asn', outcome: 'internal', status: 500, from: 'source' },
    ]);
    expect(printed.splice(0)).toEqual(['visitor-elements relay: undefined']);
    await close();
  });
});

test.describe('a failing onEvent has no effect', () => {
  const failing: Record<string, () => unknown> = {
    'by a throw': () => {
      throw new Error('no');
    },
    'by a rejection': () => Promise.reject(new Error('no')),
    'by a thenable that throws': () =>
      Object.defineProperty({}, 'then', {
        get: () => {
          throw new Error('no');
        },
      }),
    'by silence': () => new Promise(() => {}),
    'by changing the event': (...[event]: unknown[]) => Object.assign(event as object, { status: 1 }),
  };
  for (const [how, onEvent] of Object.entries(failing))
    test(how, async ({ start }) => {
      const unhandled: unknown[] = [];
      const note = (error: unknown) => unhandled.push(error);
      process.on('unhandledRejection', note);
      const { ask } = await start({ onEvent });
      for (const path of ['', 'AS', 'user_agent', 'nowhere'])
        expect((await ask(path, { headers: { 'User-Agent': USER_AGENT } })).status).toBe(
          path === 'nowhere' ? 404 : 200,
        );
      process.off('unhandledRejection', note);
      expect(unhandled).toEqual([]);
    });
});
