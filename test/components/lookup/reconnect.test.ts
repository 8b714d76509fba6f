import { expect } from '@open-wc/testing';
import { type IpData, OriginLookup, type Settings, type Snapshot } from '../../../src/lookup/index.js';
import { cleanUp } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

/*
 * No engine lets a page disconnect itself, so these tests fire the event that a browser fires when it is online again.
 * `test/e2e/offline.spec.ts` takes Chromium offline.
 */
const comeBackOnline = () => dispatchEvent(new Event('online'));

function begin(prefixes = '', own: Settings = {}) {
  const { baseUrl, requests } = countedVisit(prefixes);
  const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open', retries: 0, ...own });
  const seen: Snapshot<IpData>[] = [];
  const watch = () => lookup.subscribe('ip', (snapshot) => seen.push(snapshot));
  return { lookup, requests, seen, watch };
}

describe('back online', () => {
  afterEach(cleanUp);

  it('data is marked stale and stays', async () => {
    const { lookup, requests, seen, watch } = begin();
    const stop = watch();
    const data = await lookup.ip();
    comeBackOnline();
    stop();
    expect(seen.at(-1)).to.deep.include({ data, stale: true, pending: false });
    expect(await requests()).to.equal(1);
  });

  it('the next subscriber sends another request', async () => {
    const { lookup, requests, seen, watch } = begin();
    const before = await lookup.ip();
    comeBackOnline();
    const stop = watch();
    expect(seen.at(-1)).to.deep.include({ data: before, stale: true, pending: true });
    const after = await lookup.ip();
    stop();
    expect(after).not.to.equal(before);
    expect(seen.at(-1)).to.deep.include({ data: after, stale: false, pending: false });
    expect(await requests()).to.equal(2);
  });

  it('failed lookups with subscribers are made again', async () => {
    const { requests, seen, watch } = begin('fault/flaky-1/');
    const stop = watch();
    await until(() => seen.at(-1)?.error, 'the failure');
    comeBackOnline();
    await until(() => seen.at(-1)?.data, 'the answer');
    stop();
    expect(seen.at(-1)?.error).to.equal(undefined);
    expect(await requests()).to.equal(2);
  });

  it('a failed lookup without subscribers is not made again', async () => {
    const { lookup, requests } = begin('fault/flaky-1/');
    await failure(lookup.ip());
    comeBackOnline();
    await begin().lookup.ip();
    expect(await requests()).to.equal(1);
  });

  for (const status of [402, 403, 429])
    it(`a refusal (${status}) is still remembered`, async () => {
      const { lookup, requests, watch } = begin(`fault/status-${status}/`);
      const stop = watch();
      await failure(lookup.ip());
      comeBackOnline();
      await begin().lookup.ip();
      stop();
      expect(await requests()).to.equal(1);
    });

  it('a request under way is not repeated', async () => {
    const { lookup, requests, watch } = begin('fault/slow-200/');
    const stop = watch();
    const answer = lookup.ip();
    comeBackOnline();
    comeBackOnline();
    await answer;
    stop();
    expect(await requests()).to.equal(1);
  });
});
