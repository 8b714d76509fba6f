import { expect } from '@open-wc/testing';
import type { IpData, Settings, Snapshot } from '../../../src/lookup/index.js';
import { setClock } from '../support/clock.js';
import { cleanUp, type NewPage, newPage, stored, withOtherArrays } from '../support/page.js';
import { countedVisit, until } from '../support/service.js';

/** Opens a page with a fake clock and one visit. */
async function begin(own: Settings = {}, prefixes = '') {
  const { baseUrl, requests } = countedVisit(prefixes);
  const settings: Settings = { baseUrl, apiKey: 'demo-open', ...own };
  const page = newPage();
  const lookupOn = ({ lookup }: NewPage) => new lookup.OriginLookup(settings);
  return { page, requests, lookupOn, lookup: lookupOn(page), clock: setClock() };
}

describe('a result is reused until it is maxAge old', () => {
  afterEach(cleanUp);

  for (const [maxAge, own] of [
    [1800, {}],
    [60, { maxAge: 60 }],
  ] as const)
    it(`${maxAge} s on the same page`, async () => {
      const { lookup, clock, requests } = await begin(own);
      await lookup.ip();
      clock.ahead(maxAge - 5);
      await lookup.ip();
      expect(await requests()).to.equal(1);
      clock.ahead(6);
      await lookup.ip();
      expect(await requests()).to.equal(2);
    });

  it('on the next page, counted from the response and not from that page', async () => {
    const { page, lookup, lookupOn, requests } = await begin({ maxAge: 60 });
    await lookup.ip();
    const second = page.next();
    setClock().ahead(50);
    await lookupOn(second).ip();
    expect(await requests()).to.equal(1);
    const third = second.next();
    setClock().ahead(61);
    await lookupOn(third).ip();
    expect(await requests()).to.equal(2);
  });

  it('a page with a shorter maxAge sends another request', async () => {
    const { baseUrl, requests } = countedVisit();
    const settings = { baseUrl, apiKey: 'demo-open' };
    const page = newPage();
    await new page.lookup.OriginLookup(settings).ip();
    const next = page.next();
    setClock().ahead(100);
    await new next.lookup.OriginLookup({ ...settings, maxAge: 99 }).ip();
    expect(await requests()).to.equal(2);
  });

  it('expired records are removed from both storage areas, and the override stays', async () => {
    const [choice, ended] = ['visitor-elements/override', 'visitor-elements/ip https://service.example/'];
    localStorage.setItem(ended, JSON.stringify({ fetchedAt: 1, expiresAt: 2, data: {} }));
    localStorage.setItem('the page’s own', '{}');
    for (const area of [localStorage, sessionStorage]) area.setItem(choice, '{"currency":{"code":"EUR"}}');
    const { lookup } = await begin();
    await lookup.ip();
    await until(() => !localStorage.getItem(ended), 'the end of an old record');
    expect([choice, 'the page’s own'].filter((name) => !localStorage.getItem(name))).to.deep.equal([]);
    expect(sessionStorage.getItem(choice)).to.be.a('string');
    localStorage.removeItem('the page’s own');
  });

  it('expired records are removed where a library such as Prototype.js gives arrays other methods', async () => {
    const ended = 'visitor-elements/ip https://service.example/';
    localStorage.setItem(ended, JSON.stringify({ fetchedAt: 1, expiresAt: 2, data: {} }));
    await withOtherArrays(async () => {
      const { lookup } = await begin();
      await lookup.ip();
      await until(() => !localStorage.getItem(ended), 'the end of an old record');
    });
  });

  it('then stays on screen, marked stale, while a new one is fetched', async () => {
    const { lookup, clock } = await begin({ maxAge: 60 });
    const data = await lookup.ip();
    clock.ahead(61);
    const seen: Snapshot<IpData>[] = [];
    const stop = lookup.subscribe('ip', (snapshot) => seen.push(snapshot));
    expect(seen[0]).to.deep.include({ data, pending: true, stale: true });
    expect(await lookup.ip()).not.to.equal(data);
    expect(seen.at(-1)).to.deep.include({ pending: false, stale: false });
    stop();
  });

  it('has the time of the response, on the next page too', async () => {
    const { page, lookup, lookupOn, clock } = await begin();
    clock.ahead(-10);
    const answered = Date.now();
    await lookup.ip();
    const next = page.next();
    let updatedAt = 0;
    lookupOn(next).subscribe('ip', (snapshot) => {
      updatedAt = snapshot.updatedAt ?? 0;
    })();
    expect(updatedAt).to.equal(answered);
  });
});

describe('maxAge 0', () => {
  afterEach(cleanUp);

  it('one page still shares one request', async () => {
    const { lookup, clock, requests } = await begin({ maxAge: 0 });
    await Promise.all([lookup.ip(), lookup.ip()]);
    clock.ahead(1e6);
    await lookup.ip();
    expect(await requests()).to.equal(1);
  });

  it('stores nothing after the clock was set back', async () => {
    const { lookup, clock } = await begin({ maxAge: 0 });
    await lookup.ip();
    clock.ahead(-60);
    await lookup.ip();
    expect(stored()).to.deep.equal([]);
  });

  it('nothing is stored, and the next page sends another request', async () => {
    const { page, lookup, lookupOn, requests } = await begin({ maxAge: 0 }, 'fault/keepable/');
    await lookup.ip();
    expect(stored()).to.deep.equal([]);
    await lookupOn(page.next()).ip();
    expect(await requests()).to.equal(2);
  });

  it('a result that was stored with another setting is not reused', async () => {
    const { baseUrl, requests } = countedVisit();
    const { lookup } = newPage();
    await new lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip();
    const other = newPage();
    await new other.lookup.OriginLookup({ baseUrl, apiKey: 'demo-open', maxAge: 0 }).ip();
    expect(await requests()).to.equal(2);
  });
});

describe('a clock that was changed', () => {
  afterEach(cleanUp);

  for (const [change, seconds] of [
    ['set back', -3600],
    ['set back by years', -1e8],
    ['set far ahead', 1e8],
  ] as const) {
    it(`${change}: the result on the page is not trusted`, async () => {
      const { lookup, clock, requests } = await begin();
      await lookup.ip();
      clock.ahead(seconds);
      await Promise.all([lookup.ip(), lookup.ip()]);
      expect(await requests()).to.equal(2);
    });

    it(`${change}: the stored result is not trusted`, async () => {
      const { page, lookup, lookupOn, requests } = await begin();
      await lookup.ip();
      const next = page.next();
      setClock().ahead(seconds);
      await lookupOn(next).ip();
      expect(await requests()).to.equal(2);
    });

    it(`${change}: a remembered refusal does not last for ever`, async () => {
      const { page, lookup, lookupOn, requests } = await begin({}, 'fault/retry-after-60/');
      await lookup.ip().catch(() => {});
      const next = page.next();
      setClock().ahead(seconds);
      await lookupOn(next)
        .ip()
        .catch(() => {});
      expect(await requests()).to.equal(2);
    });
  }
});
