import { expect } from '@open-wc/testing';
import { idle } from '../../../src/model/snapshot.js';
import { setClock } from '../support/clock.js';
import { cleanUp, holdRequests, type NewPage, newPage, stored } from '../support/page.js';
import { countedVisit, until } from '../support/service.js';

const each = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

describe('memory and storage have limits', () => {
  afterEach(cleanUp);

  for (const storage of ['session', 'local'] as const)
    it(`${storage}: expired records are removed after a page’s first lookup, others stay`, async () => {
      const { baseUrl } = countedVisit();
      const page = newPage();
      const settings = { baseUrl, apiKey: 'demo-open', storage };
      const lookup = new page.lookup.OriginLookup({ ...settings, maxAge: 60 });
      await Promise.all(each(3, (i) => lookup.userAgent({ ua: `agent/${i}` })));
      await new page.lookup.OriginLookup({ ...settings, maxAge: 600 }).asn();
      expect(stored()).to.have.lengthOf(4);
      const next = page.next();
      setClock().ahead(120);
      await new next.lookup.OriginLookup(settings).ip();
      await until(() => stored().length < 3, 'the removal of expired records');
      expect(stored().map(([, value]) => /agent\/\d/.test(value))).to.deep.equal([false, false]);
    });

  it('the newest 64 records are kept', async () => {
    const { baseUrl } = countedVisit();
    const page = newPage();
    const clock = setClock();
    const lookup = new page.lookup.OriginLookup({ baseUrl, apiKey: 'demo-open', storage: 'local' });
    for (let i = 0; i < 70; i++) {
      clock.ahead(1);
      await lookup.userAgent({ ua: `agent/${i}` });
    }
    await until(() => stored().length <= 64, 'the removal of the oldest records');
    const kept = stored().map(([, value]) => Number(value.match(/agent\/(\d+)/)?.[1]));
    expect(kept).to.have.lengthOf(64);
    expect(Math.min(...kept)).to.equal(6);
  });

  it('the page’s events have the same listeners, however many subscribers come and go', async () => {
    const listened: string[] = [];
    const { lookup } = newPage((window) => {
      const listen = window.addEventListener.bind(window);
      window.addEventListener = (...given: Parameters<typeof listen>) => {
        listened.push(given[0]);
        listen(...given);
      };
    });
    lookup.configure({ baseUrl: countedVisit().baseUrl, apiKey: 'demo-open' });
    await lookup.origin.ip();
    const after = [...listened];
    expect(after).to.include('online');
    for (let reader = 0; reader < 3; reader++) await lookup.origin.ip({ refresh: true });
    expect(listened.filter((type) => type !== 'securitypolicyviolation')).to.deep.equal(
      after.filter((type) => type !== 'securitypolicyviolation'),
    );
  });

  it('a revoke drops responses under way, also of queries that are no longer kept', async () => {
    const { baseUrl, requests } = countedVisit();
    const { lookup } = newPage();
    const send = holdRequests();
    // A browser sends only a few at once, and the last are not to time out before they are sent.
    lookup.configure({ baseUrl, apiKey: 'demo-open', timeout: 60_000 });
    for (let i = 0; i < 70; i++)
      lookup.origin.subscribe('user-agent', () => undefined, { ua: `agent/${i}` })();
    lookup.revokeConsent();
    lookup.grantConsent();
    send();
    await until(async () => (await requests()) === 70, 'all requests');
    const last = new lookup.OriginLookup({ baseUrl, apiKey: 'demo-open', storage: 'none' });
    await last.userAgent({ ua: 'last' });
    expect(stored()).to.deep.equal([]);
  });

  it('in memory, the latest 64 snapshots are kept', () => {
    const { page } = newPage();
    const show = (updatedAt: number) => page.same({ ...idle, updatedAt });
    const first = show(0);
    for (let i = 1; i < 64; i++) show(i);
    expect(show(0) === first).to.equal(true);
    show(64);
    expect(show(0) === first).to.equal(false);
  });

  it('in memory, the latest 64 queries without observers are kept, and all with observers', async () => {
    const { baseUrl, requests } = countedVisit();
    const page = newPage();
    const lookup = new page.lookup.OriginLookup({ baseUrl, apiKey: 'demo-open', storage: 'none' });
    const stop = lookup.subscribe('ip', () => undefined);
    for (let i = 0; i < 70; i++) await lookup.userAgent({ ua: `agent/${i}` });
    const known = each(70, (ua) => lookup.snapshot('user-agent', { ua: `agent/${ua}` }).data !== undefined);
    expect(known.lastIndexOf(false)).to.be.within(5, 6);
    page.lookup.configure({ retries: 1 }); // Each subscriber finds its query again.
    expect(lookup.snapshot('ip').data?.ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(71);
    stop();
  });
});

describe('stored values that the library didn’t write', () => {
  afterEach(cleanUp);

  const now = Date.now();
  const junk = [
    '',
    'x',
    'null',
    '[]',
    '42',
    '"text"',
    '{',
    '{}',
    '{"fetchedAt":null,"data":{"ip":"junk"}}',
    '{"fetchedAt":"now","data":{"ip":"junk"}}',
    `{"fetchedAt":"${now}","data":{"ip":"junk"}}`,
    '{"fetchedAt":1e999,"data":{"ip":"junk"}}',
    '{"fetchedAt":-1,"data":{"ip":"junk"}}',
    `{"fetchedAt":${now},"data":null}`,
    `{"fetchedAt":${now},"data":"junk"}`,
    `{"fetchedAt":${now},"data":["junk"]}`,
    `{"fetchedAt":${now},"retryAfter":"60"}`,
    `{"fetchedAt":${now},"retryAfter":-60}`,
    `{"fetchedAt":${now},"retryAfter":null}`,
    `{"data":{"ip":"junk"}}`,
    `{"retryAfter":60}`,
    '{"expiresAt":1e14}',
    '{"fetchedAt":0,"expiresAt":1e14}',
    '{"fetchedAt":-1,"expiresAt":1e14}',
    `{"fetchedAt":${now},"expiresAt":{"valueOf":0,"toString":0}}`,
    '{"fetchedAt":{"valueOf":0,"toString":0},"expiresAt":1e14}',
    '\u0000\uD800',
    `${'['.repeat(100_000)}`,
  ];
  for (const value of junk)
    it(`${value.slice(0, 60)}: ignored, and replaced by a new result`, async () => {
      const { baseUrl, requests } = countedVisit();
      const ask = ({ lookup }: NewPage) => new lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip();
      const page = newPage();
      await ask(page);
      expect(stored()).to.have.lengthOf(1);
      // The number is the short hash of the key.
      for (const [name] of stored())
        for (const place of [name, `${name}/rate-limit/57590`]) sessionStorage.setItem(place, value);
      expect((await ask(page.next())).ip).to.equal('81.2.69.142');
      expect(await requests()).to.equal(2);
      expect(stored().map(([, record]) => record.includes('81.2.69.142'))).to.deep.equal([true]);
    });
});
