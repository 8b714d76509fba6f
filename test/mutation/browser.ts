import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumArgs, installedChromium } from '../browsers.js';
import type { FileResult, Order } from './in-page.js';
import { type Modules, openSite, type Site } from './server.js';

/** The page hung, so that its run had to be ended. */
export const hung = Symbol('hung');

/** Runs files of tests, one at a time, each in a page that knows nothing of those before. */
export interface Runner {
  run(order: Order, patience: number): Promise<FileResult | typeof hung>;
}

export function launch(): Promise<Browser> {
  const executablePath = installedChromium();
  return chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
}

export async function openRunner(browser: Browser, modules: Modules): Promise<Runner> {
  const site = await openSite(modules);
  let context = await open(browser);
  return {
    async run(order, patience) {
      const result = await Promise.race([runIn(context, site, order), after(patience)]);
      if (result === hung) {
        void context.close().catch(() => {});
        context = await open(browser);
      }
      return result;
    },
  };
}

async function open(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  // Frames and tabs that a test opens have the mutant, and the counts, of the page that opened them.
  await context.addInitScript(() => {
    const from = window === window.top ? window.opener : window.parent;
    try {
      if (from?.__stryker__) globalThis.__stryker__ = from.__stryker__;
    } catch {
      // Another origin's.
    }
  });
  return context;
}

const after = (milliseconds: number) =>
  new Promise<typeof hung>((resolve) => setTimeout(() => resolve(hung), milliseconds).unref());

async function runIn(context: BrowserContext, { address, reset }: Site, order: Order): Promise<FileResult> {
  reset();
  const page = await context.newPage();
  try {
    const { origin } = new URL(address);
    const session = await context.newCDPSession(page);
    const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage';
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
    await page.goto(address);
    const arrived = await page.evaluateHandle('import("/test/mutation/in-page.ts")');
    return await arrived.evaluate(
      (module: typeof import('./in-page.js'), given) => module.runFile(given),
      order,
    );
  } catch (error) {
    return { tests: [failedToLoad(error)], loading: {}, byTest: {} };
  } finally {
    void Promise.all(context.pages().map((open) => open.close())).catch(() => {});
  }
}

const failedToLoad = (error: unknown) => ({
  title: '(loading)',
  milliseconds: 0,
  passed: false,
  message: String(error),
});
