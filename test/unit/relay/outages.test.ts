/** A relay beside a service, a store or a limiter that fails, hangs or is slow. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, vi } from 'vitest';
import { createRelay, type RelayEvent } from '../../../src/relay/index.js';
import { errorOf, relayInProcess, VISITOR } from '../../support/relay.js';
import { signal } from '../../support/signal.js';
import { test } from './fixtures.js';

const never = new Promise<never>(() => {});
const fallbackSource = { ip: () => ({ location: { country: { code: 'DE' } } }) };
const visitorAt = (i: number) => `81.2.69.${i}`;
const timeOf = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
/** Stops the clock of pauses and deadlines. Timers still run, and none of them is late by this clock. */
const stopClock = () => {
  const now = performance.now();
  performance.now = () => now;
};
/** Moves this clock. */
const after = (milliseconds: number) => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + milliseconds;
};
const isUserAgentCall = (init: RequestInit | undefined) => init?.method === 'POST';

test.afterEach(() => {
  // Removes the test's own clock.
  Reflect.deleteProperty(performance, 'now');
  vi.unstubAllGlobals();
});

describe('a service that hangs', () => {
  test('costs three visitors the time until the fallback, and no other', async ({ pass }) => {
    const events: RelayEvent[] = [];
    const visit = relayInProcess({
      fetch: () => never,
      fallbackSource,
      timeout: 600,
      parseUserAgent: false,
      onEvent: (event) => events.push(event),
    });
    for (let i = 1; i <= 3; i++) {
      const response = visit(visitorAt(i));
      await pass(600);
      expect((await response).status).toBe(200);
    }
    // No time passes for these.
    for (let i = 4; i <= 8; i++) expect((await visit(visitorAt(i))).status).toBe(200);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'fault',
        lookup: 'ip',
        outcome: 'internal',
        status: 503,
        from: 'service',
      }),
    );
    expect(events.filter(({ type }) => type === 'answer').at(-1)).toMatchObject({
      from: 'fallback',
      outcome: 'ok',
    });
  });

  test('has the fallback’s data sent at once, however slow its browsers are', async ({ pass }) => {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return Response.json({ name: 'Firefox' });
    };
    const visit = relayInProcess({
      fetch: async (_, init) => (isUserAgentCall(init) ? slow() : new Response('', { status: 503 })),
      fallbackSource,
    });
    let data: unknown;
    const visitFor = async (i: number, milliseconds: number) => {
      data = 'none yet';
      void visit(visitorAt(i), { 'User-Agent': `Browser/${i}` }).then(async (response) => {
        data = await response.json();
      });
      await pass(milliseconds);
    };
    for (const i of [1, 2, 3]) {
      await visitFor(i, 500);
      expect(data).toMatchObject({ user_agent: { name: 'Firefox' } });
    }
    await visitFor(4, 50);
    expect(data).toMatchObject({ location: { country: { code: 'DE' } } });
    await pass(500); // Its browser is parsed meanwhile.
    await visitFor(4, 50);
    expect(data).toMatchObject({ user_agent: { name: 'Firefox' } });
  });

  test('without a fallback is 503 with Retry-After for the fourth visitor, at once', async ({ pass }) => {
    const visit = relayInProcess({ fetch: () => never, timeout: 200, parseUserAgent: false });
    for (let i = 1; i <= 3; i++) {
      const response = visit(visitorAt(i));
      await pass(200);
      expect((await response).status).toBe(504);
    }
    const response = await visit(visitorAt(4));
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  });

  test('is not left alone because of one visitor, nor because of refusals', async () => {
    let [status, calls] = [503, 0];
    const fetch = async () => {
      calls += 1;
      return new Response('{}', { status });
    };
    const visit = relayInProcess({ fetch, parseUserAgent: false });
    for (let i = 0; i < 10; i++) await visit(VISITOR);
    for (status of [400, 404]) for (let i = 1; i <= 5; i++) await visit(visitorAt(i + 10 * (status - 400)));
    expect(calls).toBe(20);
  });

  test('is left alone after three failures within a minute, and not after more time', async () => {
    stopClock();
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      return new Response('', { status: 503 });
    };
    const visit = relayInProcess({ fetch, parseUserAgent: false });
    for (const i of [1, 2]) await visit(visitorAt(i));
    after(60_100);
    for (let i = 3; i <= 9; i++) await visit(visitorAt(i));
    expect(calls).toBe(5);
  });

  test('whose answers are all late stays left alone', async ({ pass }) => {
    const visit = relayInProcess({
      fallbackSource,
      parseUserAgent: false,
      fetch: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5000));
        return Response.json({ ip: 'from the service' });
      },
    });
    for (let i = 1; i <= 3; i++) void visit(visitorAt(i));
    await pass(2000);
    await pass(4000);
    expect(await (await visit(visitorAt(1))).json()).toEqual({ ip: 'from the service' });
    // Nobody lets time pass for this visitor.
    expect((await visit(visitorAt(4))).status).toBe(200);
  });

  test('is called again once it has answered, be it with a refusal', async () => {
    stopClock();
    let status = 503;
    const fetch = async () => new Response('{}', { status });
    const visit = relayInProcess({ fetch, parseUserAgent: false });
    for (let i = 1; i <= 3; i++) await visit(visitorAt(i));
    status = 404;
    after(10_100);
    for (let i = 4; i <= 6; i++) expect((await visit(visitorAt(i))).status).toBe(404);
  });

  test('is left alone if its responses break off', async () => {
    const broken = () => new ReadableStream({ start: (stream) => stream.error(new Error('reset')) });
    const visit = relayInProcess({ fetch: async () => new Response(broken()), parseUserAgent: false });
    for (let i = 1; i <= 3; i++) expect((await visit(visitorAt(i))).status).toBe(502);
    expect((await visit(visitorAt(4))).status).toBe(503);
  });

  test('is not left alone because of responses that aren’t UTF-8', async () => {
    const visit = relayInProcess({
      fetch: async () => new Response(Uint8Array.from('{"city":"München"}', (c) => c.charCodeAt(0))),
      parseUserAgent: false,
    });
    for (let i = 1; i <= 4; i++) expect((await visit(visitorAt(i))).status).toBe(502);
  });

  for (const [status, told] of [
    [404, 404],
    [429, 429],
    [403, 500],
  ] as const)
    test(`is not left alone because of a ${status} whose body hangs: the status is enough`, async ({
      printed,
    }) => {
      const visit = relayInProcess({
        fetch: async () => new Response(new ReadableStream({}), { status }),
        parseUserAgent: false,
        timeout: 2000,
      });
      const statuses = [1, 2, 3].map(async (i) => (await visit(visitorAt(i))).status);
      expect(await Promise.all(statuses)).toEqual([told, told, told]);
      expect((await visit(visitorAt(4))).status).toBe(told);
      printed.length = 0;
    });

  const slowStore = { get: () => new Promise((resolve) => setTimeout(resolve, 5)), set: () => {} };
  for (const store of [undefined, slowStore])
    test(`is not left alone because this process was busy, ${store ? 'with' : 'without'} a store`, async () => {
      const visit = relayInProcess({
        fetch: () => never,
        store,
        timeout: 200,
        parseUserAgent: false,
      });
      const visits = [1, 2, 3].map((i) => visit(visitorAt(i)));
      await new Promise((resolve) => setTimeout(resolve, 2));
      for (const end = Date.now() + 300; Date.now() < end; );
      await Promise.all(visits);
      expect((await visit(visitorAt(4))).status).toBe(504);
    });

  test('that has answered is no late one, though this process reads the answer too late', async () => {
    const visit = relayInProcess({
      // The answer arrives while this process is busy.
      fetch: () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            port1.close();
            resolve(Response.json({}));
          };
          port2.postMessage('answer');
        }),
      timeout: 100,
      parseUserAgent: false,
    });
    const response = visit(VISITOR);
    for (const end = performance.now() + 110; performance.now() < end; );
    expect((await response).status).toBe(200);
  });

  test('is not left alone because another endpoint took the time', async ({ pass }) => {
    const after = async (milliseconds: number, json: object) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return Response.json(json);
    };
    let asn = 0;
    const visit = relayInProcess({
      fetch: (url) =>
        `${url}`.includes('/AS') ? after(300, {}) : after(2900, { connection: { asn: ++asn } }),
    });
    const statusesAt = async (...hosts: number[]) => {
      const responses = hosts.map((host) => visit(visitorAt(host), {}, 'AS'));
      await pass(3000);
      return (await Promise.all(responses)).map(({ status }) => status);
    };
    expect(await statusesAt(1, 2, 3)).toEqual([504, 504, 504]);
    expect(await statusesAt(1, 4)).toEqual([200, 504]);
  });

  test('is tried once a second behind a response, and after ten seconds by an ordinary call', async () => {
    stopClock();
    let calls = 0;
    let isWell = false;
    const visit = relayInProcess({
      parseUserAgent: false,
      fallbackSource,
      fetch: async () => {
        calls += 1;
        return isWell ? Response.json({ ip: 'from the service' }) : new Response('', { status: 503 });
      },
    });
    for (let i = 1; i <= 3; i++) await visit(visitorAt(i));
    after(900);
    for (let i = 4; i <= 9; i++) await visit(visitorAt(i));
    expect(calls).toBe(3);
    after(200);
    for (let i = 4; i <= 9; i++) await visit(visitorAt(i));
    expect(calls).toBe(4);
    isWell = true;
    after(1100);
    expect(await (await visit(visitorAt(10))).json()).not.toMatchObject({ ip: 'from the service' });
    await expect.poll(() => calls).toBe(5);
    expect(await (await visit(visitorAt(11))).json()).toMatchObject({ ip: 'from the service' });
    isWell = false;
    for (let i = 12; i <= 14; i++) await visit(visitorAt(i));
    after(10_100);
    calls = 0;
    for (let i = 15; i <= 20; i++) await visit(visitorAt(i));
    // The first of them failed, and nobody else waited.
    expect(calls).toBe(1);
    after(9900);
    await visit(visitorAt(22));
    await expect.poll(() => calls).toBe(2);
    isWell = true;
    after(200);
    expect(await (await visit(visitorAt(21))).json()).toMatchObject({ ip: 'from the service' });
  });

  test('that answers late has its answer kept, and the next visitor of that IP address joins it', async () => {
    const done = signal();
    let calls = 0;
    const visit = relayInProcess({
      timeout: 150,
      parseUserAgent: false,
      fetch: async () => {
        calls += 1;
        await done.given;
        return Response.json({ ip: VISITOR });
      },
    });
    expect((await visit(VISITOR)).status).toBe(504);
    const joining = visit(VISITOR);
    done.give();
    expect((await joining).status).toBe(200);
    expect((await visit(VISITOR)).status).toBe(200);
    expect(calls).toBe(1);
  });

  test('has each call ended after ten seconds, or after timeout if that is longer', async ({ pass }) => {
    for (const [timeout, end] of [
      [3000, 10_000],
      [15_000, 15_000],
    ] as const) {
      let isEnded = false;
      const onEvent = ({ type }: RelayEvent) => {
        isEnded ||= type === 'call';
      };
      const visit = relayInProcess({ timeout, onEvent, parseUserAgent: false, fetch: () => never });
      void visit(VISITOR);
      await pass(end - 100);
      expect(isEnded).toBe(false);
      await pass(100);
      expect(isEnded).toBe(true);
    }
  });

  test('has at most 64 late calls, of which the oldest is aborted', async () => {
    const aborted: number[] = [];
    let calls = 0;
    const visit = relayInProcess({
      timeout: 150,
      parseUserAgent: false,
      fetch: (_, init) => {
        const call = calls++;
        init?.signal?.addEventListener('abort', () => aborted.push(call));
        return never;
      },
    });
    await Promise.all(Array.from({ length: 70 }, (_, i) => visit(visitorAt(i))));
    expect(aborted.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('has late calls ended by their own requests: Workers forbid one to abort what another fetches', async ({
    pass,
  }) => {
    const current = new AsyncLocalStorage<string>();
    class OwnAbortController extends AbortController {
      readonly #request = current.getStore();
      override abort() {
        if (current.getStore() !== this.#request) throw new Error('I/O on behalf of a different request');
        super.abort();
      }
    }
    vi.stubGlobal('AbortController', OwnAbortController);
    const visit = relayInProcess({ fetch: () => never, timeout: 100, parseUserAgent: false });
    const visits = Array.from({ length: 70 }, (_, i) => current.run(`${i}`, () => visit(visitorAt(i + 1))));
    await pass(100);
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(Array(70).fill(504));
    await pass(10_000);
  });

  test('holds the platform with waitUntil until it has answered', async () => {
    const done = signal();
    const held: Promise<unknown>[] = [];
    const relay = createRelay<{ waitUntil(work: Promise<unknown>): void }>({
      baseUrl: 'https://service.example/',
      apiKey: 'key-1',
      clientIp: () => VISITOR,
      timeout: 100,
      parseUserAgent: false,
      fetch: () => done.given.then(() => Response.json({})),
    });
    const context = { waitUntil: (work: Promise<unknown>) => void held.push(work) };
    expect((await relay(new Request('https://site.example/origin/'), context)).status).toBe(504);
    expect(held).toHaveLength(1);
    done.give();
    await Promise.all(held);
    expect((await relay(new Request('https://site.example/origin/'), context)).status).toBe(200);
  });

  test('does not end the process if waitUntil rejects', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    const relay = createRelay({
      baseUrl: 'https://service.example/',
      apiKey: 'key-1',
      clientIp: () => VISITOR,
      timeout: 20,
      fetch: () => never,
    });
    const context = { waitUntil: () => Promise.reject(new Error('no')) };
    expect((await relay(new Request('https://site.example/origin/'), context)).status).toBe(504);
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('shares one deadline with the store, the limiter, the second call and the fallback', async () => {
    const slow = () => new Promise((resolve) => setTimeout(resolve, 80, undefined));
    const visit = relayInProcess({
      timeout: 900,
      fetch: () => never,
      store: { get: slow, set: slow },
      rateLimiter: () => slow().then(() => true),
      fallbackSource: { ip: () => never },
    });
    const times: number[] = [];
    for (let i = 1; i <= 3; i++)
      times.push(await timeOf(async () => expect((await visit(visitorAt(i))).status).toBeGreaterThan(500)));
    // Two deadlines one after the other would take more, and a busy machine seldom delays all three.
    expect(Math.min(...times)).toBeLessThan(1600);
  });

  test('is waited for three seconds by default', async ({ pass }) => {
    const visit = relayInProcess({ fetch: () => never, parseUserAgent: false });
    let status: number | undefined;
    const response = visit(VISITOR).then((response) => {
      ({ status } = response);
    });
    await pass(2900);
    expect(status).toBe(undefined);
    await pass(200);
    await response;
    expect(status).toBe(504);
  });
});

test('a 503 of the service keeps its Retry-After, in seconds, if that is neither over nor unreadable', async () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
  for (const [said, least, most] of [
    ['7', 7, 7],
    [inSeconds(60), 50, 60],
    [inSeconds(-60), 0, 0],
    ['soon', 0, 0],
  ] as const) {
    const headers = { 'Retry-After': said };
    const visit = relayInProcess({
      parseUserAgent: false,
      fetch: async () => new Response('', { status: 503, headers }),
    });
    const response = await visit(VISITOR);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(least);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(most);
  }
});

describe('a short outage is no hour of 429', () => {
  for (const [how, failing] of Object.entries({
    'answers 503': async () => new Response('{}', { status: 503 }),
    'resets connections': async () => {
      throw new TypeError('fetch failed');
    },
    'refuses the request with 404': async () => new Response('{}', { status: 404 }),
  }))
    test(`if the service ${how}`, async () => {
      let isWell = false;
      const visit = relayInProcess({
        hourlyLimit: 5,
        hourlyLimitPerVisitor: 3,
        parseUserAgent: false,
        maxAge: 0,
        fetch: async () => (isWell ? Response.json({}) : failing()),
      });
      for (let i = 0; i < 30; i++) expect((await visit(visitorAt(i % 2))).status).not.toBe(429);
      isWell = true;
      for (let i = 5; i < 10; i++) expect((await visit(visitorAt(i))).status).toBe(200);
      expect((await visit(visitorAt(10))).status).toBe(429);
    });

  test('what may have cost a credit counts', async () => {
    for (const response of [
      () => new Response('no JSON'),
      () => new Response('{}', { status: 503, headers: { 'Ipregistry-Credits-Consumed': '1' } }),
    ]) {
      const visit = relayInProcess({ hourlyLimit: 2, parseUserAgent: false, fetch: async () => response() });
      const statuses = [];
      for (let i = 1; i <= 2; i++) statuses.push((await visit(visitorAt(i))).status);
      expect(statuses).not.toContain(429);
      expect((await visit(visitorAt(3))).status).toBe(429);
    }
  });
});

describe('the service refuses the relay: an error of the server, for a minute, for all', () => {
  for (const [status, code] of [
    [401, 'MISSING_API_KEY'],
    [401, 'INVALID_API_KEY'],
    [402, 'INSUFFICIENT_CREDITS'],
    [403, 'FORBIDDEN_IP'],
    [451, 'DISABLED_API_KEY'],
  ] as const)
    test(`${status} ${code}`, async ({ printed, later }) => {
      let calls = 0;
      const events: RelayEvent[] = [];
      const visit = relayInProcess({
        hourlyLimit: 2,
        parseUserAgent: false,
        onEvent: (event) => events.push(event),
        fetch: async () => {
          calls += 1;
          return Response.json({ code, message: 'key-1' }, { status });
        },
      });
      for (let i = 1; i <= 4; i++) {
        const response = await visit(visitorAt(i));
        expect(response.status).toBe(500);
        expect(await errorOf(response)).toMatchObject({
          code,
          message: 'The lookup service refused the relay; see its log.',
        });
      }
      expect(calls).toBe(1);
      expect(printed.splice(0)).toEqual([expect.stringContaining(`${status} ${code}`)]);
      expect(events[0]).toMatchObject({ type: 'call', status, outcome: code.toLowerCase() });
      expect(events[1]).toMatchObject({ type: 'answer', status: 500, outcome: code.toLowerCase() });
      later(50_000);
      await visit(visitorAt(5));
      expect(calls).toBe(1);
      later(61_000);
      await visit(visitorAt(6));
      expect(calls).toBe(2);
      printed.length = 0;
    });

  test('a code that only the service knows is the visitor’s too, and the outcome is one of the known', async ({
    printed,
  }) => {
    for (const [given, code] of [
      ['ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED'],
      ['see https://service.example', 'INVALID_API_KEY'],
      ['KEY_1', 'INVALID_API_KEY'],
      [{ toString: 1 }, 'INVALID_API_KEY'],
      [undefined, 'INVALID_API_KEY'],
    ]) {
      const outcomes: string[] = [];
      const visit = relayInProcess({
        apiKey: 'KEY_1',
        parseUserAgent: false,
        onEvent: ({ outcome }) => outcomes.push(outcome),
        fetch: async () => Response.json({ code: given }, { status: 403 }),
      });
      expect(await errorOf(await visit(visitorAt(1)))).toMatchObject({ code });
      expect(printed.splice(0)).toEqual([expect.stringContaining(`403 ${code}.`)]);
      expect(outcomes).toEqual(['invalid_api_key', 'invalid_api_key']);
    }
  });
});

describe('a store', () => {
  const service = { parseUserAgent: false, fetch: async () => Response.json({ connection: { asn: 1 } }) };

  test('that is only slow is used, for each of a request’s operations', async () => {
    const stored = new Map<string, string>();
    const events: RelayEvent[] = [];
    const wait = () => new Promise((resolve) => setTimeout(resolve, 140));
    const relay = createRelay<string>({
      ...service,
      baseUrl: 'https://service.example/',
      apiKey: 'key-1',
      clientIp: (_, address) => address,
      timeout: 4000,
      onEvent: (event) => events.push(event),
      store: {
        get: (name) => wait().then(() => stored.get(name)),
        set: (name, value) => wait().then(() => stored.set(name, value)),
      },
    });
    for (let i = 1; i <= 4; i++)
      expect((await relay(new Request('https://site.example/origin/AS'), visitorAt(i))).status).toBe(200);
    await expect.poll(() => stored.size).toBe(5);
    expect(events.filter(({ type }) => type === 'fault')).toEqual([]);
  });

  test('that is written at once, or refuses at once, is written for each visitor', async () => {
    for (const end of [() => {}, () => Promise.reject(new Error('full'))]) {
      let begun = 0;
      const set = () => {
        begun += 1;
        return end();
      };
      const visit = relayInProcess({ ...service, store: { get: () => undefined, set } });
      for (let i = 1; i <= 70; i++) {
        await visit(visitorAt(i));
        await vi.waitFor(() => expect(begun).toBe(i), { interval: 1, timeout: 60_000 });
      }
    }
  });

  test('is read after the keys are derived, however long that takes', async ({ pass }) => {
    const { subtle } = crypto;
    const derive = subtle.deriveKey.bind(subtle);
    const held = signal();
    const slow = vi.spyOn(subtle, 'deriveKey').mockImplementation(async (...given: unknown[]) => {
      await held.given;
      return derive(...(given as Parameters<typeof derive>));
    });
    const faults: RelayEvent[] = [];
    const onEvent = (event: RelayEvent) => event.type === 'fault' && faults.push(event);
    let reads = 0;
    const get = () => void reads++;
    const store = { get, set: () => {} };
    const response = relayInProcess({ ...service, store, timeout: 10_000, onEvent })(VISITOR);
    await pass(2000);
    held.give();
    expect((await response).status).toBe(200);
    expect([reads, faults]).toEqual([1, []]);
    slow.mockRestore();
  });

  test('is not waited for when it writes', async () => {
    const store = { get: () => undefined, set: () => never };
    const visit = relayInProcess({ ...service, store, timeout: 600_000 });
    // A tenth of the timeout would be a minute.
    expect(await timeOf(() => visit(VISITOR))).toBeLessThan(30_000);
  });

  for (const [what, end] of [
    ['that never ended', () => {}],
    ['that a Worker dropped with their requests', () => vi.clearAllTimers()],
  ] as const)
    test(`is written again after writes ${what}`, async ({ pass }) => {
      let [begun, isWritten, hangs] = [0, false, true];
      const set = () => {
        begun += 1;
        isWritten ||= !hangs;
        return hangs ? never : undefined;
      };
      const visit = relayInProcess({ ...service, store: { get: () => undefined, set } });
      for (let i = 1; i <= 70; i++) await visit(visitorAt(i));
      await vi.waitFor(() => expect(begun).toBe(64), { interval: 1 });
      end();
      await pass(25_000);
      hangs = false;
      await visit(visitorAt(71));
      await vi.waitFor(() => expect(isWritten).toBe(true), { interval: 1 });
    });

  test('whose writes never end is written less and less, and each is an event', async ({ pass }) => {
    let [begun, failed] = [0, 0];
    const set = () => {
      begun += 1;
      return never;
    };
    const onEvent = ({ type, from }: RelayEvent) => {
      if (type === 'fault' && from === 'store') failed += 1;
    };
    const visit = relayInProcess({ ...service, store: { get: () => undefined, set }, onEvent });
    for (let i = 1; i <= 200; i++) {
      await visit(visitorAt(i));
      await pass(3000);
    }
    expect(begun).toBeLessThan(20);
    expect(begun - failed).toBeLessThanOrEqual(1);
  });

  test('is left alone after three failures in a row, of either kind', async () => {
    stopClock();
    for (const get of [() => never, () => Promise.reject(new Error('no'))]) {
      let [reads, failures, writes] = [0, 0, 0];
      const store = {
        get: () => {
          reads += 1;
          return get();
        },
        set: () => {
          writes += 1;
        },
      };
      // On a busy machine an attempt may end while its key is still being hashed: a failure without a read.
      const onEvent = ({ type }: RelayEvent) => {
        if (type === 'fault') failures += 1;
      };
      const visit = relayInProcess({ ...service, timeout: 400, store, onEvent });
      for (let i = 1; i <= 6; i++) expect((await visit(visitorAt(i))).status).toBe(200);
      expect(failures).toBe(3);
      after(10_100);
      for (let i = 7; i <= 9; i++) await visit(visitorAt(i));
      expect(failures).toBe(4);
      expect(reads).toBeLessThanOrEqual(4);
      expect(writes).toBeLessThanOrEqual(2);
    }
  });

  test('is not left alone because of failures with a success between them', async () => {
    let reads = 0;
    const get = () => {
      reads += 1;
      if (reads % 3) throw new Error('no');
    };
    const visit = relayInProcess({ ...service, timeout: 10_000, store: { get, set: () => {} } });
    for (let i = 1; i <= 9; i++) await visit(visitorAt(i));
    expect(reads).toBe(9);
  });

  test('is written before the response in a Worker without waitUntil, as long as there is time', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    vi.resetModules();
    const worker = await import('../../../src/relay/index.js');
    const [begun, written] = [signal(), signal()];
    const relayWith = (set: () => unknown, timeout: number) =>
      worker.createRelay<string>({
        ...service,
        timeout,
        baseUrl: 'https://service.example/',
        apiKey: 'key-1',
        clientIp: (_, address) => address,
        store: { get: () => undefined, set },
      });
    const set = () => {
      begun.give();
      return written.given;
    };
    let isSent = false;
    const request = new Request('https://site.example/origin/');
    const response = relayWith(set, 60_000)(request, VISITOR).finally(() => {
      isSent = true;
    });
    await begun.given;
    await new Promise(setImmediate);
    expect(isSent).toBe(false);
    written.give();
    expect((await response).status).toBe(200);
    // A write that hangs is given up after ten seconds.
    expect(await timeOf(() => relayWith(() => never, 200)(request, VISITOR))).toBeLessThan(9000);
  });

  test('that is left alone is no place where an answer comes from', async () => {
    const places: unknown[] = [];
    const visit = relayInProcess({
      ...service,
      timeout: 10_000,
      hourlyLimit: 4,
      store: { get: () => Promise.reject(new Error('no')), set: () => {} },
      onEvent: ({ type, outcome, from }) => type === 'answer' && places.push([outcome, from]),
    });
    for (let i = 1; i <= 5; i++) await visit(visitorAt(i));
    expect(places.slice(3)).toEqual([
      ['ok', 'service'],
      ['hour-limit', undefined],
    ]);
  });

  async function readsWhileBusy(): Promise<number> {
    let reads = 0;
    const visit = relayInProcess({
      ...service,
      timeout: 1000,
      store: {
        get: () => {
          reads += 1;
          return new Promise((resolve) => setTimeout(resolve, 30));
        },
        set: () => {},
      },
    });
    const visits = [1, 2, 3, 4].map((i) => visit(visitorAt(i)));
    await new Promise((resolve) => setTimeout(resolve, 10));
    for (const end = Date.now() + 300; Date.now() < end; );
    await Promise.all(visits);
    await visit(visitorAt(5));
    return reads;
  }

  test('is not left alone because this process was busy', async () => {
    // Others on a busy machine may delay a read for longer than the relay can tell.
    await expect.poll(readsWhileBusy).toBe(5);
  });

  test('is read at most ten times as often as a visitor may cause calls', async () => {
    let reads = 0;
    const visit = relayInProcess({
      hourlyLimitPerVisitor: 2,
      store: { get: () => void reads++, set: () => {} },
      fetch: async () => Response.json({}),
    });
    for (let i = 0; i < 100; i++) await visit(VISITOR, { 'User-Agent': `Browser/${i}` });
    expect(reads).toBe(20);
  });
});

test('a rateLimiter that hangs is left alone as a store is', async () => {
  stopClock();
  let asked = 0;
  const visit = relayInProcess({
    timeout: 400,
    parseUserAgent: false,
    fetch: async () => Response.json({}),
    rateLimiter: () => {
      asked += 1;
      return never;
    },
  });
  for (let i = 1; i <= 6; i++) expect((await visit(visitorAt(i))).status).toBe(200);
  expect(asked).toBe(3);
});

describe('a browser', () => {
  test('whose endpoint hangs costs three visitors the time, and no other', async ({ pass }) => {
    const visit = relayInProcess({
      timeout: 900,
      fetch: async (_, init) => (isUserAgentCall(init) ? never : Response.json({})),
    });
    for (let i = 1; i <= 3; i++) {
      const response = visit(visitorAt(i));
      await pass(900);
      expect(await (await response).json()).toMatchObject({ user_agent: null });
    }
    // No time passes for this one.
    expect((await visit(visitorAt(4), { 'User-Agent': 'Other/1' })).status).toBe(200);
  });

  test('left out because of a limit is an event', async () => {
    const events: RelayEvent[] = [];
    const visit = relayInProcess({
      hourlyLimitPerVisitor: 3,
      fetch: async () => Response.json({ name: 'x' }),
      onEvent: (event) => events.push(event),
    });
    for (let i = 1; i <= 3; i++) await visit(VISITOR, { 'User-Agent': `Browser/${i}` });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'fault', lookup: 'user-agent', outcome: 'visitor-limit', status: 429 }),
    );
  });
});

test('a mobile network’s /48 has 256 visitors', async () => {
  const visit = relayInProcess({
    hourlyLimitPerVisitor: 1,
    parseUserAgent: false,
    fetch: async () => Response.json({}),
  });
  for (let i = 0; i < 256; i++) expect((await visit(`2a00:1:2:${i.toString(16)}::1`)).status).toBe(200);
  expect((await visit('2a00:1:2:ffff::1')).status).toBe(429);
});

describe('AS data', () => {
  const prefix = { cidr: '2001:db8:1234::/48', organization: 'x'.repeat(100) };
  const network = (count: number) => ({
    asn: 1,
    prefixes: { ipv4_count: count, ipv6_count: 2, ipv4: Array(count).fill(prefix), ipv6: [prefix] },
  });

  for (const count of [2, 40_000])
    test(`with ${count} prefixes is sent with their number alone`, async () => {
      const visit = relayInProcess({
        parseUserAgent: false,
        fetch: async (url) =>
          Response.json(String(url).includes('/AS') ? network(count) : { connection: { asn: 1 } }),
      });
      const response = await visit(VISITOR, {}, 'AS');
      expect(await response.json()).toEqual({ asn: 1, prefixes: { ipv4_count: count, ipv6_count: 2 } });
    });

  test('that is too long without them is not copied and frozen first, which would block for seconds', async ({
    printed,
  }) => {
    const freeze = vi.spyOn(Object, 'freeze');
    const visit = relayInProcess({
      parseUserAgent: false,
      fetch: async (url) =>
        Response.json(
          String(url).includes('/AS') ? { more: Array(100_000).fill([]) } : { connection: { asn: 1 } },
        ),
    });
    const { status } = await visit(VISITOR, {}, 'AS');
    const frozen = freeze.mock.calls.length;
    freeze.mockRestore();
    expect(status).toBe(502);
    expect(printed.splice(0)).toEqual([expect.stringContaining('300010 bytes')]);
    expect(frozen).toBeLessThan(1000);
  });

  test('of a source too', async () => {
    const relay = createRelay({
      source: { ip: () => ({ connection: { asn: 1 } }), network: () => network(3) },
    });
    const response = await relay(new Request('https://site.example/origin/AS'));
    expect(await response.json()).toEqual({ asn: 1, prefixes: { ipv4_count: 3, ipv6_count: 2 } });
  });
});

test('data of more than 256 KiB is 502, logged with its size, and costs one call', async ({ printed }) => {
  let calls = 0;
  const visit = relayInProcess({
    parseUserAgent: false,
    fetch: async () => {
      calls += 1;
      return Response.json({ pad: 'x'.repeat(256 * 1024) });
    },
  });
  for (let i = 0; i < 2; i++) expect((await visit(VISITOR)).status).toBe(502);
  expect(printed.splice(0)).toEqual([expect.stringContaining('262154 bytes')]);
  expect(calls).toBe(1);
});
