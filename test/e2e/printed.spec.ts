/** Pages for a job are copied from top to bottom: what they print is pasted into an empty file here, and opened. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ownFiles } from '../../build/published.js';
import type { Running } from '../support/service.js';
import { test as base, expect } from './fixtures.js';
import { serveSite } from './site.js';

/** The HTML blocks of a document, each as a page with our own files instead of the CDN's. */
function printedIn(document: string): string[] {
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');
  return [...text.matchAll(/```html\n(.*?)```/gs)].map(([, html = '']) =>
    html.replaceAll(`${ownFiles}dist/`, '/dist/'),
  );
}

/** The first printed block of a document that has these words. */
function printed(document: string, words: string): string {
  const block = printedIn(document).find((one) => one.includes(words));
  if (!block) throw new Error(`${document} prints no HTML with ${words}.`);
  return block;
}

/** Opens a page of a server of its own. Returns what the console says, and the paths that are requested. */
async function openHtml(page: Page, site: Promise<Running>, query: string) {
  const said: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${(await site).base}/${query}`);
  return { said, requests: () => requests.filter((path) => !/^\/(dist\/|favicon|$)/.test(path)) };
}

const serveHtml = (html: string) =>
  serveSite((request, response) => {
    if (request.url?.startsWith('/favicon')) return response.writeHead(204).end();
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });

const test = base.extend<{ open(html: string, query?: string): ReturnType<typeof openHtml> }>({
  open: ({ closing, page }, use) =>
    use((html, query = '') => openHtml(page, closing(serveHtml(html)), query)),
});

test.describe('with a clock in Paris', () => {
  test.use({ timezoneId: 'Europe/Paris' });

  for (const [document, words, text] of [
    ['README.md', '<visitor-switch>', 'Livraison gratuite'],
    ['docs/static-site.md', '<!doctype html>', 'Livraison gratuite en France.'],
    ['docs/prices-by-country.md', '<!doctype html>', '€45.00'],
    ['docs/wordpress.md', '<visitor-switch>', 'Shipping within the EU'],
  ] as const)
    test(`${document}: what it prints first needs no account, sends no request and says nothing on the console`, async ({
      open,
      page,
    }) => {
      const { said, requests } = await open(printed(document, words));
      await expect(page.getByText(text)).toBeVisible();
      expect(requests()).toEqual([]);
      expect(said).toEqual([]);
    });

  test('docs/prices-by-country.md: a choice in the printed select changes the price, and the form sends it', async ({
    open,
    page,
  }) => {
    const { said } = await open(printed('docs/prices-by-country.md', '<!doctype html>'));
    await page.getByRole('combobox', { name: 'Ship to' }).selectOption('GB');
    await expect(page.getByText('£39.00')).toBeVisible();
    const sent = await page.evaluate(() => [...new FormData(document.querySelector('form') ?? undefined)]);
    expect(sent).toEqual([['country', 'GB']]);
    expect(said).toEqual([]);
  });
});

test.describe('with a clock set to UTC', () => {
  test.use({ timezoneId: 'UTC' });

  test('docs/static-site.md: the default text stays', async ({ open, page }) => {
    const { said } = await open(printed('docs/static-site.md', '<!doctype html>'));
    await expect(page.getByText('We ship worldwide.')).toBeVisible();
    await page.waitForLoadState('load');
    await expect(page.getByText('We ship worldwide.')).toBeVisible();
    expect(said).toEqual([]);
  });

  for (const [country, text] of [
    ['FR', 'Livraison gratuite'],
    ['DE', 'We ship to you within three days.'],
    ['US', 'We ship worldwide.'],
  ] as const)
    test(`docs/static-site.md: ?visitor-country=${country} shows what it says`, async ({ open, page }) => {
      const html = printed('docs/static-site.md', '<!doctype html>');
      const { said } = await open(html, `?visitor-country=${country}`);
      await expect(page.getByText('Remove panel').or(page.getByText(text)).first()).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
      expect(said).toEqual([]);
    });
});

test('docs/static-site.md: behind Cloudflare, the printed service reads its trace', async ({
  open,
  page,
}) => {
  const html = printed('docs/static-site.md', 'cloudflare-trace');
  await page.route('**/cdn-cgi/trace', (route) =>
    route.fulfill({ contentType: 'text/plain', body: 'fl=1\nip=203.0.113.5\nloc=DE\ntls=TLSv1.3\n' }),
  );
  const { said, requests } = await open(
    `${html}<visitor-value field="location.country.code">somewhere</visitor-value>`,
  );
  await expect.poll(() => page.evaluate(() => document.querySelector('visitor-value')?.innerText)).toBe('DE');
  expect(requests()).toEqual(['/cdn-cgi/trace']);
  expect(said).toEqual([]);
});

test('docs/other-services.md: the printed tags of an adapter work as they are', async ({ open, page }) => {
  await page.route('https://lookup.example/**', (route) =>
    route.fulfill({
      json: { address: '203.0.113.5', countryCode: 'DE' },
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  const html = printed('docs/other-services.md', 'visitorElements.configure');
  const { said } = await open(
    `${html}<visitor-value field="location.country.code">somewhere</visitor-value>`,
  );
  await expect.poll(() => page.evaluate(() => document.querySelector('visitor-value')?.innerText)).toBe('DE');
  expect(said).toEqual([]);
});
