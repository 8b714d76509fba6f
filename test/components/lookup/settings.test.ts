import { expect } from '@open-wc/testing';
import { OriginLookup, type Settings } from '../../../src/lookup/index.js';
import { cleanUp, newPage, openPage, recordRequests } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

/** Settings that markup or plain JavaScript may set. */
const unchecked = (settings: Record<string, unknown>) => settings as Settings;

const lookUp = (settings: Record<string, unknown>) => new OriginLookup(unchecked(settings)).ip();

const wrong: { [K in keyof Settings]: { values: unknown[]; allowed: string[] } } = {
  auth: { values: ['Query', 'bearer', 1, {}, []], allowed: ['query', 'header', 'none'] },
  maxAge: {
    values: [-1, '1e3', 'soon', '1800s', Number.NaN, Infinity, true, false, {}],
    allowed: ['number', '0'],
  },
  storage: { values: ['cookie', 'Local', false, 0], allowed: ['session', 'local', 'none'] },
  overrideCookie: {
    values: ['my country', 'a=b', 'a;b', 'país', 1, true, {}],
    allowed: ['name of a cookie'],
  },
  adapt: { values: ['ipinfo', 1, true, {}], allowed: ['a function'] },
  timeout: {
    values: [-1, '5 s', Number.NaN, 2 ** 31, false],
    allowed: ['number of milliseconds', '0', 'such as 5000'],
  },
  retries: { values: [-1, 'two', Number.NaN, false], allowed: ['number', '0'] },
  consent: { values: ['yes', true, false, 'Required', ''], allowed: ['required', 'not-required'] },
  skipBots: { values: ['yes', 'no', 1, 0, 'constructor', 'toString', {}], allowed: ['true', 'false'] },
  guess: { values: ['timezone', true, false], allowed: ['time-zone', 'none'] },
};
const secret: { [K in keyof Settings]: unknown[] } = {
  baseUrl: [
    '',
    'ftp://service/',
    'javascript:1',
    'data:https://x/',
    'http://',
    'https://x/?key=SECRET',
    'https://SECRET@x/',
    'x#SECRET',
    42,
  ],
  apiKey: ['', 'SECRET word', 'SECRET\n', 'SECRÉT', 42, {}],
  params: ['key=SECRET', '?a=1&key=SECRET', 42],
  flagsUrl: ['http://', 42],
};

describe('a setting outside its allowed values', () => {
  afterEach(cleanUp);

  for (const [name, { values, allowed }] of Object.entries(wrong))
    for (const value of values) {
      const found = typeof value === 'object' ? Object.prototype.toString.call(value) : String(value);
      it(`${name} ${typeof value === 'string' ? `"${found}"` : found}`, async () => {
        const { baseUrl, requests } = countedVisit();
        const error = await failure(lookUp({ baseUrl, apiKey: 'demo-open', [name]: value }));
        expect(error.code).to.equal('misconfigured');
        for (const part of [name, ...allowed]) expect(error.message).to.include(part);
        if (typeof value !== 'object') expect(error.message).to.include(found);
        expect(await requests()).to.equal(0);
      });
    }

  it('an invalid URL for the whole page', async () => {
    const { lookup } = newPage();
    lookup.configure({ baseUrl: 'http://', apiKey: 'demo-open' });
    const { code, message } = await failure(lookup.origin.ip());
    expect([code, message.slice(0, 35)]).to.deep.equal([
      'misconfigured',
      'The setting "baseUrl" is invalid. U',
    ]);
  });

  for (const none of [null, 'settings', 42])
    it(`${none} in place of all settings`, async () => {
      const { lookup } = newPage();
      const nothing = none as unknown as Settings;
      lookup.configure(nothing);
      const error = await failure(new lookup.OriginLookup(nothing).ip());
      expect([error.code, error.message]).to.deep.equal([
        'misconfigured',
        'The setting "baseUrl" is missing. Use an http or https URL without user name, query or fragment. If the script’s tag has it, its attributes were stripped: call configure().',
      ]);
    });

  for (const [what, value] of Object.entries({ symbol: Symbol('soon'), 'bare object': Object.create(null) }))
    it(`a ${what}, which has no text`, async () => {
      const { baseUrl } = countedVisit();
      const { lookup } = newPage();
      for (const name of Object.keys({ ...wrong, ...secret })) {
        const settings = unchecked({ baseUrl, apiKey: 'demo-open', [name]: value });
        const error = await failure(new lookup.OriginLookup(settings).ip());
        expect(error.code).to.equal('misconfigured');
        expect(error.message).to.include(name);
      }
    });

  for (const [name, values] of Object.entries(secret))
    for (const value of values)
      it(`${name} ${JSON.stringify(value)}, which may be a secret and is not repeated`, async () => {
        const { baseUrl, requests } = countedVisit();
        const error = await failure(lookUp({ baseUrl, apiKey: 'demo-open', [name]: value }));
        expect(error.code).to.equal('misconfigured');
        expect(error.message)
          .to.include(name)
          .and.not.match(/SECR|word/);
        expect(await requests()).to.equal(0);
      });

  for (const [name, settings] of Object.entries({
    baseUrl: { apiKey: 'demo-open' },
    apiKey: { baseUrl: '/api/' },
  }))
    for (const absent of [undefined, null])
      it(`${name} ${absent}`, async () => {
        const error = await failure(lookUp({ ...settings, [name]: absent }));
        expect(error.code).to.equal('misconfigured');
        expect(error.message).to.include(name);
      });

  it('fails at once for every lookup, without a request', () => {
    const lookup = new OriginLookup(unchecked({ baseUrl: '/api/', apiKey: 'demo-open', storage: 'cookie' }));
    for (const name of ['ip', 'asn', 'user-agent'] as const) {
      const seen: unknown[] = [];
      lookup.subscribe(name, ({ error, pending }) => seen.push([error?.code, pending]))();
      expect(seen).to.deep.equal([['misconfigured', false]]);
    }
  });

  it('does not throw where it is set, and can be mended', async () => {
    const { baseUrl, requests } = countedVisit();
    const { lookup } = newPage();
    lookup.configure(unchecked({ baseUrl, apiKey: 'demo-open', timeout: 'soon' }));
    expect((await failure(lookup.origin.ip())).code).to.equal('misconfigured');
    expect((await failure(lookup.origin.ip({ refresh: true }))).code).to.equal('misconfigured');
    const seen: unknown[] = [];
    lookup.origin.subscribe('ip', ({ data }) => seen.push(data));
    lookup.configure({ timeout: 5000 });
    await until(() => seen.at(-1));
    expect(await requests()).to.equal(1);
  });
});

describe('settings as markup gives them', () => {
  afterEach(cleanUp);

  const texts = {
    auth: 'query',
    params: '',
    maxAge: '60',
    storage: 'session',
    timeout: '5000.5',
    retries: '0',
    consent: 'not-required',
    skipBots: '',
  };
  it('are strings', async () => {
    const { baseUrl, requests } = countedVisit('fault/flaky-1/');
    const lookup = new OriginLookup(unchecked({ baseUrl, apiKey: 'demo-open', ...texts }));
    expect((await failure(lookup.ip())).status).to.equal(503);
    expect((await lookup.ip({ refresh: true })).ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(2);
  });

  it('unknown ones are ignored', async () => {
    const { baseUrl } = countedVisit();
    await lookUp({ baseUrl, apiKey: 'demo-open', colour: 'blue', constructor: 1 });
  });

  for (const name of ['fallback', 'concent', 'maxage', 'storge'])
    it(`a misspelt name is reported on the console, once, and nothing fails: ${name}`, async () => {
      const { baseUrl } = countedVisit();
      const { library, lookup, window } = await openPage();
      const { configure } = await library();
      const lines: string[] = [];
      window.console.warn = (line: string) => void lines.push(line);
      for (let times = 0; times < 2; times++)
        configure(unchecked({ baseUrl, apiKey: 'demo-open', [name]: 'local' }));
      expect(lines).to.deep.equal([`visitor-elements: There is no setting "${name}".`]);
      expect((await lookup.origin.ip()).ip).to.equal('81.2.69.142');
    });

  it('a maxAge in text is a number of seconds', async () => {
    const { baseUrl, requests } = countedVisit();
    const { lookup } = newPage();
    const one = new lookup.OriginLookup(unchecked({ baseUrl, apiKey: 'demo-open', maxAge: '0' }));
    await one.ip();
    expect(sessionStorage.length).to.equal(0);
    expect(await requests()).to.equal(1);
  });
});

describe('the URL of the service', () => {
  afterEach(cleanUp);

  it('may be relative, and is resolved against the document’s base', async () => {
    const { baseUrl, requests } = countedVisit();
    const { lookup } = newPage();
    const base = document.createElement('base');
    base.href = new URL(baseUrl, location.href).href;
    document.head.append(base);
    const answer = new lookup.OriginLookup({ baseUrl: '.', apiKey: 'demo-open' }).ip();
    expect((await answer.finally(() => base.remove())).ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(1);
  });

  it('may lack its last slash', async () => {
    const { baseUrl, usage } = countedVisit();
    const lookup = new OriginLookup({ baseUrl: baseUrl.replace(/\/$/, ''), apiKey: 'demo-open' });
    await Promise.all([lookup.ip(), lookup.asn()]);
    expect((await usage()).log.map(({ path }) => path).sort()).to.deep.equal(['/', '/AS']);
  });
});

describe('the response', () => {
  afterEach(cleanUp);

  it('about a User-Agent may be wrapped or not; an IP lookup’s own user_agent stays in place', async () => {
    for (const fault of ['', 'fault/wrapped/']) {
      const { baseUrl } = countedVisit(fault);
      const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open' });
      expect((await lookup.userAgent({ ua: 'curl/8.0' })).header, fault).to.equal('curl/8.0');
      expect((await lookup.ip()).user_agent, fault).to.be.an('object');
    }
  });
});

describe('the request', () => {
  let requests: ReturnType<typeof recordRequests>;
  beforeEach(() => {
    requests = recordRequests();
  });
  afterEach(() => {
    requests.stop();
    cleanUp();
  });

  const sent = (baseUrl: string) =>
    requests.sent.map(({ url }) => url).filter((url) => url.includes(baseUrl));

  it('query: the key is in the URL, encoded', async () => {
    const { baseUrl } = countedVisit();
    await failure(lookUp({ baseUrl, apiKey: 'a&b=c+d/e%f#g', params: 'fields=ip' }));
    expect(new URL(sent(baseUrl)[0] ?? '').searchParams.get('key')).to.equal('a&b=c+d/e%f#g');
    expect(new URL(sent(baseUrl)[0] ?? '').searchParams.get('fields')).to.equal('ip');
  });

  for (const auth of ['header', 'none'])
    it(`${auth}: the key is not in the URL`, async () => {
      const { baseUrl } = countedVisit();
      await lookUp({ baseUrl, apiKey: 'demo-open', auth }).catch(() => {});
      expect(sent(baseUrl)).to.have.lengthOf(1);
      expect(sent(baseUrl)[0]).not.to.include('demo-open').and.not.include('key');
    });

  it('with the parameters on every lookup', async () => {
    const { baseUrl, usage } = countedVisit();
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open', params: 'fields=ip,asn&x=%20?' });
    await Promise.all([lookup.ip(), lookup.asn(), lookup.userAgent({ ua: 'curl' })]);
    expect((await usage()).log.map(({ path }) => path).sort()).to.deep.equal([
      '/?fields=ip,asn&x=%20?',
      '/AS?fields=ip,asn&x=%20?',
      '/user_agent?fields=ip,asn&x=%20?&ua=curl',
    ]);
  });
});

describe('own settings', () => {
  afterEach(cleanUp);

  it('override the page’s; others are the page’s', async () => {
    const { lookup } = newPage();
    const page = countedVisit();
    const own = countedVisit();
    lookup.configure({ baseUrl: page.baseUrl, apiKey: 'nobody' });
    await new lookup.OriginLookup({ baseUrl: own.baseUrl, apiKey: 'demo-open' }).ip();
    await new lookup.OriginLookup({ baseUrl: undefined, apiKey: 'demo-open' }).ip();
    expect(await own.requests()).to.equal(1);
    expect(await page.requests()).to.equal(1);
  });

  it('stay what they were when their owner changes the object', async () => {
    const { baseUrl } = countedVisit();
    const settings: Settings = { baseUrl, apiKey: 'demo-open' };
    const own = new OriginLookup(settings);
    settings.baseUrl = 'ftp://elsewhere/';
    expect((await own.ip()).ip).to.equal('81.2.69.142');
  });

  it('follow the page’s when those change', async () => {
    const { lookup } = newPage();
    const [before, after] = [countedVisit('from/1.1.1.1/'), countedVisit('from/8.8.8.8/')];
    lookup.configure({ baseUrl: before.baseUrl });
    const own = new lookup.OriginLookup({ apiKey: 'demo-open' });
    expect((await own.ip()).ip).to.equal('1.1.1.1');
    lookup.configure({ baseUrl: after.baseUrl });
    expect((await own.ip()).ip).to.equal('8.8.8.8');
  });
});

describe('a page that is configured late', () => {
  afterEach(cleanUp);

  /** A page that is still loading. */
  async function loading() {
    const page = await openPage();
    page.window.document.open();
    page.window.document.write('<title>Still loading</title>');
    expect(page.window.document.readyState).to.equal('loading');
    return page;
  }

  it('makes its lookups then', async () => {
    const { lookup } = await loading();
    const { baseUrl, requests } = countedVisit();
    const answers = [lookup.origin.ip(), new lookup.OriginLookup({ apiKey: 'demo-open' }).ip()];
    const seen: unknown[] = [];
    lookup.origin.subscribe('ip', ({ error, pending }) => seen.push([error, pending]));
    expect(seen).to.deep.equal([[undefined, false]]);
    lookup.configure({ baseUrl, apiKey: 'demo-open' });
    expect(new Set(await Promise.all(answers)).size).to.equal(1);
    expect(await requests()).to.equal(1);
  });

  it('fails if it has loaded without settings', async () => {
    const { lookup, window } = await loading();
    const error = failure(lookup.origin.ip());
    window.document.close();
    expect(await error).to.deep.include({ code: 'misconfigured' });
  });
});
