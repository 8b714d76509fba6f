import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedWork } from '../../../src/relay/cache/shared-work.js';
import { relayInProcess } from '../../support/relay.js';
import { signal } from '../../support/signal.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Starts work whose request is dropped: it never ends, and its timers stop. */
function lose(works: SharedWork<string>, key = 'key'): void {
  const { setInterval } = globalThis;
  globalThis.setInterval = (() => 0) as never;
  void works.joinOrStart(key, () => new Promise(() => {}));
  globalThis.setInterval = setInterval;
}

/** Work that takes until its end is given. Its result is how often it was started. */
function longWork() {
  const end = signal();
  let starts = 0;
  const work = async () => {
    starts++;
    await end.given;
    return starts;
  };
  return { work, end };
}

/** Blocks this process. `before` happens when it goes on, before the timers that were due meanwhile. */
function block(milliseconds: number, before = () => {}): void {
  const ticking = vi.spyOn(performance, 'now');
  const now = performance.now();
  ticking.mockImplementation(() => now + milliseconds);
  before();
  ticking.mockRestore();
  Object(setTimeout).clock.jump(milliseconds);
}

test('work that was lost with its request is started again by one of those that waited, and shared', async () => {
  const works = new SharedWork<string>();
  lose(works);
  const end = signal();
  let starts = 0;
  const again = async () => {
    starts++;
    await end.given;
    return 'again';
  };
  const waiting = [1, 2, 3].map(() => works.joinOrStart('key', again));
  await vi.advanceTimersByTimeAsync(2100);
  waiting.push(works.joinOrStart('key', again));
  end.give();
  expect(await Promise.all(waiting)).toEqual(Array(4).fill('again'));
  expect(starts).toBe(1);
});

test('work that was lost does not stay in memory, even if nobody requests it again', async () => {
  const works = new SharedWork<string>();
  const keys = Array.from({ length: 100 }, (_, i) => `visitor ${i}`);
  for (const key of keys) lose(works, key);
  void works.joinOrStart('slow', () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(9000);
  await works.joinOrStart('another', async () => 'data');
  await vi.advanceTimersByTimeAsync(100);
  expect(keys.filter((key) => works.has(key))).toEqual([]);
  expect(works.has('slow')).toBe(true);
});

test('calls that a Worker dropped with their requests do not stay in memory', async () => {
  const forgotten = vi.spyOn(Set.prototype, 'delete');
  const visit = relayInProcess({ parseUserAgent: false, fetch: () => new Promise(() => {}) });
  const dropped = Array.from({ length: 100 }, (_, i) => `81.2.69.${i + 1}`);
  for (const address of dropped) void visit(address);
  await vi.advanceTimersByTimeAsync(100);
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(11_000);
  void visit('81.2.69.101');
  await vi.advanceTimersByTimeAsync(100);
  // Other sets of the process are not the relay's.
  const keys = new Set(forgotten.mock.calls.map(([call]) => String(Object(call).key)));
  expect([...keys].filter((key) => /^[\d.]+$/.test(key)).sort()).toEqual(dropped.sort());
});

test('work that takes long is joined, and not started again', async () => {
  const works = new SharedWork<number>();
  const { work, end } = longWork();
  const waiting = [1, 2].map(() => works.joinOrStart('key', work));
  await vi.advanceTimersByTimeAsync(9000);
  waiting.push(works.joinOrStart('key', work));
  end.give();
  expect(await Promise.all(waiting)).toEqual([1, 1, 1]);
});

test.for([
  ['before another visitor comes', 0],
  ['while somebody waits', 1000],
] as const)('work is not started again because this process was busy %s', async ([, start]) => {
  const works = new SharedWork<number>();
  const { work, end } = longWork();
  const waiting = [works.joinOrStart('key', work)];
  if (start > 0) waiting.push(works.joinOrStart('key', work));
  await vi.advanceTimersByTimeAsync(start);
  const other = () => works.joinOrStart('other', async () => 0);
  block(9000, () => void (start === 0 && other()));
  await vi.advanceTimersByTimeAsync(100);
  waiting.push(works.joinOrStart('key', work));
  end.give();
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 1));
});

test('work is not started again because this process is busy just when somebody would stop waiting', async () => {
  vi.useRealTimers();
  const works = new SharedWork<number>();
  const { work, end } = longWork();
  const waiting = [works.joinOrStart('key', work)];
  const { setTimeout } = globalThis;
  const blocked = signal();
  const waits = vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, milliseconds) => {
    // The second wait is the grace after the first.
    if (waits.mock.calls.length === 2)
      setImmediate(() => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
        blocked.give();
      });
    return setTimeout(run, milliseconds);
  });
  waiting.push(works.joinOrStart('key', work));
  await blocked.given;
  await new Promise((resolve) => setTimeout(resolve, 50));
  end.give();
  expect(await Promise.all(waiting)).toEqual([1, 1]);
});

test('many visitors who come while this process is busy do not each wait for all others', async () => {
  const works = new SharedWork<string>();
  const end = signal();
  const start = (key: string) => works.joinOrStart(key, async () => end.given.then(() => key));
  const keys = Array.from({ length: 100 }, (_, i) => `${i}`);
  const waiting = keys.map(start);
  block(9000, () => void waiting.push(...keys.map((key) => start(`late ${key}`))));
  // One timer for each work that lives, and one for each that was looked at.
  expect(vi.getTimerCount()).toBeLessThanOrEqual(3 * keys.length);
  end.give();
  expect(await Promise.all(waiting)).toEqual([...keys, ...keys.map((key) => `late ${key}`)]);
});

test('a visitor after one whose Worker dropped the request gets data, also within a second', async () => {
  const { setInterval } = globalThis;
  let calls = 0;
  const visit = relayInProcess({
    parseUserAgent: false,
    timeout: 1000,
    fetch: async () => (++calls === 1 ? new Promise<never>(() => {}) : Response.json({ ip: '81.2.69.142' })),
  });
  globalThis.setInterval = (() => 0) as never;
  void visit('81.2.69.142');
  await vi.advanceTimersByTimeAsync(0);
  vi.clearAllTimers();
  globalThis.setInterval = setInterval;
  const next = visit('81.2.69.142');
  await vi.advanceTimersByTimeAsync(1100);
  expect((await next).status).toBe(200);
  expect(calls).toBe(2);
});

test('work that fails after a busy moment in which another visitor came doesn’t end the process', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const works = new SharedWork<string>();
  let fail = (_: Error) => {};
  const refused = works.joinOrStart('key', () => new Promise((_, reject) => (fail = reject)));
  block(9000, () => void works.joinOrStart('other', async () => 'data'));
  fail(new Error('refused'));
  await expect(refused).rejects.toThrow('refused');
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('work under way is joined, and its failure too', async () => {
  const works = new SharedWork<string>();
  let fail = (_: Error) => {};
  const first = works.joinOrStart('key', () => new Promise((_, reject) => (fail = reject)));
  const second = works.joinOrStart('key', async () => 'never');
  fail(new Error('late'));
  await expect(first).rejects.toThrow('late');
  await expect(second).rejects.toThrow('late');
  expect(await works.join('key')).toBe(undefined);
});
