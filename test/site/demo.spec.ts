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
  await expect(page.locator('#ways-0-panel code')).toContainText('data-guess="time-zone"');
  await expect(page.locator('.tile visitor-switch')).toContainText('Free shipping in Europe');
});

test('the first page’s map marks the country of a visitor without coordinates', async ({ page }) => {
  await page.goto('./');
  await expect.poll(() => page.evaluate(card)).toContain('Berlin, Germany');
  await page.locator('[name=visitor][value=jp]').check({ force: true });
  await expect.poll(() => page.evaluate(card)).toContain('Japan');
  await expect(page.locator('.hero visitor-map [part=mark]')).toBeVisible();
});

test('the warning about keys is beside the key, and beside no other snippet', async ({ page }) => {
  await page.goto('./');
  const warning = page.locator('.hero').getByText('visible to anyone who opens the page');
  for (const [name, isThere] of [
    ['Script tag', false],
    ['With a relay', false],
    ['npm', false],
    ['With a service', true],
  ] as const) {
    await page.getByRole('tab', { name }).click();
    await expect(warning).toBeVisible({ visible: isThere });
  }
  await page.getByRole('link', { name: 'A relay keeps it on your server' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start on your own server');
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

test('on a phone the first visitors to see as are beside their legend, on the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of ['/', '/elements/visitor-info.html']) {
    await page.goto(path);
    const first = page.locator('.see-as label').first();
    const box = await first.boundingBox();
    expect((box?.x ?? 360) + (box?.width ?? 0), path).toBeLessThan(320);
  }
});

test('a page that is not there says so, and leads on', async ({ page }) => {
  const response = await page.goto('./docs/nothing/here.html');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('main').getByRole('link', { name: 'documentation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation');
});
