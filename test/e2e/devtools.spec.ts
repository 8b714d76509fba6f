import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { test as base, expect } from './fixtures.js';
import { requestsOf, serveSite } from './site.js';

const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types lit-html";

const contentFor = (country: string) => `<h1>A shop</h1>
<visitor-switch id="shipping">
  <template data-country="${country}"><p>Livraison</p></template>
  <template data-country="!GB" data-continent="EU"><p>EU</p></template>
  <template data-county="GB"><p>misspelt</p></template>
  <template data-country="GB"><p>UK shipping</p></template>
  <p>Shipping</p>
</visitor-switch>
<visitor-switch id="signal"><template data-gpc><p>No ads</p></template><p>Ads</p></visitor-switch>
<visitor-value field="location.country.code"></visitor-value>`;

/**
 * A page with the core script. Its query may have `panel` for the panel's line, `settings` for the script's attributes,
 * `timing` for the value of `Server-Timing`, `country` for the condition of its first case, `free` for no policy, and
 * `keyless` for no service.
 */
const serve = () =>
  serveSite((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site.invalid');
    const settings = searchParams.get('settings') ?? '';
    const panel = '<script type="module" src="/dist/visitor-devtools.min.js"></script>';
    const service = searchParams.has('keyless')
      ? ''
      : `data-base-url="/api/visit${pathname}/" data-api-key="demo-open"`;
    const timing = searchParams.get('timing');
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...(searchParams.has('free') ? {} : { 'content-security-policy': policy }),
        ...(timing ? { 'server-timing': timing } : {}),
      })
      .end(`<!doctype html><html lang="en" dir="${searchParams.get('dir') ?? 'ltr'}"><meta name="color-scheme" content="light dark"><title>A shop</title>
${searchParams.has('panel') ? panel : ''}
<script src="/dist/visitor-core.min.js" ${service} data-skip-bots="false" data-retries="0" ${settings}></script>
<main>${contentFor(searchParams.get('country') ?? 'FR BE')}</main>`);
  });

/** What a bookmark does. */
const load = `import('/dist/visitor-devtools.min.js?' + Math.random()).then(() => undefined)`;

interface Shop {
  /** Opens the shop's page, whose service may have a fault, and its panel if the query has `panel`. */
  open(query?: string, fault?: string): Promise<void>;
  /** Loads the panel later, and opens it. */
  show(): Promise<void>;
  readonly requests: () => Promise<number>;
  /** The panel's tab of this name, selected. */
  tab(name: string): Promise<ReturnType<Page['locator']>>;
}

const test = base.extend<{ shop: Shop }>({
  shop: async ({ page, shared }, use) => {
    const server = await shared(serve);
    const visit = crypto.randomUUID();
    const panel = page.locator('[data-visitor-panel]');
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML/.test(message.text())) violations.push(message.text());
    });
    page.on('pageerror', (error) => violations.push(error.message));
    await use({
      async open(query = 'panel', fault = '') {
        await page.goto(`${server.base}/${visit}${fault && `/fault/${fault}`}?${query}`);
        await expect(page.locator('visitor-value')).toContainText(/../);
        if (query.includes('panel')) await panel.locator('.open').click();
      },
      async show() {
        await page.evaluate(load);
        await panel.locator('.open').click();
      },
      requests: () => requestsOf(server.base, visit),
      async tab(name) {
        await panel.getByRole('tab', { name }).click();
        return panel.getByRole('tabpanel');
      },
    });
    expect(violations).toEqual([]);
  },
});

const value = (page: Page) => page.locator('visitor-value');
const stored = (page: Page) =>
  page.evaluate(() =>
    Object.entries(sessionStorage).map(([name, text]) => [name, new Blob([text]).size] as const),
  );

test('the panel counts the requests that the server received, and the credits that the service reports', async ({
  page,
  shop,
}) => {
  await shop.open();
  const requests = await shop.tab('Requests');
  await expect(requests).toContainText('1 request to the lookup service');
  expect(await shop.requests()).toBe(1);
  await page.evaluate(`visitorElements.origin.ip({ refresh: true })`);
  await page.evaluate(`visitorElements.origin.asn()`);
  await expect(requests).toContainText(`${await shop.requests()} requests to the lookup service`);
  const cells = await requests
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent));
  expect(cells.slice(1)).toEqual(['1', '1']);
  await expect(requests).toContainText(/[23] credits used, \d+ left/);
});

test('a panel that comes late counts earlier requests, and says that their cost is unknown', async ({
  page,
  shop,
}) => {
  await shop.open('');
  await page.evaluate(() => fetch(location.href));
  await shop.show();
  const requests = await shop.tab('Requests');
  await expect(requests).toContainText(
    '1 request to the lookup service since this page began. Their cost in credits is unknown.',
  );
  expect(await shop.requests()).toBe(1);
});

test('an earlier request’s status is unknown in a browser that doesn’t tell it, as WebKit’s', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() =>
    Reflect.deleteProperty(PerformanceResourceTiming.prototype, 'responseStatus'),
  );
  await shop.open('');
  await shop.show();
  await expect((await shop.tab('Requests')).locator('tbody td').nth(2)).toHaveText('?');
});

test('what the panel lists as stored is in storage, and “Forget” empties it', async ({ page, shop }) => {
  await shop.open();
  const panel = await shop.tab('Stored');
  const [[name = '', bytes = 0] = []] = await stored(page);
  await expect(panel.locator('tbody tr')).toHaveCount(1);
  await expect(panel.locator('tbody')).toContainText(name.replace('visitor-elements/', ''));
  await expect(panel.locator('tbody')).toContainText(String(bytes));
  await expect(panel.locator('tbody')).toContainText(/in (29|30) min/);
  await page.evaluate(`visitorElements.override({ location: { country: { code: 'JP' } } })`);
  await expect(panel.locator('tbody tr')).toHaveCount(2);
  await panel.getByRole('button', { name: 'Forget' }).click();
  await expect(panel).toHaveText('Nothing is stored.');
  expect(await stored(page)).toEqual([]);
  await expect(value(page)).toHaveText('GB');
  expect(await shop.requests()).toBe(1);
  await page.reload();
  await expect(value(page)).toHaveText('GB');
  expect(await shop.requests()).toBe(2);
});

test('another visitor shows without a reload or a request, on the tab’s next page too, and isn’t stored', async ({
  page,
  shop,
}) => {
  await shop.open();
  const before = await stored(page);
  const trial = await shop.tab('See as');
  await trial.getByLabel('country').selectOption('FR');
  await expect(value(page)).toHaveText('FR');
  await expect(page.locator('#shipping')).toContainText('Livraison');
  await trial.getByLabel('gpc').selectOption('true');
  await expect(page.locator('#signal [slot]')).toHaveText('No ads');
  expect(await stored(page)).toEqual(expect.arrayContaining(before));
  await page.reload();
  await expect(value(page)).toHaveText('FR');
  await page.locator('[data-visitor-panel] .open').click();
  await (await shop.tab('See as')).getByRole('button', { name: 'Back to' }).click();
  await expect(value(page)).toHaveText('GB');
  await expect(page.locator('#signal [slot]')).toHaveCount(0);
  expect(await stored(page)).toEqual(before);
  expect(await shop.requests()).toBe(1);
});

test('each fault fails as described, and its end restores the stored data without a request', async ({
  page,
  shop,
}) => {
  await shop.open();
  const before = await stored(page);
  const fault = (await shop.tab('See as')).getByLabel('fault');
  const names = await fault
    .locator('option')
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  expect(names).toEqual(
    expect.arrayContaining(['slow', 'offline', 'unauthorized', 'rate-limited', 'timeout']),
  );
  for (const name of names.filter((each) => each && each !== 'slow')) {
    await fault.selectOption(name);
    await expect
      .poll(() => value(page).evaluate((element) => Reflect.get(element, 'error')?.code))
      .toBe(name === 'offline' ? 'network' : name);
  }
  expect(await shop.requests()).toBe(1);
  await fault.selectOption('');
  await expect(value(page)).toHaveText('GB');
  expect(await stored(page)).toEqual(before);
  expect(await shop.requests()).toBe(1);
});

test('Escape closes the panel from a field with unfinished text, and the text has its effect', async ({
  page,
  shop,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await shop.open();
  const panel = await shop.tab('See as');
  await panel.getByLabel('region').pressSequentially('US-CA');
  await page.keyboard.press('Escape');
  await expect(panel.locator('.panel')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Visitor panel, simulating' })).toBeFocused();
  expect(errors).toEqual([]);
});

test('a fault holds on the tab’s next page, and if the page sets another storage meanwhile, which holds after the fault', async ({
  page,
  shop,
}) => {
  await shop.open();
  const panel = await shop.tab('See as');
  await panel.getByLabel('fault').selectOption('rate-limited');
  await expect(page.locator('visitor-value:state(error)')).toHaveCount(1);
  await page.reload();
  await expect(page.locator('visitor-value:state(error)')).toHaveCount(1);
  await page.locator('[data-visitor-panel] .open').click();
  await shop.tab('See as');
  await page.evaluate(`visitorElements.configure({ storage: 'local' })`);
  await expect(page.locator('visitor-value:state(error)')).toHaveCount(1);
  await page.evaluate('visitorElements.origin.asn().catch(String)');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await panel.getByRole('button', { name: 'Back to the real visitor' }).click();
  await expect(value(page)).toHaveText('GB');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).length)).toBe(1);
});

test('a slow service is slow, and its request is counted', async ({ page, shop }) => {
  await shop.open();
  const fault = (await shop.tab('See as')).getByLabel('fault');
  await value(page).evaluate((element) => {
    const begin = performance.now();
    const waited = new Promise<number>((resolve) =>
      element.addEventListener('visitor-load', () => resolve(performance.now() - begin)),
    );
    Object.assign(globalThis, { waited });
  });
  await fault.selectOption('slow');
  await expect(page.locator('visitor-value:state(pending)')).toHaveCount(1);
  const known = await shop.tab('Known');
  await expect(known).toContainText('request under way');
  expect(await page.evaluate('waited')).toBeGreaterThan(2500);
  // The panel follows the clock.
  await expect(known).toContainText(/[1-9] s old/);
  expect(await shop.requests()).toBe(2);
  await expect(await shop.tab('Requests')).toContainText('2 requests');
});

test('the panel names the source of data, each case that matches, and each misspelt condition', async ({
  page,
  shop,
}) => {
  await shop.open();
  const known = await shop.tab('Known');
  await expect(known.locator('.chip')).toHaveText(['from service']);
  await expect(known.locator('dd').nth(1)).toHaveText('GB');
  const sections = (await shop.tab('Switches')).locator('section');
  await expect(sections.locator('h3')).toHaveText(['Switch #shipping', 'Switch #signal']);
  await expect(sections.last().locator('.case').last()).toHaveText('Default contentShown now');
  const cases = sections.first().locator('.case');
  await expect(cases).toHaveText([
    /data-country="FR BE"✗ is GB/,
    /data-country="!GB"✗ is GBdata-continent="EU"✓ matches/,
    /data-county="GB"data-county is not a condition. Did you mean data-country/,
    /data-country="GB"✓ matchesShown now/,
    /^Default content$/,
  ]);
  await page.reload();
  await page.locator('[data-visitor-panel] .open').click();
  await expect((await shop.tab('Known')).locator('.chip')).toHaveText(['from storage']);
  await page.evaluate(`visitorElements.override({ location: { country: { code: 'JP' } } })`);
  await expect(page.locator('[data-visitor-panel] .chip')).toHaveText([
    'from storage',
    'from override (storage)',
  ]);
});

test('the page’s styles reach neither the panel’s colours nor its size', async ({ page, shop }) => {
  await shop.open('panel&free');
  await page.addStyleTag({
    content: 'html { font-size: 62.5% } * { --text: red !important; --paper: red }',
  });
  const box = await page.locator('[data-visitor-panel] .panel').boundingBox();
  expect(box?.width).toBe(432);
  const colours = await page
    .locator('[data-visitor-panel] .panel')
    .evaluate((panel) => [getComputedStyle(panel).color, getComputedStyle(panel).backgroundColor]);
  expect(colours).toEqual(['rgb(22, 24, 29)', 'rgb(255, 255, 255)']);
});

test('the panel appears beside a `fetch` that can’t be replaced, and an element that hides a method of the document', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'fetch', { value: fetch, writable: false }),
  );
  await shop.open('free');
  await page.evaluate(() => {
    document.body.append(Object.assign(new Image(), { name: 'createElementNS' }));
  });
  await shop.show();
  await expect(await shop.tab('Known')).toContainText('from service');
  await page.getByRole('button', { name: 'Remove panel' }).click();
  await expect(page.locator('[data-visitor-panel]')).toHaveCount(0);
});

const withSettings = (settings: string, more: Record<string, string> = {}) =>
  `${new URLSearchParams({ panel: '', settings, ...more })}`;
const sources = (page: Page) => page.locator('[data-visitor-panel] .chip');

test('data of the page’s own response is named, and needed no request', async ({ page, shop }) => {
  await shop.open(
    withSettings('data-initial-data="server-timing"', { timing: 'visitor;desc="country=DE&city=Berlin"' }),
  );
  await expect(value(page)).toHaveText('DE');
  await expect(sources(page)).toHaveText(['from header']);
  await expect(await shop.tab('Requests')).toContainText('0 requests');
  await shop.open(
    withSettings(`data-initial-data='${JSON.stringify({ location: { country: { code: 'FR' } } })}'`),
  );
  await expect(value(page)).toHaveText('FR');
  await expect(sources(page)).toHaveText(['from page']);
  await expect(await shop.tab('Requests')).toContainText('0 requests');
  expect(await shop.requests()).toBe(0);
});

test('a group of the page’s own settings is a group for the panel too', async ({ shop }) => {
  const groups = JSON.stringify({ isles: 'GB IE' });
  await shop.open(withSettings(`data-groups='${groups}'`, { country: '@isles' }));
  const shown = (await shop.tab('Switches')).locator('.case').first();
  await expect(shown).toHaveText('data-country="@isles"✓ matchesShown now');
});

test('a guess is named after a request that failed, and is stored nowhere', async ({ page, shop }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Lisbon' });
  await shop.open(withSettings('data-guess="time-zone"'), 'status-503');
  await expect(value(page)).toHaveText('PT');
  await expect(sources(page)).toHaveText(['from guess']);
  await expect(await shop.tab('Known')).toContainText('service');
  await expect(await shop.tab('Requests')).toContainText('1 request to');
  expect(await shop.requests()).toBe(1);
  await expect((await shop.tab('Requests')).locator('tbody td').nth(2)).toHaveText('503');
  await expect(await shop.tab('Stored')).toHaveText('Nothing is stored.');
});

test('a guess without a service is shown as the page shows it, and a missing service is no mistake', async ({
  page,
  shop,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Lisbon' });
  const known = page.locator('[data-visitor-panel] [role=tabpanel]');
  await shop.open(withSettings('data-guess="time-zone"', { keyless: '' }));
  await expect(value(page)).toHaveText('PT');
  await expect(sources(page)).toHaveText(['from guess']);
  await expect(known.locator('dd').first()).toHaveText('PT');
  await expect(known).not.toContainText('baseUrl');
  await (await shop.tab('See as')).getByLabel('device').selectOption('phone');
  await shop.tab('Known');
  await expect(sources(page)).toHaveText(['from simulation']);
  await expect(known).not.toContainText('PT');
  await page.getByRole('button', { name: 'Remove panel' }).click();
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' });
  await page.reload();
  await expect(page.locator('visitor-value:state(guessed), visitor-value:state(ready)')).toHaveCount(1);
  await page.locator('[data-visitor-panel] .open').click();
  await expect(sources(page)).toHaveText(['from guess']);
  expect(await shop.requests()).toBe(0);
});

test('the panel is as high as its content, its tabs are in one row and begin at their top, and it never shrinks while it is open', async ({
  page,
  shop,
}) => {
  for (const width of [297, 1000]) {
    await page.setViewportSize({ width, height: 640 });
    await shop.open();
    const heightOf = async (name: string) => {
      await shop.tab(name);
      const box = await page.locator('[data-visitor-panel] .panel').boundingBox();
      return Math.round(box?.height ?? 0);
    };
    const rows = await page
      .getByRole('tab')
      .evaluateAll((tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().y)).size);
    expect(rows).toBe(1);
    const low = await heightOf('Requests');
    const high = await heightOf('Switches');
    expect([low < high, high]).toEqual([true, 544]);
    expect(await heightOf('Requests')).toBe(high);
    await page.setViewportSize({ width, height: 300 });
    const panel = await shop.tab('Switches');
    await panel.evaluate((one) => one.scrollTo(0, 60));
    await shop.tab('See as');
    expect(await panel.evaluate((one) => one.scrollTop)).toBe(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('[data-visitor-panel] .open').click();
    expect(await heightOf('Requests')).toBeLessThan(high);
  }
});

test('the visitor’s choice in a cookie is named, listed and forgotten', async ({ page, shop }) => {
  const cookies = async () =>
    (await page.context().cookies()).map(({ name, value: text }) => `${name}=${text}`);
  await shop.open(withSettings('data-override-cookie="shop-country"'));
  await page.evaluate(`visitorElements.override({ location: { country: { code: 'JP' } } })`);
  await expect(value(page)).toHaveText('JP');
  expect(await cookies()).toEqual(['shop-country=JP']);
  await expect(sources(page)).toHaveText(['from service', 'from override (cookie)']);
  await page.reload();
  await expect(value(page)).toHaveText('JP');
  await page.locator('[data-visitor-panel] .open').click();
  await expect(sources(page)).toHaveText(['from storage', 'from override (cookie)']);
  const panel = await shop.tab('Stored');
  await expect(panel.locator('tbody tr').last()).toHaveText('cookieshop-country2after a year');
  await panel.getByRole('button', { name: 'Forget' }).click();
  await expect(panel).toHaveText('Nothing is stored.');
  expect(await cookies()).toEqual([]);
  await expect(value(page)).toHaveText('GB');
  expect(await shop.requests()).toBe(1);
});

test('in forced colours the selected tab alone is underlined, and the button’s mark can be seen', async ({
  page,
  shop,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    await shop.open();
    const button = page.locator('[data-visitor-panel] .open');
    const shot = async () => {
      await page.mouse.move(0, 0);
      return (await button.screenshot()).toString('base64');
    };
    await shop.tab('See as');
    const underlined = () =>
      page
        .getByRole('tab')
        .evaluateAll((tabs) =>
          tabs.flatMap((tab) =>
            getComputedStyle(tab).borderBlockEndWidth === '0px' ? [] : tab.textContent?.slice(0, 6),
          ),
        );
    expect(await underlined()).toEqual(['See as']);
    // The page has a misspelt condition.
    await expect(button).toHaveAttribute('data-mark', 'problem');
    const marked = await shot();
    await button.evaluate((element) => element.removeAttribute('data-mark'));
    await expect.poll(async () => (await shot()) === marked).toBe(false);
  }
});

test('the panel works where a library such as Prototype.js gives arrays other methods', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const { slice } = Array.prototype;
    Object.assign(Array.prototype, { entries: slice, reduce: slice });
  });
  await shop.open('panel');
  const requests = await shop.tab('Requests');
  await expect(requests).toContainText('/api/visit/');
});

test('a removed panel leaves nothing behind', async ({ page, shop }) => {
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    Object.assign(globalThis, { isNative: () => globalThis.fetch === fetch });
  });
  await shop.open('');
  const traces = () =>
    page.evaluate(() => ({
      names: Reflect.ownKeys(globalThis).map(String),
      markup: document.documentElement.outerHTML,
      storage: Object.keys(sessionStorage).concat(Object.keys(localStorage)),
      listeners: (Reflect.get(globalThis, Symbol.for('visitor-elements')) as { listeners: Set<unknown> })
        .listeners.size,
      isNative: Reflect.get(globalThis, 'isNative')(),
    }));
  const before = await traces();
  await shop.show();
  const trial = await shop.tab('See as');
  await trial.getByLabel('country').selectOption('FR');
  await trial.getByLabel('fault').selectOption('offline');
  expect((await traces()).isNative).toBe(false);
  await page.getByRole('button', { name: 'Remove panel' }).click();
  await expect(value(page)).toHaveText('GB');
  expect(await traces()).toEqual(before);
  await page.evaluate(load);
  await expect(page.locator('[data-visitor-panel]')).toHaveCount(1);
  await page.evaluate(load);
  await expect(page.locator('[data-visitor-panel] .panel')).toHaveCount(1);
});

test('the panel moves nothing of the page, whose styles don’t reach it, in either direction', async ({
  page,
  shop,
}) => {
  for (const dir of ['ltr', 'rtl']) {
    await page.setViewportSize({ width: 360, height: 640 });
    await shop.open(`dir=${dir}&panel`);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { display: block; position: static; inset: auto; opacity: .5; font-size: 40px }');
      document.adoptedStyleSheets = [sheet];
    });
    const panel = page.locator('[data-visitor-panel]');
    const box = await panel.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 640).toBe(
      true,
    );
    const button = await panel.locator('.open').boundingBox();
    expect(button && (dir === 'rtl' ? button.x < 60 : button.x > 290)).toBe(true);
    expect(await panel.evaluate((host) => getComputedStyle(host).opacity)).toBe('1');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
});

test('the selected tab has the colour of text, the others a softer one', async ({ page, shop }) => {
  await shop.open();
  const colours = () =>
    page
      .locator('[data-visitor-panel]')
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).color));
  const colourOf = (selector: string) =>
    page
      .locator(`[data-visitor-panel] ${selector}`)
      .first()
      .evaluate((one) => getComputedStyle(one).color);
  const [text, quiet] = [await colourOf('h2'), await colourOf('footer')];
  expect(await colours()).toEqual([text, quiet, quiet, quiet, quiet]);
});

test('axe finds nothing in any tab, in both schemes and narrow', async ({ page, shop }) => {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: colorScheme === 'dark' ? 320 : 1000, height: 640 });
    await shop.open();
    await page.evaluate(await readFile(axe, 'utf8'));
    for (const name of ['Known', 'Requests', 'Stored', 'See as', 'Switches']) {
      const panel = await shop.tab(name);
      if (name === 'See as') {
        await panel.getByLabel('region').fill('Bavaria');
        await panel.getByLabel('region').press('Tab');
        await expect(panel).toContainText('Use codes such as US-CA');
      }
      const found: unknown = await page.evaluate(
        `axe.run('[data-visitor-panel]', { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ failureSummary, html }) => id + html + failureSummary)))`,
      );
      expect(found, name).toEqual([]);
    }
  }
});
