import { expect } from '@open-wc/testing';
import type { Settings } from '../../../src/lookup/index.js';
import { asPage, cleanUp, type NewPage, newPage, openPage, stored } from '../support/page.js';
import { countedVisit } from '../support/service.js';

const NAME = 'visitor-country';
const france = { location: { country: { code: 'FR' } } };
const { search } = location;

/** The cookies of this page that the library may have set. */
const cookies = () => document.cookie.split('; ').filter((pair) => pair.startsWith(`${NAME}=`));
const setCookie = (value: string, age = 60) => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a server or a visitor may have set.
  document.cookie = `${NAME}=${value}; Path=/; Max-Age=${age}`;
};

/** A page that keeps its visitor's own country in the cookie, and the country that it shows. */
function open(settings: Settings = {}, page: NewPage = newPage()) {
  const library = asPage(page);
  const { baseUrl } = countedVisit();
  library.configure({ baseUrl, apiKey: 'demo-open', overrideCookie: NAME, ...settings });
  const country = async () => (await library.origin.ip()).location?.country?.code;
  return { ...library, page, country };
}

describe('a choice in a cookie', () => {
  beforeEach(() => setCookie('', 0));
  afterEach(() => {
    setCookie('', 0);
    history.replaceState(null, '', search || location.pathname);
    cleanUp();
  });

  it('is read by the next page, and nothing of it is in web storage', async () => {
    const first = open();
    expect(await first.country()).to.equal('GB');
    expect(cookies()).to.deep.equal([]);
    first.override({ ...france, currency: { code: 'CHF' } });
    expect(cookies()).to.deep.equal([`${NAME}=FR`]);
    expect(stored().filter(([name]) => name.endsWith('override'))).to.deep.equal([]);
    const next = open({}, first.page.next());
    const { location: place, currency } = await next.origin.ip();
    expect([place?.country?.code, currency]).to.deep.equal(['FR', undefined]);
  });

  it('isn’t hidden by a cookie of the same name for a deeper path, which comes first', async () => {
    const prototype = Object.getPrototypeOf(document);
    // No page of the tests has a deeper path.
    Object.defineProperty(prototype, 'cookie', {
      configurable: true,
      get: () => `${NAME}=x; a=b; ${NAME}=FR`,
    });
    try {
      expect(await open().country()).to.equal('FR');
    } finally {
      Reflect.deleteProperty(prototype, 'cookie');
    }
  });

  it('is kept where web storage keeps nothing', async () => {
    const first = open({ storage: 'none' });
    first.override(france);
    expect(await open({ storage: 'none' }, first.page.next()).country()).to.equal('FR');
  });

  it('is removed by clearOverride() and by a revoke, even on a page without elements', async () => {
    const first = open();
    first.override(france);
    first.clearOverride();
    expect(cookies()).to.deep.equal([]);
    first.override(france);
    expect(cookies()).to.deep.equal([`${NAME}=FR`]);
    first.revokeConsent();
    expect(cookies()).to.deep.equal([]);
    setCookie('FR');
    const { library } = await openPage();
    const { configure, revokeConsent } = await library();
    configure({ overrideCookie: NAME });
    revokeConsent();
    expect(cookies()).to.deep.equal([]);
  });

  it('is forgotten by a revoke, though a listener grants consent again while others are notified', async () => {
    const { country, override, origin, revokeConsent, grantConsent } = open();
    await country();
    override(france);
    const stop = origin.subscribe('ip', ({ data }) => data || grantConsent());
    revokeConsent();
    stop();
    expect([await country(), cookies()]).to.deep.equal(['GB', []]);
  });

  it('is neither read nor written before consent, and written with it', async () => {
    setCookie('JP');
    const first = open({ consent: 'required', initialData: { location: { country: { code: 'GB' } } } });
    expect(first.origin.snapshot('ip').data).to.equal(undefined);
    first.override(france);
    expect(cookies()).to.deep.equal([`${NAME}=JP`]);
    first.grantConsent();
    expect(cookies()).to.deep.equal([`${NAME}=FR`]);
    expect(await first.country()).to.equal('FR');
  });

  it('is kept if something else is chosen before consent', async () => {
    setCookie('FR');
    const first = open({ consent: 'required' });
    first.override({ currency: { code: 'USD' } });
    first.grantConsent();
    expect(cookies()).to.deep.equal([`${NAME}=FR`]);
    const { location: place, currency } = await first.origin.ip();
    expect([place?.country?.code, currency]).to.deep.equal(['FR', { code: 'USD' }]);
  });

  it('of a later page is there after the visitor goes back, and is kept if something else is chosen there', async () => {
    const first = open();
    expect(await first.country()).to.equal('GB');
    first.override({ currency: { code: 'USD' } });
    setCookie('FR');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(await first.country()).to.equal('FR');
    setCookie('JP');
    first.override({ currency: { code: 'CHF' } });
    expect(cookies()).to.deep.equal([`${NAME}=JP`]);
    first.override({ location: { city: 'Kobe' } });
    const { location: place, currency } = await first.origin.ip();
    expect([place?.country?.code, place?.city, currency]).to.deep.equal(['JP', 'Kobe', { code: 'CHF' }]);
  });

  it('is not written of a simulated visitor, whose choice holds for the page', async () => {
    const first = open();
    first.page.page.state.simulation = { data: { location: { country: { code: 'US' } } } };
    expect(await first.country()).to.equal('US');
    first.override(france);
    expect(await first.country()).to.equal('FR');
    expect(cookies()).to.deep.equal([]);
  });

  for (const value of ['XX', 'ZZ', 'QQ', 'UK', 'EU', 'T1', 'Germany', '%00', '"FR"', 'FR, DE', 'FR=x', ''])
    it(`is ignored if it is no country: ${value}`, async () => {
      setCookie(value);
      expect(await open().country()).to.equal('GB');
    });

  it('is read without case, and beside cookies of a similar name', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: another tool's.
    document.cookie = `my-${NAME}=JP; Path=/; Max-Age=60`;
    setCookie('fr');
    expect(await open().country()).to.equal('FR');
    // biome-ignore lint/suspicious/noDocumentCookie: another tool's.
    document.cookie = `my-${NAME}=; Path=/; Max-Age=0`;
  });

  it('is no choice of a page that names no cookie, or whose name is none', async () => {
    setCookie('FR');
    expect(await open({ overrideCookie: undefined }).country()).to.equal('GB');
    const wrong = open({ overrideCookie: 'my country' });
    wrong.override(france);
    const { error } = wrong.origin.snapshot('ip');
    expect(error?.code).to.equal('misconfigured');
    expect(document.cookie).not.to.include('my country');
  });

  it('is written and read though an element hides the document’s cookies, and where they are blocked nothing fails', async () => {
    const image = document.body.appendChild(new Image());
    image.name = 'cookie';
    const first = open();
    first.override(france);
    image.remove();
    expect(cookies()).to.deep.equal([`${NAME}=FR`]);
    const property = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(Document.prototype, 'cookie', { ...property, get: blocked, set: blocked });
    try {
      const next = open({}, first.page.next());
      expect(await next.country()).to.equal('GB');
      next.override(france);
      expect(await next.country()).to.equal('FR');
    } finally {
      Object.defineProperty(Document.prototype, 'cookie', property);
    }
  });
});
