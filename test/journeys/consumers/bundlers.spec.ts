import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { serveFolder } from '../../../demo/mounts.js';
import { serveSite } from '../../e2e/site.js';
import type { Running } from '../../support/service.js';
import { execute, here } from './run.js';

const pageOf = (bundler: string, bundle: string) => `<!doctype html><html lang="en"><title>A page</title>
<visitor-info></visitor-info>
<p><visitor-value field="location.country.code" as="flag">a flag</visitor-value> <visitor-value field="ip">an address</visitor-value></p>
<script type="module" src="/app/bundles/${bundler}/${bundle}.js"></script></html>`;

const out = serveFolder(new URL('out/', import.meta.url));

const test = base.extend<{ heard: string[] }, { server: Running }>({
  server: [
    async ({}, use) => {
      const server = await serveSite((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://site.invalid');
        if (pathname.startsWith('/app/')) {
          // Bundles are in a deep folder. Otherwise, flags that are looked up beside a bundle would be found by chance.
          request.url = pathname.replace(/^\/app(\/bundles)?/, '');
          return out(request, response);
        }
        const [, bundler = '', bundle = ''] = pathname.split('/');
        response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(bundler, bundle));
      });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  /** The files that the page requested, its console messages about them, and its errors. */
  heard: async ({ page }, use) => {
    const heard: string[] = [];
    page.on('request', (request) => request.url().startsWith('file:') && heard.push(request.url()));
    page.on('console', (message) => /file:|error/i.test(message.text()) && heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(String(error)));
    await use(heard);
  },
});

const flag = (page: Page) => page.locator('visitor-value[as=flag]');

/** The output of each bundler, which builds once. */
const said = new Map<string, Promise<string>>();
async function build(bundler: string): Promise<string> {
  const { ok, text } = await execute(process.execPath, ['build.js', bundler]);
  if (!ok) throw new Error(text);
  return text;
}
function built(bundler: string): Promise<string> {
  const text = said.get(bundler) ?? build(bundler);
  said.set(bundler, text);
  return text;
}

for (const bundler of ['vite', 'webpack', 'rollup', 'esbuild', 'parcel']) {
  test(`${bundler} builds without a warning, and shows values`, async ({ server, page, heard }) => {
    expect(await built(bundler)).not.toMatch(/warn/i);
    await page.goto(`${server.base}/${bundler}/main`);
    await expect(page.locator('visitor-info:state(ready)')).toContainText('81.2.69.142');
    expect(heard).toEqual([]);
  });

  test(`${bundler}: a flag is its emoji, or with flagsUrl an image`, async ({ server, page, heard }) => {
    await built(bundler);
    await page.goto(`${server.base}/${bundler}/main`);
    await expect(flag(page)).toContainText('🇬🇧');
    await page.goto(`${server.base}/${bundler}/main?flags=/dist/flags/`);
    await expect(flag(page).locator('img')).toBeVisible();
    await expect(flag(page).locator('img')).toHaveAttribute('src', /dist.flags.GB\.svg$/);
    expect(heard).toEqual([]);
  });

  test(`${bundler}: importing one element brings no other`, async ({ server, page, heard }) => {
    await built(bundler);
    await page.goto(`${server.base}/${bundler}/single`);
    await expect(page.locator('visitor-value[field=ip]:state(ready)')).toContainText('81.2.69.142');
    const elements = readdirSync(join(here, 'node_modules/visitor-elements/dist/define'));
    const tags = elements.filter((name) => name.endsWith('.js')).map((name) => name.slice(0, -'.js'.length));
    const registered = await page.evaluate((names) => names.filter((name) => customElements.get(name)), tags);
    expect(registered).toEqual(['visitor-value']);
    expect(readFileSync(join(here, `out/${bundler}/single.js`), 'utf8')).not.toMatch(/visitor-match|formAssociated/);
    expect(heard).toEqual([]);
  });
}
