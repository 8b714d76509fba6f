import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { build } from 'vite';
import type { Engine } from '../browsers.js';
import { type Running, serve } from '../service/server.js';
import { startEngine, type Walker } from './engine.js';

/** The static site on a host that knows nothing of it, in a folder. */
export interface StaticSite extends Running {
  /** Where the built files are. */
  folder: string;
  /** The site's first page. */
  home: string;
  /** What was asked for and isn't there. */
  missing: string[];
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Writes down what a page says on its console, and what goes wrong in it, in every engine alike. */
const listener = `<script>
  globalThis.messages = [];
  for (const level of ['log', 'info', 'warn', 'error', 'debug']) {
    const say = console[level];
    console[level] = (...words) => { messages.push(level + ': ' + words.join(' ')); say(...words) };
  }
  addEventListener('error', ({ message, target }) => messages.push('error: ' + (message ?? target.outerHTML)), true);
  addEventListener('unhandledrejection', ({ reason }) => messages.push('rejected: ' + reason));
</script>`;

async function serveStatic(folder: string): Promise<StaticSite> {
  const missing: string[] = [];
  const answer = async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(url, 'http://site.invalid');
    const place = /^\/some\/folder\/(.*)$/.exec(pathname)?.[1]?.replace(/(^|\/)$/, '$1index.html');
    const file = await readFile(join(folder, place ?? '?')).catch(() => undefined);
    if (file === undefined) {
      if (pathname !== '/favicon.ico') missing.push(pathname);
      return response.writeHead(404).end();
    }
    const type = types[extname(place ?? '')] ?? 'text/plain';
    const heard = type.startsWith('text/html') ? String(file).replace('<head>', `<head>${listener}`) : file;
    return response.writeHead(200, { 'content-type': type }).end(heard);
  };
  const server = await serve((request, response) => void answer(request, response));
  return { ...server, folder, home: `${server.base}/some/folder/`, missing };
}

/**
 * Playwright's `test` with the static site, built for each worker, and browsers that start when they are first asked for;
 * a test whose browser is not installed is skipped.
 */
export const test = base.extend<object, { site: StaticSite; walk: (engine: Engine) => Promise<Walker> }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use, { workerIndex }) => {
      const outDir = fileURLToPath(new URL(`../../test-results/site-${workerIndex}`, import.meta.url));
      const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));
      await build({ configFile, mode: 'site', logLevel: 'warn', build: { outDir } });
      const site = await serveStatic(outDir);
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  walk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const started = new Map<Engine, Promise<Walker | undefined>>();
      await use(async (engine) => {
        const starting = started.get(engine) ?? startEngine[engine]();
        started.set(engine, starting);
        const walker = await starting;
        base.skip(!walker, `${engine} is not installed`);
        return walker as Walker;
      });
      for (const walker of started.values()) await (await walker)?.close();
    },
    { scope: 'worker' },
  ],
});
export { expect } from '@playwright/test';
