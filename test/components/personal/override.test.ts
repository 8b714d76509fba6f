import { expect } from '@open-wc/testing';
import {
  clearOverride,
  configure,
  expose,
  grantConsent,
  origin,
  override,
  revokeConsent,
} from '../../../src/index.js';
import type { IpData, Settings, Snapshot } from '../../../src/lookup/index.js';
import {
  forgetReading,
  nextPage,
  put,
  reaches,
  ready,
  settled,
  shown,
  until,
  visit,
} from '../elements/support.js';
import { holdRequests, type OpenPage, openPage } from '../support/page.js';
import { greeting, read } from './support.js';

const france = { location: { country: { code: 'FR' } } };
const stored = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);

describe("the visitor's own choice", () => {
  let page: OpenPage | undefined;
  let leave = () => {};
  beforeEach(() => void visit());
  afterEach(() => {
    leave();
    leave = () => {};
    clearOverride();
    page?.close();
    page = undefined;
  });

  /** Records the snapshots of a subscriber. */
  function watch(asked = origin): Snapshot<IpData>[] {
    const told: Snapshot<IpData>[] = [];
    leave = asked.subscribe('ip', (snapshot) => told.push(snapshot));
    return told;
  }

  /** Another page of the same tab with the same service, before consent is granted or revoked. */
  async function openNext(baseUrl: string, settings: Settings = {}): Promise<OpenPage> {
    page = await openPage();
    (await page.library()).configure({ baseUrl, apiKey: 'demo-open', ...settings });
    return page;
  }

  for (const given of [
    null,
    undefined,
    'DE',
    '{"location":{"country":{"code":"DE"}}}',
    1,
    [],
    {},
  ] as unknown[])
    it(`stays if a script passes ${JSON.stringify(given)} as the override`, async () => {
      override(france);
      override(given as IpData);
      expect((await origin.ip()).location?.country?.code).to.equal('FR');
      expect(stored()).to.include('FR');
    });

  it('that is cleared and set again is no new data, so a listener that does so at each load ends', async () => {
    await ready('<visitor-value field="location.country.name">somewhere</visitor-value>');
    let calls = 0;
    const onLoad = () => {
      clearOverride();
      if (++calls < 1000) override(france);
    };
    document.addEventListener('visitor-load', onLoad);
    leave = () => document.removeEventListener('visitor-load', onLoad);
    override(france);
    await settled();
    expect(calls).to.equal(1);
  });

  it('that is set again without a change notifies nobody, so a listener that sets it at each change ends', async () => {
    await ready('<visitor-value field="location.country.name">somewhere</visitor-value>');
    let calls = 0;
    const onLoad = () => {
      if (++calls < 1000) override(france);
    };
    document.addEventListener('visitor-load', onLoad);
    leave = () => document.removeEventListener('visitor-load', onLoad);
    const told = watch();
    override(france);
    override({ location: { country: { code: 'FR' } } });
    await settled();
    document.removeEventListener('visitor-load', onLoad);
    expect(calls).to.equal(1);
    expect(told.filter(({ overridden }) => overridden)).to.have.lengthOf(1);
  });

  it('is merged into the data of every element, promise and subscriber, and is marked', async () => {
    const value = await ready('<visitor-value field="location.country.name">somewhere</visitor-value>');
    const element = await ready(greeting);
    const told = watch();
    expect(told.at(-1)?.overridden).to.equal(false);
    override(france);
    expect(told.at(-1)).to.include({ overridden: true, guessed: false });
    expect(told.at(-1)?.data?.location?.country?.code).to.equal('FR');
    expect((await origin.ip()).location?.country?.code).to.equal('FR');
    await settled();
    expect([shown(value), read(element)]).to.deep.equal(['France', 'Bonjour']);
  });

  for (const empty of [{}, { location: {} }, { location: { country: { code: undefined } } }])
    it(`is not made by an object without content: ${JSON.stringify(empty)}`, async () => {
      const told = watch();
      await origin.ip();
      override(empty as IpData);
      await settled();
      expect(told.at(-1)).to.include({ overridden: false });
      expect(stored()).not.to.contain('/override');
    });

  it('of one country removes what was chosen for another', async () => {
    override({
      location: { country: { code: 'FR', name: 'France' }, city: 'Paris' },
      currency: { code: 'EUR' },
    });
    override({ location: { country: { code: 'JP' } } });
    const { location, currency } = await origin.ip();
    expect([location, currency]).to.deep.equal([{ country: { code: 'JP' }, in_eu: false }, undefined]);
  });

  it('of a country says whether it is in the EU, unless the choice says so itself', async () => {
    await origin.ip();
    for (const [code, within] of Object.entries({
      DE: true,
      RE: true,
      CH: false,
      US: false,
      GB: undefined,
    })) {
      override({ location: { country: { code } } });
      const { location } = await origin.ip();
      expect(location?.in_eu, code).to.equal(within ?? false);
    }
    override({ location: { country: { code: 'CH' }, in_eu: true } });
    expect((await origin.ip()).location?.in_eu).to.equal(true);
  });

  it('is merged into an earlier one', async () => {
    override({ currency: { code: 'EUR' } });
    override(france);
    override({ location: { region: { code: 'FR-IDF' } } });
    const { location, currency } = await origin.ip();
    expect(location).to.deep.equal({ country: { code: 'FR' }, in_eu: true, region: { code: 'FR-IDF' } });
    expect(currency).to.deep.equal({ code: 'EUR' });
  });

  it('is removed as a whole', async () => {
    const before = await origin.ip();
    override(france);
    override({ currency: { code: 'EUR' } });
    clearOverride();
    expect(await origin.ip()).to.deep.equal(before);
    expect(stored()).not.to.contain('FR');
    nextPage();
    expect(await origin.ip()).to.deep.equal(before);
  });

  it('leaves the service’s data unchanged, frozen and stored', async () => {
    const before = await origin.ip();
    const copy = structuredClone(before);
    override({ location: { country: { name: 'Mine', code: 'GB' } } });
    await origin.ip();
    expect(before).to.deep.equal(copy);
    expect(
      Object.entries({ ...sessionStorage }).filter(([, value]) => value.includes('Mine')).length,
    ).to.equal(1);
  });

  it('is no part of the network’s and the browser’s data', async () => {
    override(france);
    const others = [await origin.userAgent(), await origin.asn()];
    expect(others.filter((data) => 'location' in data)).to.deep.equal([]);
    expect(origin.snapshot('user-agent').overridden).to.equal(false);
  });

  it('makes no request', async () => {
    const { requests } = visit();
    await ready(greeting);
    override(france);
    clearOverride();
    await settled();
    expect(await requests()).to.equal(1);
  });

  it('causes no notification if it changes nothing', async () => {
    const element = put(greeting);
    const loads: unknown[] = [];
    element.addEventListener('visitor-load', (event) => loads.push(event));
    await reaches(element, 'ready');
    override(france);
    await settled();
    expect(loads.length).to.equal(2);
    configure({ timeout: 4000 });
    await settled();
    expect(loads.length).to.equal(2);
  });

  it('applies on the next page, from its first frame', async () => {
    const { baseUrl } = visit();
    await origin.ip();
    override(france);
    const next = await openNext(baseUrl);
    next.window.document.body.innerHTML = greeting;
    await next.window.load('/src/define.ts');
    await new Promise(next.window.requestAnimationFrame);
    expect(read(next.window.document.querySelector('visitor-switch') as Element)).to.equal('Bonjour');
  });

  it('applies after a reload, until it is removed', async () => {
    const { baseUrl } = visit();
    (await (await openNext(baseUrl)).library()).override(france);
    page = await page?.next();
    const library = await page?.library();
    library?.configure({ baseUrl, apiKey: 'demo-open' });
    expect((await library?.origin.ip())?.location?.country?.code).to.equal('FR');
    library?.clearOverride();
    page = await page?.next();
    const last = await page?.library();
    last?.configure({ baseUrl, apiKey: 'demo-open' });
    expect((await last?.origin.ip())?.location?.country?.code).to.equal('GB');
  });

  for (const storage of ['session', 'local'] as const)
    it(`is stored like results: ${storage}`, () => {
      visit('', { storage });
      override(france);
      const [kept, other] =
        storage === 'local' ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
      expect(JSON.stringify({ ...kept })).to.contain('FR');
      expect(JSON.stringify({ ...other })).not.to.contain('FR');
    });

  it('is kept only in memory if nothing is stored', async () => {
    visit('', { storage: 'none' });
    override(france);
    override({ currency: { code: 'USD' } });
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    const { location, currency } = await origin.ip();
    expect([location?.country?.code, currency]).to.deep.equal(['FR', { code: 'USD' }]);
    expect(stored()).to.equal('[{},{}]');
    // A cookie without a name is sent to servers too.
    expect(document.cookie.split('; ')).not.to.include('FR');
  });

  it('is kept in memory, and added to, while storage refuses it and has an older one', async () => {
    override({ location: { country: { code: 'JP' } } });
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    override(france);
    override({ currency: { code: 'USD' } });
    Storage.prototype.setItem = setItem;
    const { location, currency } = await origin.ip();
    expect([location?.country?.code, currency]).to.deep.equal(['FR', { code: 'USD' }]);
  });

  it('outlives `maxAge`: it is not a result', async () => {
    const { baseUrl } = visit('', { maxAge: 0 });
    override(france);
    const library = await (await openNext(baseUrl)).library();
    expect((await library.origin.ip()).location?.country?.code).to.equal('FR');
  });

  it('reaches another tab with its next page', async () => {
    const { baseUrl } = visit('', { storage: 'local' });
    page = await openPage();
    let library = await page.library();
    library.configure({ baseUrl, apiKey: 'demo-open', storage: 'local' });
    const codes: unknown[] = [];
    library.origin.subscribe('ip', ({ data }) => codes.push(data?.location?.country?.code));
    await library.origin.ip();
    override(france);
    await settled();
    expect(codes.at(-1)).to.equal('GB');
    library.configure({ timeout: 4000 });
    expect(library.origin.snapshot('ip').data?.location?.country?.code).to.equal('GB');
    library.override(france);
    expect(codes.at(-1)).to.equal('FR');
    page = await page.next();
    library = await page.library();
    library.configure({ baseUrl, apiKey: 'demo-open', storage: 'local' });
    expect((await library.origin.ip()).location?.country?.code).to.equal('FR');
  });

  it('is added to what another tab chose since, or to nothing if that tab removed it', async () => {
    const { baseUrl } = visit('', { storage: 'local' });
    const earlier = await (await openNext(baseUrl, { storage: 'local' })).library();
    await earlier.origin.ip();
    override(france);
    earlier.override({ currency: { code: 'USD' } });
    expect(stored()).to.contain('FR').and.contain('USD');
    const { location, currency } = await earlier.origin.ip();
    expect([location?.country?.code, currency]).to.deep.equal(['FR', { code: 'USD' }]);
    clearOverride();
    earlier.override({ location: { region: { code: 'GB-ENG' } } });
    expect(stored()).to.contain('GB-ENG').and.not.contain('FR').and.not.contain('USD');
  });

  it('made on a later page is there after the visitor goes back, and can be added to', async () => {
    const { baseUrl } = visit();
    const told = watch();
    await origin.ip();
    const later = await (await openNext(baseUrl)).library();
    later.override(france);
    expect(told.at(-1)?.data?.location?.country?.code).to.equal('GB');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(told.at(-1)?.data?.location?.country?.code).to.equal('FR');
    override({ location: { city: 'Lyon' } });
    expect(stored()).to.contain('FR').and.contain('Lyon');
    later.clearOverride();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(told.at(-1)).to.include({ overridden: false });
  });

  describe('and a page that is prerendered meanwhile', () => {
    async function prerendered(before = () => {}) {
      const { baseUrl } = visit();
      await origin.ip();
      before();
      page = await openPage();
      const { document } = page.window;
      const claim = (value: boolean) =>
        Object.defineProperty(document, 'prerendering', { value, configurable: true });
      claim(true);
      const library = await page.library();
      library.configure({ baseUrl, apiKey: 'demo-open' });
      const codes: unknown[] = [];
      library.origin.subscribe('ip', ({ data }) => codes.push(data?.location?.country?.code));
      const activate = () => {
        claim(false);
        document.dispatchEvent(new Event('prerenderingchange'));
      };
      return { ...library, codes, activate };
    }

    it('are there when that page is shown', async () => {
      const { codes, activate } = await prerendered();
      override(france);
      activate();
      expect(codes).to.deep.equal([undefined, 'FR']);
    });

    it('are gone if they were cleared before that page is shown', async () => {
      const { codes, activate } = await prerendered(() => override(france));
      clearOverride();
      activate();
      expect(codes).to.deep.equal(['FR', 'GB']);
    });

    it('are kept if that page’s own script made them, though the browser forgets what it stored before', async () => {
      const { override: overrideThere, codes, activate } = await prerendered();
      overrideThere(france);
      expect(stored()).not.to.contain('FR');
      activate();
      expect(stored()).to.contain('FR');
      expect(codes.at(-1)).to.equal('FR');
    });
  });

  it('that was cleared is not restored by another tab', async () => {
    const { baseUrl } = visit('', { storage: 'local' });
    override(france);
    page = await openPage();
    const library = await page.library();
    library.configure({ baseUrl, apiKey: 'demo-open', storage: 'local' });
    expect((await library.origin.ip()).location?.country?.code).to.equal('FR');
    clearOverride();
    library.configure({ timeout: 4000 });
    library.grantConsent();
    expect(stored()).not.to.contain('FR');
  });

  it('that another tab cleared is not stored again by the first tab', async () => {
    const { baseUrl } = visit('', { storage: 'local' });
    override(france);
    const { library } = await openNext(baseUrl, { storage: 'local' });
    (await library()).clearOverride();
    configure({ timeout: 4000 });
    expect(stored()).not.to.contain('FR');
  });

  it('is found in a storage area that the page sets later', async () => {
    const { baseUrl } = visit('', { storage: 'local' });
    override(france);
    const { origin, configure } = await (await openNext(baseUrl)).library();
    expect((await origin.ip()).location?.country?.code).to.equal('GB');
    configure({ storage: 'local' });
    expect((await origin.ip()).location?.country?.code).to.equal('FR');
  });

  it('is added to in a storage area that the page sets later', async () => {
    override(france);
    configure({ storage: 'local' });
    override({ currency: { code: 'USD' } });
    expect(JSON.stringify({ ...localStorage }))
      .to.contain('FR')
      .and.contain('USD');
    const { location, currency } = await origin.ip();
    expect([location?.country?.code, currency]).to.deep.equal(['FR', { code: 'USD' }]);
  });

  it('applies from the root’s first use, whatever was loaded before; the lookup module has what the service says', async () => {
    const { baseUrl } = visit();
    override(france);
    page = await openPage();
    page.lookup.configure({ baseUrl, apiKey: 'demo-open' });
    const codes: unknown[] = [];
    page.lookup.origin.subscribe('ip', ({ data }) => codes.push(data?.location?.country?.code));
    await page.lookup.origin.ip();
    const { origin } = await page.library();
    expect((await origin.ip()).location?.country?.code).to.equal('FR');
    await page.window.load('/src/define.ts');
    page.window.document.body.innerHTML = greeting;
    await until(() => page?.window.document.body.innerText.includes('Bonjour'), 'the choice');
    expect(codes.at(-1)).to.equal('GB');
  });

  it('doesn’t replace a card’s own content until data arrives', async () => {
    visit();
    const send = holdRequests();
    override(france);
    const card = put('<visitor-info>our own words</visitor-info>');
    await settled();
    expect(shown(card)).to.equal('our own words');
    send();
    await origin.ip();
    await settled();
    expect(shown(card)).to.include('France').and.not.include('our own words');
  });

  describe('if the lookup fails', () => {
    beforeEach(() => void visit('fault/status-500/'));

    it('is the only data of elements, subscribers and attributes', async () => {
      const stop = expose();
      const element = put(greeting);
      await reaches(element, 'error');
      override(france);
      await until(() => read(element) === 'Bonjour', 'the chosen content');
      expect(document.documentElement.dataset.visitorCountry).to.equal('FR');
      const told = watch();
      expect(told[0]?.data).to.deep.equal({ location: { ...france.location, in_eu: true } });
      expect(told[0]?.error?.code).to.equal('service');
      stop();
    });

    it('is no result: a promise still rejects', async () => {
      override(france);
      const failure = await origin.ip().catch((error: unknown) => error);
      expect(failure).to.include({ code: 'service' });
    });

    it('is shown before data arrives, on the next page too', async () => {
      const { baseUrl } = visit('fault/slow-100/');
      override(france);
      const { window, library } = await openNext(baseUrl);
      await window.load('/src/define.ts');
      window.document.body.innerHTML = greeting;
      const element = window.document.querySelector('visitor-switch') as Element;
      await until(() => read(element) === 'Bonjour', 'the chosen content');
      expect(element.matches(':state(ready)')).to.equal(true);
      await (await library()).origin.ip();
      await settled();
      expect(read(element)).to.equal('Bonjour');
    });
  });

  describe('with and without consent', () => {
    it('is kept in memory before consent, and stored with it', async () => {
      const { library } = await openNext('/api/', { consent: 'required' });
      const there = await library();
      const told = watch(there.origin);
      there.override(france);
      expect(told.at(-1)?.data).to.deep.include({ location: { ...france.location, in_eu: true } });
      expect(stored()).to.equal('[{},{}]');
      there.grantConsent();
      expect(stored()).to.contain('FR');
    });

    it('is not stored if the setting is misspelt', async () => {
      const { library } = await openNext('/api/', { consent: 'require' as 'required' });
      (await library()).override(france);
      expect(stored()).to.equal('[{},{}]');
    });

    it('is removed by `revokeConsent()`', async () => {
      await ready(greeting);
      override(france);
      const told = watch();
      revokeConsent();
      expect(stored()).to.equal('[{},{}]');
      expect(told.at(-1)).to.include({ overridden: false });
      expect(told.at(-1)?.data).to.equal(undefined);
      grantConsent();
      expect((await origin.ip()).location?.country?.code).to.equal('GB');
    });

    it('is not read before consent', async () => {
      override(france);
      const { library } = await openNext('/api/', { consent: 'required' });
      const there = await library();
      const told = watch(there.origin);
      expect(told.at(-1)?.data).to.equal(undefined);
      there.grantConsent();
      await there.origin.ip();
      expect(told.at(-1)?.data?.location?.country?.code).to.equal('FR');
    });

    it('is added to what an earlier page stored, if made before consent', async () => {
      override(france);
      const { library } = await openNext('/api/', { consent: 'required' });
      const there = await library();
      const told = watch(there.origin);
      there.override({ currency: { code: 'USD' } });
      expect(told.at(-1)?.data).to.deep.equal({ currency: { code: 'USD' } });
      there.grantConsent();
      expect(told.at(-1)?.data).to.deep.include({ currency: { code: 'USD' } });
      expect(told.at(-1)?.data?.location?.country?.code).to.equal('FR');
      expect(stored()).to.contain('FR').and.contain('USD');
    });

    it('replaces another country that an earlier page stored, if made before consent', async () => {
      override({ ...france, currency: { code: 'EUR' } });
      const { library } = await openNext('/api/', { consent: 'required' });
      const there = await library();
      there.override({ location: { country: { code: 'JP' } } });
      there.grantConsent();
      expect(stored()).to.contain('JP').and.not.contain('FR').and.not.contain('EUR');
    });

    it('is not added to what was removed before consent', async () => {
      override(france);
      const { library } = await openNext('/api/', { consent: 'required' });
      const there = await library();
      there.clearOverride();
      there.override({ currency: { code: 'USD' } });
      there.grantConsent();
      expect(stored()).to.contain('USD').and.not.contain('FR');
    });

    it('can be removed for good, even without consent', async () => {
      override(france);
      const { library } = await openNext('/api/', { consent: 'required' });
      (await library()).clearOverride();
      expect(stored()).to.equal('[{},{}]');
    });
  });

  it('is ignored if the stored value is invalid', async () => {
    const name = 'visitor-elements/override';
    for (const junk of [
      '{',
      'null',
      '[1]',
      '"FR"',
      '{"location":7}',
      '{"location":{"country":[]}}',
      '{"__proto__":{"x":1}}',
    ]) {
      visit();
      sessionStorage.setItem(name, junk);
      forgetReading();
      const element = await ready(greeting);
      expect(read(element), junk).to.match(/^(Good day|Hello)$/);
      element.remove();
    }
    expect(({} as Record<string, unknown>).x).to.equal(undefined);
  });
});
