import { existsSync } from 'node:fs';
import {
  type BrowserContext,
  chromium,
  firefox,
  type Page,
  type Browser as PlaywrightBrowser,
  webkit,
} from '@playwright/test';
import type { BrowserLauncher } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { commandOutput, onPath, runQuietly } from './command.js';
import { installDebian, installKnown } from './debian.js';
import { type Browser, installedWebKit } from './webkit.js';

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

/** The features that Playwright disables. Our own list replaces Playwright's, so it must contain them. */
const playwrightsFeatures =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,' +
  'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,' +
  'TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch';

/** Every window loads 370 modules for an address bar that no test uses: a third of a page's cost. */
const addressBar = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup';

/** Flags for a quiet browser that can run as root and without a network. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${playwrightsFeatures},${addressBar}`,
];

/** The Chromium or Chrome on this machine. If `undefined`, Playwright chooses one. */
export const installedChromium = () =>
  onPath('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome');

const shell = 'chromium-headless-shell';

/** The headless shell, if both it and the browser are installed. Playwright prefers it too, because it is faster. */
export function headlessChromium(): string | undefined {
  const chromium = installedChromium();
  return chromium && (onPath(shell) ?? chromium);
}

/**
 * Lets a later file reuse the context and the page of an earlier one, with the page's process and its loaded and compiled
 * modules. Only one file at a time uses a context.
 */
function reusedContexts() {
  let free: BrowserContext[] = [];
  return async ({ browser }: { browser: PlaywrightBrowser }): Promise<BrowserContext> => {
    free = free.filter((context) => context.browser() === browser);
    const context = free.pop() ?? (await browser.newContext());
    // The launcher closes the context of a file that has ended.
    context.close = async () => {
      for (const page of context.pages().slice(1)) await page.close();
      free.push(context);
    };
    return context;
  };
}

async function reusedPage({ context }: { context: BrowserContext }): Promise<Page> {
  const [used] = context.pages();
  if (used) return used;
  const page = await context.newPage();
  page.once('crash', () => void page.close());
  return page;
}

const installed: Record<Engine, () => Promise<Browser | undefined> | Browser | undefined> = {
  chromium: () =>
    browserAt(installedChromium(), (executable) =>
      // This engine runs most files, so it runs two at a time, each in its own context.
      playwrightLauncher({
        concurrency: 2,
        createBrowserContext: reusedContexts(),
        createPage: reusedPage,
        launchOptions: { executablePath: headlessChromium() ?? executable, args: chromiumArgs },
      }),
    ),
  firefox: () =>
    browserAt(onPath('firefox-esr', 'firefox'), (executablePath) =>
      puppeteerLauncher({ launchOptions: { browser: 'firefox', executablePath, timeout: 120_000 } }),
    ),
  webkit: installedWebKit,
};

/** The browser of an executable file, if it starts and has a version. */
function browserAt(executable: string | undefined, launch: (executable: string) => BrowserLauncher) {
  const output = executable && commandOutput([executable, '--version'], 20);
  const version = output?.match(/\d+(\.\d+)+\w*/)?.[0];
  return executable && version ? { version, launcher: () => launch(executable) } : undefined;
}

async function playwrightsOwn(engine: Engine): Promise<Browser | undefined> {
  const type = { chromium, firefox, webkit }[engine];
  if (!existsSync(type.executablePath())) return undefined;
  const launchOptions = engine === 'chromium' ? { args: chromiumArgs } : {};
  const browser = await type.launch({ ...launchOptions, timeout: 30_000 });
  const version = browser.version();
  await browser.close();
  return { version, launcher: () => playwrightLauncher({ product: engine, launchOptions }) };
}

async function find(engine: Engine): Promise<Browser | undefined> {
  for (const source of [installed[engine], playwrightsOwn]) {
    const browser = await Promise.resolve(engine)
      .then(source)
      .catch((error: unknown) => console.log(`${engine}: ${String(error).split('\n')[0]}`));
    if (browser) return browser;
  }
  return undefined;
}

const debianPackages: Record<Engine, string[]> = {
  chromium: ['chromium'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'libgl1-mesa-dri', 'xvfb'],
};

/** Ways to install missing engines, in the order in which they are tried. Each prints one line. */
const remedies: ((missing: Engine[]) => Promise<unknown>)[] = [
  async () => undefined,
  (missing) => {
    console.log(`Installing ${missing.join(', ')}, as Playwright has them …`);
    return runQuietly(['npx', 'playwright', 'install', ...missing], 300, {
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    });
  },
  (missing) => installDebian(missing.map((engine) => debianPackages[engine])),
];

/** Finds or installs each engine. An engine that can't be installed is missing from the result. */
export async function provisionBrowsers(wanted: readonly Engine[]): Promise<Map<Engine, Browser>> {
  const found = new Map<Engine, Browser>();
  for (const remedy of remedies) {
    const missing = wanted.filter((engine) => !found.has(engine));
    if (missing.length === 0) break;
    await remedy(missing);
    for (const engine of missing) {
      const browser = await find(engine);
      if (browser) found.set(engine, browser);
    }
  }
  // On a contributor's machine, the installed browser is enough.
  const isMissing = wanted.includes('chromium') && installedChromium() && !onPath(shell);
  if (process.env.CI && isMissing) await installKnown(shell);
  return found;
}

/** How to install engines that are missing. */
export const adviceFor = (missing: readonly Engine[]) =>
  `Install ${missing.join(', ')} with "npx playwright install --with-deps ${missing.join(' ')}"; ` +
  `on Debian also with "apt-get install ${missing.flatMap((engine) => debianPackages[engine]).join(' ')}".`;
