import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { VisitorId } from '../../demo/visitors/visitors.js';
import { expect, holdBack, test, whenFitted } from './static-site.js';

/** Opens a single recipe as a sample visitor. */
const visit = (page: Page, recipe: string, as: VisitorId) =>
  page.goto(`./recipes/${recipe}.demo.html?as=${as}`);

/** Waits until an expression in the page is true. The page's policy forbids Playwright's own wait. */
const become = (page: Page, expression: string) =>
  expect.poll(() => page.evaluate(`Boolean(${expression})`)).toBe(true);

/** Overrides the country as a select does. */
const choose = (page: Page, code: string) =>
  page.evaluate(`visitorElements.override({ location: { country: { code: '${code}' } } })`);

/** Opens a recipe whose lookup fails, and waits for the error. */
async function visitInVain(page: Page, recipe: string): Promise<void> {
  const warning = page.waitForEvent('console', (line) => line.text().startsWith('visitor-elements:'));
  await page.goto(`./recipes/${recipe}.demo.html?as=us&fault=refused`);
  await warning;
}

test.describe('currency and shipping line by country', () => {
  for (const [country, line] of [
    ['gb', 'Prices in pounds'],
    ['de', 'Prices in euros'],
    ['jp', 'Express to East Asia'],
    ['us', 'We ship to the whole world'],
  ] as const) {
    test(`shows a visitor from ${country} “${line}”`, async ({ page }) => {
      await visit(page, 'shipping', country);
      await expect(page.locator('visitor-switch:state(ready)')).toContainText(line, { useInnerText: true });
    });
  }

  test('keeps the default line when the lookup fails', async ({ page }) => {
    await visitInVain(page, 'shipping');
    await expect(page.locator('visitor-switch')).toContainText('We ship to the whole world', {
      useInnerText: true,
    });
  });
});

test.describe('consent banner by country and state', () => {
  const banner = (page: Page) => page.getByRole('region', { name: 'Consent' });

  for (const as of ['de', 'gb', 'br', 'us', 'unknown'] as const)
    test(`a visitor is asked: ${as}`, async ({ page }) => {
      await visit(page, 'consent-banner', as);
      await become(page, 'document.querySelector("#banner").data');
      await expect(banner(page)).toBeVisible();
    });

  test('a visitor from elsewhere is not, and can say no later', async ({ page }) => {
    await visit(page, 'consent-banner', 'jp');
    await expect(banner(page)).toBeHidden();
    await page.getByRole('button', { name: 'Your privacy choices' }).click();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    expect(await page.evaluate('localStorage.getItem("consent-banner")')).toBe('no');
    await page.reload();
    await expect(page.getByText('Ferns and figs')).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  for (const [region, isAsked] of [
    ['US-CA', false],
    ['US-TX', false],
    ['GB-ENG', true],
    ['DE-BE', true],
  ] as const)
    test(`a visitor from ${region} is ${isAsked ? '' : 'not '}asked`, async ({ page }) => {
      await visit(page, 'consent-banner', 'us');
      await become(page, 'document.querySelector("#banner").data');
      await page.evaluate(
        `visitorElements.override({ location: { country: { code: '${region.slice(0, 2)}' }, region: { code: '${region}' } } })`,
      );
      await expect(banner(page)).toBeVisible({ visible: isAsked });
    });

  test('who objects by Global Privacy Control is not asked', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    await visit(page, 'consent-banner', 'de');
    await become(page, 'document.querySelector("#banner").data');
    await expect(banner(page)).toBeHidden();
  });

  test('does not ask again after an answer', async ({ page }) => {
    await visit(page, 'consent-banner', 'de');
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await expect(banner(page)).toBeHidden();
    await page.reload();
    await expect(page.getByText('Ferns and figs')).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  test('asks a visitor from an unknown place', async ({ page }) => {
    await visitInVain(page, 'consent-banner');
    await expect(banner(page)).toBeVisible();
  });
});

test.describe('a notice to one network’s staff', () => {
  test('is shown in that network', async ({ page }) => {
    await visit(page, 'staff-notice', 'gb');
    await expect(page.locator('visitor-switch')).toContainText('For colleagues');
  });

  test('is not shown in another, nor when the lookup fails', async ({ page }) => {
    await visit(page, 'staff-notice', 'jp');
    await become(page, 'document.querySelector("visitor-switch").data');
    await expect(page.locator('visitor-switch')).not.toContainText('For colleagues');
    await visitInVain(page, 'staff-notice');
    await expect(page.locator('visitor-switch')).not.toContainText('For colleagues');
  });
});

test.describe('a country shop, offered', () => {
  const german = /country-shop-de\.demo\.html/;
  const offer = (page: Page) => page.getByRole('link', { name: 'Zum Shop für Deutschland' });
  /** Opens a shop and waits for the visitor's data: the shop makes no offer and doesn't redirect. */
  const offersNothing = async (page: Page, shop: string, search: string) => {
    await page.goto(`./recipes/${shop}.demo.html${search}`);
    await become(page, '(({ data, error }) => data || error)(visitorElements.origin.snapshot("ip"))');
    await expect(offer(page)).toHaveCount(0);
    expect(new URL(page.url()).pathname.endsWith(`/${shop}.demo.html`)).toBe(true);
  };

  test('doesn’t redirect, and is not made in that shop, nor again', async ({ page }) => {
    await visit(page, 'country-shop', 'de');
    await expect(offer(page)).toBeVisible();
    await offersNothing(page, 'country-shop-de', '?as=de');
    await visit(page, 'country-shop', 'de');
    await offer(page).click();
    await expect(page).toHaveURL(german);
    await page.waitForLoadState();
    await offersNothing(page, 'country-shop', '?as=de&again');
  });

  test('respects a refusal and a choice, on later visits too', async ({ page, context }) => {
    await visit(page, 'country-shop', 'de');
    await page.getByRole('button', { name: 'Nein, danke' }).click();
    await expect(offer(page)).toHaveCount(0);
    await offersNothing(await context.newPage(), 'country-shop', '?as=de');
    await page.evaluate(() => localStorage.clear());
    await visit(page, 'country-shop-de', 'de');
    await page.getByRole('link', { name: 'shop for the whole world' }).click();
    await expect(page).toHaveURL(/country-shop\.demo/);
    await offersNothing(page, 'country-shop', '?as=de');
  });

  test('is not made to other visitors, nor when the lookup fails', async ({ page }) => {
    await offersNothing(page, 'country-shop', '?as=jp');
    await offersNothing(page, 'country-shop', '?as=de&fault=refused');
  });
});

test.describe('a price in the visitor’s currency and a clock in their zone', () => {
  test('match the visitor', async ({ page }) => {
    await visit(page, 'price-and-clock', 'jp');
    await expect(page.locator('#price')).toHaveText('¥7,200');
    const now = { timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const;
    const time = new Intl.DateTimeFormat('en', now);
    // A minute may begin at any moment.
    await expect
      .poll(async () => {
        const shown = await page.locator('visitor-value').evaluate((clock) => clock.shadowRoot?.textContent);
        return shown?.trim() === time.format(Date.now()) ? 'now' : shown;
      })
      .toBe('now');
  });

  test('follow a country that the visitor selects', async ({ page }) => {
    await visit(page, 'price-and-clock', 'jp');
    await expect(page.locator('#price')).toHaveText('¥7,200');
    await page.getByRole('combobox', { name: 'Prices for' }).selectOption('FR');
    await expect(page.locator('#price')).toHaveText('€45.00');
  });

  test('are dollars and a general text when the lookup fails', async ({ page }) => {
    await visitInVain(page, 'price-and-clock');
    await expect(page.locator('#price')).toHaveText('$49.00');
    await expect(page.locator('visitor-value')).toHaveText('day or night');
  });
});

test.describe('CSS only', () => {
  test('shows the content for the visitor', async ({ page }) => {
    await visit(page, 'css-only', 'de');
    await expect(page.getByText('Guten Tag!')).toBeVisible();
    await expect(page.getByText('Hello!', { exact: true })).toBeHidden();
    await expect(page.locator('#eu')).toBeVisible();
  });

  test('shows the general content when the lookup fails', async ({ page }) => {
    await visitInVain(page, 'css-only');
    await expect(page.getByText('Hello!', { exact: true })).toBeVisible();
    await expect(page.locator('#eu')).toBeHidden();
  });
});

test.describe('a language suggestion', () => {
  test('is in the visitor’s language, and a refusal is remembered', async ({ page }) => {
    await visit(page, 'language-suggestion', 'fr');
    await expect(page.getByRole('link', { name: 'en français' })).toBeVisible();
    await page.getByRole('button', { name: 'Non merci' }).click();
    await page.reload();
    await page.evaluate('visitorElements.origin.ip()');
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(page.getByText('Welcome to our page')).toBeVisible();
  });

  test('is in the language of a country that the visitor selects', async ({ page }) => {
    await visit(page, 'language-suggestion', 'gb');
    await become(page, 'document.querySelector("#suggestion").data');
    await choose(page, 'DE');
    await expect(page.getByRole('link', { name: 'auf Deutsch' })).toBeVisible();
  });

  test('is not shown to others, nor when the lookup fails', async ({ page }) => {
    await visit(page, 'language-suggestion', 'gb');
    await become(page, 'document.querySelector("#suggestion").data');
    await expect(page.getByRole('link')).toHaveCount(0);
    await visitInVain(page, 'language-suggestion');
    await expect(page.getByRole('link')).toHaveCount(0);
  });
});

test.describe('a store locator’s first view', () => {
  const store = (page: Page) => page.getByLabel('Store');

  for (const [as, city] of [
    ['office', 'Berlin'],
    ['phone', 'Cairo'],
    ['fr', 'Paris'],
  ] as const) {
    test(`begins with ${city} for the visitor “${as}”`, async ({ page }) => {
      await visit(page, 'store-locator', as);
      await expect(page.getByText('nearest to you')).toBeVisible();
      expect(await store(page).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe(
        city,
      );
    });
  }

  const selected = (page: Page) =>
    store(page).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
  const locate = (page: Page) => page.getByRole('button', { name: 'Use my exact location' }).click();

  test('uses the browser’s position after a click', async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 30, longitude: 31 });
    await visit(page, 'store-locator', 'office');
    await expect(page.getByText('It seems to be the nearest to you.')).toBeVisible();
    expect(await selected(page)).toBe('Berlin');
    await locate(page);
    await expect(page.getByText('It is the nearest to you.')).toBeVisible();
    expect(await selected(page)).toBe('Cairo');
  });

  for (const [what, code] of [
    ['is denied', ''],
    ['is unavailable', '(_, failed) => failed({ code: 2 })'],
    ['takes too long', '(_, failed) => failed({ code: 3 })'],
    ['is not in the browser', 'undefined'],
  ] as const)
    test(`keeps the lookup’s store if the position ${what}`, async ({ page, context }) => {
      await context.clearPermissions();
      if (code)
        await page.addInitScript(
          `Object.defineProperty(navigator, 'geolocation', { value: ${code === 'undefined' ? code : `{ getCurrentPosition: ${code} }`} })`,
        );
      await visit(page, 'store-locator', 'fr');
      await expect(page.getByText('nearest to you')).toBeVisible();
      await locate(page);
      await expect(page.getByText('Your exact location isn’t available.')).toBeVisible();
      expect(await selected(page)).toBe('Paris');
    });

  test('keeps the page’s order when the lookup fails', async ({ page }) => {
    await page.goto('./recipes/store-locator.demo.html?as=fr&fault=refused');
    await become(page, 'visitorElements.origin.snapshot("ip").error');
    await expect(store(page)).toHaveJSProperty('selectedIndex', 0);
    await expect(page.getByText('nearest to you')).toHaveCount(0);
  });
});

test.describe('a phone field with the calling code', () => {
  test('begins with the country’s code', async ({ page }) => {
    await visit(page, 'calling-code', 'jp');
    await expect(page.getByLabel('Phone')).toHaveValue('+81 ');
  });

  test('follows a country that the visitor selects', async ({ page }) => {
    await visit(page, 'calling-code', 'jp');
    await expect(page.getByLabel('Phone')).toHaveValue('+81 ');
    await choose(page, 'DE');
    await expect(page.getByLabel('Phone')).toHaveValue('+49 ');
  });

  test('never replaces what was typed', async ({ page }) => {
    await page.goto('./recipes/calling-code.demo.html?as=jp&fault=slow');
    await page.getByLabel('Phone').fill('030 1234');
    await become(page, 'visitorElements.origin.snapshot("ip").data');
    await expect(page.getByLabel('Phone')).toHaveValue('030 1234');
  });

  test('is empty when the lookup fails', async ({ page }) => {
    await page.goto('./recipes/calling-code.demo.html?as=jp&fault=refused');
    await become(page, 'visitorElements.origin.snapshot("ip").error');
    await expect(page.getByLabel('Phone')).toHaveValue('');
  });
});

test.describe('a notice about a VPN or a hosting network', () => {
  for (const [as, words] of [
    ['vpn', 'You seem to use a VPN'],
    ['tor', 'You come through Tor'],
  ] as const) {
    test(`shows the visitor “${as}” what applies`, async ({ page }) => {
      await visit(page, 'network-notice', as);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Country for prices' })).toBeVisible();
    });
  }

  test('is not shown to others, nor when the lookup fails', async ({ page }) => {
    await visit(page, 'network-notice', 'office');
    await become(page, 'document.querySelector("visitor-switch").data');
    await expect(page.locator('.note')).toHaveCount(0);
    await visitInVain(page, 'network-notice');
    await expect(page.locator('.note')).toHaveCount(0);
  });
});

test('the result stays in view beside its source, and above it on a phone, and long lines are wrapped', async ({
  page,
}) => {
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('./recipes/consent-banner.html');
    const source = page.getByRole('group', { name: 'Source of the recipe' });
    const isWrapped = (pre: Element) => pre.scrollWidth <= pre.clientWidth;
    expect(await source.evaluate(isWrapped), `${width} pixels`).toBe(true);
    const result = page.frameLocator('.result iframe');
    await expect(result.getByRole('region', { name: 'Consent' })).toBeVisible();
    await whenFitted(result);
    const hidden = result.locator(':root');
    expect(await hidden.evaluate((root) => root.scrollHeight - root.clientHeight), 'cut').toBe(0);
    await page.evaluate(() => {
      const { bottom } = document.querySelector('.source pre')?.getBoundingClientRect() ?? { bottom: 0 };
      scrollBy(0, bottom - innerHeight);
    });
    await expect(page.locator('.result iframe')).toBeInViewport({ ratio: 0.99 });
    const boxes = await Promise.all([page.locator('.window').boundingBox(), source.boundingBox()]);
    const [window, code] = boxes.map((box) => ({
      right: (box?.x ?? 0) + (box?.width ?? 0),
      left: box?.x ?? 0,
    }));
    expect((window?.right ?? 0) < (code?.left ?? 0), 'beside').toBe(width === 1280);
  }
});

test('the shop’s pictures are there, and no recipe is wider than a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 600 });
  site.missing.length = 0;
  const folder = new URL('../../demo/recipes/', import.meta.url);
  for (const file of readdirSync(folder)) {
    await page.goto(`./recipes/${file.replace('.html', '.demo.html')}`);
    await page.evaluate('visitorElements.origin.ip()');
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await wide(), file).toBeLessThanOrEqual(0);
    const picture = page.locator('main > img');
    expect(await picture.evaluate((one: HTMLImageElement) => one.naturalWidth), file).toBeGreaterThan(0);
  }
  expect(site.missing).toEqual([]);
});

test('a visitor or a failure that is chosen before the page’s script comes is shown when it comes', async ({
  page,
}) => {
  const line = page.frameLocator('iframe').locator('visitor-switch');
  for (const [choice, words] of [
    ['[name=as][value=de]', 'Prices in euros'],
    ['#fail', 'We ship to the whole world'],
  ] as const) {
    // The later route is asked first.
    const sendScript = await holdBack(page, /\/recipe[^/]*\.js$/);
    await page.goto('./recipes/shipping.html', { waitUntil: 'commit' });
    await expect(line).toContainText('Prices in pounds');
    await page.locator(choice).check({ force: true });
    sendScript();
    await expect(line).toContainText(words, { useInnerText: true });
  }
});

test('“Start again” removes a recipe’s own stored values, and none of other pages', async ({ page }) => {
  await page.goto('./recipes/consent-banner.html');
  const others = ['site:scheme', 'consent', 'of another page'];
  await page.evaluate((names) => {
    for (const storage of [localStorage, sessionStorage])
      for (const name of names) storage.setItem(name, 'dark');
  }, others);
  const result = page.frameLocator('iframe');
  await result.getByRole('button', { name: 'No' }).click();
  await expect(result.getByRole('region', { name: 'Consent' })).toBeHidden();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(result.getByRole('region', { name: 'Consent' })).toBeVisible();
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage].map((storage) => Object.keys(storage).sort()),
  );
  expect(kept).toEqual([others.sort(), others.sort()]);
});

test('a recipe stores values only under its own name', () => {
  const folder = new URL('../../demo/recipes/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const code = readFileSync(new URL(file, folder), 'utf8');
    const [, own = file.replace('.html', '')] = /^secondPageOf: (.*)$/m.exec(code) ?? [];
    for (const [, name] of code.matchAll(/Storage\.\w+\('([^']*)'/g)) expect(name, file).toBe(own);
    expect(code).not.toContain('sessionStorage');
  }
});

test('the panel is below the recipe, counts its request, stays for the next visitor, and leaves no room behind', async ({
  page,
}) => {
  await page.goto('./recipes/shipping.html');
  const frame = page.locator('iframe');
  const recipe = page.frameLocator('iframe');
  const line = recipe.locator('visitor-switch').first();
  await expect(line).toContainText('Prices in pounds');
  await whenFitted(recipe);
  const height = () => frame.evaluate((one) => one.clientHeight);
  const before = await height();
  await page.getByRole('button', { name: 'Open the panel' }).click();
  await expect(recipe.getByRole('tab', { name: 'Known' })).toBeFocused();
  await whenFitted(recipe);
  const [shop, panel] = await Promise.all([
    recipe.locator('main').boundingBox(),
    recipe.getByRole('dialog').boundingBox(),
  ]);
  expect((shop?.y ?? 0) + (shop?.height ?? 0)).toBeLessThanOrEqual(panel?.y ?? 0);
  await recipe.getByRole('tab', { name: 'Requests' }).click();
  await expect(recipe.getByRole('tabpanel')).toContainText('1 request');
  await recipe.getByRole('tab', { name: 'See as' }).click();
  await recipe.getByLabel('country').selectOption('DE');
  await expect(line).toContainText('Prices in euros');
  await page.locator('[name=as][value=jp]').check({ force: true });
  await expect(line).toContainText('Express to East Asia');
  await expect(recipe.getByRole('dialog')).toBeVisible();
  await recipe.getByRole('button', { name: 'Remove panel' }).click();
  await expect.poll(height).toBe(before);
});

test.describe('your own country field', () => {
  test('starts with the visitor’s country, and what they choose counts for the page', async ({ page }) => {
    await visit(page, 'own-select', 'gb');
    const field = page.getByLabel('Country');
    await expect(field).toHaveValue('GB');
    await expect(page.getByText('Next day, free.')).toBeVisible();
    await field.selectOption('FR');
    await expect(page.getByText('Two days')).toBeVisible();
    await field.selectOption('');
    await expect(page.getByText('Next day, free.')).toBeVisible();
    await expect(field).toHaveValue('');
  });

  test('starts with no choice for a country that it lacks, and when the lookup fails', async ({ page }) => {
    await visit(page, 'own-select', 'jp');
    await become(page, 'visitorElements.origin.snapshot("ip").data');
    await expect(page.getByLabel('Country')).toHaveValue('');
    await visitInVain(page, 'own-select');
    await expect(page.getByLabel('Country')).toHaveValue('');
  });
});
