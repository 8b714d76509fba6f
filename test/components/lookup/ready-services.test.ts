import { expect } from '@open-wc/testing';
import { configure, OriginLookup, origin } from '../../../src/index.js';
import { put, settled, shown, until, visit } from '../elements/support.js';
import { cleanUp, stored } from '../support/page.js';
import { failure } from '../support/service.js';

const sent: string[] = [];
/** Makes the services respond with a text. */
function respond(body: string, status = 200): void {
  sent.length = 0;
  globalThis.fetch = async (input) => {
    sent.push(String(input));
    return new Response(body, { status });
  };
}

const page = { baseUrl: undefined, apiKey: undefined, flagsUrl: '/flags/' };

describe('a ready service', () => {
  before(() => import('../../../src/services.js'));
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
    cleanUp();
  });

  it('needs its name alone: a trace of Cloudflare is read from the page’s own origin, whatever its <base>', async () => {
    const base = document.head.appendChild(
      Object.assign(document.createElement('base'), { href: 'https://elsewhere.example/' }),
    );
    try {
      respond('fl=1\nip=203.0.113.5\nloc=DE\n');
      visit('', { ...page, service: 'cloudflare-trace' });
      const value = put('<visitor-value field="location.country.name">a country</visitor-value>');
      const network = put('<visitor-asn>a network</visitor-asn>');
      await until(() => shown(value) === 'Germany', 'the country');
      expect(sent).to.deep.equal([`${location.origin}/cdn-cgi/trace`]);
      expect(await origin.ip()).to.deep.equal({ ip: '203.0.113.5', location: { country: { code: 'DE' } } });
      expect((await failure(origin.asn())).code).to.equal('misconfigured');
      await settled();
      expect(shown(network)).to.equal('a network');
    } finally {
      base.remove();
    }
  });

  it('keeps its token out of storage and errors, under its own parameter', async () => {
    respond('{"ip":"8.8.8.8","country_code":"US","asn":"AS15169","as_name":"Google LLC"}');
    visit('', { ...page, service: 'ipinfo', apiKey: 'secret-token' });
    expect((await origin.ip()).connection).to.deep.equal({ asn: 15169, organization: 'Google LLC' });
    expect(sent).to.deep.equal(['https://api.ipinfo.io/lite/me?token=secret-token']);
    expect(JSON.stringify(stored())).to.include('8.8.8.8').and.not.include('secret-token');
    respond('{"error":{"title":"Wrong token secret-token"},"message":"Wrong token secret-token"}', 403);
    const refused = await failure(origin.ip({ refresh: true }));
    expect([refused.code, String(refused).includes('secret-token')]).to.deep.equal(['unauthorized', false]);
  });

  it('that needs a token says so, and is overruled by what the page sets beside it', async () => {
    respond('{"ip":"8.8.8.8","country":"US","city":"Mountain View"}');
    visit('', { ...page, service: 'ipinfo' });
    expect((await failure(origin.ip())).message).to.include('"apiKey" is missing');
    expect(sent).to.deep.equal([]);
    configure({ apiKey: 'token', baseUrl: 'https://ipinfo.io/json' });
    expect((await origin.ip()).location?.city).to.equal('Mountain View');
    expect(sent).to.deep.equal(['https://ipinfo.io/json?token=token']);
  });

  for (const next of [{ service: 'ipapi' }, { baseUrl: 'https://elsewhere.test/' }] as const)
    it(`keeps its token to itself: another place gets none (${Object.keys(next)})`, async () => {
      respond('{"ip":"8.8.8.8","country_code":"US","country":"US"}');
      visit('', { ...page, service: 'ipinfo', apiKey: 'secret-token' });
      await origin.ip();
      configure(next);
      await origin.ip().catch(() => undefined);
      expect(sent.join().match(/secret-token/g)).to.have.length(1);
    });

  it('has the key of a lookup of its own, though the page has none', async () => {
    respond('{"ip":"8.8.8.8","country_code":"US"}');
    visit('', { ...page, service: 'ipapi' });
    await new OriginLookup({ apiKey: 'own-key' }).ip();
    expect(sent).to.deep.equal(['https://ipapi.co/json/?key=own-key']);
  });

  it('refuses a token in the parameters of a lookup of its own, which would be stored', async () => {
    respond('{"ip":"8.8.8.8","country_code":"US"}');
    visit('', { ...page, service: 'ipinfo', apiKey: 'secret-token' });
    const { code, message } = await failure(new OriginLookup({ params: 'token=other-token' }).ip());
    expect([code, message.includes('other-token')]).to.deep.equal(['misconfigured', false]);
    expect(message).to.include('"token"');
    expect(sent).to.deep.equal([]);
  });

  it('whose text can’t be read fails without repeating the text, which may have the token', async () => {
    respond('secret-token');
    visit('', { ...page, service: 'ipinfo', apiKey: 'secret-token' });
    const { code, cause } = await failure(origin.ip());
    expect([code, String(cause).includes('secret-token')]).to.deep.equal(['invalid-response', false]);
  });

  for (const [what, body] of Object.entries({
    HTML: '<!doctype html><p>Hi',
    nothing: '',
    'JSON null': 'null',
  }))
    it(`that responds with ${what} failed, once`, async () => {
      respond(body);
      visit('', { ...page, service: 'country-is' });
      expect((await failure(origin.ip())).code).to.equal('invalid-response');
      expect((await failure(origin.ip())).code).to.equal('invalid-response');
      expect(sent).to.deep.equal(['https://api.country.is/']);
    });

  it('that isn’t there, as Cloudflare’s file on localhost, is the setting that the message names', async () => {
    respond('Not found', 404);
    visit('', { ...page, service: 'cloudflare-trace' });
    expect((await failure(origin.ip())).message).to.include('Check the setting "service".');
  });

  it('that is unknown is named with all that there are', async () => {
    respond('{}');
    visit('', { ...page, service: 'ip-info' as never });
    const { code, message } = await failure(origin.ip());
    expect(code).to.equal('misconfigured');
    expect(message).to.include('"ip-info"').and.to.include('cloudflare-trace, ipinfo, ipapi, country-is');
    expect(sent).to.deep.equal([]);
  });
});
