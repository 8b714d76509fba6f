import { expect } from '@open-wc/testing';
import { matches } from '../../../src/index.js';
import type { IpData } from '../../../src/lookup/index.js';
import { shown, until, visit } from '../elements/support.js';
import { type Globals, type OpenPage, openPage, simulate } from '../support/page.js';

const germany = { location: { country: { code: 'DE' } } };

describe('countries.js', () => {
  let page: OpenPage;
  afterEach(() => page.close());

  /** Opens a page whose visitor is in the United Kingdom. `countries.js` is loaded before the elements, or not. */
  async function open(prefix = '', arrange?: (window: Globals) => void, loadedBefore = true) {
    const { baseUrl } = visit(prefix);
    page = await openPage({ ...(arrange && { arrange }) });
    const { window } = page;
    if (loadedBefore) await window.load('/src/countries.ts');
    const library = await page.library();
    library.configure({ baseUrl, apiKey: 'demo-open', retries: 0, guess: 'time-zone' });
    await window.load('/src/define.ts');
    const { document } = window;
    document.body.innerHTML = `
      <visitor-value field="currency.code">no currency</visitor-value>
      <visitor-value field="location.country.calling_code">no calling code</visitor-value>
      <visitor-switch><template data-continent="EU">Europe</template>elsewhere</visitor-switch>`;
    const texts = () =>
      [...document.body.children].map((element) =>
        element.localName === 'visitor-switch' ? (element as HTMLElement).innerText.trim() : shown(element),
      );
    return {
      window,
      library,
      shows: (...expected: string[]) =>
        until(() => JSON.stringify(texts()) === JSON.stringify(expected), expected.join(', ')),
      data: async () => (await library.origin.ip()) as IpData,
    };
  }

  it('adds euros to an override of Germany, for elements, promises and attributes on <html>', async () => {
    const { library, shows, data, window } = await open();
    await shows('GBP', '44', 'Europe');
    library.expose();
    library.override(germany);
    await shows('EUR', '49', 'Europe');
    expect((await data()).currency).to.deep.equal({ code: 'EUR' });
    expect(window.document.documentElement.dataset).to.include({
      visitorCurrency: 'EUR',
      visitorContinent: 'EU',
      visitorLanguage: 'de',
    });
  });

  it('without it, a choice has no currency', async () => {
    const { library, shows } = await open('', undefined, false);
    await shows('GBP', '44', 'Europe');
    library.override(germany);
    await shows('no currency', 'no calling code', 'elsewhere');
  });

  it('adds currency and calling code to a simulated visitor', async () => {
    const { shows, window } = await open();
    simulate('visitor-country=JP', window);
    await shows('JPY', '81', 'elsewhere');
  });

  it('adds a continent to a guess', async function () {
    const zoned: Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] } = new Intl.Locale(
      'und-DE',
    );
    if (!(zoned.getTimeZones?.() ?? zoned.timeZones)) this.skip();
    const { shows, library } = await open('fault/status-500/', ({ Intl: { DateTimeFormat } }) => {
      const { resolvedOptions } = DateTimeFormat.prototype;
      DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...resolvedOptions.call(this), timeZone: 'Europe/Paris' };
      };
    });
    await shows('EUR', '33', 'Europe');
    expect(library.origin.snapshot('ip').guessed).to.equal(true);
  });

  it('completes data that has only a country, and changes nothing else', async () => {
    const { data, window } = await open('', (window) => {
      window.fetch = async () => window.Response.json({ ip: '192.0.2.1', ...germany });
    });
    const answer = await data();
    expect(answer).to.deep.equal({
      ip: '192.0.2.1',
      location: {
        continent: { code: 'EU' },
        country: { code: 'DE', name: 'Germany', calling_code: '49' },
        language: { code: 'de' },
        in_eu: true,
      },
      currency: { code: 'EUR' },
    });
    expect(Object.isFrozen(answer.location)).to.equal(true);
    expect(JSON.stringify({ ...window.sessionStorage })).not.to.include('EUR');
  });

  it('leaves a code that is no country’s as it came, and sets is_tor for Tor’s', async () => {
    const { data } = await open('', (window) => {
      window.fetch = async () =>
        window.Response.json({ ip: '192.0.2.1', location: { country: { code: 'T1', name: 'Tor' } } });
    });
    expect(await data()).to.deep.equal({
      ip: '192.0.2.1',
      location: { country: { code: 'T1', name: 'Tor' } },
      security: { is_tor: true },
    });
  });

  for (const [what, item] of Object.entries({
    value: ['countries', 1, 'soon'],
    version: ['countries', 2, () => ({})],
  }))
    it(`changes nothing if another file’s item has another ${what}`, async () => {
      const { library, shows, window } = await open('', undefined, false);
      Reflect.set(window, Symbol.for('visitor-elements:extensions'), [item]);
      await shows('GBP', '44', 'Europe');
      library.override(germany);
      await shows('no currency', 'no calling code', 'elsewhere');
    });

  it('updates elements that were there before it, and gives the same snapshot while nothing changes', async () => {
    const { library, shows, window } = await open('', undefined, false);
    await shows('GBP', '44', 'Europe');
    library.override(germany);
    await shows('no currency', 'no calling code', 'elsewhere');
    await window.load('/src/countries.ts');
    await shows('EUR', '49', 'Europe');
    const { origin } = library;
    expect(origin.snapshot('ip')).to.equal(origin.snapshot('ip'));
  });
});

describe('whether a visitor is in the European Union', () => {
  const at = (code: unknown, in_eu?: unknown) => ({ location: { country: { code }, in_eu } });

  it('is known from the country if the data doesn’t say so', () => {
    for (const unsaid of [undefined, null]) {
      expect(matches(at('de', unsaid), { eu: 'true' })).to.equal(true);
      expect(matches(at('DE', unsaid), { eu: 'false' })).to.equal(false);
      expect(matches(at('GB', unsaid), { eu: 'false' })).to.equal(true);
      expect(matches(at('GB', unsaid), { eu: '!true' })).to.equal(true);
    }
  });

  it('is taken from the data', () => {
    expect(matches(at('DE', false), { eu: 'true' })).to.equal(false);
    expect(matches(at('GB', true), { eu: 'true' })).to.equal(true);
  });

  it('is unknown without a country, or with a placeholder', () => {
    for (const code of [undefined, null, '', 'XX', 'ZZ', 'T1', 'AP', 'Germany', 7])
      for (const eu of ['true', 'false', '!true', '!false'])
        expect(matches(at(code), { eu }), `${code} ${eu}`).to.equal(false);
  });
});
