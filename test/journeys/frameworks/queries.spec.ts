import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { execute, expect, here, requestsOf, test } from './application.js';

/** Shows what the documentation's hooks return, and asks again. */
const application = `import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { configure, origin } from 'visitor-elements';
import { useVisitorQuery } from './tanstack.js';
import { useVisitorSWR } from './swr.js';

configure({ baseUrl: new URLSearchParams(location.search).get('base'), apiKey: 'demo-open', skipBots: false });
function App() {
  const query = useVisitorQuery();
  const swr = useVisitorSWR();
  return h('main', null,
    h('output', { id: 'tanstack' }, query.data?.ip ?? query.error?.code, ' ', query.failureCount),
    h('output', { id: 'swr' }, swr.data?.ip ?? swr.error?.code),
    h('button', { onClick: () => Promise.all([query.refetch(), swr.mutate()]).then(() => { document.title = 'refetched'; }) }, 'Refetch'),
    h('button', { onClick: () => origin.ip({ refresh: true }) }, 'Refresh'));
}
createRoot(document.body.appendChild(document.createElement('div')))
  .render(h(QueryClientProvider, { client: new QueryClient() }, h(App)));`;

test.beforeAll(async () => {
  const text = await readFile(new URL('../../../docs/frameworks.md', import.meta.url), 'utf8');
  const [, section = ''] = /### With TanStack Query or SWR(.*?)\n## /s.exec(text) ?? [];
  const [tanstack = '', swr = ''] = [...section.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
  const folder = `${here}out/queries-source/`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}tanstack.js`, tanstack);
  await writeFile(`${folder}swr.js`, swr);
  await writeFile(`${folder}main.js`, application);
  const html = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><script type="module" src="./main.js"></script></html>';
  await writeFile(`${folder}index.html`, html);
  const options = ['--base', './', '--outDir', '../queries', '--emptyOutDir', '--logLevel', 'error'];
  const { ok, text: printed } = await execute(process.execPath, 'node_modules/vite/bin/vite.js', 'build', folder, ...options);
  expect(ok, printed).toBe(true);
});

test('TanStack Query and SWR share the page’s one lookup; refetching fresh data sends nothing, a refresh does', async ({
  page,
  server,
  said,
}) => {
  const visit = crypto.randomUUID();
  await page.goto(`${server.base}/queries/index.html?base=/api/visit/${visit}/`);
  await expect(page.locator('#tanstack')).toHaveText('81.2.69.142 0');
  await expect(page.locator('#swr')).toHaveText('81.2.69.142');
  await page.getByRole('button', { name: 'Refetch' }).click();
  await expect(page).toHaveTitle('refetched');
  expect(await requestsOf(server.base, visit)).toBe(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => requestsOf(server.base, visit)).toBe(2);
  expect(said).toEqual([]);
});

test('TanStack Query and SWR don’t try again what the package has tried', async ({ page, server }) => {
  const visit = crypto.randomUUID();
  await page.goto(`${server.base}/queries/index.html?base=/api/visit/${visit}/fault/status-503/`);
  await expect(page.locator('#tanstack')).toHaveText('service 1');
  await expect(page.locator('#swr')).toHaveText('service');
  // The first attempt and the setting's two retries.
  expect(await requestsOf(server.base, visit)).toBe(3);
});
