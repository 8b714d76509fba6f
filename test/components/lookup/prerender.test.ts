import { expect } from '@open-wc/testing';
import { cleanUp, newPage, openPage, stored } from '../support/page.js';
import { countedVisit, failure } from '../support/service.js';

/*
 * Firefox and WebKit don't prerender, and a frame is never prerendered, so a page here only claims to be: on `document`, as the
 * tests of pages do. `test/e2e/prerender.spec.ts` has Chromium prerender a page.
 */
async function prerendered() {
  const { baseUrl, requests } = countedVisit();
  const page = newPage(() =>
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true }),
  );
  page.lookup.configure({ baseUrl, apiKey: 'demo-open' });
  const activate = () => {
    Object.defineProperty(document, 'prerendering', { value: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  };
  return { ...page.lookup, requests, activate };
}

describe('a prerendered page', () => {
  afterEach(cleanUp);

  it('makes no lookup and stores nothing until it is shown', async () => {
    const { origin, requests, activate } = await prerendered();
    const answers = [origin.ip(), origin.ip({ refresh: true })];
    const seen: unknown[] = [];
    origin.subscribe('ip', ({ pending, data, error }) => seen.push([pending, data, error]));
    const other = await openPage();
    await new other.lookup.OriginLookup({
      baseUrl: countedVisit().baseUrl,
      apiKey: 'demo-open',
      storage: 'none',
    }).ip();
    expect(seen).to.deep.equal([[false, undefined, undefined]]);
    expect(await requests()).to.equal(0);
    expect(stored()).to.deep.equal([]);
    activate();
    expect(new Set(await Promise.all(answers)).size).to.equal(1);
    expect(await requests()).to.equal(1);
  });

  it('that is never shown sends no request for its callers', async () => {
    const { origin, requests, activate } = await prerendered();
    const wait = new AbortController();
    const ended = failure(origin.ip({ signal: wait.signal }));
    wait.abort();
    expect((await ended).code).to.equal('aborted');
    activate();
    await origin.userAgent();
    expect(await requests()).to.equal(1);
  });

  it('waits for consent too', async () => {
    const { origin, configure, grantConsent, requests, activate } = await prerendered();
    configure({ consent: 'required' });
    const answer = origin.ip();
    grantConsent();
    expect(await requests()).to.equal(0);
    activate();
    await answer;
    expect(await requests()).to.equal(1);
  });
});
