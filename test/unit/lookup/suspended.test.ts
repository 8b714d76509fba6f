import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OriginLookup } from '../../../src/lookup/index.js';

/*
 * Chromium keeps a page with a request under way in its back/forward cache. When it restores the page, timers whose time
 * has come fire before the page gets the response, however early that came.
 */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A lookup whose request has no response before `respond()`. */
function begin(path: string) {
  let respond = (_response: Response) => {};
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      respond = resolve;
      signal.addEventListener('abort', () => reject(new TypeError()));
    });
  });
  const lookup = new OriginLookup({ baseUrl: `https://${path}.example/`, auth: 'none' });
  const result = lookup.ip().catch(({ code }) => code);
  return { result, respond: () => respond(Response.json({ ip: '192.0.2.1' })) };
}

/** A lookup whose page was left a moment after its request was sent, and is restored a minute later. */
async function restored(path: string) {
  const lookup = begin(path);
  await vi.advanceTimersByTimeAsync(100);
  vi.setSystemTime(Date.now() + 60_000);
  await vi.advanceTimersByTimeAsync(4900);
  return lookup;
}

test('a page that the browser restores uses the response that came while it was away', async () => {
  const { result, respond } = await restored('responding');
  respond();
  expect(await result).toEqual({ ip: '192.0.2.1' });
});

test('a page that the browser restores waits no longer than the timeout for a response', async () => {
  const { result } = await restored('silent');
  await vi.advanceTimersByTimeAsync(5000);
  expect(await result).toBe('timeout');
});

test('a page that stays waits for a response as long as the timeout', async () => {
  const { result } = begin('waiting');
  let isSettled = false;
  void result.then(() => {
    isSettled = true;
  });
  await vi.advanceTimersByTimeAsync(4999);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isSettled).toBe(true);
  expect(await result).toBe('timeout');
});
