import { expect } from '@open-wc/testing';
import { requestFor } from '../../../src/lookup/request.js';
import { parseSettings } from '../../../src/lookup/settings.js';
import { cleanUp, newPage, stored, withOtherArrays } from '../support/page.js';
import { countedVisit } from '../support/service.js';

const { values: settings } = parseSettings({ baseUrl: '/api/', apiKey: 'demo-open' });

describe('results are never mixed up', () => {
  afterEach(cleanUp);

  it('cache keys in memory are complete, so that different lookups never share one', () => {
    const ids = [
      requestFor('ip', settings),
      requestFor('asn', settings),
      requestFor('user-agent', settings),
      requestFor('user-agent', settings, 'a'),
      requestFor('user-agent', settings, 'a"'),
      requestFor('ip', { ...settings, auth: 'header' }),
      requestFor('ip', { ...settings, apiKey: 'demo-open ' }),
      requestFor('ip', { ...settings, params: 'fields=ip' }),
    ].map(({ cacheKey }) => cacheKey);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('in storage two URLs, and two lookups at one URL, have different names', () => {
    const names = [
      requestFor('ip', settings),
      requestFor('asn', settings),
      requestFor('user-agent', settings, 'a'),
      requestFor('user-agent', settings, 'b'),
      requestFor('ip', { ...settings, params: 'fields=ip' }),
      requestFor('ip', { ...settings, baseUrl: '/api/from/1.1.1.1/' }),
    ].map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    // A key that isn't sent has no rate limit of its own.
    const [limit, other] = ['first-key', 'other-key'].map((apiKey) =>
      requestFor('ip', { ...settings, auth: 'none', apiKey }),
    );
    expect(limit?.limitName).to.equal(other?.limitName);
  });

  it('a key is in no name where a library such as Prototype.js gives arrays other methods', () =>
    withOtherArrays(async () => {
      const { name, limitName } = requestFor('ip', settings);
      expect(limitName.replace(name, '')).to.match(/^\/rate-limit\/\d+$/);
    }));

  it('a stored result is used with any key at its URL', async () => {
    const { baseUrl, requests } = countedVisit();
    const page = newPage();
    await new page.lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip();
    const { lookup } = page.next();
    const other = new lookup.OriginLookup({ baseUrl, apiKey: 'demo-page', auth: 'header' });
    expect((await other.ip()).ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(1);
  });

  it('a relative URL of a lookup stays the one that it was at first, wherever the page goes', async () => {
    const { baseUrl, requests } = countedVisit();
    const { lookup } = newPage();
    const here = location.href;
    const relative = new URL(baseUrl, here).pathname.replace(/^\//, '');
    history.replaceState(null, '', '/');
    try {
      const own = new lookup.OriginLookup({ baseUrl: relative, apiKey: 'demo-open', storage: 'none' });
      await own.ip();
      history.replaceState(null, '', '/some/where/else');
      lookup.configure({ groups: { isles: 'GB IE' } });
      await own.ip({ refresh: true });
      expect(await requests()).to.equal(2);
    } finally {
      history.replaceState(null, '', here);
    }
  });

  for (const params of ['token=sesame/key', 'token=sesame%2Fkey', ''])
    it(`no name in storage contains the key: ${params || 'no parameters'}`, async () => {
      const apiKey = 'sesame/key';
      const { name } = requestFor('ip', { ...settings, apiKey, params });
      expect(name).not.to.match(/sesame.*key/);
      const { lookup } = newPage();
      globalThis.fetch = async () => new Response('{}');
      await new lookup.OriginLookup({ baseUrl: '/api/', apiKey, params }).ip();
      expect(stored()).to.have.lengthOf(1);
      expect(stored()[0]?.[0]).not.to.match(/sesame.*key/);
    });
});
