import { expect, test } from './demo.js';

/** The text of an element and its shadow root. */
const shown = (selector: string) => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  return element?.shadowRoot?.textContent?.replace(/\\s+/g, ' ').trim();
})()`;
const card = shown('.hero visitor-info');

test('the first page shows the visitor’s data beside the code to paste', async ({ page }) => {
  await page.goto('./');
  await expect.poll(() => page.evaluate(card)).toContain('Berlin, Germany');
  await expect(page.locator('#ways-0-panel code')).toContainText('<visitor-info>');
  await expect(page.locator('.tile visitor-switch')).toContainText('Free EU shipping');
});

test('the first page’s map marks the country of a visitor without coordinates', async ({ page }) => {
  await page.goto('./');
  await expect.poll(() => page.evaluate(card)).toContain('Berlin, Germany');
  await page.locator('[name=visitor][value=jp]').check({ force: true });
  await expect.poll(() => page.evaluate(card)).toContain('Japan');
  await expect(page.locator('.hero visitor-map [part=mark]')).toBeVisible();
});

test('the warning about keys is beside the snippet', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('.hero')).toContainText('visible to anyone who opens the page');
  await page.getByRole('link', { name: 'A relay keeps it on your server' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep your key private');
  await expect.poll(() => page.evaluate(shown('.example visitor-info'))).toContain('81.2.69.142');
});

test('the page has the date and the sources of the data', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('footer time')).toHaveText(/^\d{4}-\d{2}-\d{2}$/);
  await expect(page.locator('footer')).toContainText('IP Geolocation by DB-IP');
});

test('on a narrow screen, Tab goes from the first page’s buttons to the controls of its card', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('./');
  await expect.poll(() => page.evaluate(card)).toContain('Berlin, Germany');
  while (
    !(await page
      .getByRole('link', { name: 'Open the playground' })
      .evaluate((link) => link === document.activeElement))
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.locator('[name=visitor][value=office]')).toBeFocused();
});
