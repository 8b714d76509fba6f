import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serveListener } from '../support/service.js';
import { expect, test } from './static-site.js';

const markup = `<h1 id="ran">Written by a link</h1><img src="x" onerror="document.documentElement.dataset.ran = ''">`;
const wanted = new URLSearchParams({ html: markup, lang: '../../first', state: 'ready' });
/** Expects that a malicious link has changed nothing on a page. */
const untouched = async (page: Page, frame = page.mainFrame()) => {
  expect(await frame.evaluate(() => document.readyState)).toBe('complete');
  expect(await frame.locator('#ran').count()).toBe(0);
  expect(await frame.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined();
};

test('a link can’t write into the document of previews', async ({ page }) => {
  await page.goto(`./frame.html#${wanted}`);
  await untouched(page);
  await page.goto(`./frame.html?${wanted}`);
  await untouched(page);
});

test('another site’s page can’t write into a preview or around it', async ({ closing, page, site }) => {
  const other = await closing(
    serveListener((_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<iframe data-preview="${String(wanted).replaceAll('&', '&amp;')}" src="${site.home}frame.html#${wanted}"></iframe><iframe name="around" src="${site.home}playground.html"></iframe>`,
        ),
    ),
  );
  await page.goto(other.base);
  const [own, around] = page.mainFrame().childFrames();
  if (!own || !around) throw new Error('There are no frames.');
  await untouched(page, own);
  await expect(around.frameLocator('.preview').locator('visitor-info')).toHaveCount(1);
  await page.evaluate((address) => {
    const inner = window.frames[1]?.frames[0];
    if (inner) inner.location.href = address;
  }, `${site.home}frame.html?again#${wanted}`);
  await expect.poll(() => around.childFrames()[0]?.url()).toContain('again');
  const [inner] = around.childFrames();
  if (!inner) throw new Error('There is no frame in the frame.');
  await inner.waitForLoadState();
  await untouched(page, inner);
});

test('every page has a policy before its first script, and none allows further scripts', async ({
  page,
  site,
}) => {
  const pages = readdirSync(site.folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.html'),
  );
  expect(pages.length).toBeGreaterThan(60);
  for (const path of pages) {
    const html = readFileSync(join(site.folder, path), 'utf8');
    const policy = html.indexOf('http-equiv="Content-Security-Policy"');
    expect(policy, path).toBeGreaterThan(0);
    expect(policy, path).toBeLessThan(html.indexOf('<script'));
  }
  for (const path of ['./', './playground.html', './recipes/price-and-clock.demo.html']) {
    await page.goto(path);
    await page.evaluate((code) => {
      const refused = new Promise((resolve) =>
        addEventListener('securitypolicyviolation', resolve, { once: true }),
      );
      document.body.insertAdjacentHTML('beforeend', code);
      return refused;
    }, markup);
    expect(await page.evaluate(() => document.documentElement.dataset.ran), path).toBeUndefined();
  }
});

test('a link can’t fill in the service, the key or styles other than tokens', async ({ page }) => {
  const query = new URLSearchParams({
    address: 'https://evil.example',
    key: 'theirs',
    '--visitor-accent': 'red; background: blue',
    '--visitor-border': 'url(https://evil.example/)',
    '--visitor-color': 'rebeccapurple',
  });
  await page.goto(`./playground.html?${query}`);
  const code = page.locator('#code-html');
  await expect(code).toContainText('--visitor-color: rebeccapurple');
  await expect(code).toContainText('https://lookup.example');
  for (const word of ['evil', 'theirs', 'background', '--visitor-accent', '--visitor-border'])
    await expect(code).not.toContainText(word);
  await expect(page.locator('[name=serviceUrl]')).toHaveValue('');
});
