import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { lookupService, serveFolder } from '../../demo/mounts.js';
import { type Running, serveListener } from '../support/service.js';
import { signal } from '../support/signal.js';
import { expect, test } from './fixtures.js';

/*
 * A page with the package's script in its head, which a server sends in pieces. A piece may end anywhere, as packets
 * do: inside a word, a template or a script.
 */
const head = `<!doctype html>
<html lang="en">
  <head>
    <title>A slow page</title>
    <script src="/dist/visitor-elements.min.js" data-base-url="/api/" data-api-key="demo-open"
      data-expose data-skip-bots="false"></script>
    <style>#hook { display: none } [data-visitor-country='GB'] #hook { display: block }</style>
  </head>
  <body>
    <p id="hook">From Britain</p>`;

const pieces = [
  `<p>Welcome</p>
   <visitor-switch>
     <template data-country="FR"><p>Bon`,
  `jour</p></template>
     <template data-country="GB"><p>Good `,
  `day, <b>dear`,
  `</b> visitor</p><script>ran.push('once'`,
  `)</script></template>`,
  `<p>Hel`,
  `lo</p> to all`,
  `</visitor-switch>
   <p>The end</p>`,
];

const dist = serveFolder(new URL('../../dist/', import.meta.url));
const html = { 'content-type': 'text/html; charset=utf-8' };
let server: Running;
/** Responses of `/api/held/` wait for it. */
let answers = signal();
/** The response that is being sent, and its first piece. */
let slow: ServerResponse | undefined;
let start = '';

test.beforeAll(async () => {
  server = await serveListener(async (request, response) => {
    const [, place, rest] = (request.url ?? '').match(/^\/(api|dist)(\/.*)$/) ?? [];
    if (place) {
      if (rest?.startsWith('/held/')) await answers.given;
      request.url = rest?.replace('/held/', '/') ?? '/';
      (place === 'api' ? lookupService : dist)(request, response);
    } else if (request.url === '/slow') {
      slow = response.writeHead(200, html);
      slow.write(start);
    } else response.writeHead(200, html).end(head);
  });
});
test.afterAll(() => server.close());

/** Sends a page in pieces, two frames apart. Returns what the frames showed, without repetitions. */
async function openSlowly(page: Page, first: string, ...parts: string[]): Promise<string[]> {
  await page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(globalThis, { frames, ran: [] });
    requestAnimationFrame(function look() {
      // The parser may pause between the body's tag and its first element.
      if (document.body?.firstElementChild) frames.push(document.body.innerText.replace(/\s+/g, ' ').trim());
      requestAnimationFrame(look);
    });
  });
  start = first;
  await page.goto(`${server.base}/slow`, { waitUntil: 'commit' });
  const seen = (known: number) =>
    page.waitForFunction(async (before) => {
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
      const { length } = document.documentElement.outerHTML;
      return document.body && length !== before && length;
    }, known);
  let size = await (await seen(0)).jsonValue();
  for (const part of parts) {
    slow?.write(part);
    size = await (await seen(Number(size))).jsonValue();
  }
  slow?.end();
  await page.waitForLoadState();
  return page.evaluate<string[]>('[...new Set(frames)]');
}

/** Stores the visitor's data in the tab. */
async function visitBefore(page: Page): Promise<void> {
  await page.goto(`${server.base}/first`);
  await expect(page.locator('#hook')).toBeVisible();
}

const defaultOnly = /^(Welcome( Hel| Hello to all( The end)?)?)?$/;
const chosenOnly = /^From Britain( Welcome( Good day, dear visitor( The end)?)?)?$/;

test('if the visitor is known, no frame of a slow page is wrong, and no content is lost', async ({
  page,
}) => {
  await visitBefore(page);
  const frames = await openSlowly(page, head, ...pieces);
  expect(frames.filter((text) => !chosenOnly.test(text))).toEqual([]);
  await expect(page.locator('body')).toHaveText(/Good day, dear visitor\s+The end/, { useInnerText: true });
  expect(await page.evaluate('ran')).toEqual(['once']);
  await page.evaluate('visitorElements.override({ location: { country: { code: "JP" } } })');
  await expect(page.locator('visitor-switch')).toHaveText(/^\s*Hello\s+to all\s*$/);
});

for (const [what, service] of Object.entries({
  'has a service too': 'data-base-url="/api/" data-api-key="demo-open"',
  'has no service': '',
}))
  test(`if the page ${what} and has initialData, no frame is wrong, and no request is sent`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
    const answer = { location: { country: { code: 'GB' } }, user_agent: { header: `"'&quot;<b>&amp;` } };
    const attribute = JSON.stringify(answer).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const frames = await openSlowly(
      page,
      head.replace(
        /data-base-url="[^"]*" data-api-key="[^"]*"/,
        `${service} data-initial-data="${attribute}"`,
      ),
      ...pieces,
    );
    expect(frames.filter((text) => !chosenOnly.test(text))).toEqual([]);
    await expect(page.locator('body')).toHaveText(/Good day, dear visitor\s+The end/, { useInnerText: true });
    expect(await page.evaluate('ran')).toEqual(['once']);
    expect(await page.evaluate('visitorElements.origin.ip()')).toEqual(answer);
    expect(asked).toEqual([]);
  });

test('if the visitor is not known yet, the default content stays until data arrives', async ({ page }) => {
  answers = signal();
  const patient = head
    .replace('/api/', '/api/held/')
    .replace('data-api-key', 'data-timeout="60000" data-api-key');
  await openSlowly(page, patient, ...pieces);
  answers.give();
  await expect(page.locator('#hook')).toBeVisible();
  await expect(page.locator('visitor-switch')).toHaveText('Good day, dear visitor', { useInnerText: true });
  const frames = await page.evaluate<string[]>('[...new Set(frames)]');
  expect(frames).toContain('Welcome Hello to all The end');
  expect(frames.filter((text) => !defaultOnly.test(text) && !chosenOnly.test(text))).toEqual([]);
});

test('if the lookup fails, only the default content is shown', async ({ page }) => {
  await openSlowly(page, head.replace('/api/', '/api/fault/status-500/'), ...pieces);
  await expect(page.locator('visitor-switch:state(error)')).toBeVisible();
  const frames = await page.evaluate<string[]>('[...new Set(frames)]');
  expect(frames.at(-1)).toBe('Welcome Hello to all The end');
  expect(frames.filter((text) => !defaultOnly.test(text))).toEqual([]);
});

test('the attributes on <html> are there before the body is parsed', async ({ page }) => {
  await visitBefore(page);
  await openSlowly(page, `${head}<script>ran.push({ ...document.documentElement.dataset })</script>`);
  expect(await page.evaluate('ran')).toMatchObject([{ visitorCountry: 'GB', visitorAsn: 'AS20712' }]);
});
