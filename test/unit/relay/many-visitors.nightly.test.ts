import { expect, test } from 'vitest';
import { heapInUse } from '../../support/heap.js';
import { relayInProcess } from '../../support/relay.js';

/** More than twice the cache's capacity. VISITORS=1000000 tries as many as a busy site has between two restarts. */
const VISITORS = Number(process.env.VISITORS ?? 8_000);
/** Milliseconds after which nothing of a call may remain in memory. */
const TIMEOUT = 100;

test('memory stays within its limit, however many different visitors come', {
  timeout: 60_000 + VISITORS * 20,
}, async () => {
  const answer = JSON.stringify({ pad: 'x'.repeat(4000), connection: { asn: 64500 } });
  let calls = 0;
  const visit = relayInProcess({
    timeout: TIMEOUT,
    fetch: async () => {
      calls += 1;
      return new Response(answer);
    },
  });
  const visitAs = (visitor: number) =>
    visit(`2a00:${(visitor >> 16).toString(16)}:${(visitor & 0xffff).toString(16)}::1`, {
      'User-Agent': `Browser/${visitor}`,
    });
  const heapAfter = async (first: number, last: number) => {
    for (let visitor = first; visitor < last; visitor++) {
      await visitAs(visitor);
      if (visitor % 100 === 0) await new Promise(setImmediate); // Platforms run other tasks between requests.
    }
    await new Promise((resolve) => setTimeout(resolve, 2 * TIMEOUT));
    return heapInUse();
  };
  const before = await heapAfter(0, 1);
  const full = await heapAfter(1, VISITORS / 2);
  const after = await heapAfter(VISITORS / 2, VISITORS);
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  expect(megabytes(after - before)).toBeLessThan(100);
  // Each visitor's data is 10 kB.
  expect(megabytes(after - full)).toBeLessThan(20);
  expect(calls).toBe(2 * VISITORS);
  await visitAs(VISITORS - 1);
  expect(calls).toBe(2 * VISITORS);
  await visitAs(0);
  expect(calls).toBe(2 * VISITORS + 2);
});
