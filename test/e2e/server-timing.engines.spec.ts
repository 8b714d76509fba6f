import type { IncomingMessage, ServerResponse } from 'node:http';
import { lookupService, serveFolder } from '../../demo/mounts.js';
import { engines } from '../support/browsers.js';
import { serveListener } from '../support/service.js';
import { expect, test } from './fixtures.js';
import { requestsOf } from './site.js';

/*
 * A page that is the same for everybody, and a header that its server adds for each visitor. The page writes down what it
 * knows when its head is parsed, and what the console said.
 */
const pageFor = (settings: string, service: string) => `<!doctype html>
<html lang="en">
  <head>
    <title>A page for everybody</title><link rel="icon" href="data:,">
    <script>globalThis.warnings = []; console.warn = (line) => warnings.push(line);</script>
    <script src="/dist/countries.js"></script>
    <script src="/dist/visitor-elements.min.js" data-initial-data="server-timing" data-expose data-skip-bots="false"
      ${service && `data-base-url="${service}" data-api-key="demo-open"`} ${settings}></script>
    <script>globalThis.inHead = document.documentElement.dataset.visitorCountry ?? 'nothing';</script>
  </head>
  <body>
    <img src="/picture" alt="">
    <visitor-switch><template data-country="JP">From Japan</template>From elsewhere</visitor-switch>
    <visitor-value field="location.city">a city</visitor-value>
    <visitor-value field="currency.code">a currency</visitor-value>
    <visitor-info></visitor-info>
  </body>
</html>`;

const kyoto = 'visitor;desc="country=JP&region=26&city=Ky%C5%8Dto&timeZone=Asia/Tokyo"';

/** What a page shows once it is settled. */
const outcome = `new Promise((resolve) => {
  const { origin } = visitorElements;
  const end = origin.subscribe('ip', ({ data, error }) => {
    if (!(data ?? error)) return;
    setTimeout(async () => {
      end();
      await document.querySelector('visitor-info').updateComplete;
      const text = (element) => (element.shadowRoot?.textContent || element.textContent).trim();
      resolve({
        inHead,
        warnings,
        shown: document.querySelector('visitor-switch').innerText.trim(),
        values: [...document.querySelectorAll('visitor-value')].map(text),
        title: document.querySelector('visitor-info').shadowRoot.querySelector('[part=title]')?.textContent.trim(),
      });
    });
  });
})`;

interface Outcome {
  inHead: string;
  warnings: string[];
  shown: string;
  values: string[];
  title: string;
}

const dist = serveFolder(new URL('../../dist/', import.meta.url));

/** `/?header=…&settings=…&service=…` is a page with that header, those attributes of its tag and that service. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, place, rest] = /^\/(api|dist)(\/.*)$/.exec(request.url ?? '') ?? [];
  const given = (name: string) => searchParams.get(name) ?? '';
  if (place) {
    request.url = rest;
    (place === 'api' ? lookupService : dist)(request, response);
  } else if (pathname === '/picture')
    response
      .writeHead(200, { 'content-type': 'image/gif', 'server-timing': 'visitor;desc="country=FR"' })
      .end();
  else
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...(given('header') && { 'server-timing': given('header') }),
      })
      .end(pageFor(given('settings'), given('service')));
}

const start = () => serveListener(answer);
const addressOf = (base: string, { header = '', settings = 'data-storage="none"', service = '/api/' }) =>
  `${base}/?${new URLSearchParams({ header, settings, service })}`;

for (const engine of engines)
  test.describe(engine, () => {
    test('the header of a shared page has the visitor’s data, already in the head and without a request', async ({
      walk,
      shared,
    }) => {
      const [walker, { base }] = [await walk(engine), await shared(start)];
      const visit = crypto.randomUUID();
      for (const service of [`/api/visit/${visit}/`, '']) {
        await walker.goto(
          addressOf(base, { header: `cache;desc=HIT, ${kyoto}, visitor;desc="country=FR"`, service }),
        );
        expect(await walker.evaluate<Outcome>(outcome)).toEqual({
          inHead: 'JP',
          warnings: [],
          shown: 'From Japan',
          values: ['Kyōto', 'JPY'],
          title: 'Kyōto, Japan',
        });
      }
      expect(await requestsOf(base, visit)).toBe(0);
    });

    test('without the header, or with an unusable one, a lookup is sent, even if a picture of the page has the header', async ({
      walk,
      shared,
    }) => {
      const [walker, { base }] = [await walk(engine), await shared(start)];
      for (const [header, warnings] of [
        ['', 0],
        ['cache;desc=HIT, visitor', 0],
        ['visitor;desc="country=XX"', 1],
        ['visitor;desc="country=JP&city=%FF"', 1],
        [`visitor;desc="country=JP&city=${'x'.repeat(2000)}"`, 1],
      ] as const) {
        const visit = crypto.randomUUID();
        await walker.goto(addressOf(base, { header, service: `/api/visit/${visit}/` }));
        const found = await walker.evaluate<Outcome>(outcome);
        expect(found, header).toMatchObject({ inHead: 'nothing', shown: 'From elsewhere' });
        expect(await requestsOf(base, visit), header).toBe(1);
        expect(found.warnings, header).toHaveLength(warnings);
      }
    });
  });

test('data of the header shows only after consent, and not after a revoke', async ({ page, shared }) => {
  const { base } = await shared(start);
  await page.goto(addressOf(base, { header: kyoto, settings: 'data-consent="required"' }));
  await expect(page.locator('visitor-switch')).toHaveText('From elsewhere', { useInnerText: true });
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await page.evaluate('visitorElements.grantConsent()');
  await expect(page.locator('visitor-switch')).toHaveText('From Japan', { useInnerText: true });
  await page.evaluate('visitorElements.revokeConsent()');
  await expect(page.locator('visitor-switch')).toHaveText('From elsewhere', { useInnerText: true });
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});

test('the visitor’s own country wins over the header, on the next page too', async ({ page, shared }) => {
  const { base } = await shared(start);
  const address = addressOf(base, { header: kyoto, settings: 'data-storage="session"' });
  await page.goto(address);
  await page.evaluate('visitorElements.override({ location: { country: { code: "DE" } } })');
  await page.goto(address);
  await expect(page.locator('visitor-switch')).toHaveText('From elsewhere', { useInnerText: true });
  await expect(page.locator('visitor-value').last()).toHaveText(/EUR$/);
});

test('outside a secure context the header is ignored, and a lookup is sent', async ({ page, shared }) => {
  const { base } = await shared(start);
  await page.route('http://insecure.example/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${base}${pathname}${search}` }) });
  });
  const visit = crypto.randomUUID();
  await page.goto(addressOf('http://insecure.example', { header: kyoto, service: `/api/visit/${visit}/` }));
  expect(await page.evaluate('isSecureContext')).toBe(false);
  expect(await page.evaluate(outcome)).toMatchObject({ inHead: 'nothing', warnings: [] });
  expect(await requestsOf(base, visit)).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
});
