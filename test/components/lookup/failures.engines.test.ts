import { expect } from '@open-wc/testing';
import { type IpData, OriginLookup, type Snapshot } from '../../../src/lookup/index.js';
import { failures } from '../support/failures.js';
import { cleanUp, openPage, recordRequests, skipPauses } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

/** Engines pass statuses on alike. The others try what each reads itself: connections, other origins and bodies. */
const inThisEngine = /Chrome/.test(navigator.userAgent)
  ? failures
  : failures.filter(({ fault, service }) => service || !/^(status|retry)-/.test(fault));

describe('each kind of failure', () => {
  let requests: ReturnType<typeof recordRequests>;
  beforeEach(() => {
    requests = recordRequests();
    skipPauses();
  });
  afterEach(() => {
    requests.stop();
    cleanUp();
  });

  for (const {
    fault,
    code,
    status,
    attempts = 1,
    repeated,
    settings = {},
    service = '/api/',
  } of inThisEngine) {
    const where = service === otherOrigin ? ' at another origin' : '';
    it(`${fault}${where} is ${code}, after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`, async () => {
      const place = countedVisit(`fault/${fault}/`, service);
      const lookup = new OriginLookup({ ...place, apiKey: 'demo-open', ...settings });
      let last: Snapshot<IpData> | undefined;
      const stop = lookup.subscribe('ip', (snapshot) => {
        last = snapshot;
      });
      await until(() => last?.pending === false, 'the end of the lookup');
      stop();
      const { error, ...rest }: Partial<Snapshot<IpData>> = last ?? {};
      expect(error).to.include({ name: 'LookupError', code });
      expect(error?.status).to.equal(status);
      expect(error?.message).to.match(/\w/).and.not.include('demo-open');
      expect(rest.data).to.equal(undefined);
      expect(rest).to.deep.include({ pending: false, stale: false, guessed: false });
      expect(requests.sent.filter(({ url }) => url.includes(place.baseUrl))).to.have.lengthOf(attempts);
      // The browser may repeat a request by itself, and may not send one that timed out.
      const least = code === 'timeout' ? 0 : attempts;
      expect(await place.requests()).to.be.within(least, repeated ? Number.POSITIVE_INFINITY : attempts);
    });
  }

  it('drop-body is network or, in WebKit, which accepts the incomplete body, invalid-response, after 1 attempt', async () => {
    const { baseUrl, requests } = countedVisit('fault/drop-body/');
    const error = await failure(new OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip());
    expect(error.code).to.be.oneOf(['network', 'invalid-response']);
    expect(error.status).to.equal(200);
    expect(await requests()).to.equal(1);
  });

  it('slow-body-9000 is timeout, after 1 attempt; Firefox reports no status before the body begins', async () => {
    const { baseUrl } = countedVisit('fault/slow-body-9000/');
    const error = await failure(new OriginLookup({ baseUrl, apiKey: 'demo-open', timeout: 300 }).ip());
    expect(error.code).to.equal('timeout');
    expect(error.status).to.be.oneOf([200, undefined]);
    expect(requests.sent).to.have.lengthOf(1);
  });

  it('the other lookups fail alike', async () => {
    const { baseUrl } = countedVisit('fault/status-500/');
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open' });
    for (const failed of [lookup.asn(), lookup.userAgent(), lookup.userAgent({ ua: 'curl/8' })])
      expect(await failure(failed)).to.deep.include({ code: 'service', status: 500 });
  });

  it('a redirect is no failure', async () => {
    const { baseUrl } = countedVisit('fault/redirect/');
    expect((await new OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip()).ip).to.equal('81.2.69.142');
  });
});

describe('the message of a failure has', () => {
  afterEach(cleanUp);

  it('all causes that a browser doesn’t distinguish, this page’s origin and the URL', async () => {
    const { baseUrl } = countedVisit('fault/no-cors/', otherOrigin);
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open', retries: 0 });
    const { message } = await failure(lookup.ip());
    for (const part of ['offline', 'blocked', 'CORS', location.origin, new URL(baseUrl).host])
      expect(message).to.include(part);
  });

  it('nothing is there', async () => {
    const lookup = new OriginLookup({ baseUrl: 'http://service.invalid/', apiKey: 'demo-open', retries: 0 });
    const { code, message } = await failure(lookup.ip());
    expect(code).to.equal('network');
    expect(message).to.include('service.invalid');
  });

  for (const [what, says, status = 200] of [
    ['which setting to check after a 404', 'Check the setting "baseUrl".', 404],
    ['which setting to check after a page in place of data', 'Check the setting "baseUrl".'],
  ] as const)
    it(what, async () => {
      const { fetch } = globalThis;
      globalThis.fetch = async () => new Response('<!doctype html>', { status });
      const own = { baseUrl: '/nowhere/', apiKey: 'demo-open' };
      const { message } = await failure(new OriginLookup(own).ip()).finally(() => {
        globalThis.fetch = fetch;
      });
      expect(message).to.include(says).and.include(own.baseUrl);
    });

  it('how long it waited', async () => {
    const { baseUrl } = countedVisit('fault/slow-9000/');
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open', timeout: 321 });
    expect((await failure(lookup.ip())).message).to.include('321');
  });
});

describe('a service worker that blocks lookups', () => {
  const scope = '/test/pages/behind-service-worker.html';

  afterEach(async () => {
    cleanUp();
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
  });

  it('is a network failure, and nothing reaches the service', async () => {
    const registration = await navigator.serviceWorker.register('/test/pages/blocking-service-worker.js', {
      scope,
    });
    await until(() => registration.active?.state === 'activated', 'the service worker');
    const page = await openPage({ name: 'behind-service-worker' });
    expect(page.window.navigator.serviceWorker.controller).to.not.equal(null);
    const { baseUrl, requests } = countedVisit();
    const lookup = new page.lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' });
    expect((await failure(lookup.ip())).code).to.equal('network');
    expect(await requests()).to.equal(0);
  });
});
