import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumArgs, headlessChromium } from '../support/browsers.js';
import type { FileResult, Order } from './in-page.js';
import { type Modules, openSite, type Site } from './server.js';

/** The page hung, so that its run had to be ended. */
export const hung = Symbol('hung');

/** Runs files of tests, one at a time, each in a page that knows nothing of those before. */
export interface Runner {
  run(order: Order, patience: number): Promise<FileResult | typeof hung>;
}

export function launch(): Promise<Browser> {
  const executablePath = headlessChromium();
  return chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) });
}

export async function openRunner(browser: Browser, modules: Modules): Promise<Runner> {
  const site = await openSite(modules);
  let tab = await openTab(browser);
  return {
    async run(order, patience) {
      const result = await Promise.race([runIn(tab, site, order), after(patience)]);
      if (result === hung) {
        void tab.page
          .context()
          .close()
          .catch(() => {});
        tab = await openTab(browser);
      }
      return result;
    },
  };
}

interface Tab {
  page: Page;
  session: CDPSession;
}

async function openTab(browser: Browser): Promise<Tab> {
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
  const page = await context.newPage();
  return { page, session: await context.newCDPSession(page) };
}

const after = (milliseconds: number) =>
  new Promise<typeof hung>((resolve) => setTimeout(() => resolve(hung), milliseconds).unref());

const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage';

/** Loading the page anew is a fresh start: nothing in memory, nothing stored, but modules may come from the cache. */
async function runIn({ page, session }: Tab, site: Site, order: Order): Promise<FileResult> {
  site.reset();
  try {
    await page.goto(site.address);
    await page.evaluate(() => sessionStorage.clear());
    await session.send('Storage.clearDataForOrigin', { origin: new URL(site.address).origin, storageTypes });
    await page.evaluate('import("/test/mutation/in-page.ts")');
    return await page.evaluate((given) => runFile(given), order);
  } catch (error) {
    return {
      tests: [{ title: '(loading)', milliseconds: 0, passed: false, message: String(error) }],
      loading: {},
      byTest: {},
    };
  }
}
