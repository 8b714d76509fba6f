import type { ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import { toBody } from '../../../src/relay/body.js';
import { CircuitBreaker, GuardedOperation } from '../../../src/relay/breakers.js';
import { encryptedStore } from '../../../src/relay/cache/shared-store.js';
import { createRelay } from '../../../src/relay/index.js';
import type { ResultStore } from '../../../src/relay/options.js';
import { USER_AGENT, VISITOR } from '../../support/relay.js';
import { test } from './fixtures.js';

/** A store in this process, like a Keyv without an adapter. */
class Records extends Map<string, string> implements ResultStore {
  lifetimes: number[] = [];

  override set(name: string, value: string, milliseconds?: number): this {
    if (milliseconds !== undefined) this.lifetimes.push(milliseconds);
    return super.set(name, value);
  }
}

const asking = { 'User-Agent': USER_AGENT };

test.describe('machines share results through a store', () => {
  test('each result costs one call, even after a restart', async ({ start, upstream }) => {
    const service = await upstream((question) => ({ said: question, connection: { asn: 20712 } }));
    const store = new Records();
    const answers: unknown[] = [];
    for (let machine = 0; machine < 3; machine++) {
      const { ask } = await start({ baseUrl: service.base, store });
      for (const path of ['', 'AS', 'user_agent']) answers.push(await (await ask(path)).json());
      await expect.poll(() => store.size).toBe(3);
    }
    expect(service.asked.sort()).toEqual([`/${VISITOR}`, '/AS20712', USER_AGENT].sort());
    expect(answers.slice(3, 6)).toEqual(answers.slice(0, 3));
    expect(answers.slice(6)).toEqual(answers.slice(0, 3));
    expect(store.size).toBe(3);
  });

  test('only if their key and service are the same', async ({ start, upstream }) => {
    const service = await upstream();
    const store = new Records();
    for (const options of [
      { apiKey: 'key-1' },
      { apiKey: 'key-2' },
      { apiKey: 'key-1', baseUrl: `${service.base}/other/` },
      { apiKey: 'key-1' },
    ]) {
      const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, store, ...options });
      expect((await ask()).status).toBe(200);
      await expect.poll(() => store.size).toBe(service.asked.length);
    }
    expect(service.asked.length).toBe(3);
  });

  test('names are accepted by every store, even as file names', async () => {
    const store = new Records();
    const backend = encryptedStore(store, 'key-1');
    const cached = { body: toBody({}), expiresAt: Date.now() + 60_000 };
    for (let i = 0; i < 50; i++) await backend.set(`${i}`, cached);
    for (const name of store.keys()) expect(name).toMatch(/^visitor-elements-[\da-f]{64}$/);
    expect(store.size).toBe(50);
  });

  test('a stored result is kept in memory, and not read again', async ({ start, upstream }) => {
    const service = await upstream();
    const store = new Records();
    const options = { baseUrl: service.base, parseUserAgent: false, store };
    expect((await (await start(options)).ask()).status).toBe(200);
    await expect.poll(() => store.size).toBe(1);
    let gets = 0;
    const { get } = store;
    store.get = (name) => {
      gets += 1;
      return get.call(store, name);
    };
    const { ask } = await start(options);
    for (const path of ['', 'AS', '?fields=ip']) await ask(path);
    expect([gets, service.asked.length]).toEqual([1, 1]);
  });

  test('it contains no readable IP address, User-Agent, data or key', async ({ start }) => {
    const store = new Records();
    const { ask } = await start({ store });
    for (const path of ['', 'AS', 'user_agent']) await ask(path);
    await expect.poll(() => store.size).toBe(3);
    const records = JSON.stringify([...store]);
    const decoded = [...store].flatMap(([name, value]) => [
      name,
      Buffer.from(value, 'base64').toString('latin1'),
    ]);
    for (const secret of [
      VISITOR,
      'Firefox',
      'Andrews',
      'United Kingdom',
      'demo-open',
      '20712',
      'user_agent',
    ])
      for (const text of [records, ...decoded]) expect(text).not.toContain(secret);
  });

  test('a record opens only for its own cache key, not for another visitor, and not if it is forged or damaged', async ({
    start,
    upstream,
  }) => {
    const service = await upstream();
    const store = new Records();
    const faults: unknown[] = [];
    const ask = async (visitor: string) => {
      const onEvent = (event: { type: string }) => event.type === 'fault' && faults.push(event);
      const relay = await start({ baseUrl: service.base, parseUserAgent: false, store, onEvent });
      return (await relay.ask('', { visitor })).json();
    };
    await ask('81.2.69.1');
    await expect.poll(() => store.size).toBe(1);
    await ask('81.2.69.2');
    await expect.poll(() => store.size).toBe(2);
    const [[first, one] = ['', ''], [second, two] = ['', '']] = [...store];
    const spoilt = [
      two,
      `${one.slice(0, -8)}AAAAAAAA`,
      one.slice(0, 20),
      `9${one}`, // With a later end.
      '',
      'garbage',
      '%',
      'x'.repeat(2_000_000),
      'e30=',
    ];
    for (const value of spoilt) {
      store.set(first, value);
      expect(await ask('81.2.69.1')).toEqual({ ip: '81.2.69.1' });
      await expect.poll(() => store.get(first)).not.toBe(value);
    }
    expect(faults).toHaveLength(spoilt.length);
    expect(faults[0]).toMatchObject({ lookup: 'ip', outcome: 'internal', from: 'store', status: 0 });
    expect(service.asked.length).toBe(2 + spoilt.length);
    expect(await ask('81.2.69.2')).toEqual({ ip: '81.2.69.2' });
    expect(service.asked.length).toBe(2 + spoilt.length);
    expect(second).not.toBe(first);
  });

  test('an invalid record is ignored, and not decoded if it is too long', async ({ start }) => {
    const decoded = vi.spyOn(globalThis, 'atob');
    const long = `${Date.now() + 1000} ${'A'.repeat(400_000)}`;
    for (const value of [null, undefined, 1, {}, [], true, Symbol('x'), Buffer.from('x'), long]) {
      const store = { get: () => value, set: () => undefined };
      const { ask } = await start({ parseUserAgent: false, store });
      expect(await (await ask()).json()).toMatchObject({ ip: VISITOR });
    }
    expect(decoded).not.toHaveBeenCalled();
    decoded.mockRestore();
  });

  test('a record expires with its data, and at most maxAge from now', async ({ start, later, upstream }) => {
    const service = await upstream();
    const store = new Records();
    const ask = async (maxAge: number) =>
      (await start({ baseUrl: service.base, parseUserAgent: false, store, maxAge })).ask();
    await ask(1000);
    await expect.poll(() => store.size).toBe(1);
    expect(store.lifetimes[0]).toBeGreaterThan(990_000);
    expect(store.lifetimes[0]).toBeLessThanOrEqual(1_000_000);
    later(999_000);
    await ask(1000);
    expect(service.asked.length).toBe(1);
    later(1_001_000); // A store that keeps records for too long.
    await ask(1000);
    expect(service.asked.length).toBe(2);
    await expect.poll(() => store.lifetimes.length).toBe(2);
    // A machine whose clock is a day behind: the record must not be used for a day.
    later(-86_400_000);
    const behind = await start({ baseUrl: service.base, parseUserAgent: false, store, maxAge: 1000 });
    await behind.ask();
    expect(service.asked.length).toBe(2);
    store.clear();
    await behind.ask(); // Meanwhile it is kept in memory.
    expect(service.asked.length).toBe(2);
    later(1_001_000 - 86_400_000);
    await behind.ask();
    expect(service.asked.length).toBe(3);
  });

  test('no record is stored without an end, and no expired one', async ({ start, upstream }) => {
    const service = await upstream();
    const store = new Records();
    const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, store, maxAge: 0.0001 });
    for (let i = 0; i < 50; i++) await ask('', { visitor: `81.2.69.${i}` });
    for (const milliseconds of store.lifetimes) expect(milliseconds).toBeGreaterThan(0);
  });

  test('data of 250 KiB is read back unchanged', async ({ start, upstream }) => {
    const pad = 'x'.repeat(250 * 1024);
    const service = await upstream(() => ({ pad }));
    const store = new Records();
    for (let machine = 0; machine < 2; machine++) {
      const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, store });
      expect(await (await ask()).json()).toEqual({ pad });
      await expect.poll(() => store.size).toBe(1);
    }
    expect(service.asked.length).toBe(1);
  });

  test('only data is stored: no failure, none over 256 KiB, and none with maxAge 0', async ({
    start,
    printed,
    upstream,
  }) => {
    const used: string[] = [];
    const store = { get: () => void used.push('get'), set: () => void used.push('set') };
    const cases = [
      { answer: (_: string, res: ServerResponse) => void res.writeHead(402).end('{}'), expected: ['get'] },
      { answer: () => ({ pad: 'é'.repeat(130 * 1024) }), expected: ['get'] },
      { answer: () => ({ pad: 'x'.repeat(250 * 1024) }), expected: ['get', 'set'] },
      { answer: () => ({}), maxAge: 0, expected: [] },
    ];
    for (const { answer, expected, ...options } of cases) {
      used.length = 0;
      const service = await upstream(answer);
      const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, store, ...options });
      await ask();
      await expect.poll(() => used).toEqual(expected);
    }
    printed.length = 0;
    printed.length = 0;
  });
});

test.describe('a failing store has no effect on results', () => {
  const failing: Record<string, () => unknown> = {
    throws: () => {
      throw new Error('gone');
    },
    rejects: () => Promise.reject(new Error('gone')),
    'never settles': () => new Promise(() => {}),
  };
  for (const [how, fail] of Object.entries(failing))
    test(`one that ${how} costs at most a tenth of timeout`, async ({ start }) => {
      const faults: unknown[] = [];
      const { ask } = await start({
        store: { get: fail, set: fail },
        timeout: 10_000,
        onEvent: ({ type, from }) => type === 'fault' && faults.push(from),
      });
      const before = performance.now();
      expect(await (await ask()).json()).toMatchObject({ ip: VISITOR, user_agent: { name: 'Firefox' } });
      expect(performance.now() - before).toBeLessThan(9000);
      expect(faults.length).toBeGreaterThan(0);
      expect(new Set(faults)).toEqual(new Set(['store']));
      expect((await ask()).status).toBe(200);
    });

  test('after three failures in a row it is not called for 10 s, then 20, 40 and 60, and tried once each time', async () => {
    let calls = 0;
    let isGone = true;
    const clock = fakeClock();
    const store = {
      async get() {
        calls += 1;
        if (isGone) throw new Error('gone');
      },
      set() {},
    };
    const relay = relayWith(store, 400);
    let visitors = 0;
    const ask = () => relay(`81.2.${visitors >> 8}.${visitors++ & 255}`);
    const askAtOnce = (times: number) => Promise.all(Array.from({ length: times }, ask));
    try {
      await askAtOnce(20);
      for (const rest of [10, 20, 40, 60, 60]) {
        calls = 0;
        clock.pass(rest * 1000 - 2000);
        await ask();
        expect(calls).toBe(0);
        clock.pass(5000);
        await askAtOnce(10);
        expect(calls).toBe(1);
      }
      isGone = false;
      clock.pass(61_000);
      await ask();
      calls = 0;
      for (let i = 0; i < 5; i++) await ask();
      expect(calls).toBe(5);
      isGone = true;
      await askAtOnce(5);
      calls = 0;
      clock.pass(8000);
      await ask();
      expect(calls).toBe(0);
      clock.pass(3000);
      await ask();
      expect(calls).toBe(1); // The pause began with ten seconds again.
    } finally {
      clock.end();
    }
  });

  test('an attempt for which a request has too little time left is no failure of the store', async ({
    pass,
  }) => {
    const reads = new GuardedOperation(1000, true);
    const readThrice = async (left: number) => {
      for (let i = 0; i < 3; i++) {
        const read = reads.attempt(() => new Promise<never>(() => {}), left);
        await pass(left);
        expect(await read).toMatchObject({ late: true });
      }
    };
    await readThrice(999);
    expect(reads.isLeftAlone).toBe(false);
    await readThrice(1000);
    expect(reads.isLeftAlone).toBe(true);
  });

  test('what began before the circuit closed doesn’t open it again, and a trial that fails doesn’t last', () => {
    const clock = fakeClock();
    const breaker = new CircuitBreaker(60_000, {});
    const failThrice = (started = performance.now()) => {
      for (let i = 0; i < 3; i++) breaker.fail(started);
    };
    const tryAgain = () => {
      clock.pass(10_100);
      breaker.begin();
      return performance.now();
    };
    try {
      failThrice();
      breaker.fail(tryAgain());
      expect(breaker.openFor).toBeCloseTo(10_000);
      const started = tryAgain();
      clock.pass(100);
      breaker.succeed();
      failThrice(started);
      expect(breaker.openFor).toBe(0);
      failThrice();
      expect(breaker.openFor).toBeCloseTo(10_000);
    } finally {
      clock.end();
    }
  });

  test('an attempt after the pause that is dropped with its request doesn’t end all later ones', async () => {
    const clock = fakeClock();
    let calls = 0;
    const breaker = new GuardedOperation(1000, true);
    const fail = () => Promise.reject(new Error(`${++calls}`));
    const hang = () => {
      calls += 1;
      return new Promise<never>(() => {});
    };
    try {
      for (let i = 0; i < 3; i++) await breaker.attempt(fail, 1000);
      clock.pass(11_000);
      void breaker.attempt(hang, 1000);
      await breaker.attempt(fail, 1000);
      expect(calls).toBe(4);
      clock.pass(1500);
      await breaker.attempt(fail, 1000);
      expect(calls).toBe(5);
    } finally {
      clock.end();
    }
  });
});

/** A relay in this process without a network. */
function relayWith(store: ResultStore, waits = 500) {
  const relay = createRelay<string>({
    baseUrl: 'https://service.example/',
    apiKey: 'key-1',
    parseUserAgent: false,
    timeout: 10 * waits,
    maxAge: 1,
    clientIp: (_, address) => address,
    fetch: async (input) => Response.json({ ip: String(input) }),
    store,
  });
  return async (visitor: string) => {
    const response = await relay(new Request('https://site.example/origin/', { headers: asking }), visitor);
    expect(response.status).toBe(200);
  };
}

/** A monotonic clock that stands still until it is advanced. Timers don't notice. */
function fakeClock() {
  const { now } = performance;
  let time = performance.now();
  performance.now = () => time;
  return {
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    end: () => {
      performance.now = now;
    },
  };
}
