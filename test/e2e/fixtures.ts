import { test as base } from '@playwright/test';
import type { Engine } from '../support/browsers.js';
import type { Running } from '../support/service.js';
import { startEngine, type Walker } from './engine.js';

interface Shared {
  /** A page in an engine's browser, which starts on first use. The test is skipped if the engine isn't installed. */
  walk(engine: Engine): Promise<Walker>;
  /** The server that this function starts, once per worker. */
  shared<Server extends Running>(start: () => Promise<Server>): Promise<Server>;
}

/**
 * Playwright's `test` with everything that files share in a worker: for a different set of such fixtures, Playwright
 * would start a new worker.
 */
export const test = base.extend<object, Shared>({
  walk: [
    async ({ browser }, use) => {
      const started = new Map<Engine, Promise<Walker | undefined>>();
      await use(async (engine) => {
        const starting = started.get(engine) ?? startEngine[engine](browser);
        started.set(engine, starting);
        const walker = await starting;
        base.skip(!walker, `${engine} is not installed`);
        return walker as Walker;
      });
      for (const walker of started.values()) await (await walker)?.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const servers = new Map<() => Promise<Running>, Promise<Running>>();
      await use(<Server extends Running>(start: () => Promise<Server>) => {
        const server = servers.get(start) ?? start();
        servers.set(start, server);
        return server as Promise<Server>;
      });
      for (const server of servers.values()) await (await server).close();
    },
    { scope: 'worker' },
  ],
});
export { expect } from '@playwright/test';
