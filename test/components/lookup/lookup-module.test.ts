import { expect } from '@open-wc/testing';
import { cleanUp, openPage } from '../support/page.js';
import { countedVisit } from '../support/service.js';

describe('the lookup module', () => {
  afterEach(cleanUp);

  it('gives what the service says, before and after elements; the root gives the visitor’s choice', async () => {
    const { baseUrl } = countedVisit();
    const page = await openPage();
    const country = async (origin: typeof page.lookup.origin) => (await origin.ip()).location?.country?.code;
    const { configure, override } = await page.library();
    configure({ baseUrl, apiKey: 'demo-open' });
    override({ location: { country: { code: 'ES' } } });
    const next = await page.next();
    const root = await next.library();
    const service = { baseUrl, apiKey: 'demo-open' };
    expect(await country(new next.lookup.OriginLookup(service))).to.equal('GB');
    expect(await country(new root.OriginLookup(service))).to.equal('ES');
    root.configure(service);
    const seen: unknown[] = [];
    root.origin.subscribe('ip', ({ data }) => data && seen.push(data.location?.country?.code));
    next.window.document.body.innerHTML = '<visitor-value field="ip"></visitor-value>';
    await next.window.load('/src/define.ts');
    await root.origin.ip();
    expect(await country(next.lookup.origin)).to.equal('GB');
    expect(await country(root.origin)).to.equal('ES');
    expect([...new Set(seen)]).to.deep.equal(['ES']);
  });

  it('works in a subclass, whatever the names of its own members', async () => {
    const { baseUrl } = countedVisit();
    const page = await openPage();
    const root = await page.library();
    root.configure({ baseUrl, apiKey: 'demo-open' });
    root.override({ location: { country: { code: 'ES' } } });
    const countries = [page.lookup, root].map(async ({ OriginLookup }) => {
      class ShopLookup extends OriginLookup {
        readonly page = 'checkout';
        readonly transform = undefined;
      }
      return (await new ShopLookup({ retries: 0 }).ip()).location?.country?.code;
    });
    expect(await Promise.all(countries)).to.deep.equal(['GB', 'ES']);
  });

  it('names settings that only the root applies, in one line', async () => {
    const page = await openPage();
    const lines: string[] = [];
    page.window.console.warn = (line: string) => void lines.push(line);
    const { configure, OriginLookup } = page.lookup;
    configure({ guess: 'time-zone', groups: { nordics: 'DK' } });
    new OriginLookup({ overrideCookie: 'country' });
    configure({ guess: undefined, maxAge: 60 });
    expect(lines).to.have.lengthOf(2);
    expect(lines[0]).to.include('guess').and.include('groups');
    expect(lines[1]).to.include('overrideCookie');
    const root = await page.library();
    root.configure({ guess: 'none', groups: { nordics: 'FI' } });
    new root.OriginLookup({ guess: 'none' });
    expect(lines).to.have.lengthOf(2);
  });
});
