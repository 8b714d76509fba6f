import type { Page } from '@playwright/test';
import { engines } from '../browsers.js';
import { signal, visitAlone } from './alone.js';
import { expect, requestsOf, serveSite, test } from './site.js';

const head = (settings: string) =>
  `<!doctype html><html lang="en"><title>A visitor</title><link rel="icon" href="data:,">
<script src="/dist/visitor-head.min.js" data-api-key="demo-open" data-skip-bots="false" ${settings}></script>`;

for (const engine of engines)
  test(`the head's lookup is sent before the elements arrive, joined by them, and painted on the next page: ${engine}`, async () => {
    test.setTimeout(60_000);
    const visit = crypto.randomUUID();
    const told: string[] = [];
    const end = signal();
    const sent = signal();
    const start = head(`data-base-url="/api/visit/${visit}/"`);
    const page = `${start}<script>const early = document.documentElement.dataset.visitorCountry;</script>
<script src="/dist/visitor-elements.min.js" defer></script><visitor-value field="ip">an address</visitor-value>
<script>addEventListener('visitor-load', async ({ target }) => {
  await target.updateComplete;
  const { visitorCountry } = document.documentElement.dataset;
  const shown = [early, visitorCountry, target.shadowRoot.textContent.trim()];
  const next = await (await fetch('/tell/' + shown)).text();
  if (next) location.href = next;
});</script>`;
    const { base, close } = await serveSite(
      async ({ url = '/' }, response) => {
        response.setHeader('content-type', 'text/html');
        if (!url.startsWith('/tell/')) {
          response.end(page);
          return;
        }
        told.push(`${url.slice(6)} ${await requestsOf(base, visit)}`);
        response.end(told.length < 2 ? '/next' : '');
        if (told.length === 2) end.give();
      },
      async (path) => {
        // The elements arrive only once the service was asked.
        if (path.includes('visitor-elements')) await sent.given;
        if (path.startsWith('/api/')) sent.give();
      },
    );
    const installed = await visitAlone(engine, `${base}/page`, end.given);
    await close();
    test.skip(!installed, `${engine} is not installed`);
    expect(told).toEqual([',GB,81.2.69.142 1', 'GB,GB,81.2.69.142 1']);
  });

const countryOf = (page: Page) =>
  page.evaluate(() => document.documentElement.getAttribute('data-visitor-country'));
const elements = '<script src="/dist/visitor-elements.min.js" defer></script>';

test.describe('the head script', () => {
  /** Opens a page with this in its head, at a service of its own visit. */
  async function open(page: Page, settings: string, body = '', after = '') {
    const visit = crypto.randomUUID();
    const base = `/api/visit/${visit}/${after}`;
    const { base: server, close } = await serveSite((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        head(`data-base-url="${base}" ${settings}`) + body.replace('BASE', `"${base}" ${settings}`),
      );
    });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(server);
    return { said, close, visit, requests: () => requestsOf(server, visit) };
  }

  test('asks nothing without consent, and at once with it', async ({ page }) => {
    const { requests, close } = await open(page, 'data-consent="required"');
    expect(await requests()).toBe(0);
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0]);
    await page.evaluate('visitorElements.grantConsent()');
    await expect.poll(() => countryOf(page)).toBe('GB');
    expect(await requests()).toBe(1);
    await page.evaluate('visitorElements.revokeConsent()');
    expect(await countryOf(page)).toBe(null);
    await close();
  });

  test('makes the lookups that are named, and none for none', async ({ page }) => {
    for (const [lookup, count] of [
      ['none', 0],
      ['ip asn, user-agent', 3],
    ] as const) {
      const { requests, close } = await open(page, `data-lookup="${lookup}"`);
      await expect.poll(requests).toBe(count);
      await close();
    }
  });

  test('says what it does not know of a wrong lookup, and makes the others', async ({ page }) => {
    const { requests, said, close } = await open(page, 'data-lookup="ip AS"');
    await expect.poll(requests).toBe(1);
    expect(said).toEqual([expect.stringContaining('data-lookup has "AS"')]);
    await close();
  });

  test('is configured before the elements come, and its lookups are theirs', async ({ page }) => {
    const body = `<script>visitorElements.configure({ maxAge: 60 })</script>${elements}
      <visitor-value field="ip">an address</visitor-value><visitor-asn></visitor-asn>`;
    const { requests, close } = await open(page, 'data-lookup="ip asn"', body);
    await expect(page.locator('visitor-value')).toContainText('81.2.69.142');
    await expect(page.locator('visitor-asn')).toContainText('AS20712');
    expect(await requests()).toBe(2);
    expect(await page.evaluate('typeof visitorElements.override')).toBe('function');
    await close();
  });

  test('leaves a lookup that failed to the elements, which try again and write what comes', async ({
    page,
  }) => {
    const body = `${elements}<visitor-value field="ip">an address</visitor-value>`;
    const { requests, close } = await open(page, '', body, 'fault/flaky-1/');
    await expect(page.locator('visitor-value')).toContainText('81.2.69.142');
    expect(await countryOf(page)).toBe('GB');
    expect(await requests()).toBe(2);
    await close();
  });

  test('shows a choice of the visitor before the lookup answers, and a cleared one no more', async ({
    page,
  }) => {
    const body = `${elements}<visitor-value field="location.country.code">a country</visitor-value>`;
    const { close } = await open(page, 'data-storage="session"', body);
    await expect(page.locator('visitor-value')).toContainText('GB');
    await page.evaluate("visitorElements.override({ location: { country: { code: 'JP' } } })");
    expect(await countryOf(page)).toBe('JP');
    await page.reload();
    expect(await countryOf(page)).toBe('JP');
    await expect(page.locator('visitor-value')).toContainText('JP');
    await page.evaluate('visitorElements.clearOverride()');
    expect(await countryOf(page)).toBe('GB');
    await close();
  });

  test('writes no hooks where they are off, or where the page simulates its visitor', async ({ page }) => {
    for (const off of ['data-expose="false"', 'data-simulate']) {
      const { requests, close } = await open(page, off);
      await expect.poll(requests).toBe(1);
      await page.waitForLoadState('networkidle');
      expect(await countryOf(page)).toBe(null);
      await close();
    }
  });

  test('costs one request where nothing is reused, and where its tag stands twice', async ({ page }) => {
    const twice = head('data-base-url=BASE').replace(/^.*?<script/s, '<script');
    for (const more of ['', twice]) {
      const body = `${more}${elements}<visitor-value field="ip">an address</visitor-value>`;
      const { requests, close } = await open(page, 'data-max-age="0"', body);
      await expect(page.locator('visitor-value')).toContainText('81.2.69.142');
      expect(await requests()).toBe(1);
      await close();
    }
  });

  test('says nothing of settings that come later or are wrong: that is the other script’s', async ({
    page,
  }) => {
    const { said, requests, close } = await open(page, 'data-auth="bearer"', elements);
    await page.waitForLoadState('load');
    expect(await requests()).toBe(0);
    expect(said.filter((line) => /auth/.test(line))).toHaveLength(1);
    await close();
  });

  test('of another version is told on the console', async ({ page }) => {
    const body = `<script>globalThis[Symbol.for('visitor-elements')].head = '0.0.1'</script>${elements}`;
    const { said, close } = await open(page, '', body);
    await page.waitForLoadState('load');
    expect(said).toEqual([expect.stringContaining('has version 0.0.1')]);
    await close();
  });

  test('survives markup that takes the place of what a document has', async ({ page }) => {
    const names = [
      'baseURI',
      'currentScript',
      'prerendering',
      'documentElement',
      'querySelectorAll',
      'addEventListener',
      'readyState',
      'head',
      'body',
      'createElement',
    ];
    const visit = crypto.randomUUID();
    const { base, close } = await serveSite((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Shadows</title>${names.map((name) => `<img name="${name}">`).join('')}
        ${head(`data-base-url="/api/visit/${visit}/"`)}`);
    });
    await page.goto(base);
    await expect.poll(() => countryOfShadowed(page)).toBe('GB');
    await close();
  });
});

/** Read through the prototype: the page's own markup stands in for the document's properties. */
const countryOfShadowed = (page: Page) =>
  page.evaluate(() => document.getElementsByTagName('html')[0]?.getAttribute('data-visitor-country'));
