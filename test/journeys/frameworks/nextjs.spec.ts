/** Prices by country in Next.js, as docs/prices-by-country.md and docs/frameworks.md print it: pasted into a project as create-next-app makes it. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser } from '@playwright/test';
import { execute, expect, here, start, test } from './application.js';

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
const layout = (
  head: string,
) => `export default function RootLayout({ children }: Readonly<{ children: React.ReactNode }>) {
  return <html lang="en">${head.replace('</head>', '<link rel="icon" href="data:," /></head>')}<body>{children}</body></html>;
}`;

/** Builds a project of these files and starts it. The page at its root stays static, so Cloudflare may cache it. */
async function startProject(name: string, files: Readonly<Record<string, string>>) {
  const project = `apps/documented-next-${name}`;
  await rm(here + project, { recursive: true, force: true });
  for (const [file, code] of Object.entries({ 'next.config.mjs': config, ...files })) {
    await mkdir(dirname(`${here}${project}/${file}`), { recursive: true });
    await writeFile(`${here}${project}/${file}`, code);
  }
  for (const file of ['flags', 'visitor-elements.min.js'])
    await cp(`${here}node_modules/visitor-elements/dist/${file}`, `${here}${project}/public/${file}`, {
      recursive: true,
    });
  const next = `${here}node_modules/next/dist/bin/next`;
  const { ok, text } = await execute(process.execPath, next, 'build', project);
  expect(ok, text).toBe(true);
  expect(text).toMatch(/○ \/\n/);
  return start(project, next, 'start', '-H', '127.0.0.1');
}

const running: Awaited<ReturnType<typeof start>>[] = [];
let shop = '';
let components = '';

test.beforeAll(async () => {
  const prices = await read('prices-by-country.md');
  const frameworks = await read('frameworks.md');
  running.push(
    await startProject('prices', {
      'app/layout.tsx': layout(printed(prices, 'Add the script to `app/layout.tsx`')),
      'app/page.tsx': printed(prices, 'such as `app/page.tsx`.'),
      'app/origin/[[...path]]/route.ts': printed(
        prices,
        'Save the route as `app/origin/[[...path]]/route.ts`:',
      ),
      'app/checkout.ts': printed(prices, '## Check the price on the server'),
    }),
    await startProject('components', {
      'app/layout.tsx': layout('<head></head>'),
      'app/delivery.tsx': `'use client';\n${printed(frameworks, '### React\n')}`,
      'app/page.tsx': `import { Delivery } from './delivery';\nexport default function Page() { return <Delivery />; }`,
      'app/relay.ts': printed(frameworks, '`app/relay.ts`:'),
      'app/origin/[[...path]]/route.ts': printed(frameworks, '`app/origin/[[...path]]/route.ts`:'),
      'app/cart/page.tsx': printed(frameworks, '`app/cart/page.tsx`.'),
      'app/cart/delivery.tsx': printed(frameworks, '`app/cart/delivery.tsx`:'),
    }),
  );
  [shop = '', components = ''] = running.map(({ base }) => base);
});
test.afterAll(() => Promise.all(running.map((application) => application.close())));

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
  await page.goto(shop);
  const price = page.getByRole('heading');
  const shown = { useInnerText: true };
  await expect(price).toHaveText('A chair: €45.00', shown);
  await page.getByRole('combobox', { name: 'Ship to' }).selectOption('GB');
  await expect(price).toHaveText('A chair: £39.00', shown);
  expect(await context.cookies()).toMatchObject([{ name: 'visitor-country', value: 'GB' }]);
  await page.reload();
  await expect(price).toHaveText('A chair: £39.00', shown);
  expect(said).toEqual([]);
  await context.close();
});

test('React’s component works as a client component, with a guess', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'Europe/Paris', locale: 'en-GB' });
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(components);
  await expect(page.locator('output')).toHaveText('FR');
  await expect(page.getByText('Livraison gratuite')).toBeVisible();
  await page.getByRole('combobox', { name: 'Ship to' }).selectOption('GB');
  await expect(page.locator('output')).toHaveText('GB');
  await expect(page.getByText('International shipping')).toBeVisible();
  expect(said).toEqual([]);
  await context.close();
});

test('the cart has the visitor’s country in its HTML, sends no lookup, and follows the choice of an earlier page', async ({ browser }) => {
  const context = await visit(browser, 'FR');
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const response = await page.goto(`${components}/cart`);
  expect(response?.headers()['cache-control']).toContain('private');
  await expect(page.getByText('Delivery to France')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ship to' })).toHaveValue('FR');
  await expect.poll(() => requests).toContain('/flags/FR.svg');
  expect(requests.filter((path) => path.startsWith('/origin'))).toEqual([]);
  await page.getByRole('combobox', { name: 'Ship to' }).selectOption('GB');
  await page.reload();
  await expect(page.getByText('Delivery to United Kingdom')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Ship to' })).toHaveValue('GB');
  expect(said).toEqual([]);
  await context.close();
});
