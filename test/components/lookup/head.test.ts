import { expect } from '@open-wc/testing';
import type { Settings } from '../../../src/lookup/index.js';
import { cleanUp, clockOf, openPage } from '../support/page.js';
import { until, visit } from '../support/service.js';

/* `test/e2e/head.spec.ts` has the head script as it is built, in its place in a page. */

/** A page whose head script sent its lookup before anybody reads. */
async function begin(own: Settings = {}, prefix = '') {
  const { baseUrl, requests } = visit(prefix);
  const page = await openPage({ arrange: (window) => Object.assign(window, { __VERSION__: '' }) });
  const { ahead } = clockOf(page.window);
  const { lookup } = page;
  lookup.configure({ baseUrl, apiKey: 'demo-open', ...own });
  await page.window.load('/src/head.ts');
  const isSent = () => until(async () => (await requests()) === 1, 'the head script’s request');
  return { ...lookup, baseUrl, ahead, requests, isSent };
}

describe('a lookup that the head script sent', () => {
  afterEach(cleanUp);

  it('serves the first who asks the same, and only them', async () => {
    const { origin, requests, isSent } = await begin();
    await isSent();
    await Promise.all([origin.ip(), origin.ip()]);
    expect(await requests()).to.equal(1);
    await origin.ip({ refresh: true });
    expect(await requests()).to.equal(2);
  });

  for (const [what, own] of Object.entries<Settings>({
    'another address': { baseUrl: visit().baseUrl },
    'another key': { apiKey: 'demo-page' },
    'another way': { auth: 'header' },
  }))
    it(`is no answer to who asks with ${what}`, async () => {
      const { OriginLookup, baseUrl, requests, isSent } = await begin();
      await isSent();
      const elsewhere = own.baseUrl ? 0 : 1;
      await new OriginLookup({ baseUrl, apiKey: 'demo-open', ...own }).ip();
      expect(await requests()).to.equal(1 + elsewhere);
    });

  it('is no answer once it is older than answers may be', async () => {
    const { origin, ahead, requests, isSent } = await begin({ maxAge: 2 });
    await isSent();
    ahead(3);
    await origin.ip();
    expect(await requests()).to.equal(2);
  });

  it('is an answer for as long as an attempt may take where nothing is reused', async () => {
    const { origin, ahead, requests, isSent } = await begin({ maxAge: 0 });
    await isSent();
    ahead(4);
    await origin.ip();
    expect(await requests()).to.equal(1);
  });

  it('is no answer after that', async () => {
    const { origin, ahead, requests, isSent } = await begin({ maxAge: 0 });
    await isSent();
    ahead(6);
    await origin.ip();
    expect(await requests()).to.equal(2);
  });

  it('is made again where it failed and may pass', async () => {
    const { origin, requests, isSent } = await begin({}, 'fault/flaky-1/');
    await isSent();
    expect((await origin.ip()).ip).to.equal('81.2.69.142');
    expect(await requests()).to.equal(2);
  });

  it('is made again for who has more patience', async () => {
    const { OriginLookup, baseUrl } = await begin({ timeout: 200 }, 'fault/slow-600/');
    const patient = new OriginLookup({ baseUrl, apiKey: 'demo-open', timeout: 9000 });
    expect((await patient.ip()).ip).to.equal('81.2.69.142');
  });

  it('was the last that it sent: who reads goes on with it', async () => {
    const { configure, origin, requests, isSent } = await begin();
    await isSent();
    await origin.ip();
    configure({ params: 'fields=ip,asn' });
    await origin.asn();
    expect(await requests()).to.equal(2);
  });
});
