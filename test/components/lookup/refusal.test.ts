import { expect } from '@open-wc/testing';
import {
  type IpData,
  LookupError,
  OriginLookup,
  type Settings,
  type Snapshot,
} from '../../../src/lookup/index.js';
import { thisPage } from '../../../src/lookup/page.js';
import { requestFor } from '../../../src/lookup/request.js';
import { readRateLimit, writeRateLimit } from '../../../src/lookup/storage.js';
import { setClock } from '../support/clock.js';
import { cleanUp, type NewPage, newPage } from '../support/page.js';
import { countedVisit, failure, until } from '../support/service.js';

const refusals = [
  { key: 'nobody', status: 403, code: 'unauthorized', serviceCode: 'INVALID_API_KEY' },
  { key: 'demo-address', status: 403, code: 'unauthorized', serviceCode: 'FORBIDDEN_IP' },
  { key: 'demo-elsewhere', status: 403, code: 'unauthorized', serviceCode: 'FORBIDDEN_ORIGIN' },
  { key: 'demo-disabled', status: 451, code: 'unauthorized', serviceCode: 'DISABLED_API_KEY' },
  { key: 'demo-empty', status: 402, code: 'out-of-credits', serviceCode: 'INSUFFICIENT_CREDITS' },
];

describe('a refusal is remembered', () => {
  afterEach(cleanUp);

  for (const { key, ...details } of refusals)
    it(`${details.serviceCode}: 1 request, however many lookups follow`, async () => {
      const { baseUrl, requests } = countedVisit();
      const ask = () => failure(new OriginLookup({ baseUrl, apiKey: key }).ip());
      const error = await ask();
      expect(error).to.deep.include(details);
      expect(error.message).to.match(/\w/).and.not.include(key);
      expect(error.resolution).to.match(/\w/);
      expect(await ask()).to.equal(error);
      expect(await requests()).to.equal(1);
    });

  it('with a blank message: the error names the service and the status', async () => {
    const { fetch } = globalThis;
    globalThis.fetch = async () => Response.json({ message: ' ', code: '', resolution: '' }, { status: 403 });
    const error = await failure(new OriginLookup({ baseUrl: '/blank/', auth: 'none' }).ip()).finally(() => {
      globalThis.fetch = fetch;
    });
    expect(error.message).to.include('/blank/ sent status 403');
    expect([error.serviceCode, error.resolution]).to.deep.equal([undefined, undefined]);
  });

  it('a missing key at the service: 401', async () => {
    const { baseUrl, requests } = countedVisit();
    const ask = () => failure(new OriginLookup({ baseUrl, auth: 'none' }).ip());
    const expected = { code: 'unauthorized', status: 401, serviceCode: 'MISSING_API_KEY' };
    expect(await ask()).to.deep.include(expected);
    expect(await ask()).to.deep.include(expected);
    expect(await requests()).to.equal(1);
  });

  for (const status of [401, 402, 403, 451])
    it(`${status}: until a refresh`, async () => {
      const { baseUrl, requests } = countedVisit(`fault/status-${status}/`);
      const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-open' });
      await failure(lookup.ip());
      await failure(lookup.ip({ refresh: true }));
      expect(await requests()).to.equal(2);
      await failure(lookup.ip());
      expect(await requests()).to.equal(2);
    });

  for (const status of [401, 402, 403, 451])
    it(`${status}: until the settings change`, async () => {
      const { baseUrl, requests } = countedVisit(`fault/status-${status}/`);
      const { lookup } = newPage();
      lookup.configure({ baseUrl, apiKey: 'demo-open' });
      await failure(lookup.origin.ip());
      await failure(lookup.origin.ip());
      expect(await requests()).to.equal(1);
      lookup.configure({ timeout: 4000 });
      await failure(lookup.origin.ip());
      expect(await requests()).to.equal(2);
    });

  it('until a refresh succeeds', async () => {
    const { lookup } = newPage();
    const { ahead } = setClock();
    const { fetch } = globalThis;
    let sent = 0;
    globalThis.fetch = (...given) => {
      sent++;
      return sent > 1 ? fetch(...given) : Promise.resolve(new Response('{}', { status: 403 }));
    };
    lookup.configure({ baseUrl: countedVisit().baseUrl, apiKey: 'demo-open', maxAge: 60 });
    expect((await failure(lookup.origin.ip())).status).to.equal(403);
    await lookup.origin.ip({ refresh: true });
    await lookup.origin.ip();
    expect(sent).to.equal(2);
    ahead(61);
    await lookup.origin.ip();
    expect(sent).to.equal(3);
  });

  it('even if the page is configured again with the same settings', async () => {
    const { baseUrl, requests } = countedVisit('fault/status-403/');
    const { lookup } = newPage();
    for (let time = 0; time < 3; time++) {
      lookup.configure({ baseUrl, apiKey: 'demo-open' });
      await failure(lookup.origin.ip());
    }
    expect(await requests()).to.equal(1);
  });

  it('subscribers get data once the key is right', async () => {
    const { baseUrl, requests } = countedVisit();
    const { lookup } = newPage();
    lookup.configure({ baseUrl, apiKey: 'demo-disabled' });
    let last: Snapshot<IpData> | undefined;
    lookup.origin.subscribe('ip', (snapshot) => {
      last = snapshot;
    });
    await until(() => last?.error?.code === 'unauthorized');
    lookup.configure({ apiKey: 'demo-open' });
    await until(() => last?.data);
    expect(last?.error).to.equal(undefined);
    expect(await requests()).to.equal(2);
  });

  it('a page that loads again sends a request again', async () => {
    const { baseUrl, requests } = countedVisit('fault/status-403/');
    const page = newPage();
    const ask = ({ lookup }: NewPage) =>
      failure(new lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip());
    await ask(page);
    await ask(page.next());
    expect(await requests()).to.equal(2);
  });
});

/** Opens a rate-limited visit on a page with a fake clock. */
async function throttled(fault: string, own: Settings = {}, service = '/api/') {
  const { baseUrl, requests } = countedVisit(`fault/${fault}/`, service);
  const page = newPage();
  const ask = ({ lookup }: NewPage, refresh = false) =>
    failure(new lookup.OriginLookup({ baseUrl, apiKey: 'demo-open', ...own }).ip({ refresh }));
  return { page, requests, ask, clock: setClock() };
}

const pauses = [
  { what: 'seconds', fault: 'retry-after-120', lasts: 120, told: { least: 120, most: 120 } },
  // This date is by the service's clock, which runs on while the page's clock is stopped.
  { what: 'a date', fault: 'retry-date-120', lasts: 120, told: { least: 119, most: 180 }, slack: 60 },
  { what: 'nothing', fault: 'status-429', lasts: 60 },
];

describe('a rate limit of the service prevents requests', () => {
  afterEach(cleanUp);

  for (const service of ['/api/', otherOrigin])
    for (const { what, fault, lasts, told, slack = 1 } of pauses)
      it(`for its duration, in ${what}${service === '/api/' ? '' : ', at another origin'}`, async () => {
        const { page, requests, ask, clock } = await throttled(fault, {}, service);
        const error = await ask(page);
        expect(error).to.deep.include({
          code: 'rate-limited',
          status: 429,
          serviceCode: 'TOO_MANY_REQUESTS',
        });
        if (told) expect(error.retryAfter).to.be.within(told.least, told.most);
        else expect(error.retryAfter).to.equal(undefined);
        clock.ahead(lasts - 2);
        expect((await ask(page)).code).to.equal('rate-limited');
        expect(await requests()).to.equal(1);
        clock.ahead(2 + slack);
        await ask(page);
        expect(await requests()).to.equal(2);
      });

  it('for a minute, if CORS hides the duration', async () => {
    const { page, requests, ask, clock } = await throttled('retry-hidden-3600', {}, otherOrigin);
    expect((await ask(page)).retryAfter).to.equal(undefined);
    clock.ahead(55);
    await ask(page);
    expect(await requests()).to.equal(1);
    clock.ahead(6);
    await ask(page);
    expect(await requests()).to.equal(2);
  });

  it('for no longer, if the clock was ahead when it began', async () => {
    const { page, requests, ask, clock } = await throttled('retry-after-120', { storage: 'none' });
    clock.ahead(86_400);
    await ask(page);
    clock.ahead(-86_400);
    await ask(page);
    expect(await requests()).to.equal(2);
  });

  it('a pause of 0 seconds is none', async () => {
    const { page, requests, ask } = await throttled('retry-after-0');
    expect((await ask(page)).retryAfter).to.equal(0);
    await ask(page);
    expect(await requests()).to.equal(2);
  });

  it('for its duration, if another tab or copy is told not to wait meanwhile', () => {
    const settings = { ...thisPage().settings, baseUrl: 'https://lookup.example/' };
    const request = requestFor('ip', settings);
    for (const retryAfter of [120, 0])
      writeRateLimit(request, settings, new LookupError('rate-limited', '', { retryAfter }));
    expect(readRateLimit(request, settings)?.retryAfter).to.be.within(119, 120);
  });

  for (const storage of ['session', 'local'] as const)
    it(`on the next page too, with ${storage} storage`, async () => {
      const { page, requests, ask } = await throttled('retry-after-120', { storage });
      await ask(page);
      const next = page.next();
      setClock().ahead(60);
      const error = await ask(next);
      expect(error).to.deep.include({ code: 'rate-limited', status: 429 });
      expect(error.retryAfter).to.be.within(1, 60);
      expect(await requests()).to.equal(1);
      const third = next.next();
      setClock().ahead(122);
      await ask(third);
      expect(await requests()).to.equal(2);
    });

  it('even if results may not be stored for reuse', async () => {
    const { page, requests, ask } = await throttled('retry-after-120', { maxAge: 0 });
    await ask(page);
    await ask(page.next());
    expect(await requests()).to.equal(1);
  });

  it('even for a refresh, on the next page too', async () => {
    const { page, requests, ask } = await throttled('retry-after-120');
    await ask(page);
    expect((await ask(page, true)).code).to.equal('rate-limited');
    expect((await ask(page.next(), true)).code).to.equal('rate-limited');
    expect(await requests()).to.equal(1);
  });

  it('even when the page is configured again with the same URL and key', async () => {
    const { page, requests, ask } = await throttled('retry-after-120');
    await ask(page);
    page.lookup.configure({ timeout: 4000 });
    await ask(page);
    expect(await requests()).to.equal(1);
  });

  it('other lookups don’t wait', async () => {
    const { page, ask } = await throttled('retry-after-120');
    await ask(page);
    const { baseUrl, requests } = countedVisit();
    await new page.lookup.OriginLookup({ baseUrl, apiKey: 'demo-open' }).ip();
    expect(await requests()).to.equal(1);
  });

  it('for the rest of the hour, with a throttled key', async () => {
    const { baseUrl } = countedVisit();
    const lookup = new OriginLookup({ baseUrl, apiKey: 'demo-throttled' });
    let error: unknown;
    for (let asked = 0; !error && asked < 6; asked++)
      await lookup.ip({ refresh: true }).catch((refusal: unknown) => {
        error = refusal;
      });
    expect(error).to.deep.include({ code: 'rate-limited', serviceCode: 'TOO_MANY_REQUESTS' });
    expect(error).to.have.property('retryAfter').within(1, 3600);
  });
});
