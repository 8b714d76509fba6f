import { expect } from '@open-wc/testing';
import type { Snapshot } from '../../../src/lookup/index.js';
import { asPage, cleanUp, newPage, openPage, stored } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

/** Opens a page. Returns a function that subscribes to one service with further settings. */
async function begin(prefixes = '') {
  const { baseUrl, requests } = countedVisit(prefixes);
  const page = newPage();
  const { OriginLookup } = page.lookup;
  const reader = (own: object = {}) => new OriginLookup({ baseUrl, apiKey: 'demo-open', retries: 0, ...own });
  const watch = (own: object = {}) => {
    const seen: Snapshot[] = [];
    reader(own).subscribe('ip', (snapshot) => seen.push(snapshot));
    return seen;
  };
  return { page, baseUrl, reader, watch, requests, ...page.lookup };
}

describe('settings of one subscriber do not affect others', () => {
  afterEach(cleanUp);

  it('one that needs no consent doesn’t wait for one that does, and shares no data with it', async () => {
    const { reader, watch, requests } = await begin();
    const waiting = watch({ consent: 'required' });
    expect((await reader().ip()).ip).to.equal('81.2.69.142');
    expect(waiting.map(({ data, pending }) => ({ data, pending }))).to.deep.equal([
      { data: undefined, pending: false },
    ]);
    expect(await requests()).to.equal(1);
  });

  it('one that needs consent gets the data of others once it is granted, without a request', async () => {
    const { reader, watch, requests, grantConsent } = await begin();
    const waiting = watch({ consent: 'required' });
    const data = await reader().ip();
    grantConsent();
    expect(waiting.at(-1)?.data).to.equal(data);
    expect(await requests()).to.equal(1);
  });

  it('one with `skipBots: false` gets data, and the others stay `skipped`', async () => {
    const visited = countedVisit();
    const { lookup } = newPage(({ navigator }) =>
      Object.defineProperty(navigator, 'userAgent', { value: 'Googlebot/2.1', configurable: true }),
    );
    const settings = { baseUrl: visited.baseUrl, apiKey: 'demo-open' };
    const [spared, asking] = [true, false].map(
      (skipBots) => new lookup.OriginLookup({ ...settings, skipBots }),
    );
    expect((await failure(Promise.resolve(spared?.ip()))).code).to.equal('skipped');
    expect((await asking?.ip())?.ip).to.equal('81.2.69.142');
    expect((await failure(Promise.resolve(spared?.ip()))).code).to.equal('skipped');
    expect(spared?.snapshot('ip').data).to.equal(undefined);
    expect(await visited.requests()).to.equal(1);
  });

  for (const change of ['configure', 'revokeConsent'] as const)
    it(`a subscriber gets data, although the listener of another called ${change}() as it subscribed`, async () => {
      const { reader, grantConsent, ...lookup } = await begin();
      await reader().ip();
      let isChanged = false;
      reader().subscribe('ip', ({ pending }) => {
        if (!pending || isChanged) return;
        isChanged = true;
        lookup[change]({ params: 'fields=ip' });
      });
      const late: Snapshot[] = [];
      reader({ timeout: 4000 }).subscribe('ip', (snapshot) => late.push(snapshot), { refresh: true });
      expect(isChanged).to.equal(true);
      grantConsent();
      await until(() => late.at(-1)?.data);
    });

  it('an override in another storage area is used when the page sets that area', async () => {
    localStorage.setItem('visitor-elements/override', '{"location":{"city":"Here"}}');
    const { page, baseUrl, configure } = await begin();
    const { origin, override, clearOverride } = asPage(page);
    override({ location: { city: 'There' } });
    clearOverride();
    expect(origin.snapshot('ip').data).to.equal(undefined);
    configure({ baseUrl, apiKey: 'demo-open', storage: 'local' });
    expect(origin.snapshot('ip').data?.location?.city).to.equal('Here');
    localStorage.clear();
  });

  it('a result whose first caller aborted is stored by the settings of those who still wait', async () => {
    const { reader, requests } = await begin('fault/slow-300/');
    const wait = new AbortController();
    const given = failure(reader({ storage: 'local' }).ip({ signal: wait.signal }));
    const answer = reader({ storage: 'none' }).ip();
    wait.abort();
    expect((await given).code).to.equal('aborted');
    await answer;
    expect(stored()).to.deep.equal([]);
    expect(await requests()).to.equal(1);
  });

  it('a result is stored by the settings of its subscriber', async () => {
    const { reader } = await begin();
    await Promise.all([reader({ storage: 'none' }).ip(), reader({ storage: 'local' }).ip()]);
    expect(Object.keys(localStorage)).to.have.lengthOf(1);
    expect(Object.keys(sessionStorage)).to.have.lengthOf(0);
  });

  it('an override by a second copy before consent is stored once consent is granted', async () => {
    const page = await openPage();
    page.lookup.configure({ consent: 'required' });
    const first = await page.library();
    const second = (await page.window.load('/src//personal/override.ts')) as typeof first;
    expect(second.override).not.to.equal(first.override);
    second.override({ location: { country: { code: 'JP' } } });
    expect(stored()).to.deep.equal([]);
    first.grantConsent();
    expect(stored().map(([, value]) => value)).to.deep.equal(['{"location":{"country":{"code":"JP"}}}']);
  });
});

describe('a snapshot', () => {
  afterEach(cleanUp);

  it('sends no request, and is the same object while nothing changes', async () => {
    const { reader, requests } = await begin();
    const one = reader();
    expect(one.snapshot('ip')).to.equal(one.snapshot('ip'));
    expect(one.snapshot('ip')).to.deep.include({ pending: false, stale: false });
    const answer = one.ip();
    expect(one.snapshot('ip').pending).to.equal(true);
    const data = await answer;
    expect(one.snapshot('ip')).to.equal(one.snapshot('ip'));
    expect(one.snapshot('ip').data).to.equal(data);
    expect(Object.isFrozen(one.snapshot('ip'))).to.equal(true);
    expect(await requests()).to.equal(1);
  });

  it('is what a subscriber receives', async () => {
    const { reader } = await begin();
    const one = reader();
    const heard: Snapshot[] = [];
    const stop = one.subscribe('ip', (snapshot) => heard.push(snapshot));
    expect(one.snapshot('ip')).to.equal(heard[0]);
    await one.ip();
    expect(one.snapshot('ip')).to.equal(heard.at(-1));
    stop();
  });

  it('has stored data at once, as the same object, separately for each User-Agent', async () => {
    const { page, baseUrl, reader, requests } = await begin();
    await Promise.all([reader().ip(), reader().userAgent({ ua: 'curl/8' })]);
    const count = await requests();
    const next = page.next();
    const again = new next.lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' });
    expect(again.snapshot('ip').data?.ip).to.equal('81.2.69.142');
    expect(again.snapshot('ip')).to.equal(again.snapshot('ip'));
    expect(again.snapshot('user-agent', { ua: 'curl/8' }).data?.header).to.equal('curl/8');
    expect(again.snapshot('user-agent').data).to.equal(undefined);
    expect(await requests()).to.equal(count);
  });

  it('may be read while subscribers are notified: back online, after a stored rate limit, during a change', async () => {
    const { page, baseUrl, requests } = await begin('fault/retry-after-60/');
    const settings = { baseUrl, apiKey: 'demo-open' };
    await failure(new page.lookup.OriginLookup(settings).ip());
    const { lookup } = page.next();
    const one = new lookup.OriginLookup(settings);
    expect(one.snapshot('ip')).to.equal(one.snapshot('ip'));
    let heard = 0;
    one.subscribe('ip', (snapshot) => {
      heard++;
      expect(one.snapshot('ip')).to.equal(snapshot);
    });
    dispatchEvent(new Event('online'));
    expect(heard).to.be.below(5);
    expect(await requests()).to.equal(1);
  });

  it('with an override is the same object while nothing relevant changes', async () => {
    const { page, grantConsent, configure, baseUrl } = await begin();
    const { override, origin } = asPage(page);
    configure({ baseUrl, apiKey: 'demo-open' });
    override({ location: { city: 'Here' } });
    await origin.ip();
    let heard = 0;
    origin.subscribe('ip', () => heard++);
    const before = origin.snapshot('ip');
    grantConsent();
    configure({ timeout: 4000 });
    expect(origin.snapshot('ip')).to.equal(before);
    expect(heard).to.equal(1);
  });

  it('for a `ua` that isn’t a text is that of the visitor’s own User-Agent', async () => {
    const { reader } = await begin();
    const one = reader();
    const odd = ['curl/8'] as unknown as string;
    expect((await one.userAgent({ ua: odd })).header).to.equal(navigator.userAgent);
    expect((await one.userAgent({ ua: 'curl/8' })).header).to.equal('curl/8');
  });

  it('with wrong settings is the same object too, and has the error', async () => {
    const { reader } = await begin();
    const wrong = reader({ storage: 'cookie' });
    expect(wrong.snapshot('asn').error?.code).to.equal('misconfigured');
    expect(wrong.snapshot('asn')).to.equal(wrong.snapshot('asn'));
  });
});
