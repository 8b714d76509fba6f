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
  expect(keys.filter((key) => works.has(key))).toEqual([]);
  expect(works.has('slow')).toBe(true);
});

test('calls that a Worker dropped with their requests do not stay in memory', async () => {
  const forgotten = vi.spyOn(Set.prototype, 'delete');
  const visit = relayInProcess({ parseUserAgent: false, fetch: () => new Promise(() => {}) });
  for (let i = 1; i <= 100; i++) void visit(`81.2.69.${i}`);
  await vi.advanceTimersByTimeAsync(100);
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(11_000);
  void visit('81.2.69.101');
  await vi.advanceTimersByTimeAsync(100);
  const keys = forgotten.mock.calls.map(([call]) => Object(call).key).filter((key) => key !== undefined);
  expect(new Set(keys).size).toBe(100);
});

test('work that takes long is joined, and not started again', async () => {
  const works = new SharedWork<number>();
  const end = signal();
  let starts = 0;
  const start = async () => {
    starts += 1;
    await end.given;
    return starts;
  };
  const waiting = [1, 2].map(() => works.joinOrStart('key', start));
  await vi.advanceTimersByTimeAsync(9000);
  waiting.push(works.joinOrStart('key', start));
  end.give();
  expect(await Promise.all(waiting)).toEqual([1, 1, 1]);
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
