import type { Page } from '@playwright/test';
import { compile, recipeFor, shownCode } from './recipe.js';
import { expect, Shop, test, type Visitor, visitors } from './shop.js';

/** The page's settings, which a recipe requires. */
const settings =
  "import { configure } from 'visitor-elements'; configure({ baseUrl: 'https://lookup.example', apiKey: 'YOUR_KEY', retries: 0 });";

test.use({ actionTimeout: 20_000 });

test('each recipe is read at a glance', () => {
  for (const { heading, code } of shownCode())
    expect(code.trimEnd().split('\n').length, heading).toBeLessThanOrEqual(15);
});

test('recipes for a project compile under strict, beside the packages’ own types', async () => {
  const recipes = shownCode().filter(
    ({ language, code }) => language === 'js' && / from '(?!visitor)/.test(code),
  );
  expect(recipes.length).toBeGreaterThan(3);
  expect(await compile(recipes.map(({ code }) => code))).toBe('');
});

test.describe('intl-tel-input', () => {
  const recipe = recipeFor('intl-tel-input');
  const flag = (page: Page) => page.locator('.iti__selected-country');
  const before = settings;

  test('shows the visitor’s country and calling code, by the page’s one lookup', async ({
    page,
    shop,
    said,
  }) => {
    const body = '<visitor-value field="location.country.name">somewhere</visitor-value>';
    await shop.visit(page, recipe, {
      before: `import 'visitor-elements/visitor-value.js'; ${before}`,
      body,
      as: visitors.germany,
    });
    await expect(flag(page)).toContainText('+49');
    await expect(page.locator('visitor-value')).toContainText('Germany');
    expect(shop.lookups).toHaveLength(1);
    expect(said).toEqual([]);
  });

  test('leaves a number alone that was typed while the lookup was under way', async ({ page, shop }) => {
    const slow = `import { origin } from 'visitor-elements'; ${before} origin.ip().then(({ location }) => { globalThis.known = location.country.code; });`;
    await shop.visit(page, recipe, { before: slow, as: visitors.germany, fault: 'slow-3000' });
    await page.locator('#phone').pressSequentially('0312345678');
    await expect.poll(() => page.evaluate('globalThis.known')).toBe('DE');
    await expect(page.locator('.iti__loading')).toHaveCount(0);
    await expect(page.locator('#phone')).toHaveValue('0312345678');
    await expect(flag(page)).not.toContainText('+49');
  });

  test('is a field without a country when the lookup fails', async ({ page, shop }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await shop.visit(page, recipe, { before, fault: 'status-503' });
    await expect(page.locator('.iti__globe')).toBeVisible();
    await page.locator('#phone').fill('+44 20 7946 0000');
    await expect(flag(page)).toContainText('+44');
    expect(errors).toEqual([]);
  });
});

/** How a visitor answers a consent tool and changes the answer. */
interface Tool {
  name: string;
  own: Record<string, string>;
  banner(page: Page): ReturnType<Page['locator']>;
  agree(page: Page): Promise<void>;
  decline(page: Page): Promise<void>;
  withdraw(page: Page): Promise<void>;
}

const banner = `
  export const categories = { necessary: { enabled: true, readOnly: true }, personal: {} };
  const consentModal = { title: 'May we?', description: 'We look up where you are.', acceptAllBtn: 'Yes', acceptNecessaryBtn: 'No' };
  const sections = [{ title: 'Where you are', description: 'Asked of lookup.example.', linkedCategory: 'personal' }];
  const preferencesModal = { title: 'Choose', acceptNecessaryBtn: 'None of these', savePreferencesBtn: 'Save', sections };
  export const language = { default: 'en', translations: { en: { consentModal, preferencesModal } } };
`;

const tools: Tool[] = [
  {
    name: 'vanilla-cookieconsent',
    own: {
      './banner.js': `${banner} import { showPreferences } from 'vanilla-cookieconsent'; globalThis.change = () => showPreferences();`,
    },
    banner: (page) => page.getByRole('dialog', { name: 'May we?' }),
    agree: (page) => page.getByRole('button', { name: 'Yes' }).click(),
    decline: (page) => page.getByRole('button', { name: 'No', exact: true }).click(),
    async withdraw(page) {
      await page.evaluate('change()');
      await page.getByRole('button', { name: 'None of these' }).click();
    },
  },
  {
    name: 'klaro',
    own: {},
    banner: (page) => page.locator('#klaro-cookie-notice'),
    agree: (page) => page.locator('#klaro-cookie-notice .cm-btn-success').click(),
    decline: (page) => page.locator('#klaro-cookie-notice .cn-decline').click(),
    async withdraw(page) {
      await page.evaluate('change()');
      await page.locator('.cm-modal .cm-list-label').first().click();
      await page.getByRole('button', { name: 'Save' }).click();
    },
  },
];

for (const { name, own, banner, agree, decline, withdraw } of tools)
  test.describe(name, () => {
    const recipe = recipeFor(name);
    const place = (page: Page) => page.locator('visitor-value');
    const before = `import 'visitor-elements/visitor-value.js'; ${name === 'klaro' ? "import { show } from 'klaro'; globalThis.change = () => show(undefined, true);" : ''}`;
    const visit = (page: Page, shop: Shop, as: Visitor) => {
      const body =
        '<p>Delivery to <visitor-value field="location.country.name">your country</visitor-value></p>';
      return shop.visit(page, recipe, { as, own, before, body });
    };
    const stored = (page: Page) =>
      page.evaluate(() =>
        Object.keys({ ...localStorage, ...sessionStorage }).filter((key) =>
          key.startsWith('visitor-elements'),
        ),
      );

    for (const as of ['germany', 'britain'] as const)
      test(`asks a visitor in ${as}, and nobody else until they agree`, async ({ page, shop, said }) => {
        await visit(page, shop, visitors[as]);
        await expect(banner(page)).toBeVisible();
        await expect(place(page)).toHaveText('your country');
        expect(shop.lookups).toEqual([]);
        expect(await stored(page)).toEqual([]);
        await agree(page);
        await expect(place(page)).toContainText(as === 'germany' ? 'Germany' : 'United Kingdom');
        await expect(banner(page)).toBeHidden();
        expect(shop.lookups).toHaveLength(1);
        expect(shop.strangers).toEqual([]);
        expect(said).toEqual([]);
      });

    test('asks nobody where no law asks for it, and looks them up', async ({ page, shop }) => {
      await visit(page, shop, visitors.japan);
      await expect(place(page)).toContainText('Japan');
      await expect(banner(page)).toBeHidden();
    });

    test('asks a visitor whose country nobody knows', async ({ page, shop }) => {
      await visit(page, shop, { ...visitors.japan, country: 'XX' });
      await expect(banner(page)).toBeVisible();
      expect(shop.lookups).toEqual([]);
    });

    test('remembers a yes on the next page, and forgets all when it is taken back', async ({
      page,
      shop,
    }) => {
      await visit(page, shop, visitors.germany);
      await agree(page);
      await expect(place(page)).toContainText('Germany');
      await page.reload();
      await expect(place(page)).toContainText('Germany');
      await expect(banner(page)).toBeHidden();
      expect(shop.lookups).toHaveLength(1);
      await withdraw(page);
      await expect(place(page)).toHaveText('your country');
      expect(await stored(page)).toEqual([]);
      await page.reload();
      await expect(banner(page)).toBeHidden();
      await expect(place(page)).toHaveText('your country');
      expect(shop.lookups).toHaveLength(1);
    });

    test('takes a no for an answer, on the next page too', async ({ page, shop }) => {
      await visit(page, shop, visitors.germany);
      await decline(page);
      await expect(banner(page)).toBeHidden();
      await page.reload();
      await expect(place(page)).toHaveText('your country');
      await expect(banner(page)).toBeHidden();
      expect(shop.lookups).toEqual([]);
    });

    test('a new tab that waits for an answer takes nothing from the tabs that need none', async ({
      page,
      shop,
      context,
    }) => {
      await visit(page, shop, visitors.japan);
      await expect(place(page)).toContainText('Japan');
      const second = await context.newPage();
      await visit(second, shop, visitors.germany);
      await expect(banner(second)).toBeVisible();
      await expect(place(page)).toContainText('Japan');
    });
  });

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

  test('hears nothing before consent', async ({ page, shop }) => {
    await shop.visit(page, recipe, { body: script('data-consent="required"') });
    expect(await pushed(page)).toEqual([]);
    await page.evaluate('visitorElements.grantConsent()');
    await expect.poll(() => pushed(page)).toMatchObject([{ visitor_country: 'GB' }]);
  });
});

test.describe('Plausible', () => {
  const recipe = recipeFor('@plausible-analytics/tracker');

  test('has the properties with its first event, and no address', async ({ page, shop, said }) => {
    await shop.visit(page, recipe, { before: settings, as: visitors.office });
    await expect
      .poll(() => shop.events)
      .toMatchObject([{ n: 'pageview', d: 'shop.example', p: { network: 'isp', currency: 'EUR' } }]);
    await page.evaluate("plausible('signup')");
    await expect.poll(() => shop.events[1]).toMatchObject({ n: 'signup', p: { network: 'isp' } });
    expect(JSON.stringify(shop.events)).not.toMatch(/192\.0\.2|198\.51|203\.0\.113/);
    expect(said).toEqual([]);
  });

  for (const fault of ['status-503', 'slow-3000'] as const)
    test(`counts the visit all the same: ${fault}`, async ({ page, shop }) => {
      await shop.visit(page, recipe, { before: settings, fault });
      await expect
        .poll(() => shop.events)
        .toMatchObject([{ n: 'pageview', p: { network: 'unknown', currency: 'unknown' } }]);
    });
});

test.describe('i18next', () => {
  const recipe = recipeFor('i18next');
  const translations = `export default { en: { translation: { hello: 'Hello' } }, de: { translation: { hello: 'Hallo' } }, fr: { translation: { hello: 'Bonjour' } } };`;
  /** What the page reads when i18next is ready. */
  const around = {
    before: `import i18next from 'i18next'; i18next.on('initialized', () => { document.body.append(i18next.t('hello')); }); ${settings}`,
    own: { './translations.js': translations },
  };

  test.describe('a browser in a language that the page has', () => {
    test.use({ locale: 'fr-CA' });
    test('says best what is read: nobody is asked', async ({ page, shop, said }) => {
      await shop.visit(page, recipe, { ...around, as: visitors.germany });
      await expect(page.locator('body')).toHaveText('Bonjour');
      expect(shop.lookups).toEqual([]);
      expect(said).toEqual([]);
    });
  });

  test.describe('a browser in another language', () => {
    test.use({ locale: 'tr-TR' });
    test('reads the language of its visitor’s country', async ({ page, shop, said }) => {
      await shop.visit(page, recipe, { ...around, as: visitors.germany });
      await expect(page.locator('body')).toHaveText('Hallo');
      expect(said).toEqual([]);
    });

    for (const fault of ['status-503', 'slow-3000'] as const)
      test(`reads the fallback, and soon: ${fault}`, async ({ page, shop }) => {
        await shop.visit(page, recipe, { ...around, as: visitors.germany, fault });
        await expect(page.locator('body')).toHaveText('Hello');
      });
  });
});

test.describe('WordPress', () => {
  const recipe = recipeFor('WordPress');

  test('a page that a cache keeps shows each visitor their own', async ({ browser }) => {
    let rendered = 0;
    let cached: string | undefined;
    /** A page cache renders the page for the first visitor, and serves it to everybody else. */
    const page = () => {
      cached ??= `<!doctype html><html lang="en"><meta charset="utf-8"><title>Post ${++rendered}</title><div class="entry-content">\n${recipe.code}\n</div></html>`;
      return cached;
    };
    for (const [as, line] of [
      ['britain', 'Free delivery in the United Kingdom.'],
      ['germany', 'Shipping within the EU: €4.90.'],
      ['japan', 'We ship to the whole world for $12.'],
    ] as const) {
      const context = await browser.newContext();
      const shop = await Shop.open(context);
      const visitor = await context.newPage();
      await shop.show(visitor, page(), visitors[as]);
      await expect(visitor.locator('visitor-switch')).toHaveJSProperty(
        'data.location.country.code',
        visitors[as].country,
      );
      await expect(visitor.getByText(line)).toBeVisible();
      await context.close();
    }
    expect(rendered).toBe(1);
  });
});
