import type { Page } from '@playwright/test';
import { expect, test } from './demo.js';

/** Real addresses of each country. */
const from = {
  uk: '81.2.69.142',
  germany: '2003:de:2710:1::1',
  japan: '210.130.1.1',
  usa: '2607:f8b0:4009:800::200e',
};

const visit = (page: Page, recipe: string, country: keyof typeof from) =>
  page.goto(`./recipes/${recipe}.html?from=${from[country]}`);

/** Opens a recipe whose lookup fails, and waits until the page knows. */
async function visitInVain(page: Page, recipe: string): Promise<void> {
  const told = page.waitForEvent('console', (line) => line.text().startsWith('visitor-elements:'));
  await page.goto(`./recipes/${recipe}.html?fault=status-403`);
  await told;
}

test.describe('currency and shipping line by country', () => {
  for (const [country, line] of [
    ['uk', 'Prices in pounds'],
    ['germany', 'Prices in euros'],
    ['japan', 'Express to East Asia'],
    ['usa', 'We ship to the whole world'],
  ] as const) {
    test(`a visitor from ${country} reads “${line}”`, async ({ page }) => {
      await visit(page, 'shipping', country);
      await expect(page.locator('#shipping')).toContainText(line);
    });
  }

  test('the line for the whole world stays when the lookup fails', async ({ page }) => {
    await visitInVain(page, 'shipping');
    await expect(page.locator('#shipping')).toContainText('We ship to the whole world');
  });
});

test.describe('consent banner for the EU only', () => {
  const banner = (page: Page) => page.getByRole('region', { name: 'Consent' });

  test('a visitor from the EU is asked', async ({ page }) => {
    await visit(page, 'consent-banner', 'germany');
    await page.waitForFunction('document.querySelector("#banner").data');
    await expect(banner(page)).toBeVisible();
  });

  test('a visitor from elsewhere is not', async ({ page }) => {
    await visit(page, 'consent-banner', 'japan');
    await expect(banner(page)).toBeHidden();
  });

  test('who has answered is not asked again', async ({ page }) => {
    await visit(page, 'consent-banner', 'germany');
    await page.getByRole('button', { name: 'No' }).click();
    await expect(banner(page)).toBeHidden();
    await page.reload();
    await expect(page.getByText('own content')).toBeVisible();
    await expect(page.locator('#banner')).toHaveCount(0);
  });

  test('a visitor nobody knows is asked', async ({ page }) => {
    await visitInVain(page, 'consent-banner');
    await expect(banner(page)).toBeVisible();
  });
});

test.describe('a notice to one network’s staff', () => {
  test('shows in that network', async ({ page }) => {
    await visit(page, 'staff-notice', 'uk');
    await expect(page.locator('#notice')).toContainText('For colleagues');
  });

  test('does not show in another, nor when the lookup fails', async ({ page }) => {
    await visit(page, 'staff-notice', 'japan');
    await page.waitForFunction('document.querySelector("#notice").data');
    await expect(page.locator('#notice')).not.toContainText('For colleagues');
    await visitInVain(page, 'staff-notice');
    await expect(page.locator('#notice')).not.toContainText('For colleagues');
  });
});

test.describe('redirect to a country shop', () => {
  const german = /country-shop-de\.html/;
  const world = /country-shop\.html/;
  /** Opens the shop for the world, and waits until its lookup, if it makes one, has led nowhere. */
  const stays = async (page: Page, search: string) => {
    await page.goto(`./recipes/country-shop.html${search}`);
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(world);
  };

  test('sends a visitor from Germany to the German shop once, without a loop', async ({ page }) => {
    await visit(page, 'country-shop', 'germany');
    await expect(page).toHaveURL(german);
    await stays(page, `?from=${from.germany}`);
  });

  test('respects a choice, also on a later visit', async ({ page, context }) => {
    await visit(page, 'country-shop-de', 'germany');
    await page.getByRole('link', { name: 'shop for the whole world' }).click();
    await expect(page).toHaveURL(world);
    const later = await context.newPage();
    await stays(later, `?from=${from.germany}`);
  });

  test('leaves all others, and everybody when the lookup fails, where they are', async ({ page }) => {
    await stays(page, `?from=${from.japan}`);
    await stays(page, '?fault=status-403');
  });
});

test.describe('a price in the visitor’s currency and a clock in their zone', () => {
  test('are the visitor’s own', async ({ page }) => {
    await visit(page, 'price-and-clock', 'japan');
    await expect(page.locator('#price')).toHaveText('¥7,200');
    const now = { timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const;
    const time = () => new Intl.DateTimeFormat('en', now).format();
    await expect
      .poll(async () =>
        (await page.locator('#clock').evaluate((clock) => clock.shadowRoot?.textContent))?.trim(),
      )
      .toBe(time());
  });

  test('are dollars and a plain promise when the lookup fails', async ({ page }) => {
    await visitInVain(page, 'price-and-clock');
    await expect(page.locator('#price')).toHaveText('$49.00');
    await expect(page.locator('#clock')).toHaveText('day or night');
  });
});

test.describe('CSS only', () => {
  test('shows what is for the visitor', async ({ page }) => {
    await visit(page, 'css-only', 'germany');
    await expect(page.getByText('Guten Tag!')).toBeVisible();
    await expect(page.getByText('Hello!', { exact: true })).toBeHidden();
    await expect(page.locator('#eu')).toBeVisible();
  });

  test('shows what is for everybody when the lookup fails', async ({ page }) => {
    await visitInVain(page, 'css-only');
    await expect(page.getByText('Hello!', { exact: true })).toBeVisible();
    await expect(page.locator('#eu')).toBeHidden();
  });
});
