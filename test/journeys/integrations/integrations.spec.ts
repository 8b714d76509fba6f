import type { Page } from '@playwright/test';
import { compile, recipeFor, shownCode } from './recipe.js';
import { expect, Shop, test, type Visitor, visitors } from './shop.js';

/** The page's settings, which a recipe requires. */
const settings =
  "import { configure } from 'visitor-elements'; configure({ baseUrl: 'https://lookup.example', apiKey: 'YOUR_KEY', retries: 0 });";

test.use({ actionTimeout: 20_000 });

test('recipes for a project compile under strict, beside the packages’ own types', async () => {
  const recipes = shownCode().filter(
    ({ language, code }) => language === 'js' && / from '(?!visitor)/.test(code),
  );
  expect(recipes.length).toBeGreaterThan(1);
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

/** The page's rules, as the document has them. */
const rules = shownCode().find(({ code }) => code.includes('function ruleHere'))?.code ?? '';

const banner = `
  const consentModal = { title: 'May we?', description: 'We look up where you are.', acceptAllBtn: 'Yes', acceptNecessaryBtn: 'No' };
  const sections = [{ title: 'Where you are', description: 'Asked of lookup.example.', linkedCategory: 'personal' }];
  const preferencesModal = { title: 'Choose', acceptNecessaryBtn: 'None of these', savePreferencesBtn: 'Save', sections };
  export const language = { default: 'en', translations: { en: { consentModal, preferencesModal } } };
`;

const tools: Tool[] = [
  {
    name: 'vanilla-cookieconsent',
    own: { './banner.js': banner },
    banner: (page) => page.getByRole('dialog', { name: 'May we?' }),
    agree: (page) => page.getByRole('button', { name: 'Yes' }).click(),
    decline: (page) => page.getByRole('button', { name: 'No', exact: true }).click(),
    withdraw: (page) => page.getByRole('button', { name: 'None of these' }).click(),
  },
];

/** Visitors, and what they meet before they decide. */
const met: {
  who: string;
  as: Visitor;
  /** Whether the banner shows. */
  isAsked: boolean;
  /** Whether they are looked up. */
  isOn: boolean;
  hasSignal?: boolean;
  userAgent?: string;
  fault?: 'status-503';
}[] = [
  { who: 'Germany', as: visitors.germany, isAsked: true, isOn: false },
  { who: 'the United Kingdom', as: visitors.britain, isAsked: true, isOn: false },
  { who: 'California', as: visitors.california, isAsked: false, isOn: true },
  {
    who: 'California, with the signal',
    as: visitors.california,
    isAsked: false,
    isOn: false,
    hasSignal: true,
  },
  { who: 'the US, state unknown', as: visitors.america, isAsked: true, isOn: false },
  { who: 'Texas', as: visitors.texas, isAsked: false, isOn: true },
  { who: 'Brazil', as: visitors.brazil, isAsked: true, isOn: false },
  { who: 'an unknown place', as: visitors.unknown, isAsked: true, isOn: false },
  // The tools hide from crawlers by themselves, or not; nobody reads it.
  {
    who: 'a crawler',
    as: visitors.texas,
    isAsked: true,
    isOn: false,
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)',
  },
  {
    who: 'a guess: a failed lookup, and a time zone of Texas',
    as: visitors.texas,
    isAsked: true,
    isOn: false,
    fault: 'status-503',
  },
];

for (const { name, own, banner, agree, decline, withdraw } of tools)
  test.describe(name, () => {
    const recipe = recipeFor(name);
    const place = (page: Page) => page.locator('visitor-value');
    const before = `import 'visitor-elements/visitor-value.js'; import { configure } from 'visitor-elements'; configure({ guess: 'time-zone', retries: 0 });`;
    const body =
      '<p>Delivery to <visitor-value field="location.country.name">your country</visitor-value></p><button type="button" id="privacy-choices">Your privacy choices</button>';
    const visit = (page: Page, shop: Shop, as: Visitor, fault?: 'status-503') =>
      shop.visit(page, recipe, {
        as,
        own: { ...own, './consent-rules.js': rules },
        before,
        body,
        ...(fault && { fault }),
      });
    const stored = (page: Page) =>
      page.evaluate(() =>
        Object.keys({ ...localStorage, ...sessionStorage }).filter((key) =>
          key.startsWith('visitor-elements'),
        ),
      );
    const change = async (page: Page) => {
      await page.locator('#privacy-choices').click();
      await withdraw(page);
    };

    for (const { who, as, isAsked, isOn, hasSignal, userAgent, fault } of met)
      test(`${who}: ${isAsked ? 'asked' : 'not asked'}, and ${isOn ? '' : 'not '}looked up`, async ({
        browser,
      }) => {
        const context = await browser.newContext({
          timezoneId: 'America/Chicago',
          ...(userAgent && { userAgent }),
        });
        const shop = await Shop.open(context);
        if (hasSignal)
          await context.addInitScript(() =>
            Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
          );
        const page = await context.newPage();
        const failures: string[] = [];
        page.on('pageerror', (error) => failures.push(String(error)));
        await visit(page, shop, as, fault);
        await expect(page.locator('#privacy-choices')).toBeVisible();
        if (isOn) await expect(place(page)).not.toHaveText('your country');
        else if (!userAgent && isAsked) await expect(banner(page)).toBeVisible();
        // The tool is there, whether it shows something or not.
        await page.waitForFunction(`globalThis.isToolReady`);
        if (!isAsked) await expect(banner(page)).toBeHidden();
        if (!isOn) await expect(place(page)).toHaveText('your country');
        expect(shop.lookups).toHaveLength(isOn ? 1 : 0);
        if (!isOn) expect(await stored(page)).toEqual([]);
        expect(shop.placeRequests).toBe(hasSignal || userAgent ? 0 : 1);
        expect([failures, shop.strangers]).toEqual([[], []]);
        await context.close();
      });

    for (const as of ['germany', 'america'] as const)
      test(`looks up a visitor from ${as} once they agree`, async ({ page, shop, said }) => {
        await visit(page, shop, visitors[as]);
        await expect(banner(page)).toBeVisible();
        expect(shop.lookups).toEqual([]);
        await agree(page);
        await expect(place(page)).toContainText(as === 'germany' ? 'Germany' : 'United States');
        await expect(banner(page)).toBeHidden();
        expect(shop.lookups).toHaveLength(1);
        expect(shop.strangers).toEqual([]);
        expect(said).toEqual([]);
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
      await change(page);
      await expect(place(page)).toHaveText('your country');
      expect(await stored(page)).toEqual([]);
      await page.reload();
      await expect(banner(page)).toBeHidden();
      await expect(place(page)).toHaveText('your country');
      expect(shop.lookups).toHaveLength(1);
    });

    for (const as of ['california', 'texas'] as const)
      test(`a visitor from ${as} who was not asked can object, for later pages too`, async ({
        page,
        shop,
      }) => {
        await visit(page, shop, visitors[as]);
        await expect(place(page)).toContainText('United States');
        await change(page);
        await expect(place(page)).toHaveText('your country');
        await expect.poll(() => stored(page)).toEqual([]);
        await page.reload();
        await page.waitForFunction(`globalThis.isToolReady`);
        await expect(place(page)).toHaveText('your country');
        expect(shop.lookups).toHaveLength(1);
      });

    test('takes a no for an answer, on the next page too', async ({ page, shop }) => {
      await visit(page, shop, visitors.germany);
      await decline(page);
      await expect(banner(page)).toBeHidden();
      await page.reload();
      await page.waitForFunction(`globalThis.isToolReady`);
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

test.describe('WordPress', () => {
  const recipe = recipeFor('WordPress');

  test('a page that a cache keeps shows each visitor their own, by the clock of their browser', async ({
    browser,
  }) => {
    let rendered = 0;
    let cached: string | undefined;
    /** A page cache renders the page for the first visitor, and serves it to everybody else. */
    const page = () => {
      cached ??= `<!doctype html><html lang="en"><meta charset="utf-8"><title>Post ${++rendered}</title><div class="entry-content">\n${recipe.code}\n</div></html>`;
      return cached;
    };
    for (const [as, timezoneId, line] of [
      ['britain', 'Europe/London', 'Free delivery in the United Kingdom.'],
      ['germany', 'Europe/Berlin', 'Shipping within the EU: €4.90.'],
      ['japan', 'Asia/Tokyo', 'We ship to the whole world for $12.'],
    ] as const) {
      const context = await browser.newContext({ timezoneId });
      const shop = await Shop.open(context);
      const visitor = await context.newPage();
      await shop.show(visitor, page(), visitors[as]);
      await expect(visitor.locator('visitor-switch')).toHaveJSProperty(
        'data.location.country.code',
        visitors[as].country,
      );
      await expect(visitor.getByText(line)).toBeVisible();
      expect(shop.lookups).toEqual([]);
      await context.close();
    }
    expect(rendered).toBe(1);
  });
});
