import { expect } from '@open-wc/testing';
import type { Settings, Snapshot } from '../../../src/lookup/index.js';
import { shown, until } from '../elements/support.js';
import { cleanUp, type Globals, openPage, stored } from '../support/page.js';
import { failure } from '../support/service.js';

const trace = 'ip=203.0.113.5\nts=1\nloc=DE\ntls=TLSv1.3\n';

/** A ready service, as `services.js` adds it. */
const service = {
  name: 'cloudflare-trace',
  lookups: ['ip'],
  complete: (settings: Settings) => ({
    baseUrl: `${location.origin}/cdn-cgi/trace`,
    auth: 'none',
    ...settings,
  }),
  read(text: string) {
    const [, code] = /^loc=(..)$/m.exec(text) ?? [];
    const [, ip] = /^ip=(.+)$/m.exec(text) ?? [];
    return ip && { ip, ...(code && { location: { country: { code } } }) };
  },
};
const withToken = {
  name: 'ipinfo',
  lookups: ['ip'],
  keyParameter: 'token',
  complete: (settings: Settings) =>
    settings.params
      ? 'The setting "params" is wrong. Use apiKey.'
      : { baseUrl: 'https://ipinfo.example/json', auth: 'query', ...settings },
  read: (text: string) => ({ ip: JSON.parse(text).address }),
};

const push = (window: Globals, ...values: unknown[]) => {
  const key = Symbol.for('visitor-elements:extensions');
  const queue: unknown[] = Reflect.get(window, key) ?? [];
  Reflect.set(window, key, queue);
  for (const value of values) queue.push(['service', 1, value]);
};

/** A page whose requests all get this text, and the URLs of these. */
async function open(text = trace, services: unknown[] = [service, withToken]) {
  const urls: string[] = [];
  const page = await openPage({
    arrange(window) {
      push(window, ...services);
      window.fetch = async (url) => {
        urls.push(String(url));
        return new window.Response(text);
      };
    },
  });
  const library = await page.library();
  return { ...page, ...library, library, urls };
}

describe('a ready service', () => {
  afterEach(cleanUp);

  it('needs no key and no baseUrl: its URL is asked as it is, and its text is read', async () => {
    const { configure, origin, lookup, urls } = await open();
    configure({ service: 'cloudflare-trace' });
    expect(await origin.ip()).to.deep.equal({
      ip: '203.0.113.5',
      location: { country: { code: 'DE' } },
    });
    expect((await lookup.origin.ip()).ip).to.equal('203.0.113.5');
    expect(urls).to.deep.equal([`${location.origin}/cdn-cgi/trace`]);
  });

  it('is the page’s own, whatever its <base>', async () => {
    const { configure, origin, urls, window } = await open();
    window.document.head.innerHTML = '<base href="https://elsewhere.example/a/">';
    configure({ service: 'cloudflare-trace' });
    await origin.ip();
    expect(urls).to.deep.equal([`${location.origin}/cdn-cgi/trace`]);
  });

  it('may be loaded after the page is configured: what waits begins then', async () => {
    const { configure, origin, window, urls } = await open(trace, []);
    Object.defineProperty(window.document, 'readyState', { get: () => 'loading', configurable: true });
    configure({ service: 'cloudflare-trace' });
    let last: Snapshot | undefined;
    origin.subscribe('ip', (snapshot) => {
      last = snapshot;
    });
    push(window, service);
    await until(() => last?.data, 'the data');
    expect(urls).to.have.lengthOf(1);
  });

  for (const [what, name, services] of [
    ['that isn’t known', 'nobody', [service]],
    ['whose file isn’t loaded', 'cloudflare-trace', []],
  ] as const)
    it(`${what} is misconfigured, naming the file and the services, and sends nothing`, async () => {
      const { configure, origin, urls } = await open(trace, [...services]);
      configure({ service: name as 'ipinfo' });
      const { code, message } = await failure(origin.ip());
      expect(code).to.equal('misconfigured');
      for (const word of [name, 'services.js', 'cloudflare-trace', 'ipinfo', 'ipapi', 'country-is'])
        expect(message).to.include(word);
      expect(urls).to.deep.equal([]);
    });

  it('lacks some lookups: they are misconfigured, and send nothing', async () => {
    const { configure, origin, urls } = await open();
    configure({ service: 'cloudflare-trace' });
    for (const lookup of [origin.asn(), origin.userAgent()]) {
      const { code, message } = await failure(lookup);
      expect(code).to.equal('misconfigured');
      expect(message).to.include('cloudflare-trace');
    }
    expect(urls).to.deep.equal([]);
  });

  for (const [what, text] of [
    ['HTML', '<!doctype html><title>Not found</title>'],
    ['nothing', ''],
    ['a trace without an address', 'loc=DE'],
  ] as const)
    it(`that responds with ${what} is an invalid response`, async () => {
      const { configure, origin, urls } = await open(text);
      configure({ service: 'cloudflare-trace' });
      const { code, message } = await failure(origin.ip());
      expect(code).to.equal('invalid-response');
      expect(message).to.include('cloudflare-trace');
      await failure(origin.ip());
      expect(urls).to.have.lengthOf(1);
    });

  it('has a parameter of its own for the key, which is in no storage name and no message', async () => {
    const { configure, origin, urls, window } = await open('{"address": "203.0.113.5"}');
    configure({ service: 'ipinfo', apiKey: 'secret-token' });
    expect((await origin.ip()).ip).to.equal('203.0.113.5');
    expect(urls).to.deep.equal(['https://ipinfo.example/json?token=secret-token']);
    expect(JSON.stringify(stored())).not.to.include('secret');
    window.fetch = async () => new window.Response('{"message": "secret-token?"}', { status: 403 });
    expect((await failure(origin.ip({ refresh: true }))).message).not.to.include('secret');
  });

  it('says itself what is wrong with settings', async () => {
    const { configure, origin, urls } = await open();
    configure({ service: 'ipinfo', params: 'token=secret' });
    const { code, message } = await failure(origin.ip());
    expect([code, message.includes('apiKey')]).to.deep.equal(['misconfigured', true]);
    expect(message).not.to.include('secret');
    expect(urls).to.deep.equal([]);
  });

  it('doesn’t receive a key that it has no parameter for', async () => {
    const { configure, origin, urls } = await open();
    configure({ service: 'cloudflare-trace', apiKey: 'secret' });
    await origin.ip();
    expect(urls.join()).not.to.include('secret');
  });

  for (const [what, own, url] of [
    ['baseUrl', { baseUrl: 'https://other.example/trace' }, 'https://other.example/trace'],
    ['params', { params: 'a=b' }, `${location.origin}/cdn-cgi/trace?a=b`],
  ] as [string, Settings, string][])
    it(`gives way to what the page sets beside it: ${what}`, async () => {
      const { configure, origin, urls } = await open();
      configure({ service: 'cloudflare-trace', ...own });
      expect((await origin.ip()).ip).to.equal('203.0.113.5');
      expect(urls).to.deep.equal([url]);
    });

  it('gives way to what the page sets beside it: adapt', async () => {
    const { configure, origin } = await open('{"host": "host.example"}');
    configure({ service: 'cloudflare-trace', adapt: (data) => ({ hostname: Reflect.get(data, 'host') }) });
    expect(await origin.ip()).to.deep.equal({ hostname: 'host.example' });
  });

  it('is not that of an element with an address of its own', async () => {
    const { configure, OriginLookup, urls } = await open('{"ip": "192.0.2.1"}');
    configure({ service: 'cloudflare-trace' });
    const own = new OriginLookup({ baseUrl: 'https://own.example/', auth: 'none' });
    expect((await own.ip()).ip).to.equal('192.0.2.1');
    expect(urls).to.deep.equal(['https://own.example/']);
  });
});

describe('a page without a service that guesses', () => {
  afterEach(cleanUp);

  const zone = (timeZone: string) => (window: Globals) => {
    const { DateTimeFormat } = window.Intl;
    window.Intl.DateTimeFormat = class extends DateTimeFormat {
      override resolvedOptions() {
        return { ...super.resolvedOptions(), timeZone };
      }
    } as typeof DateTimeFormat;
  };

  async function guessing(timeZone: string, own: Settings = {}, more?: (window: Globals) => void) {
    const lines: unknown[] = [];
    const sent: unknown[] = [];
    const page = await openPage({
      arrange(window) {
        zone(timeZone)(window);
        more?.(window);
        window.console.warn = (line: unknown) => lines.push(line);
        window.fetch = async (url) => {
          sent.push(url);
          return new window.Response('');
        };
      },
    });
    const library = await page.library();
    library.configure({ guess: 'time-zone', ...own });
    return { ...page, ...library, lines, sent };
  }

  it('shows the country of the time zone, everywhere, without a request, an error or a message', async () => {
    const { window, origin, lines, sent } = await guessing('Europe/Berlin');
    await window.load('/src/define.ts');
    window.document.body.innerHTML = `<visitor-value field="location.country.name">somewhere</visitor-value>
      <visitor-switch><template data-country="DE">Hallo</template>Hello</visitor-switch>
      <visitor-asn>a network</visitor-asn><visitor-user-agent>a browser</visitor-user-agent>`;
    const data = await origin.ip();
    expect(data.location?.country?.code).to.equal('DE');
    expect(origin.snapshot('ip')).to.deep.include({ data, guessed: true, pending: false, stale: false });
    expect(origin.snapshot('ip')).to.equal(origin.snapshot('ip'));
    const [value, choice, network] = window.document.body.children;
    await until(() => value && shown(value) === 'Germany', 'the value');
    await until(() => (choice as HTMLElement).innerText.trim() === 'Hallo', 'the case');
    expect(value?.matches(':state(guessed)')).to.equal(true);
    expect(network?.matches(':state(error)')).to.equal(false);
    expect((await failure(origin.asn())).code).to.equal('misconfigured');
    expect([...lines, ...sent]).to.deep.equal([]);
    expect(stored()).to.deep.equal([]);
  });

  it('settles with nothing where there is no country to guess', async () => {
    const { origin, lines, sent } = await guessing('UTC');
    expect(await origin.ip()).to.deep.equal({});
    expect(origin.snapshot('ip')).to.deep.include({ guessed: true, pending: false });
    expect([...lines, ...sent]).to.deep.equal([]);
  });

  it('shows nothing before required consent, and nothing to crawlers', async () => {
    const waiting = await guessing('Europe/Berlin', { consent: 'required' });
    expect(waiting.origin.snapshot('ip').data).to.equal(undefined);
    waiting.grantConsent();
    expect((await waiting.origin.ip()).location?.country?.code).to.equal('DE');
    const crawler = await guessing('Europe/Berlin', {}, ({ navigator }) =>
      Object.defineProperty(navigator, 'userAgent', { value: 'Googlebot/2.1', configurable: true }),
    );
    expect((await failure(crawler.origin.ip())).code).to.equal('skipped');
  });

  it('lets the visitor’s choice win', async () => {
    const { origin, override } = await guessing('Europe/Berlin');
    override({ location: { country: { code: 'FR' } } });
    expect((await origin.ip()).location?.country?.code).to.equal('FR');
    expect(origin.snapshot('ip')).to.deep.include({ overridden: true, guessed: false });
  });

  it('still names a missing key beside a baseUrl, and the lookup module a missing service', async () => {
    const { origin, lookup } = await guessing('Europe/Berlin', { baseUrl: '/api/' });
    expect((await failure(origin.ip())).message).to.include('apiKey');
    const other = await guessing('Europe/Berlin');
    expect((await failure(other.lookup.origin.ip())).message).to.include('baseUrl');
    expect(lookup.origin.snapshot('ip').data).to.equal(undefined);
  });
});
