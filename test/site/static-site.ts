import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import axe from 'axe-core';
import { test as base } from '../e2e/fixtures.js';
import { oncePerRun } from '../support/once.js';
import { type Running, serveListener } from '../support/service.js';
import { signal } from '../support/signal.js';

/** The static site in a folder of an ordinary host. */
export interface StaticSite extends Running {
  /** The folder of the built files. */
  folder: string;
  /** The URL of the site's first page. */
  home: string;
  /** Paths that were requested and don't exist. */
  missing: string[];
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Records a page's console messages and errors, in the same way in every engine. */
const listener = `<script>
  globalThis.messages = [];
  for (const level of ['log', 'info', 'warn', 'error', 'debug']) {
    const say = console[level];
    console[level] = (...words) => { messages.push(level + ': ' + words.join(' ')); say(...words) };
  }
  addEventListener('error', ({ message, target }) => messages.push('error: ' + (message ?? target.outerHTML)), true);
  addEventListener('unhandledrejection', ({ reason }) => messages.push('rejected: ' + reason));
</script>`;

/** Shows a page when it is whole, in Chromium: what moves after that moves in every run. */
const wholePages = '<link rel="expect" blocking="render" href="#end-of-the-page">';

/** Builds the site once for all workers, and serves it. */
async function serveStaticSite(): Promise<StaticSite> {
  const folder = await oncePerRun('site', async (outDir) => {
    const { build } = await import('vite');
    const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));
    await build({
      configFile,
      mode: 'site',
      logLevel: 'warn',
      build: { outDir, rolldownOptions: { checks: { pluginTimings: false } } },
    });
  });

  const missing: string[] = [];
  const axeSource = Buffer.from(axe.source);
  const files = new Map<string, Buffer | string | undefined>();
  const fileAt = async (place: string) => {
    const file = await readFile(join(folder, place)).catch(() => undefined);
    return file && place.endsWith('.html')
      ? String(file).replace('<head>', `<head>${listener}${wholePages}`)
      : file;
  };
  const answer = async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(url, 'http://site.invalid');
    // Half a megabyte, for every page and frame that axe checks.
    if (pathname === '/axe.js')
      return response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=86400' })
        .end(axeSource);
    const place = /^\/some\/folder\/(.*)$/.exec(pathname)?.[1]?.replace(/(^|\/)$/, '$1index.html') ?? '?';
    if (!files.has(place)) files.set(place, await fileAt(place));
    const content = files.get(place);
    if (content === undefined) {
      if (pathname !== '/favicon.ico') missing.push(pathname);
      return response.writeHead(404).end();
    }
    return response.writeHead(200, { 'content-type': types[extname(place)] ?? 'text/plain' }).end(content);
  };
  const server = await serveListener((request, response) => void answer(request, response));
  return { ...server, folder, home: `${server.base}/some/folder/`, missing };
}

/** Resolves when a frame has its fonts, and the page has given it the height of its content: before the next picture. */
export const whenFitted = (frame: FrameLocator): Promise<void> =>
  frame.locator('body').evaluate(async ({ ownerDocument: { fonts } }) => {
    await fonts.ready;
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  });

/** Holds a page's requests of a file back until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { given, give } = signal();
  await page.route(url, async (route) => {
    await given;
    await route.continue();
  });
  return give;
}

/** The shared `test` with the static site. `page.goto('./')` opens its first page. */
export const test = base.extend<{ site: StaticSite }>({
  site: [async ({ shared }, use) => use(await shared(serveStaticSite)), { timeout: 120_000 }],
  baseURL: ({ site }, use) => use(site.home),
});
export { expect } from '../e2e/fixtures.js';
