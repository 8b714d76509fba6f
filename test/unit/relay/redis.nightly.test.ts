import { expect, test } from 'vitest';
import { installedProgram } from '../../support/debian.js';
import { type Fleet, Redis, startFleet } from '../../support/redis.js';
import { startUpstream, type Upstream, USER_AGENT } from '../../support/relay.js';

const MACHINES = 2;
/** Milliseconds for a call: long, so that on a busy machine a working store doesn't seem slow. */
const PATIENT = 100_000;
const HURRIED = 10_000;
/** Milliseconds that a failed store is left alone at most. */
const LONGEST_REST = 60_000;
/** Milliseconds that a response may take. A store that hangs never responds. */
const IN_TIME = 30_000;

const program = await installedProgram('redis-server');

let service: Upstream;
let redis: Redis;
let fleet: Fleet;
test.beforeEach(async ({ skip }) => {
  skip(!program, 'redis-server is not installed');
  service = await startUpstream((question) =>
    question === USER_AGENT ? { name: 'Firefox' } : { ip: question.slice(1), connection: { asn: 20712 } },
  );
});
test.afterEach(async () => {
  await fleet?.close();
  await redis?.stop();
  await service?.close();
});

const visitors = (count: number, block = 0) =>
  Array.from({ length: count }, (_, i) => `81.${60 + block}.${i >> 8}.${i & 255}`);
const lookups = () => service.asked.filter((path) => path !== USER_AGENT).length;

/** Waits until Redis has a number of records: no response waits for a write. */
async function haveBeenStored(count: number): Promise<void> {
  const client = await redis.client();
  await expect.poll(() => client.dbSize(), { timeout: 60_000 }).toBe(count);
  client.destroy();
}

/** Sends a request for each of these visitors, some at once. Each must get its own data, in time. */
async function visit(addresses: string[], machineOf: (i: number) => number, atOnce = 20): Promise<void> {
  for (let at = 0; at < addresses.length; at += atOnce) {
    const some = addresses.slice(at, at + atOnce);
    const answers = await Promise.all(
      some.map(async (visitor, i) => {
        const before = performance.now();
        const { status, data } = await fleet.ask(machineOf(at + i), visitor);
        return { status, ip: data.ip, inTime: performance.now() - before < IN_TIME };
      }),
    );
    expect(answers).toEqual(some.map((ip) => ({ status: 200, ip, inTime: true })));
  }
}

test('visitors of all machines cost one IP lookup each, even after a restart of all machines', async () => {
  redis = await Redis.start();
  const setup = { baseUrl: service.base, redis: redis.url, timeout: PATIENT };
  fleet = await startFleet(setup);
  const all = visitors(200);
  for (let turn = 0; turn < MACHINES; turn++) await visit(all, (i) => i + turn);
  expect(lookups()).toBe(200);
  expect(service.asked.length - lookups()).toBeLessThanOrEqual(MACHINES);
  expect((await fleet.report()).map(({ faults }) => faults)).toEqual(Array(MACHINES).fill({}));
  await fleet.close();
  fleet = await startFleet(setup);
  await visit(all, (i) => i);
  expect(lookups()).toBe(200);
});

test('a load balancer that sends a visitor from machine to machine makes no difference', async () => {
  redis = await Redis.start();
  fleet = await startFleet({ baseUrl: service.base, redis: redis.url, timeout: PATIENT });
  for (let i = 0; i < 2 * MACHINES; i++) {
    const headers = { 'User-Agent': USER_AGENT, 'X-Forwarded-For': '81.2.69.142' };
    const answer = await fetch(`${fleet.front.base}/origin/`, { headers });
    expect(await answer.json()).toMatchObject({ ip: '81.2.69.142', user_agent: { name: 'Firefox' } });
    // The address and the browser.
    await haveBeenStored(2);
  }
  expect(lookups()).toBe(1);
});

test('a visitor at all machines in one moment costs at most a lookup of each', async () => {
  redis = await Redis.start();
  fleet = await startFleet({ baseUrl: service.base, redis: redis.url, timeout: PATIENT });
  for (const visitor of visitors(50))
    await Promise.all(Array.from({ length: MACHINES }, (_, machine) => fleet.ask(machine, visitor)));
  expect(lookups()).toBeGreaterThanOrEqual(50);
  expect(lookups()).toBeLessThanOrEqual(50 * MACHINES);
});

test.describe('every visitor gets their own data, in time', () => {
  test('if the store stops, and the store is used again when it is back', async () => {
    redis = await Redis.start();
    fleet = await startFleet({ baseUrl: service.base, redis: redis.url, timeout: HURRIED });
    await visit(visitors(100), (i) => i);
    await redis.stop();
    await visit(visitors(100, 1), (i) => i);
    expect(lookups()).toBe(200);
    await redis.run();
    let visitor = 0;
    const lookupsOfOne = async () => {
      fleet.pass(LONGEST_REST);
      const before = lookups();
      visitor += 1;
      for (let machine = 0; machine < MACHINES; machine++)
        await fleet.ask(machine, `82.1.1.${visitor % 256}`);
      return lookups() - before;
    };
    await expect.poll(lookupsOfOne, { timeout: 60_000, interval: 200 }).toBe(1);
  });

  test('if the store hangs, without growing memory', async () => {
    redis = await Redis.start();
    fleet = await startFleet({ baseUrl: service.base, redis: redis.url, timeout: HURRIED }, 1);
    await visit(visitors(100), () => 0);
    redis.signal('SIGSTOP');
    await visit(visitors(100, 1), () => 0);
    const [before] = await fleet.report();
    for (let block = 2; block < 6; block++) await visit(visitors(250, block), () => 0);
    const [after] = await fleet.report();
    // Meanwhile 1,000 responses of about 700 bytes are cached.
    expect((after?.heap ?? 0) - (before?.heap ?? 0)).toBeLessThan(6 * 2 ** 20);
    expect(after?.faults.store).toBeLessThan(200);
    redis.signal('SIGCONT');
  });

  test('if there is no store at the start', async () => {
    redis = await Redis.prepare();
    fleet = await startFleet({ baseUrl: service.base, redis: redis.url, timeout: HURRIED });
    await visit(visitors(100), (i) => i);
    expect(lookups()).toBe(100);
  });

  test('if the store is slow', async () => {
    redis = await Redis.start();
    fleet = await startFleet({ baseUrl: service.base, redis: redis.url, timeout: HURRIED });
    const client = await redis.client();
    await client.sendCommand(['CLIENT', 'PAUSE', '20000', 'ALL']);
    await visit(visitors(200), (i) => i);
    expect(lookups()).toBe(200);
    client.destroy();
  });

  test('if the store is full', async () => {
    redis = await Redis.start('--maxmemory', '100');
    fleet = await startFleet({ baseUrl: service.base, redis: redis.url, timeout: HURRIED });
    for (let turn = 0; turn < MACHINES; turn++) await visit(visitors(50), (i) => i + turn);
    expect(lookups()).toBe(50 * MACHINES);
  });

  test('if the store returns garbage, or another visitor’s record', async () => {
    redis = await Redis.start();
    const setup = { baseUrl: service.base, redis: redis.url, timeout: PATIENT };
    fleet = await startFleet(setup, 1);
    await visit(visitors(30), () => 0);
    await haveBeenStored(31);
    const client = await redis.client();
    const names = await client.keys('*visitor-elements-*');
    const records = await Promise.all(names.map((name) => client.get(name)));
    for (const [i, name] of names.entries()) {
      const garbage = ['', 'garbage', '{"value":1}', '{"value":"QUJD"}', '\u0000'][i % 5] ?? '';
      await client.set(name, (i % 2 ? records[(i + 1) % names.length] : garbage) ?? '');
    }
    await fleet.close();
    fleet = await startFleet(setup, 1);
    await visit(visitors(30), () => 0);
    expect(lookups()).toBe(60);
    client.destroy();
  });
});

test('one visitor’s limit applies to all machines together, and allows calls if Redis is gone', async () => {
  redis = await Redis.start();
  // Patient enough for a working Redis. The last visitors wait as long for one that is stopped.
  fleet = await startFleet({
    baseUrl: service.base,
    redis: redis.url,
    timeout: 30_000,
    hourlyLimitPerVisitor: 5,
  });
  const statuses: number[] = [];
  for (let i = 1; i <= 20; i++) {
    const { status } = await fleet.ask(i, `2a00:1450:4001:800::${i.toString(16)}`);
    statuses.push(status);
  }
  // The first visit also parses its User-Agent.
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  expect(statuses.slice(4)).toEqual(Array(16).fill(429));
  expect((await fleet.ask(0, '81.2.69.142')).status).toBe(200);
  await redis.stop();
  for (let i = 21; i <= 24; i++)
    expect((await fleet.ask(i, `2a00:1450:4001:800::${i.toString(16)}`)).status).toBe(200);
});

test('a limit allows calls without Redis at the start, and counts when Redis is there', async () => {
  redis = await Redis.prepare();
  fleet = await startFleet({
    baseUrl: service.base,
    redis: redis.url,
    timeout: HURRIED,
    hourlyLimitPerVisitor: 5,
  });
  let block = 0;
  const spend = async () => {
    block += 1;
    const statuses: number[] = [];
    for (let i = 1; i <= 8; i++) {
      const { status } = await fleet.ask(i, `2a00:1450:4001:${block.toString(16)}::${i.toString(16)}`);
      statuses.push(status);
    }
    return statuses;
  };
  expect(await spend()).toEqual(Array(8).fill(200));
  await redis.run();
  await expect.poll(spend, { timeout: 60_000, interval: 200 }).toContain(429);
});

test('a limit allows calls in time if Redis hangs, without growing memory', async () => {
  redis = await Redis.start();
  const setup = {
    baseUrl: service.base,
    redis: redis.url,
    timeout: HURRIED,
    hourlyLimitPerVisitor: 5,
    waiting: 100,
  };
  fleet = await startFleet(setup, 1);
  await visit(visitors(100), () => 0);
  redis.signal('SIGSTOP');
  // The client queues 100 commands, and no more.
  await visit(visitors(200, 1), () => 0, 200);
  const [before] = await fleet.report();
  for (let block = 2; block < 6; block++) await visit(visitors(150, block), () => 0, 150);
  const [after] = await fleet.report();
  expect(after?.faults.limit).toBeGreaterThan(2); // Then it is left alone.
  expect((after?.heap ?? 0) - (before?.heap ?? 0)).toBeLessThan(4 * 2 ** 20);
  redis.signal('SIGCONT');
});
