import { expect, test } from './site.js';

test('offline the fallback content stays; back online the data replaces it', async ({
  context,
  page,
  site,
}) => {
  await page.goto(site.address('consent=required&retries=0'));
  await context.setOffline(true);
  const code = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('visitor-error', (event) => resolve(Reflect.get(event, 'error').code)),
      ),
  );
  await page.evaluate('visitorElements.grantConsent()');
  expect(await code).toBe('network');
  await expect(page.locator('visitor-value')).toHaveText('an address');
  expect(await site.requests()).toBe(0);
  await context.setOffline(false);
  await expect(page.locator('visitor-value')).toContainText('81.2.69.142');
  expect(await site.requests()).toBe(1);
});

test('data from before the browser went offline is marked stale and stays', async ({
  context,
  page,
  site,
}) => {
  await page.goto(site.address());
  await expect(page.locator('visitor-value')).toContainText('81.2.69.142');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.locator('visitor-value:state(stale)')).toContainText('81.2.69.142');
});

test('a request that an extension blocks is a network failure, and the fallback content stays', async ({
  page,
  site,
}) => {
  await page.route('**/api/**', (route) => route.abort('blockedbyclient'));
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(site.address('retries=0'));
  await expect(page.locator('visitor-value:state(error)')).toHaveText('an address');
  expect(await site.requests()).toBe(0);
  const ours = said.filter((text) => text.startsWith('visitor-elements:'));
  expect(ours).toHaveLength(1);
  expect(ours[0]).toContain('blocked');
  expect(ours[0]).not.toContain('demo-open');
});
