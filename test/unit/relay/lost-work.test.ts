import { expect, test, vi } from 'vitest';
import { SharedWork } from '../../../src/relay/cache/shared-work.js';
import { signal } from '../../support/signal.js';

/** Starts work whose request is dropped: it never ends, and its timers stop. */
function lose(works: SharedWork<string>): void {
  const { setInterval } = globalThis;
  globalThis.setInterval = (() => 0) as never;
  void works.joinOrStart('key', () => new Promise(() => {}));
  globalThis.setInterval = setInterval;
}

test('work that was lost with its request is started again by one of those that waited, and shared', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  try {
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
  } finally {
    vi.useRealTimers();
  }
});

test('work that takes long is joined, and not started again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  try {
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
  } finally {
    vi.useRealTimers();
  }
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
