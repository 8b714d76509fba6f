import { test as base } from 'vitest';
import { startService } from '../../support/service.js';

/** A request to the service, by default with the unrestricted key. */
export type Ask = (path: string, init?: RequestInit & { key?: string | null }) => Promise<Response>;

/** Every test gets a new service: `base` is its URL, and `ask` sends requests to it. */
export const test = base.extend<{ base: string; ask: Ask }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are needed from this pattern.
  base: async ({}, use) => {
    const running = await startService();
    await use(running.base);
    await running.close();
  },
  ask: async ({ base }, use) => {
    await use((path, { key = 'demo-open', ...init } = {}) => {
      const url = new URL(`${base}${path}`);
      if (key !== null) url.searchParams.set('key', key);
      return fetch(url, init);
    });
  },
});
