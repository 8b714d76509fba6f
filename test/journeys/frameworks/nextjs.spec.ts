/** Prices by country in Next.js, as docs/prices-by-country.md and docs/frameworks.md print it: pasted into a project as create-next-app makes it. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser } from '@playwright/test';
import { execute, expect, here, start, test } from './application.js';

const project = 'apps/documented-next';
const read = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

/** The code block after the words that name its file. */
function printed(text: string, before: string): string {
  const [, rest = ''] = text.split(before);
  const [, code] = /```tsx?\n(.*?)```/s.exec(rest) ?? [];
  if (!code) throw new Error(`No code follows "${before}".`);
  return code;
}

const config = `import { fileURLToPath } from 'node:url';
export default {
  cacheComponents: true,
  partialPrefetching: true,
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
};`;
const layout = `export default function RootLayout({ children }: Readonly<{ children: React.ReactNode }>) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}`;

let application: Awaited<ReturnType<typeof start>> | undefined;
let base = '';

test.beforeAll(async () => {
  const prices = await read('prices-by-country.md');
  const frameworks = await read('frameworks.md');
  const route = printed(prices, 'Save the route as `app/origin/[[...path]]/route.ts`:');
  const files = {
    'next.config.mjs': config,
    'app/layout.tsx': layout,
    'app/price.tsx': printed(prices, 'Save the price as `app/price.tsx`:'),
    'app/page.tsx': printed(prices, 'such as `app/page.tsx`.'),
    'app/origin/[[...path]]/route.ts': route,
    'app/checkout.ts': printed(prices, '## Check the price on the server'),
    'app/relay.ts': printed(frameworks, '`app/relay.ts`:'),
    'app/origin-of-cart/[[...path]]/route.ts': printed(frameworks, '`app/origin/[[...path]]/route.ts`:'),
    'app/cart/page.tsx': printed(frameworks, '`app/cart/page.tsx`.'),
    'app/cart/delivery.tsx': printed(frameworks, '`app/cart/delivery.tsx`:'),
  };
  await rm(here + project, { recursive: true, force: true });
  for (const [file, code] of Object.entries(files)) {
    await mkdir(dirname(`${here}${project}/${file}`), { recursive: true });
    await writeFile(`${here}${project}/${file}`, code);
  }
  await cp(`${here}node_modules/visitor-elements/dist/flags`, `${here}${project}/public/flags`, { recursive: true });
  const next = `${here}node_modules/next/dist/bin/next`;
  const { ok, text } = await execute(process.execPath, next, 'build', project);
  expect(ok, text).toBe(true);
  // The page stays static, so Cloudflare may cache it.
  expect(text).toMatch(/○ \/\n/);
  application = await start(project, next, 'start', '-H', '127.0.0.1');
  base = application.base;
});
test.afterAll(() => application?.close());

/** A page of a visitor, with the headers that Cloudflare adds. */
const visit = (browser: Browser, country: string) =>
  browser.newContext({ extraHTTPHeaders: { 'cf-ipcountry': country, 'cf-connecting-ip': '203.0.113.5' } });

test('the price is that of Cloudflare’s country, and follows the visitor’s choice on the next page too', async ({
  browser,
}) => {
  const context = await visit(browser, 'FR');
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(base);
  const price = page.getByRole('heading');
  await expect(price).toHaveText('A chair: €45.00');
  await page.getByRole('combobox', { name: 'Ship to' }).selectOption('GB');
  await expect(price).toHaveText('A chair: £39.00');
  expect(await context.cookies()).toMatchObject([{ name: 'visitor-country', value: 'GB' }]);
  await page.reload();
  await expect(price).toHaveText('A chair: £39.00');
  expect(said).toEqual([]);
  await context.close();
});

test('the cart has the visitor’s country in its HTML, and sends no request', async ({ browser }) => {
  const context = await visit(browser, 'FR');
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const response = await page.goto(`${base}/cart`);
  expect(response?.headers()['cache-control']).toContain('private');
  await expect(page.getByText('Delivery to France')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ship to' })).toHaveValue('FR');
  expect(requests.filter((path) => path.startsWith('/origin'))).toEqual([]);
  await context.close();
});
