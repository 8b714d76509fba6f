import type { Page, Route } from '@playwright/test';
import { build, expect, expectVisitor, requestsOf, start, test } from './application.js';

/** Server-rendered applications, with the arguments and folder of their own server. */
const applications = {
  next: ['apps/next', '../../node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'],
  astro: ['.', 'out/astro/server/entry.mjs'],
} as const;

/** Delays the first request below a URL. Resolves, when it was sent, to the function that lets it continue. */
async function hold(page: Page, address: string): Promise<() => Promise<void>> {
  let held: (route: Route) => void = () => {};
  const request = new Promise<Route>((resolve) => {
    held = resolve;
  });
  await page.route(`${address}**`, held, { times: 1 });
  return async () => (await request).continue();
}

for (const [framework, [folder, ...args]] of Object.entries(applications))
  test(`${framework} sends the fallback, built and for each request, and takes over without an error or a second lookup`, async ({
    page,
    server,
    said,
  }) => {
    await build(framework);
    const application = await start(folder, ...args);
    try {
      for (const path of ['/', '/server']) {
        const visit = crypto.randomUUID();
        const base = `${server.base}/api/visit/${visit}/`;
        const address = `${application.base}${path}?base=${base}&flags=${server.base}/dist/flags/`;
        const sent = await (await fetch(address)).text();
        expect(sent).toContain('somebody</visitor-info>');
        expect(sent).toMatch(/<template data-country="GB"><b>Hello, Britain<\/b><\/template>\s*<i>Default/);
        expect(sent).not.toContain('81.2.69.142');
        expect(await requestsOf(server.base, visit)).toBe(0);

        // The response arrives after hydration. Before hydration, a click does nothing.
        const answer = await hold(page, base);
        await page.goto(address);
        await expect(async () => {
          await page.getByRole('button', { name: 'Turn' }).click();
          await expect(page.locator('i').filter({ hasText: /[1-9]/ })).toBeVisible({ timeout: 1000 });
        }).toPass({ timeout: 120_000 });
        await expect(page.locator('#heard')).toHaveText('nothing');
        await answer();
        await expectVisitor(page);
        // The data is stored, so it is there before hydration.
        await page.reload();
        await expectVisitor(page);
        expect(await requestsOf(server.base, visit)).toBe(1);
        expect(said, path).toEqual([]);
      }
    } finally {
      await application.close();
    }
  });

test('next with Turbopack: one element brings no other, and without flagsUrl a flag is its emoji', async ({
  page,
  server,
  said,
}) => {
  await build('next');
  const [folder, ...args] = applications.next;
  const application = await start(folder, ...args);
  try {
    const base = `${server.base}/api/visit/${crypto.randomUUID()}/`;
    await page.goto(`${application.base}/single?base=${base}`);
    await expect(page.locator('visitor-value:state(ready)')).toContainText('🇬🇧');
    const tags = ['visitor-info', 'visitor-value', 'visitor-switch', 'visitor-map', 'visitor-country-select'];
    const registered = await page.evaluate((names) => names.filter((name) => customElements.get(name)), tags);
    expect(registered).toEqual(['visitor-value']);
    expect(said.filter((text) => !text.includes('flagsUrl'))).toEqual([]);
  } finally {
    await application.close();
  }
});
