import { expect, test } from './site.js';

test('a page that Chromium prerenders looks nothing up until somebody sees it', async ({ page, site }) => {
  const address = site.address();
  const start = new URL('/start?consent=required', address).href;
  await page.goto(start);
  const arrived = page.context().waitForEvent('request', (request) => request.url() === address);
  await page.evaluate((url) => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.text = JSON.stringify({ prerender: [{ urls: [url], eagerness: 'immediate' }] });
    const link = Object.assign(document.createElement('a'), { href: url, textContent: 'On' });
    document.body.append(rules, link);
  }, address);
  await arrived;
  await page.getByText('On').click();
  await expect(page.locator('visitor-value')).toHaveText('81.2.69.142');
  const [entry] = await page.evaluate(() =>
    performance
      .getEntriesByType('navigation')
      .map((navigation) => Reflect.get(navigation, 'activationStart')),
  );
  expect(entry).toBeGreaterThan(0);
  expect(await site.requests()).toBe(1);
});
