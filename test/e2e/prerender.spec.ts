import { expect, test } from './site.js';

test('a page that Chromium prerenders looks nothing up until somebody sees it', async ({ page, site }) => {
  const address = site.address();
  await page.goto(new URL('/start?consent=required', address).href);
  const preloads = await page.context().newCDPSession(page);
  await preloads.send('Page.setPrerenderingAllowed', { isAllowed: true });
  await preloads.send('Preload.enable');
  const ready = new Promise((resolve) =>
    preloads.on('Preload.prerenderStatusUpdated', ({ status, prerenderStatus }) => {
      console.log(status, prerenderStatus);
      if (status === 'Ready' || status === 'Failure') resolve(prerenderStatus ?? status);
    }),
  );
  await page.evaluate((url) => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.text = JSON.stringify({ prerender: [{ urls: [url], eagerness: 'immediate' }] });
    const link = Object.assign(document.createElement('a'), { href: url, textContent: 'On' });
    document.body.append(rules, link);
  }, address);
  expect(await ready).toBe('Ready');
  expect(await site.requests()).toBe(0);
  await page.getByText('On').click();
  await expect(page.locator('visitor-value')).toContainText('81.2.69.142');
  expect(await site.requests()).toBe(1);
});
