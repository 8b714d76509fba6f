import { expect } from '@open-wc/testing';
import { OriginLookup, type Settings } from '../../../src/lookup/index.js';
import { cleanUp } from '../support/page.js';
import { failure, until, visit } from '../support/service.js';

function begin(fault: string, own: Settings = {}) {
  const { baseUrl, requests } = visit(`fault/${fault}/`);
  return { baseUrl, requests, lookup: new OriginLookup({ baseUrl, apiKey: 'demo-open', ...own }) };
}

/** When each attempt began, in milliseconds. */
const beginnings = (baseUrl: string) =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes(baseUrl))
    .map(({ startTime }) => startTime);

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

describe('a failure that is likely to pass', () => {
  afterEach(cleanUp);

  for (const [fault, requests] of [
    ['flaky-1', 2],
    ['flaky-2', 3],
  ] as const)
    it(`${fault}: answered by attempt ${requests}, and readers see no failure`, async () => {
      const { lookup, requests: counted } = begin(fault);
      const failures: unknown[] = [];
      const stop = lookup.subscribe('ip', ({ error }) => error && failures.push(error));
      expect((await lookup.ip()).ip).to.equal('81.2.69.142');
      stop();
      expect(failures).to.deep.equal([]);
      expect(await counted()).to.equal(requests);
    });

  it('is tried 2 more times and no more', async () => {
    const { lookup, requests } = begin('flaky-3');
    expect(await failure(lookup.ip())).to.deep.include({ code: 'service', status: 503 });
    expect(await requests()).to.equal(3);
  });

  for (const [retries, expected] of [
    [0, 1],
    [1, 2],
    [3, 4],
  ] as const)
    it(`is tried ${retries} more times where the setting says so`, async () => {
      const { lookup, requests } = begin('status-502', { retries });
      await failure(lookup.ip());
      expect(await requests()).to.equal(expected);
    });

  it('is tried again after a pause that grows and differs from visitor to visitor', async () => {
    performance.setResourceTimingBufferSize(10_000);
    const gaps = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { baseUrl, lookup } = begin('status-503');
        await failure(lookup.ip());
        await until(() => beginnings(baseUrl).length === 3, 'the timing of 3 attempts');
        const [first = 0, second = 0, third = 0] = beginnings(baseUrl);
        return [second - first, third - second] as const;
      }),
    );
    const first = gaps.map(([gap]) => gap);
    const second = gaps.map(([, gap]) => gap);
    expect(Math.min(...first)).to.be.above(100);
    expect(mean(second)).to.be.above(mean(first));
    expect(Math.max(...first) - Math.min(...first)).to.be.above(30);
  });

  it('is not tried again once nobody waits', async () => {
    const left = begin('flaky-1000');
    const waited = begin('flaky-1000');
    const wait = new AbortController();
    const ended = failure(left.lookup.ip({ signal: wait.signal }));
    const stop = left.lookup.subscribe('ip', () => {});
    await until(async () => (await left.requests()) === 1, 'the first request');
    wait.abort();
    stop();
    expect((await ended).code).to.equal('aborted');
    await failure(waited.lookup.ip());
    expect(await waited.requests()).to.equal(3);
    expect(await left.requests()).to.equal(1);
  });
});
