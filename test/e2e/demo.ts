import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { createServer } from 'vite';

/** Playwright's `test` with the demo, served as `npm start` does, for each worker: `page.goto('./')` opens it. */
export const test = base.extend<object, { demo: string }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));
      const server = await createServer({ configFile, logLevel: 'error', server: { port: 0, hmr: false } });
      await server.listen();
      await use(server.resolvedUrls?.local[0] ?? '');
      await server.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ demo }, use) => use(demo),
});
export { expect } from '@playwright/test';
