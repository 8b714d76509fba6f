import { fileURLToPath } from 'node:url';
import { test as base } from '../e2e/fixtures.js';
import type { Running } from '../support/service.js';

async function serveDemo(): Promise<Running> {
  const { createServer } = await import('vite');
  const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));
  const server = await createServer({ configFile, logLevel: 'error', server: { port: 0, hmr: false } });
  await server.listen();
  return { base: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

/** The shared `test` with the demo as `npm start` serves it. `page.goto('./')` opens the demo. */
export const test = base.extend<{ demo: string }>({
  demo: async ({ shared }, use) => use((await shared(serveDemo)).base),
  baseURL: ({ demo }, use) => use(demo),
});
export { expect } from '../e2e/fixtures.js';
