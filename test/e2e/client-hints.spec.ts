import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { lookupService, serveFolder } from '../../demo/mounts.js';
import { serveListener } from '../support/service.js';
import { expect, test } from './fixtures.js';

const library =
  '<script src="/dist/visitor-elements.min.js" data-base-url="/api/" data-api-key="demo-open" data-skip-bots="false" data-storage="none"></script>';
const hints = '<script src="/dist/client-hints.js"></script>';
const elements = `
  <visitor-user-agent></visitor-user-agent>
  <visitor-value field="user_agent.os.version">a version</visitor-value>
  <visitor-switch>
    <template data-os="Windows" data-field="user_agent.os.version" data-value="11">Windows 11</template>
    another system
  </visitor-switch>`;

/** Ways to load the file, before and after the library. */
const ways = {
  before: hints + library + elements,
  after: library + elements + hints,
  'as-a-module': library + elements + hints.replace('<script', '<script type="module"'),
  async: hints.replace('<script', '<script async') + library + elements,
  'beside-a-form-that-is-named-like-the-policy':
    '<form name="featurePolicy"><input name="features"><input name="allowsFeature"></form>' +
    hints +
    library +
    elements,
};

const dist = serveFolder(new URL('../../dist/', import.meta.url));

/** Serves a page for each way. `/refused/…` has a policy that refuses client hints. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, place, rest = ''] = /^\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? [];
  if (place === 'api' || place === 'dist') {
    request.url = rest;
    (place === 'api' ? lookupService : dist)(request, response);
    return;
  }
  const markup = new Map(Object.entries(ways)).get(rest.slice(1)) ?? '';
  const policy = 'ch-ua-high-entropy-values=()';
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(place === 'refused' && { 'permissions-policy': policy }),
    })
    .end(`<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">${markup}`);
}

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

/** Opens a page in Chromium, which says that it runs on this system. */
async function open(page: Page, address: string, userAgent: string, hints: object) {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', ({ message }) => messages.push(message));
  const session = await page.context().newCDPSession(page);
  const userAgentMetadata = { architecture: 'x86', brands: [], mobile: false, model: '', ...hints };
  await session.send('Emulation.setUserAgentOverride', { userAgent, userAgentMetadata } as never);
  await page.goto(address);
  return messages;
}

const value = 'visitor-value';
const windows11 = { platform: 'Windows', platformVersion: '15.0.0' };

for (const way of Object.keys(ways))
  test(`a page shows Windows 11, with the file of client hints ${way}`, async ({ page, shared }) => {
    const { base } = await shared(() => serveListener(answer));
    const messages = await open(page, `${base}/page/${way}`, windows, windows11);
    await expect(page.locator('visitor-switch')).toHaveText('Windows 11', { useInnerText: true });
    await expect(page.locator(value)).toHaveText(/11$/);
    await expect(page.locator('visitor-user-agent').getByText('Windows 11').first()).toBeVisible();
    expect(messages).toEqual([]);
  });

test('a phone has the name of its model', async ({ page, shared }) => {
  const { base } = await shared(() => serveListener(answer));
  const pixel = { platform: 'Android', platformVersion: '16.0.0', model: 'Pixel 9', mobile: true };
  await open(page, `${base}/page/after`, android, pixel);
  await expect(page.locator('visitor-user-agent').getByText('Pixel 9').first()).toBeVisible();
  await expect(page.locator(value)).toHaveText(/10$/);
});

test('a policy that refuses client hints leaves Windows 10, and no message', async ({ page, shared }) => {
  const { base } = await shared(() => serveListener(answer));
  const messages = await open(page, `${base}/refused/before`, windows, windows11);
  await expect(page.locator('visitor-user-agent').getByText('Windows 1').first()).toBeVisible();
  await expect(page.locator(value)).toHaveText(/10$/);
  expect(messages).toEqual([]);
});
