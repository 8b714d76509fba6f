import { expect } from '@open-wc/testing';
import type { IpData, Settings, Snapshot } from '../../../src/lookup/index.js';
import { type Clock, setClock } from '../support/clock.js';
import {
  cleanUp,
  type Globals,
  holdResponses,
  newPage,
  openPage,
  recordRequests,
  stored,
} from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

/** Data that the service never returns. */
const reader: IpData = { ip: '192.0.2.7', location: { country: { code: 'JP' }, city: 'Kyoto' } };

/** Values of `initialData` that markup or plain JavaScript may set. */
const unchecked = (initialData: unknown) => ({ initialData }) as Settings;

/** Opens a page with settings. Returns the page and the snapshots that its subscriber received. */
async function openWith(settings: Settings, { prefixes = '', arrange = (_: Globals) => {} } = {}) {
  const { baseUrl, requests } = countedVisit(prefixes);
  const warnings: string[] = [];
  const page = newPage((window) => {
    console.warn = (line: string) => void warnings.push(line);
    arrange(window);
  });
  const service: Settings = { baseUrl, apiKey: 'demo-open' };
  page.lookup.configure(settings);
  const seen: Snapshot<IpData>[] = [];
  const watch = () => page.lookup.origin.subscribe('ip', (snapshot) => seen.push(snapshot));
  return { ...page.lookup, page, service, requests, seen, watch, warnings };
}

/** Opens a page with `initialData` and a service. */
const openWithBoth = (settings: Settings = {}, arrange = (_: Globals) => {}) => {
  const { baseUrl, requests } = countedVisit();
  return openWith({ baseUrl, apiKey: 'demo-open', initialData: reader, ...settings }, { arrange }).then(
    (opened) => ({ ...opened, baseUrl, requests }),
  );
};

describe('initialData on a page with a service', () => {
  afterEach(cleanUp);

  it('is not stored after a revoke, even by a listener that sees it', async () => {
    const { origin, revokeConsent } = await openWithBoth();
    origin.subscribe('ip', ({ data }) => data && revokeConsent());
    expect(stored()).to.deep.equal([]);
  });

  it('is there at once, fresh, and costs no request', async () => {
    const before = Date.now();
    const { origin, watch, seen, requests } = await openWithBoth();
    expect(origin.snapshot('ip').data).to.deep.equal(reader);
    watch();
    expect(seen).to.have.lengthOf(1);
    expect(seen[0]).to.deep.include({ data: reader, pending: false, stale: false, guessed: false });
    expect(seen[0]?.updatedAt).to.be.within(before, Date.now());
    expect(await origin.ip()).to.deep.equal(reader);
    expect(await requests()).to.equal(0);
  });

  it('may be JSON, as in markup', async () => {
    const { origin, warnings } = await openWithBoth(unchecked(JSON.stringify(reader)));
    expect(await origin.ip()).to.deep.equal(reader);
    expect(warnings).to.deep.equal([]);
  });

  it('is copied and frozen: neither the page nor a listener can change it', async () => {
    const mine: IpData = { ...reader };
    const { origin } = await openWithBoth({ initialData: mine });
    mine.ip = '198.51.100.1';
    const { data } = origin.snapshot('ip');
    expect(data?.ip).to.equal('192.0.2.7');
    expect([data, data?.location, data?.location?.country].every(Object.isFrozen)).to.equal(true);
    expect(Object.isFrozen(reader)).to.equal(false);
  });

  it('is fresh for maxAge from when it was set, then a request is sent', async () => {
    let clock: Clock | undefined;
    const { origin, requests } = await openWithBoth({ maxAge: 60 }, () => {
      clock = setClock();
    });
    clock?.ahead(59);
    expect((await origin.ip()).ip).to.equal('192.0.2.7');
    clock?.ahead(1);
    expect(origin.snapshot('ip')).to.deep.include({ stale: true, data: reader });
    expect(await requests()).to.equal(0);
    await origin.ip();
    expect(origin.snapshot('ip')).to.deep.include({ stale: false });
    expect((await origin.ip()).ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(1);
  });

  it('with maxAge 0 lasts as long as the page, and is not stored', async () => {
    let clock: Clock | undefined;
    const { origin, requests } = await openWithBoth({ maxAge: 0 }, () => {
      clock = setClock();
    });
    await origin.ip();
    clock?.ahead(86_400);
    expect((await origin.ip()).ip).to.equal('192.0.2.7');
    expect(origin.snapshot('ip').stale).to.equal(false);
    expect(await requests()).to.equal(0);
    expect(stored()).to.deep.equal([]);
  });

  it('is stored like any result, for a next page without initialData', async () => {
    const { origin, page, service, baseUrl, requests } = await openWithBoth();
    await origin.ip();
    const { lookup } = page.next();
    lookup.configure({ ...service, baseUrl });
    expect(lookup.origin.snapshot('ip').data).to.deep.equal(reader);
    expect((await lookup.origin.ip()).ip).to.equal('192.0.2.7');
    expect(await requests()).to.equal(0);
  });

  it('is stored by the current settings, not by those of an earlier lookup', async () => {
    const { configure, origin } = await openWith({});
    const { baseUrl } = countedVisit();
    configure({ baseUrl, apiKey: 'demo-open', storage: 'session', maxAge: 0 });
    await origin.ip();
    configure({ storage: 'none', maxAge: 60, initialData: reader });
    expect(origin.snapshot('ip').data).to.deep.equal(reader);
    expect((await origin.ip()).ip).to.equal('192.0.2.7');
    expect(stored()).to.deep.equal([]);
  });

  it('wins over stored data', async () => {
    const { page, baseUrl, requests, ...first } = await openWithBoth({ initialData: null });
    expect((await first.origin.ip()).ip).to.equal('81.2.69.142');
    const { lookup } = page.next();
    lookup.configure({ baseUrl, apiKey: 'demo-open', initialData: reader });
    expect(lookup.origin.snapshot('ip').data).to.deep.equal(reader);
    expect((await lookup.origin.ip()).ip).to.equal('192.0.2.7');
    expect(await requests()).to.equal(1);
  });

  it('wins over a request under way, and over known data', async () => {
    const { baseUrl, requests } = countedVisit();
    const { configure, origin, seen, watch } = await openWith({ baseUrl, apiKey: 'demo-open' });
    const release = holdResponses({ baseUrl });
    watch();
    await until(async () => (await requests()) === 1, 'the request');
    configure({ initialData: reader });
    expect(seen.at(-1)).to.deep.include({ data: reader, pending: false });
    release();
    await origin.asn();
    configure({ initialData: { ...reader, ip: '192.0.2.8' } });
    expect(seen.map(({ data }) => data?.ip)).to.deep.equal([undefined, '192.0.2.7', '192.0.2.8']);
  });

  it('does not depend on the page’s params', async () => {
    const { origin, requests } = await openWithBoth({ params: 'fields=ip' });
    expect(await origin.ip()).to.deep.equal(reader);
    expect(await requests()).to.equal(0);
  });

  it('is used only by lookups with the page’s own service', async () => {
    // Stored data is used by every lookup with the same URL, whatever its key.
    const { OriginLookup, origin, baseUrl } = await openWithBoth({ storage: 'none' });
    const other = countedVisit();
    const asked = async (own: Settings) => (await new OriginLookup(own).ip()).ip;
    const path = new URL(baseUrl, document.baseURI).pathname;
    for (const own of [{}, { timeout: 3000 }, { baseUrl: path }, { apiKey: 'demo-open' }])
      expect(await asked(own), JSON.stringify(own)).to.equal('192.0.2.7');
    for (const own of [
      { params: 'fields=ip' },
      { auth: 'header' } as const,
      { apiKey: 'demo-page' },
      { baseUrl: other.baseUrl },
    ])
      expect(await asked(own), JSON.stringify(own)).to.equal('81.2.69.142');
    expect((await origin.userAgent()).header).to.equal(navigator.userAgent);
    expect((await origin.asn()).asn).to.be.a('number');
    expect((await origin.ip()).ip).to.equal('192.0.2.7');
  });

  it('is used by a lookup whose URL has no slash at its end, and costs no request', async () => {
    const { OriginLookup, baseUrl, requests } = await openWithBoth();
    expect(baseUrl).to.match(/\/$/);
    const lookup = new OriginLookup({ baseUrl: baseUrl.replace(/\/$/, '') });
    expect((await lookup.ip()).ip).to.equal('192.0.2.7');
    expect(await requests()).to.equal(0);
  });

  it('is replaced by a refresh', async () => {
    const { origin, requests, seen, watch } = await openWithBoth();
    expect((await origin.ip({ refresh: true })).ip).to.equal('81.2.69.142');
    watch();
    expect(seen[0]?.data?.ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(1);
  });

  it('stays, marked stale, if a refresh fails', async () => {
    const { baseUrl } = countedVisit('fault/status-500/');
    const { origin } = await openWith({ baseUrl, apiKey: 'demo-open', initialData: reader });
    expect((await failure(origin.ip({ refresh: true }))).code).to.equal('service');
    expect(origin.snapshot('ip')).to.deep.include({ data: reader, stale: true });
  });

  for (const hasService of [true, false])
    it(`is used only with consent${hasService ? ', and stored only then' : ', without a service too'}`, async () => {
      const { origin, seen, watch, requests, grantConsent, revokeConsent } = await openWithBoth({
        consent: 'required',
        ...(!hasService && { baseUrl: undefined, apiKey: undefined }),
      });
      watch();
      expect(origin.snapshot('ip').data).to.equal(undefined);
      expect(stored()).to.deep.equal([]);
      grantConsent();
      expect(seen.map(({ data }) => data?.ip)).to.deep.equal([undefined, '192.0.2.7']);
      expect(stored()).to.have.lengthOf(hasService ? 1 : 0);
      revokeConsent();
      expect(seen.at(-1)?.data).to.equal(undefined);
      expect(origin.snapshot('ip').data).to.equal(undefined);
      expect(stored()).to.deep.equal([]);
      expect(await requests()).to.equal(0);
    });

  for (const initialData of [reader, { ...reader, user_agent: null }])
    it('is not shown to crawlers', async () => {
      const { origin, watch, seen } = await openWith(
        { initialData },
        {
          arrange: ({ navigator }) =>
            Object.defineProperty(navigator, 'userAgent', { value: 'Googlebot/2.1', configurable: true }),
        },
      );
      watch();
      expect(seen.map(({ data, error }) => [data, error?.code])).to.deep.equal([[undefined, 'skipped']]);
      expect((await failure(origin.ip())).code).to.equal('skipped');
      expect(stored()).to.deep.equal([]);
    });

  it('is the same for every copy of the package on the page', async () => {
    const page = await openPage();
    const copy = (await page.window.load('/src//lookup/index.ts')) as typeof page.lookup;
    page.lookup.configure({ baseUrl: countedVisit().baseUrl, apiKey: 'demo-open', initialData: reader });
    expect(copy.origin).not.to.equal(page.lookup.origin);
    expect(await copy.origin.ip()).to.deep.equal(reader);
  });

  it('does not replace what another copy of the package looked up later', async () => {
    const page = await openPage();
    const copy = (await page.window.load('/src//lookup/index.ts')) as typeof page.lookup;
    const { baseUrl } = countedVisit();
    page.lookup.configure({ baseUrl, apiKey: 'demo-open', initialData: reader });
    const configuredAt = Date.now();
    await until(() => Date.now() > configuredAt, 'a later millisecond');
    await page.lookup.origin.ip({ refresh: true });
    expect((await copy.origin.ip()).ip).to.equal('81.2.69.142');
    const next = await page.next();
    (await next.library()).configure({ baseUrl, apiKey: 'demo-open' });
    expect((await next.library()).origin.snapshot('ip').data?.ip).to.equal('81.2.69.142');
  });

  it('causes no change if the same object is set again', async () => {
    const text = JSON.stringify(reader);
    const { configure, origin, seen, watch } = await openWithBoth(unchecked(text));
    watch();
    await origin.ip({ refresh: true });
    configure(unchecked(text));
    expect(seen.at(-1)?.data?.ip).to.equal('81.2.69.142');
  });

  it('causes no change if equal data is set again, as by a component that renders twice', async () => {
    const { configure, origin, seen, watch } = await openWithBoth();
    watch();
    configure({ initialData: structuredClone(reader) });
    expect(seen).to.have.lengthOf(1);
    await origin.ip({ refresh: true });
    configure({ initialData: structuredClone(reader) });
    expect(seen.at(-1)?.data?.ip).to.equal('81.2.69.142');
    configure({ initialData: { ip: '192.0.2.8' } });
    expect(seen.at(-1)?.data?.ip).to.equal('192.0.2.8');
  });
});

describe('initialData on a page without a service', () => {
  afterEach(cleanUp);

  for (const [what, service] of Object.entries<Settings>({
    'no address and no key': {},
    'no address': { apiKey: 'demo-open' },
    'no key': { baseUrl: '/api/' },
    'an address that is empty': { baseUrl: '', auth: 'none' },
  }))
    it(`is never replaced: ${what}`, async () => {
      let clock: Clock | undefined;
      let sent: Request[] = [];
      const { origin, watch, seen, warnings } = await openWith(
        { ...service, initialData: reader },
        {
          arrange() {
            clock = setClock();
            ({ sent } = recordRequests());
          },
        },
      );
      watch();
      const first = origin.snapshot('ip');
      expect(first).to.deep.include({ data: reader, pending: false, stale: false });
      clock?.ahead(10 * 86_400);
      expect(await origin.ip({ refresh: true })).to.deep.equal(reader);
      expect(origin.snapshot('ip')).to.equal(first);
      expect(seen).to.deep.equal([first]);
      expect(stored()).to.deep.equal([]);
      expect(sent).to.deep.equal([]);
      expect(warnings).to.deep.equal([]);
    });

  it('is for IP lookups only: others are misconfigured, with the same error each time', async () => {
    const { origin, OriginLookup } = await openWith({ initialData: reader });
    const { baseUrl } = countedVisit();
    for (const asked of [
      origin.asn(),
      origin.userAgent(),
      origin.userAgent({ ua: 'curl/8' }),
      new OriginLookup({ baseUrl }).ip(),
      new OriginLookup({ params: 'fields=ip' }).ip(),
      new OriginLookup({ auth: 'none' }).ip(),
    ])
      expect((await failure(asked)).code).to.equal('misconfigured');
    expect(origin.snapshot('asn').error).to.equal(await failure(origin.asn()));
    expect((await new OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip()).ip).to.equal('81.2.69.142');
  });

  it('doesn’t hide a wrong setting', async () => {
    const { origin } = await openWith({ initialData: reader, storage: 'cookie' as 'local' });
    expect((await failure(origin.ip())).message).to.include('storage');
    const other = await openWith({ initialData: reader, baseUrl: 'ftp://service/' });
    expect((await failure(other.origin.ip())).message).to.include('baseUrl');
  });

  it('is kept when a service is set later', async () => {
    const { configure, origin, service, watch, seen, requests } = await openWith({ initialData: reader });
    watch();
    configure(service);
    expect(seen.every(({ data, pending }) => data?.ip === '192.0.2.7' && !pending)).to.equal(true);
    expect(await requests()).to.equal(0);
    expect((await origin.asn()).asn).to.be.a('number');
    expect((await origin.ip({ refresh: true })).ip).to.equal('81.2.69.142');
  });

  it('can be removed', async () => {
    const { configure, origin } = await openWith({ initialData: reader });
    await origin.ip();
    configure({ initialData: null });
    expect((await failure(origin.ip())).code).to.equal('misconfigured');
  });
});

const circular: Record<string, unknown> = {};
circular.itself = circular;

describe('invalid initialData', () => {
  afterEach(cleanUp);

  for (const [what, value] of Object.entries({
    'broken JSON': '{"ip": ',
    'a list': [reader],
    'a list as JSON': JSON.stringify([reader]),
    'a text': 'Japan',
    'a text as JSON': '"Japan"',
    'a number': 81,
    'a function': () => reader,
    'an object that JSON has no form for': circular,
  }))
    it(`is one message on the console, without its content, and is ignored: ${what}`, async () => {
      const { warnings, origin, requests, configure } = await openWithBoth(unchecked(value));
      configure({ retries: 1 });
      expect((await origin.ip()).ip).to.equal('81.2.69.142');
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0])
        .to.include('initialData')
        .and.not.match(/Japan|192/);
      expect(await requests()).to.equal(1);
    });

  for (const value of [null, undefined, '', 'null'])
    it(`is ignored without a message: ${JSON.stringify(value)}`, async () => {
      const { warnings, origin } = await openWithBoth(unchecked(value));
      expect((await origin.ip()).ip).to.equal('81.2.69.142');
      const { configure, ...without } = await openWith(unchecked(value));
      expect((await failure(without.origin.ip())).code).to.equal('misconfigured');
      expect([...warnings, ...without.warnings]).to.deep.equal([]);
    });
});
