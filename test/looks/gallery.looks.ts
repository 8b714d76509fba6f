import { expect, type Page, test } from '@playwright/test';

const names = [
  'ready',
  'long values',
  'badges',
  'little known',
  'pending',
  'idle',
  'error',
  'guessed',
  'chosen by the visitor',
  'stale',
  'own content, pending',
  'own content, error',
];

/** A sheet of the gallery at noon, when its elements and flags are complete. */
async function sheet(page: Page, query: Record<string, string>): Promise<void> {
  await page.clock.setFixedTime(new Date('2026-06-01T12:00:00Z'));
  await page.goto(`/gallery/sheet.html?${new URLSearchParams(query)}`);
  await page.locator('main').waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
}

for (const state of names)
  for (const scheme of ['light', 'dark'])
    for (const [dir, lang] of [
      ['ltr', 'en'],
      ['rtl', 'ar'],
    ] as const)
      for (const width of ['180', '320', '600'])
        test(`${state}, ${scheme}, ${dir}, ${width} pixels`, async ({ page }) => {
          await sheet(page, { state, scheme, dir, lang, width });
          const name = `${state}-${scheme}-${dir}-${width}.png`.replaceAll(/[ ,]+/g, '-');
          await expect(page).toHaveScreenshot(name, { fullPage: true });
        });
