import { expect } from '@open-wc/testing';
import type { Settings } from '../../../src/lookup/index.js';
import { setClock } from '../support/clock.js';
import { cleanUp, type OpenPage, openPage, recordRequests, stored } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

/*
 * These tabs are frames of one tab, in every engine. `test/e2e/tabs.spec.ts` opens tabs of Chromium, which are separate
 * processes.
 */
const open = (tabs: number) => Promise.all(Array.from({ length: tabs }, () => openPage()));

describe('tabs that open at the same moment', () => {
  afterEach(cleanUp);

  it('10 of them send one request together, in each of 3 rounds', async function () {
    this.timeout(120_000);
    const pages = await open(10);
    for (let round = 0; round < 3; round++) {
      const { baseUrl, requests } = countedVisit();
      const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local' };
      const ask = async ({ lookup }: (typeof pages)[number]) =>
        (await new lookup.OriginLookup(settings).ip()).ip;
      const answers = await Promise.all(pages.map(ask));
      expect(answers).to.deep.equal(Array.from({ length: 10 }, () => '81.2.69.142'));
      expect(await requests(), `round ${round}`).to.equal(1);
    }
  });

  it('send one request for each different lookup', async () => {
    const pages = await open(5);
    const { baseUrl, requests } = countedVisit();
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local' };
    await Promise.all(
      pages.flatMap(({ lookup }) => {
        const own = new lookup.OriginLookup(settings);
        return [own.ip(), own.asn(), own.userAgent()];
      }),
    );
    expect(await requests()).to.equal(3);
  });

  it('send one request to a service with a rate limit', async () => {
    const pages = await open(5);
    const { baseUrl, requests } = countedVisit('fault/retry-after-60/');
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local' };
    const failures = pages.map(({ lookup }) => failure(new lookup.OriginLookup(settings).ip()));
    for (const error of await Promise.all(failures)) expect(error.code).to.equal('rate-limited');
    expect(await requests()).to.equal(1);
  });

  it('each notice, when a visitor comes back to them, a revoke on the page after them', async () => {
    const pages = await open(2);
    const { baseUrl } = countedVisit();
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local' };
    const lookups = pages.map(({ lookup }) => new lookup.OriginLookup(settings));
    await Promise.all(lookups.map((lookup) => lookup.ip()));
    for (const { lookup } of pages) await new lookup.OriginLookup({ ...settings, storage: 'none' }).asn();
    // A page in the back/forward cache receives no message of the revoke.
    localStorage.clear();
    localStorage.setItem('theirs', 'stays');
    for (const { window } of pages)
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(lookups.map((lookup) => lookup.snapshot('ip').data)).to.deep.equal([undefined, undefined]);
    localStorage.clear();
  });

  it('keep their data, when a visitor comes back to them, if the record had ended and was removed', async () => {
    const page = await openPage();
    const { baseUrl } = countedVisit();
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local' };
    const lookup = new page.lookup.OriginLookup(settings);
    const { ip } = await lookup.ip();
    setClock(undefined, page.window).ahead(1801);
    localStorage.clear();
    page.window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(lookup.snapshot('ip').data?.ip).to.equal(ip);
  });

  it('continue when the tab with the request is closed', async () => {
    const { baseUrl, requests } = countedVisit();
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local' };
    const closed = await openPage();
    const others = await open(2);
    const { fetch } = closed.window;
    // Sends a request, and receives no response before the tab is closed.
    closed.window.fetch = (...given) => fetch(...given).then(() => new Promise<Response>(() => {}));
    void new closed.lookup.OriginLookup(settings).ip();
    await until(async () => (await requests()) === 1, 'the first request');
    const answers = others.map(({ lookup }) => new lookup.OriginLookup(settings).ip());
    closed.close();
    for (const { ip } of await Promise.all(answers)) expect(ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(2);
  });

  it('don’t wait for each other longer than the timeout', async () => {
    const { baseUrl, requests } = countedVisit('fault/slow-9000/');
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local' };
    const [patient, impatient] = await Promise.all([openPage(), openPage()]);
    void failure(new patient.lookup.OriginLookup({ ...settings, timeout: 60_000 }).ip());
    await until(async () => (await requests()) === 1, 'the first request');
    const error = await failure(new impatient.lookup.OriginLookup({ ...settings, timeout: 300 }).ip());
    expect(error.code).to.equal('timeout');
  });

  for (const [what, end] of Object.entries({
    'consent was revoked': ({ lookup }: OpenPage) => lookup.revokeConsent(),
    'nobody waits any more': (_: OpenPage, wait: AbortController) => wait.abort(),
  }))
    it(`send no request after their wait if ${what}`, async () => {
      const { baseUrl, requests } = countedVisit('fault/slow-9000/');
      const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local', timeout: 300 };
      const [busy, waiting] = await Promise.all([openPage(), openPage()]);
      // Sent with another `auth`, or the browser's own cache would hold back the second request too.
      void new busy.lookup.OriginLookup({ ...settings, timeout: 60_000, auth: 'header' }).ip();
      await until(async () => (await requests()) === 1, 'the first request');
      const wait = new AbortController();
      const { sent } = recordRequests(waiting.window);
      new waiting.lookup.OriginLookup(settings).ip({ signal: wait.signal }).catch(() => undefined);
      end(waiting, wait);
      // When a lookup that began later has ended, the wait is over.
      const later = await openPage();
      await failure(new later.lookup.OriginLookup({ ...settings, params: 'later=1' }).ip());
      expect(sent).to.deep.equal([]);
    });

  it('don’t wait for a result that is not stored', async () => {
    const { baseUrl, requests } = countedVisit('fault/slow-9000/');
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local', maxAge: 0, timeout: 60_000 };
    const pages = await open(2);
    let answers = 0;
    for (const { lookup } of pages)
      void new lookup.OriginLookup(settings).ip().then(() => {
        answers++;
      });
    await until(async () => (await requests()) === 2, 'both requests');
    expect(answers).to.equal(0);
  });

  it('each fail in turn, without a wait for the timeout', async () => {
    const pages = await open(3);
    const { baseUrl } = countedVisit('fault/status-500/');
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local', timeout: 600_000 };
    const failures = pages.map(({ lookup }) => failure(new lookup.OriginLookup(settings).ip()));
    for (const error of await Promise.all(failures)) expect(error.status).to.equal(500);
    expect(stored()).to.deep.equal([]);
  });
});

/** A page that never gives a lock back after a result. It would do so after a second. */
const openHolding = () =>
  openPage({
    arrange: (window) => {
      const { setTimeout } = window;
      const held = (run: () => void, delay?: number) => (delay === 1000 ? 0 : setTimeout(run, delay));
      Object.assign(window, { setTimeout: held });
    },
  });

describe('two copies of the package in one page, with storage for all tabs,', () => {
  afterEach(cleanUp);

  it('send one request, and the second doesn’t wait until the first gives its lock back', async () => {
    const { window, lookup } = await openHolding();
    const copy = (await window.load('/src//lookup/index.ts')) as typeof lookup;
    const { baseUrl, requests } = countedVisit('fault/slow-300/');
    const settings: Settings = { baseUrl, apiKey: 'demo-open', storage: 'local', timeout: 60_000 };
    await Promise.all([lookup, copy].map(({ OriginLookup }) => new OriginLookup(settings).ip()));
    expect(await requests()).to.equal(1);
  });

  it('send one request for two keys of one URL too, and neither waits until a lock is given back', async () => {
    const { lookup } = await openHolding();
    const { baseUrl, requests } = countedVisit('fault/slow-300/');
    const keys = ['demo-open', 'demo-page'];
    await Promise.all(
      keys.map((apiKey) =>
        new lookup.OriginLookup({ baseUrl, apiKey, storage: 'local', timeout: 60_000 }).ip(),
      ),
    );
    expect(await requests()).to.equal(1);
  });
});
