import { test as base } from '@playwright/test';
import type { Engine } from '../support/browsers.js';
import { clockScript } from '../support/clock.js';
import { startEngine, type Walker } from './engine.js';

interface Closable {
  close(): Promise<void>;
}

interface Own {
  /** What a test starts, such as a server. It is closed when the test ends, also after a failure. */
  closing<Started extends Closable>(starting: Promise<Started>): Promise<Started>;
}

interface Shared {
  /** A page in an engine's browser, which starts on first use. The test is skipped if the engine isn't installed. */
  walk(engine: Engine): Promise<Walker>;
  /** What this function starts, such as a server, once per worker. */
  shared<Started extends Closable>(start: () => Promise<Started>): Promise<Started>;
}

/**
 * Playwright's `test` with everything that files share in a worker: for a different set of such fixtures, Playwright
 * would start a new worker.
 */
export const test = base.extend<Own, Shared>({
  context: async ({ context }, use) => {
    await context.addInitScript(clockScript());
    await use(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  closing: async ({}, use) => {
    const started: Closable[] = [];
    await use(async (starting) => {
      const one = await starting;
      started.push(one);
      return one;
    });
    for (const one of started) await one.close();
  },
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
      const started = new Map<() => Promise<Closable>, Promise<Closable>>();
      await use(<Started extends Closable>(start: () => Promise<Started>) => {
        const starting = started.get(start) ?? start();
        started.set(start, starting);
        return starting as Promise<Started>;
      });
      for (const one of started.values()) await (await one).close();
    },
    { scope: 'worker' },
  ],
});
export { expect } from '@playwright/test';
