import { expect, test } from './site.js';

const TABS = 8;
const ROUNDS = 6;

/*
 * Tabs of a browser are separate processes: a stored value may reach another tab later than a freed lock does. A wrong
 * solution costs a second lookup only in some rounds, so there are many rounds. The service is slow, so that all tabs
 * wait for its response together.
 */
test('8 tabs that open at once send one request together, each time', async ({ context, site }) => {
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
  for (let round = 1; round <= ROUNDS; round++) {
    const visitor = `81.2.69.20${round}`;
    // A tab that has waited for the timeout sends a request of its own, and many tabs keep a machine busy.
    const address = site.address('storage=local&timeout=60000', `fault/slow-300/from/${visitor}/`);
    await Promise.all(tabs.map((tab) => tab.goto(address)));
    for (const tab of tabs)
      await expect(tab.locator('visitor-value')).toContainText(visitor, { timeout: 60_000 });
    expect(await site.requests()).toBe(round);
  }
});

test('the next page in the same tab sends no request, a new tab sends one', async ({
  context,
  page,
  site,
}) => {
  for (const _ of [1, 2]) {
    await page.goto(site.address());
    await expect(page.locator('visitor-value')).toContainText('81.2.69.142');
    expect(await site.requests()).toBe(1);
  }
  const tab = await context.newPage();
  await tab.goto(site.address());
  await expect(tab.locator('visitor-value')).toContainText('81.2.69.142');
  expect(await site.requests()).toBe(2);
});
