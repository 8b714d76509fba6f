import { expect } from '@open-wc/testing';
import * as first from '../../../src/lookup/index.js';
import { cleanUp, newPage } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

const { OriginLookup, configure, origin } = first;

/** Loads the module again, as a second script tag or bundle does. */
async function secondCopy(): Promise<typeof first> {
  const again = '/src//lookup/index.ts';
  return import(again);
}

describe('subscribers on one page share requests', () => {
  afterEach(cleanUp);

  for (const [kind, service] of [
    ['of the page', '/api/'],
    ['of another origin', otherOrigin],
  ] as const)
    it(`50 callers send 1 GET and no preflight to a service ${kind}`, async () => {
      const { baseUrl, usage } = countedVisit('', service);
      configure({ baseUrl, apiKey: 'demo-open' });
      const answers = await Promise.all(Array.from({ length: 50 }, () => origin.ip()));
      expect(new Set(answers).size).to.equal(1);
      expect(answers[0]?.ip).to.equal('81.2.69.142');
      expect(await usage()).to.deep.include({ requests: 1, preflights: 0, credits: 1 });
    });

  it('a failure is shared too', async () => {
    const { baseUrl, requests } = countedVisit('fault/status-500/');
    configure({ baseUrl, apiKey: 'demo-open' });
    const failures = await Promise.all([failure(origin.ip()), failure(origin.ip())]);
    expect(failures[0]).to.equal(failures[1]);
    expect(await requests()).to.equal(1);
  });

  it('the key in a header causes one preflight at another origin', async () => {
    const { baseUrl, usage } = countedVisit('', otherOrigin);
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open', auth: 'header' });
    await Promise.all([lookup.ip(), lookup.ip()]);
    const { requests, preflights, log } = await usage();
    expect({ requests, preflights }).to.deep.equal({ requests: 1, preflights: 1 });
    expect(log.map(({ path }) => path)).to.deep.equal(['/', '/']);
  });
});

describe('subscribers share only the same lookup', () => {
  afterEach(cleanUp);

  const common = { apiKey: 'demo-open' };
  const different: Record<string, [first.Settings, first.Settings]> = {
    'how the key travels': [{ auth: 'query' }, { auth: 'header' }],
    'another key': [{ apiKey: 'demo-open' }, { apiKey: 'demo-page' }],
    'other parameters': [{ params: 'fields=ip' }, { params: 'fields=ip,location' }],
    'parameters and none': [{}, { params: 'fields=ip' }],
  };
  for (const [what, settings] of Object.entries(different))
    it(`${what}: 2 requests`, async () => {
      const { baseUrl, requests } = countedVisit();
      const ask = (own: first.Settings) => new OriginLookup({ baseUrl, ...common, ...own }).ip();
      const [one, other] = await Promise.all(settings.map(ask));
      expect(one).not.to.equal(other);
      expect(await requests()).to.equal(2);
    });

  it('the three lookups, and another User-Agent: their own requests and data', async () => {
    const { baseUrl, usage } = countedVisit();
    const lookup = new OriginLookup({ baseUrl, ...common });
    const [ip, asn, own, other] = await Promise.all([
      lookup.ip(),
      lookup.asn(),
      lookup.userAgent(),
      lookup.userAgent({ ua: 'curl/8.0 & more?' }),
    ]);
    expect(ip.ip).to.equal('81.2.69.142');
    expect(asn.asn).to.equal(ip.connection?.asn);
    expect(own.header).to.equal(navigator.userAgent);
    expect(other.header).to.equal('curl/8.0 & more?');
    const paths = (await usage()).log.map(({ path }) => path).sort();
    expect(paths).to.deep.equal(['/', '/AS', '/user_agent', '/user_agent?ua=curl%2F8.0%20%26%20more%3F']);
  });

  const same: Record<string, [first.Settings, first.Settings]> = {
    'timeout and retries': [{ timeout: 4000 }, { timeout: 5000, retries: 0 }],
    'a question mark before the parameters': [{ params: 'fields=ip' }, { params: '?fields=ip' }],
  };
  for (const [what, settings] of Object.entries(same))
    it(`${what} make no difference: 1 request`, async () => {
      const { baseUrl, requests } = countedVisit();
      await Promise.all(settings.map((own) => new OriginLookup({ baseUrl, ...common, ...own }).ip()));
      expect(await requests()).to.equal(1);
    });

  it('spellings of the same URL make no difference: 1 request', async () => {
    const { baseUrl, requests } = countedVisit();
    const absolute = new URL(baseUrl, location.href).href;
    const spellings = [baseUrl, baseUrl.slice(0, -1), absolute, absolute.slice(0, -1), `.${baseUrl}`];
    await Promise.all(spellings.map((spelling) => new OriginLookup({ baseUrl: spelling, ...common }).ip()));
    expect(await requests()).to.equal(1);
  });
});

describe('two copies of the package on one page', () => {
  afterEach(cleanUp);

  it('share settings, and notify each other of changes', async () => {
    const { baseUrl, requests } = countedVisit('from/1.1.1.1/');
    const second = await secondCopy();
    let seen: string | null | undefined;
    const stop = second.origin.subscribe('ip', ({ data }) => {
      seen = data?.ip;
    });
    configure({ baseUrl, apiKey: 'demo-open' });
    await until(() => seen === '1.1.1.1');
    stop();
    expect(await requests()).to.equal(1);
  });

  it('recognise each other’s errors', async () => {
    const second = await secondCopy();
    const error = await failure(new second.OriginLookup({ baseUrl: 'ftp://service' }).ip());
    expect(error).to.be.instanceOf(first.LookupError);
    expect(first.isLookupError(error)).to.equal(true);
    for (const other of [new Error('no'), undefined, null, 'LookupError', { code: 'network' }])
      expect(first.isLookupError(other)).to.equal(false);
  });
});

describe('refresh', () => {
  afterEach(cleanUp);

  it('joins a request that is under way', async () => {
    const { baseUrl, requests } = countedVisit();
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open' });
    const answers = await Promise.all([
      lookup.ip(),
      lookup.ip({ refresh: true }),
      lookup.ip({ refresh: true }),
    ]);
    expect(new Set(answers).size).to.equal(1);
    expect(await requests()).to.equal(1);
  });

  it('otherwise sends a request, and all subscribers get the new data', async () => {
    const { baseUrl, requests } = countedVisit();
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open' });
    const seen = new Set<object | undefined>();
    const stop = lookup.subscribe('ip', ({ data }) => seen.add(data));
    const before = await lookup.ip();
    const after = await lookup.ip({ refresh: true });
    stop();
    expect(after).not.to.equal(before);
    expect(seen).to.include(before).and.to.include(after);
    expect(await lookup.ip()).to.equal(after);
    expect(await requests()).to.equal(2);
  });

  it('replaces the stored data', async () => {
    const { baseUrl, requests } = countedVisit();
    const settings = { baseUrl, apiKey: 'demo-open' };
    const page = newPage();
    const lookup = new page.lookup.OriginLookup(settings);
    await lookup.ip();
    const { time_zone } = await lookup.ip({ refresh: true });
    const next = page.next();
    const answer = await new next.lookup.OriginLookup(settings).ip();
    expect(answer.time_zone?.current_time).to.equal(time_zone?.current_time);
    expect(await requests()).to.equal(2);
  });

  it('as a page’s first lookup waits for the service, though data is stored', async () => {
    const { baseUrl, requests } = countedVisit();
    const settings = { baseUrl, apiKey: 'demo-open' };
    const page = newPage();
    const before = await new page.lookup.OriginLookup(settings).ip();
    const next = new (page.next().lookup.OriginLookup)(settings);
    const answer = await next.ip({ refresh: true });
    expect(await requests()).to.equal(2);
    expect(answer).to.equal(next.snapshot('ip').data);
    expect(answer.time_zone?.current_time).to.be.a('string');
    expect(answer).not.to.equal(before);
  });
});
