import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { recipeVisitors } from '../../demo/site/recipes.js';
import { serveSite } from '../e2e/site.js';
import { expect, test } from './static-site.js';

const germany = '2003:de:2710:1::1';

/** What each recipe shows, pasted into a file of its own, for a visitor from Germany on Windows. */
const results: Record<string, (page: Page) => Promise<void>> = {
  shipping: (page) => expect(page.locator('visitor-switch')).toContainText('Prices in euros'),
  'price-and-clock': (page) => expect(page.locator('#price')).toHaveText(/45/),
  'consent-banner': (page) => expect(page.getByRole('region', { name: 'Consent' })).toBeVisible(),
  'country-shop': (page) => expect(page.getByRole('link', { name: 'Zum Shop' })).toBeVisible(),
  'language-suggestion': (page) => expect(page.getByText('Diese Seite')).toBeVisible(),
  'store-locator': (page) => expect(page.getByText('seems to be the nearest')).toBeVisible(),
  'calling-code': (page) => expect(page.getByLabel('Phone')).toHaveValue('+49 '),
  'own-select': (page) => expect(page.getByLabel('Country')).toHaveValue('DE'),
  'network-notice': (page) => expect(page.getByRole('combobox')).toHaveValue('DE'),
  'staff-notice': (page) => expect(page.getByText('For colleagues')).toBeVisible(),
  'css-only': (page) => expect(page.getByText('Guten Tag!')).toBeVisible(),
};

for (const [name] of recipeVisitors())
  test(`the printed source of a recipe runs as it is in an empty file, also if its script comes late: ${name}`, async ({
    closing,
    page,
    site,
  }) => {
    const html = readFileSync(`${site.folder}/recipes/${name}.html`, 'utf8');
    const [, markup = ''] = /aria-label="Source of the recipe"><code>([\s\S]*?)<\/code>/.exec(html) ?? [];
    const source = await page.evaluate((text) => {
      const place = document.createElement('pre');
      place.innerHTML = text;
      return place.textContent ?? '';
    }, markup);
    let address = '';
    const server = await closing(
      serveSite(
        (_, response) =>
          response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
            source
              .replaceAll(/https:\/\/unpkg\.com\/visitor-elements@[^/]*/g, address)
              .replace('https://lookup.example', `${address}/api/from/${germany}/`)
              .replace('YOUR_KEY', 'demo-open')
              .replace('AS20712', 'AS3320'),
          ),
        (path) => (path.includes('.min.js') ? new Promise((resolve) => setTimeout(resolve, 300)) : undefined),
      ),
    );
    address = server.base;
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (line) => line.type() !== 'log' && errors.push(line.text()));
    await page.goto(address);
    await results[name]?.(page);
    expect(errors.filter((line) => !line.includes('favicon'))).toEqual([]);
  });
