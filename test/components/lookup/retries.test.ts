import { expect } from '@open-wc/testing';
import { OriginLookup, type Settings } from '../../../src/lookup/index.js';
import { asPage, cleanUp, newPage, skipPauses } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

function begin(fault: string, own: Settings = {}) {
  skipPauses();
  const { baseUrl, requests } = countedVisit(`fault/${fault}/`);
  return { baseUrl, requests, lookup: new OriginLookup({ baseUrl, apiKey: 'demo-open', ...own }) };
}

/** Holds the pauses between attempts back. */
function holdPauses() {
  const waits: (() => void)[] = [];
  const { lookup } = newPage((page) => {
    const { setTimeout } = page;
    const held = (resume: () => void, pause = 0) =>
      pause >= 100 && pause < 1000 ? waits.push(resume) : setTimeout(resume, pause);
    Object.assign(page, { setTimeout: held });
  });
  return { lookup, waits };
}

describe('a temporary failure', () => {
  afterEach(cleanUp);

  for (const [fault, requests] of [
    ['flaky-1', 2],
    ['flaky-2', 3],
  ] as const)
    it(`${fault}: attempt ${requests} succeeds, and subscribers see no failure`, async () => {
      const { lookup, requests: counted } = begin(fault);
      const failures: unknown[] = [];
      const stop = lookup.subscribe('ip', ({ error }) => error && failures.push(error));
      expect((await lookup.ip()).ip).to.equal('81.2.69.142');
      stop();
      expect(failures).to.deep.equal([]);
      expect(await counted()).to.equal(requests);
    });

  it('is retried twice', async () => {
    const { lookup, requests } = begin('flaky-3');
    expect(await failure(lookup.ip())).to.deep.include({ code: 'service', status: 503 });
    expect(await requests()).to.equal(3);
  });

  for (const [retries, expected] of [
    [0, 1],
    [1, 2],
    [3, 4],
  ] as const)
    it(`is retried as often as the setting ${retries} says`, async () => {
      const { lookup, requests } = begin('status-502', { retries });
      await failure(lookup.ip());
      expect(await requests()).to.equal(expected);
    });

  it('is retried after a growing delay that differs between visitors', async () => {
    const pauses: number[] = [];
    const { lookup } = newPage((page) => {
      const { setTimeout } = page;
      const recorded = (resume: () => void, pause = 0) => {
        // Not the timeout of an attempt.
        if (pause >= 5000) return setTimeout(resume, pause);
        if (pause >= 100) pauses.push(pause);
        return setTimeout(resume, 0);
      };
      Object.assign(page, { setTimeout: recorded });
    });
    const { baseUrl } = countedVisit('fault/status-503/');
    const apiKey = 'demo-open';
    for (let visitor = 0; visitor < 10; visitor++)
      await failure(new lookup.OriginLookup({ baseUrl, apiKey, params: `visitor=${visitor}` }).ip());
    const first = pauses.filter((_, attempt) => attempt % 2 === 0);
    const second = pauses.filter((_, attempt) => attempt % 2 === 1);
    expect(first).to.have.length(10);
    expect(Math.min(...first)).to.be.at.least(150);
    expect(Math.max(...first)).to.be.below(450);
    expect(Math.min(...second)).to.be.at.least(300);
    expect(Math.max(...second)).to.be.below(900);
    expect(new Set(pauses).size).to.be.above(15);
  });

  it('is not retried when nobody waits any more', async () => {
    const { lookup, waits } = holdPauses();
    const { baseUrl, requests } = countedVisit('fault/flaky-1000/');
    const left = new lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' });
    const wait = new AbortController();
    const ended = failure(left.ip({ signal: wait.signal }));
    const stop = left.subscribe('ip', () => {});
    await until(() => waits.length === 1, 'the pause after the first attempt');
    wait.abort();
    stop();
    for (const resume of waits) resume();
    expect((await ended).code).to.equal('aborted');
    await new lookup.OriginLookup({ baseUrl: countedVisit().baseUrl, apiKey: 'demo-open' }).ip();
    expect(await requests()).to.equal(1);
  });

  it('is asked again for one who comes while it ends because nobody waits', async () => {
    const { lookup, waits } = holdPauses();
    const { baseUrl, requests } = countedVisit('fault/flaky-1/');
    lookup.configure({ baseUrl, apiKey: 'demo-open' });
    const stop = lookup.origin.subscribe('ip', () => {});
    await until(() => waits.length === 1, 'the pause after the first attempt');
    stop();
    for (const resume of waits) resume();
    await Promise.resolve();
    expect((await lookup.origin.ip()).ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(2);
  });

  it('is not retried once the page has set initialData', async () => {
    const { lookup, waits } = holdPauses();
    const { baseUrl, requests } = countedVisit('fault/flaky-1000/');
    lookup.configure({ baseUrl, apiKey: 'demo-open' });
    lookup.origin.subscribe('ip', () => {});
    await until(() => waits.length === 1, 'the pause after the first attempt');
    lookup.configure({ initialData: { ip: '192.0.2.7' } });
    for (const resume of waits) resume();
    expect((await lookup.origin.ip()).ip).to.equal('192.0.2.7');
    await new lookup.OriginLookup({ baseUrl: countedVisit().baseUrl, apiKey: 'demo-open' }).ip();
    expect(await requests()).to.equal(1);
  });

  it('of a refresh that nobody waits for any more leaves the known data as it was', async () => {
    const { lookup, waits } = holdPauses();
    const { origin } = lookup;
    lookup.configure({ baseUrl: countedVisit().baseUrl, apiKey: 'demo-open', storage: 'none' });
    const data = await origin.ip();
    globalThis.fetch = async () => new Response('', { status: 503 });
    const stop = origin.subscribe('ip', () => {}, { refresh: true });
    await until(() => waits.length === 1, 'the pause after the first attempt');
    stop();
    for (const resume of waits) resume();
    await until(() => !origin.snapshot('ip').pending, 'the end of the refresh');
    expect(origin.snapshot('ip').data).to.equal(data);
    expect(origin.snapshot('ip').stale).to.equal(false);
  });

  it('is not retried because of an override, which changes no lookup', async () => {
    const { baseUrl, requests } = countedVisit('fault/status-500/');
    const page = newPage();
    const { override, clearOverride, origin } = asPage(page);
    page.lookup.configure({ baseUrl, apiKey: 'demo-open' });
    const seen: (string | undefined)[] = [];
    const leave = origin.subscribe('ip', ({ data, error }) => {
      if (error) seen.push(data?.location?.country?.code ?? undefined);
    });
    await until(() => seen.length === 1, 'the failure');
    override({ location: { country: { code: 'FR' } } });
    clearOverride();
    expect(seen).to.deep.equal([undefined, 'FR', undefined]);
    await failure(origin.asn());
    expect(await requests()).to.equal(2);
    leave();
  });
});
