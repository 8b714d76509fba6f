import { expect } from '@open-wc/testing';
import type { IpData, Settings, Snapshot } from '../../../src/lookup/index.js';
import { cleanUp, holdResponses, newPage, openPage, stored } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

/** Opens and configures a page. By default it requires consent. */
function begin(own: Settings = {}, prefixes = '') {
  const { baseUrl, requests, usage } = countedVisit(prefixes);
  const page = newPage();
  const settings: Settings = { baseUrl, apiKey: 'demo-open', consent: 'required', ...own };
  page.lookup.configure(settings);
  const seen: Snapshot<IpData>[] = [];
  const watch = () => page.lookup.origin.subscribe('ip', (snapshot) => seen.push(snapshot));
  return { page, settings, requests, usage, seen, watch, ...page.lookup };
}

/** Waits as long as another lookup takes, so that an unwanted request would have been sent. */
async function meanwhile(): Promise<void> {
  const { lookup } = newPage();
  await new lookup.OriginLookup({
    baseUrl: countedVisit().baseUrl,
    apiKey: 'demo-open',
    storage: 'none',
  }).ip();
}

describe('where consent is required', () => {
  afterEach(cleanUp);

  it('nothing is requested and nothing stored before it is given', async () => {
    const { origin, watch, seen, requests } = begin();
    watch();
    void origin.ip();
    void origin.asn({ refresh: true });
    await meanwhile();
    expect(await requests()).to.equal(0);
    expect(stored()).to.deep.equal([]);
    expect(seen).to.have.lengthOf(1);
    expect(seen[0]).to.deep.include({ pending: false, stale: false });
    expect(seen[0]?.data).to.equal(undefined);
    expect(seen[0]?.error).to.equal(undefined);
  });

  it('all waiting callers share one request once it is given', async () => {
    const { origin, grantConsent, watch, seen, requests } = begin();
    watch();
    const waiting = Array.from({ length: 50 }, () => origin.ip());
    grantConsent();
    const answers = await Promise.all(waiting);
    expect(new Set(answers).size).to.equal(1);
    expect(seen.at(-1)?.data).to.equal(answers[0]);
    expect(await requests()).to.equal(1);
    expect(stored()).to.have.lengthOf(1);
  });

  it('settings that change before it is given apply to the waiting lookup', async () => {
    const { origin, configure, grantConsent, usage } = begin({ storage: 'local' });
    const answer = origin.ip();
    configure({ auth: 'header', storage: 'none' });
    grantConsent();
    await answer;
    expect((await usage()).log.map(({ path }) => path)).to.deep.equal(['/']);
    expect(stored()).to.deep.equal([]);
  });

  it('if the setting changes during a request, the result is neither shown nor stored until it is given', async () => {
    const { settings, origin, configure, grantConsent, requests, watch, seen } = begin({
      consent: 'not-required',
    });
    const release = holdResponses(settings);
    watch();
    const answer = origin.ip();
    await until(async () => (await requests()) === 1, 'the request');
    configure({ consent: 'required' });
    release();
    await meanwhile();
    expect(stored()).to.deep.equal([]);
    expect(seen.at(-1)?.pending).to.equal(false);
    expect(seen.at(-1)?.data).to.equal(undefined);
    grantConsent();
    await answer;
    expect(await requests()).to.equal(1);
  });

  it('it may be given before the page is configured', async () => {
    const { baseUrl, requests } = countedVisit();
    const { lookup } = newPage();
    lookup.grantConsent();
    lookup.configure({ baseUrl, apiKey: 'demo-open', consent: 'required' });
    await lookup.origin.ip();
    expect(await requests()).to.equal(1);
  });

  it('a caller can end its wait, and then no request is made for it', async () => {
    const { origin, grantConsent, requests } = begin();
    const wait = new AbortController();
    const ended = failure(origin.ip({ signal: wait.signal }));
    wait.abort();
    expect((await ended).code).to.equal('aborted');
    grantConsent();
    await meanwhile();
    expect(await requests()).to.equal(0);
  });

  it('the next page needs it again', async () => {
    const { page, settings, origin, grantConsent, requests } = begin({ storage: 'none' });
    grantConsent();
    await origin.ip();
    const next = page.next();
    next.lookup.configure(settings);
    const answer = next.lookup.origin.ip();
    await meanwhile();
    expect(await requests()).to.equal(1);
    next.lookup.grantConsent();
    await answer;
    expect(await requests()).to.equal(2);
  });

  it('stored data of an earlier page is shown only once it is given, without a request', async () => {
    const { page, settings, origin, grantConsent, requests } = begin();
    grantConsent();
    await origin.ip();
    const next = page.next();
    next.lookup.configure(settings);
    const seen: (IpData | undefined)[] = [];
    next.lookup.origin.subscribe('ip', ({ data }) => seen.push(data));
    await meanwhile();
    expect(seen).to.deep.equal([undefined]);
    next.lookup.grantConsent();
    await until(() => seen.at(-1));
    expect(await requests()).to.equal(1);
  });

  it('it applies to a second copy of the package', async () => {
    const { baseUrl, requests } = countedVisit();
    const page = await openPage();
    const { origin } = page.lookup;
    page.lookup.configure({ baseUrl, apiKey: 'demo-open', consent: 'required' });
    const again = (await page.window.load('/src//lookup/index.ts')) as typeof page.lookup;
    expect(again.origin).not.to.equal(origin);
    const answers = [origin.ip(), again.origin.ip()];
    again.grantConsent();
    await Promise.all(answers);
    expect(await requests()).to.equal(2);
  });

  it('a change of the setting starts waiting lookups', async () => {
    const { origin, configure, requests } = begin();
    const answer = origin.ip();
    configure({ consent: 'not-required' });
    await answer;
    expect(await requests()).to.equal(1);
  });
});

describe('a refresh that waits for consent, and is aborted,', () => {
  afterEach(cleanUp);

  it('sends no request once consent is given, though a subscriber follows the lookup whose data is stored', async () => {
    const earlier = begin({ consent: 'not-required' });
    await earlier.origin.ip();
    const { origin, configure, grantConsent, watch, seen } = begin();
    configure({ baseUrl: earlier.settings.baseUrl });
    watch();
    const abort = new AbortController();
    const refresh = origin.ip({ refresh: true, signal: abort.signal }).catch(({ code }) => code);
    abort.abort();
    expect(await refresh).to.equal('aborted');
    grantConsent();
    await until(() => seen.at(-1)?.data);
    expect(seen.map(({ pending }) => pending)).not.to.include(true);
    expect(await earlier.requests()).to.equal(1);
  });
});

describe('when consent is revoked', () => {
  afterEach(cleanUp);

  for (const consent of ['required', 'not-required'] as const) {
    it(`nothing stays stored (${consent})`, async () => {
      for (const area of [sessionStorage, localStorage]) {
        area.setItem('visitor-elements/0/older', '{"fetchedAt":1,"expiresAt":9e15}');
        area.setItem('visitor-elements/junk', '');
        area.setItem('theirs', 'stays');
      }
      const { origin, configure, grantConsent, revokeConsent } = begin({ consent });
      grantConsent();
      await Promise.all([origin.ip(), origin.asn(), origin.userAgent(), origin.userAgent({ ua: 'curl/8' })]);
      configure({ storage: 'local' });
      await origin.ip({ refresh: true });
      expect(stored().length).to.equal(4 + 1 + 2);
      revokeConsent();
      expect(stored()).to.deep.equal([]);
      for (const area of [sessionStorage, localStorage]) {
        expect(area.getItem('theirs')).to.equal('stays');
        area.removeItem('theirs');
      }
    });

    it(`subscribers lose their data, and no request is sent until it is given again (${consent})`, async () => {
      const { origin, grantConsent, revokeConsent, watch, seen, requests } = begin({ consent });
      grantConsent();
      watch();
      await origin.ip();
      revokeConsent();
      expect(seen.at(-1)).to.deep.include({ pending: false, stale: false });
      expect(seen.at(-1)?.data).to.equal(undefined);
      const answer = origin.ip({ refresh: true });
      await meanwhile();
      expect(await requests()).to.equal(1);
      grantConsent();
      expect(seen.at(-1)?.data ?? (await answer)).to.have.property('ip');
      await until(() => seen.at(-1)?.data);
      expect(await requests()).to.equal(2);
    });

    it(`the result of a request under way is neither shown nor stored (${consent})`, async () => {
      const { settings, origin, grantConsent, revokeConsent, watch, seen, requests } = begin({
        consent,
      });
      const release = holdResponses(settings);
      grantConsent();
      watch();
      let settled = false;
      void origin.ip().then(() => {
        settled = true;
      });
      await until(async () => (await requests()) === 1, 'the request');
      revokeConsent();
      release();
      await meanwhile();
      expect(settled).to.equal(false);
      expect(seen.filter(({ data }) => data)).to.deep.equal([]);
      expect(stored()).to.deep.equal([]);
      expect(await requests()).to.equal(1);
    });

    it(`an attempt that failed is not repeated (${consent})`, async () => {
      const pauses: (() => void)[] = [];
      const { setTimeout } = globalThis;
      const held = (resume: () => void, pause = 0) =>
        pause >= 100 && pause < 1000 ? pauses.push(resume) : setTimeout(resume, pause);
      Object.assign(globalThis, { setTimeout: held });
      const { origin, grantConsent, revokeConsent, requests } = begin({ consent }, 'fault/flaky-1000/');
      grantConsent();
      void origin.ip();
      await until(() => pauses.length === 1, 'the pause after the first attempt');
      revokeConsent();
      for (const resume of pauses) resume();
      await meanwhile();
      expect(await requests()).to.equal(1);
    });
  }

  it('nothing stays known or stored, even if the page’s own BroadcastChannel throws', async () => {
    const { page, origin, revokeConsent } = begin({ consent: 'not-required' });
    await origin.ip();
    page.page.state.channel = {
      postMessage() {
        throw new Error('The page replaced BroadcastChannel.');
      },
      close() {},
    };
    const errors: unknown[] = [];
    globalThis.reportError = (error: unknown) => errors.push(error);
    revokeConsent();
    expect(errors).to.have.lengthOf(1);
    expect(origin.snapshot('ip').data).to.equal(undefined);
    expect(stored()).to.deep.equal([]);
  });

  it('the next page starts from its setting', async () => {
    const { page, settings, revokeConsent, requests } = begin({ consent: 'not-required' });
    revokeConsent();
    const next = page.next();
    next.lookup.configure(settings);
    await next.lookup.origin.ip();
    expect(await requests()).to.equal(1);
  });
});
