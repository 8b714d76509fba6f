import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { recipeFor } from './recipe.js';
import { expect, test, visitors } from './shop.js';

/** The page's settings, which a recipe requires. */
const settings =
  "import { configure } from 'visitor-elements'; configure({ baseUrl: 'https://lookup.example', apiKey: 'YOUR_KEY', retries: 0 });";

test.use({ actionTimeout: 20_000 });

test.describe('Google Tag Manager', () => {
  const recipe = recipeFor('Google Tag Manager');
  const script = (more = '') =>
    `<script src="/dist/visitor-elements.min.js" data-base-url="https://lookup.example" data-api-key="YOUR_KEY" data-retries="0" ${more}></script>`;
  const pushed = (page: Page) => page.evaluate('dataLayer');

  test('hears of the visitor once', async ({ page, shop, said }) => {
    await shop.visit(page, recipe, { body: script(), as: visitors.office });
    const visit = { event: 'visitor', visitor_country: 'DE', visitor_network: 'isp' };
    await expect.poll(() => pushed(page)).toEqual([visit]);
    expect(said).toEqual([]);
  });

  test('keeps what the container pushed before, and is told where the lookup fails', async ({
    page,
    shop,
  }) => {
    const body = `<script>dataLayer = [{ event: 'gtm.js' }]</script>${script()}`;
    await shop.visit(page, recipe, { body, fault: 'status-503' });
    const visit = { event: 'visitor', visitor_country: 'unknown', visitor_network: 'unknown' };
    await expect.poll(() => pushed(page)).toEqual([{ event: 'gtm.js' }, visit]);
  });

  test('is told that nothing is known where a blocker stops the script', async ({ page, shop, said }) => {
    await shop.visit(page, recipe, {});
    const visit = { event: 'visitor', visitor_country: 'unknown', visitor_network: 'unknown' };
    await expect.poll(() => pushed(page)).toEqual([visit]);
    expect(said).toEqual([]);
  });

  test('hears nothing before consent', async ({ page, shop }) => {
    await shop.visit(page, recipe, { body: script('data-consent="required"') });
    expect(await pushed(page)).toEqual([]);
    await page.evaluate('visitorElements.grantConsent()');
    await expect.poll(() => pushed(page)).toMatchObject([{ visitor_country: 'GB' }]);
  });
});

test.describe('PostHog', () => {
  const recipe = recipeFor('posthog-js');
  const body = '<button type="button" id="agree">Agree</button>';
  const before = settings.replace('retries: 0', "retries: 0, consent: 'required'");

  // PostHog ignores a browser whose name is HeadlessChrome.
  test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36' });
  test.beforeEach(({ context }) =>
    context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'userAgentData')),
  );

  interface Sent {
    event?: string;
    properties?: Record<string, unknown>;
    person_properties?: Record<string, unknown>;
  }

  /** Records what PostHog receives: events, and requests for flags. */
  async function servePostHog(page: Page): Promise<{ requests: string[]; sent: Sent[] }> {
    const [requests, sent]: [string[], Sent[]] = [[], []];
    await page.route('https://*.i.posthog.com/**', (route) => {
      const request = route.request();
      requests.push(request.url());
      const bytes = request.postDataBuffer();
      const body = bytes && decode(bytes);
      if (body) sent.push(...(body.batch ?? [body]));
      const headers = { 'access-control-allow-origin': '*' };
      const isScript = request.url().includes('.js');
      return isScript
        ? route.fulfill({ body: '', contentType: 'text/javascript', headers })
        : route.fulfill({ json: { flags: {}, featureFlags: {}, supportedCompression: [] }, headers });
    });
    return { requests, sent };
  }

  /** PostHog sends JSON, compressed or in base64. */
  function decode(bytes: Buffer): Sent & { batch?: Sent[] } {
    if (bytes[0] === 0x1f) return JSON.parse(gunzipSync(bytes).toString());
    const text = bytes.toString();
    const encoded = new URLSearchParams(text).get('data');
    return JSON.parse(encoded ? Buffer.from(encoded, 'base64').toString() : text);
  }

  test('receives nothing before consent, then the first event with the visitor and no address', async ({
    page,
    shop,
  }) => {
    const { requests, sent } = await servePostHog(page);
    await shop.visit(page, recipe, { before, body, as: visitors.office });
    expect([...requests, ...shop.lookups, ...shop.strangers]).toEqual([]);
    expect(await page.evaluate('[...Object.keys(localStorage), document.cookie].join("")')).toBe('');
    await page.locator('#agree').click();
    const visitor = { visitor_country: 'DE', visitor_network: 'isp' };
    await expect
      .poll(() => sent.find(({ event }) => event === '$pageview')?.properties)
      .toMatchObject(visitor);
    await expect
      .poll(() => sent.find(({ person_properties }) => person_properties)?.person_properties)
      .toMatchObject(visitor);
    const events = sent.filter(({ event }) => event);
    for (const { event, properties } of events) expect(properties, event).toMatchObject(visitor);
    expect(JSON.stringify(sent)).not.toMatch(/192\.0\.2|198\.51|203\.0\.113/);
    expect(shop.lookups).toHaveLength(1);
    expect(shop.strangers).toEqual([]);
  });

  for (const fault of ['status-503', 'slow-3000'] as const)
    test(`counts the visit all the same: ${fault}`, async ({ page, shop }) => {
      const { sent } = await servePostHog(page);
      await shop.visit(page, recipe, { before, body, as: visitors.office, fault });
      await page.locator('#agree').click();
      await expect
        .poll(() => sent.find(({ event }) => event === '$pageview')?.properties)
        .toMatchObject({ visitor_country: 'unknown', visitor_network: 'unknown' });
    });
});
