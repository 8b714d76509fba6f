import type { Page } from '@playwright/test';
import { test as base, expect } from './site.js';

const markup = `<visitor-switch>
  <template data-country="FR"><p>Bonjour</p></template>
  <template data-country="GB"><p>Good day</p></template>
  <p>Hello</p>
</visitor-switch>
<visitor-value field="location.country.code">a country</visitor-value><visitor-value field="ip">an address</visitor-value>`;

interface Shop {
  /**
   * Opens a page with one script tag.
   * @param panel What happens to a request of the panel's file. Default: it is sent.
   */
  open(
    query: string,
    options?: {
      settings?: string;
      csp?: string;
      panel?: 'missing' | 'hanging';
      script?: string;
      attributes?: string;
      cookie?: string;
    },
  ): Promise<void>;
  /** Requests of the panel's file. */
  readonly panels: string[];
  /** Every country that the page has shown, and that `<html>` has had. */
  seen(): Promise<string[]>;
  readonly said: string[];
}

const test = base.extend<{ shop: Shop }>({
  shop: async ({ page, site }, use) => {
    const { origin, pathname } = new URL(site.address());
    const said: string[] = [];
    const panels: string[] = [];
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('console', (message) => {
      if (/visitor-elements:|Content.Security.Policy|Trusted/.test(message.text())) said.push(message.text());
    });
    page.on('request', (request) => {
      if (request.url().includes('devtools')) panels.push(request.url());
    });
    await use({
      said,
      panels,
      async open(
        query,
        { settings = 'data-simulate', csp, panel, script = 'visitor-core.min.js', attributes = '' } = {},
      ) {
        if (panel === 'missing')
          await page.route('**/visitor-devtools.min.js', (route) => route.fulfill({ status: 404 }));
        if (panel === 'hanging') await page.route('**/visitor-devtools.min.js', () => undefined);
        const body = `<!doctype html><html lang="en"><title>A page</title><script nonce="n">
          globalThis.seen = new Set();
          const look = () => {
            const html = document.documentElement.dataset.visitorCountry;
            for (const element of document.querySelectorAll('visitor-value'))
              seen.add(element.shadowRoot?.querySelector('slot') ? '' : element.shadowRoot?.textContent.trim());
            if (html) seen.add(html);
            requestAnimationFrame(look);
          };
          look();
        </script>${markup}
        <script src="/dist/${script}" ${attributes} data-base-url="/api/visit${pathname}" data-api-key="demo-open" data-skip-bots="false" data-expose ${settings}></script></html>`;
        await page.route(`${origin}/page*`, (route) =>
          route.fulfill({
            body,
            headers: {
              'content-type': 'text/html; charset=utf-8',
              ...(csp && { 'content-security-policy': csp }),
            },
          }),
        );
        await page.goto(`${origin}/page${query}`);
      },
      seen: () => page.evaluate(() => [...Reflect.get(globalThis, 'seen')].filter(Boolean)),
    });
  },
});

const storage = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(sessionStorage), ...Object.keys(localStorage), document.cookie].filter(Boolean),
  );
const shown = (page: Page) => page.locator('visitor-switch [slot] p');

const strict = "script-src 'nonce-n' 'strict-dynamic'; object-src 'none'; base-uri 'none'";
const trusted = "require-trusted-types-for 'script'; trusted-types lit-html";
for (const [name, csp] of Object.entries({
  'no policy': '',
  'a nonce': "default-src 'none'; connect-src 'self'; img-src 'self'; script-src 'nonce-n'",
  'a nonce with strict-dynamic': strict,
  'Trusted Types': `${strict}; ${trusted}`,
  'its own origin': `default-src 'none'; script-src 'self' 'nonce-n'; connect-src 'self'; img-src 'self'; ${trusted}`,
}))
  test(`the URL’s visitor is simulated by the panel, which is closed, under ${name}, for any kind of tag`, async ({
    page,
    shop,
    site,
  }) => {
    for (const [i, attributes] of ['nonce="n"', 'nonce="n" async', 'nonce="n" type="module"'].entries()) {
      await shop.open('?visitor-country=FR&visitor-asn=64500', {
        attributes,
        ...(csp && { csp }),
        settings: 'data-simulate data-override-cookie="choice"',
      });
      await expect(shown(page)).toHaveText('Bonjour');
      await expect(page.locator('html')).toHaveAttribute('data-visitor-asn', 'AS64500');
      await expect(page.locator('[data-visitor-panel]')).toHaveCount(1);
      await expect(page.locator('[data-visitor-panel] .panel')).toHaveCount(0);
      expect(shop.panels, attributes).toHaveLength(i + 1);
      await expect.poll(() => shop.seen()).toEqual(['FR']);
      expect(await storage(page)).toEqual([]);
      expect(await site.requests()).toBe(0);
      expect(shop.said).toEqual([]);
    }
  });

for (const [query, settings] of [
  ['', 'data-simulate'],
  ['?utm=visitor-country', 'data-simulate'],
  ['?a=1#visitor-country=FR', 'data-simulate'],
  ['?visitor-country=FR', ''],
  ['?visitor-country=FR', 'data-simulate="false"'],
] as const)
  test(`nothing is loaded for ${query || 'a page without parameters'} and ${settings || 'no data-simulate'}`, async ({
    page,
    shop,
    site,
  }) => {
    await shop.open(query, { settings });
    await expect(shown(page)).toHaveText('Good day');
    expect(shop.panels).toEqual([]);
    expect(await site.requests()).toBe(1);
    expect(shop.said).toEqual([]);
  });

/** Stops the timers of the next page, until the test lets them run. */
async function stopTimers({ clock }: Page): Promise<void> {
  const time = Date.now();
  await clock.install({ time });
  // A busy machine needs more than a second until here, and no clock goes back.
  await clock.pauseAt(time + 60_000);
}

test('a panel that is missing doesn’t delay the page', async ({ page, shop, site }) => {
  await stopTimers(page);
  await shop.open('?visitor-country=FR', { panel: 'missing' });
  await expect.poll(() => site.requests()).toBe(1);
  await page.clock.resume();
  await expect(shown(page)).toHaveText('Good day');
});

test('a panel that hangs delays the page by 3 seconds', async ({ page, shop, site }) => {
  await stopTimers(page);
  await shop.open('?visitor-country=FR', { panel: 'hanging' });
  await page.clock.runFor(2900);
  await expect(page.locator('visitor-switch')).toHaveText('Hello', { useInnerText: true });
  expect(await site.requests()).toBe(0);
  await page.clock.runFor(100);
  await page.clock.resume();
  await expect(shown(page)).toHaveText('Good day');
  expect(await site.requests()).toBe(1);
});

test('the visitor’s own country waits for a panel too, and attributes that are stored stay', async ({
  page,
  shop,
}) => {
  await shop.open('');
  // Else the attributes are stored once more when the data arrives.
  await expect(shown(page)).toHaveText('Good day');
  await page.evaluate(() =>
    Reflect.get(globalThis, 'visitorElements').override({ location: { country: { code: 'FR' } } }),
  );
  const attributes = () => page.evaluate(() => sessionStorage.getItem('visitor-elements/attributes'));
  await expect.poll(attributes).toContain('FR');
  const before = await attributes();
  await stopTimers(page);
  await shop.open('?visitor-country=JP', { panel: 'hanging' });
  await page.clock.runFor(2900);
  expect(await shop.seen()).toEqual([]);
  expect(await attributes()).toBe(before);
  await page.clock.runFor(100);
  await page.clock.resume();
  await expect(shown(page)).toHaveText('Bonjour');
});

test('a misspelt parameter and a value of another form are named once, and the rest is simulated', async ({
  page,
  shop,
  site,
}) => {
  await shop.open('?visitor-country=FR&visitor-region=Bavaria&visitor-network=wifi&visitor-devise=tv');
  await expect(shown(page)).toHaveText('Bonjour');
  expect(shop.said).toEqual([
    'visitor-elements: The URL parameter "visitor-devise" is unknown. Use "visitor-device".',
    'visitor-elements: The URL parameter "visitor-region" is "Bavaria". Use codes such as US-CA.',
    expect.stringContaining('"visitor-network" is "wifi". Use business, cdn,'),
  ]);
  expect(await site.requests()).toBe(0);
  const panel = page.locator('[data-visitor-panel]');
  await panel.locator('.open').click();
  await panel.getByRole('tab', { name: 'See as' }).click();
  await expect(panel.getByLabel('region')).toHaveAccessibleDescription('Use codes such as US-CA.');
  await expect(panel.getByLabel('network')).toHaveAccessibleDescription(/^Use business, cdn,/);
});

test('the panel shows the simulation, ends it without a reload, and counts what is sent then', async ({
  page,
  shop,
  site,
}) => {
  await shop.open('?visitor-country=fr', { script: 'visitor-elements.min.js' });
  await expect(shown(page)).toHaveText('Bonjour');
  const panel = page.locator('[data-visitor-panel]');
  await panel.locator('.open').click();
  await expect(panel.locator('.chip')).toHaveText(['from simulation']);
  await panel.getByRole('tab', { name: 'Requests' }).click();
  await expect(panel).toContainText('0 requests');
  await panel.getByRole('tab', { name: 'See as' }).click();
  await expect(panel.getByLabel('country')).toHaveValue('FR');
  await panel.getByRole('button', { name: 'Back to the real visitor' }).click();
  await expect(shown(page)).toHaveText('Good day');
  expect(await site.requests()).toBe(1);
  await panel.getByRole('tab', { name: 'Requests' }).click();
  await expect(panel).toContainText('1 request');
});

test('what an earlier page stored of the real visitor stays, and isn’t shown', async ({
  page,
  shop,
  site,
}) => {
  await shop.open('');
  await expect(shown(page)).toHaveText('Good day');
  const before = await storage(page);
  await shop.open('?visitor-country=FR');
  await expect(shown(page)).toHaveText('Bonjour');
  expect((await shop.seen()).filter((text) => text === 'GB')).toEqual([]);
  expect(await storage(page)).toEqual(before);
  expect(await site.requests()).toBe(1);
});
