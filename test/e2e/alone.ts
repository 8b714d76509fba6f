import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, type Engine, installedChromium } from '../support/browsers.js';
import { isExecutable, onPath } from '../support/command.js';
import type { Running } from '../support/service.js';
import { signal } from '../support/signal.js';
import { withoutDesktop } from '../support/webkit.js';
import { serveSite } from './site.js';

const miniBrowsers = ['libexec', 'lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu'].map(
  (place) => `/usr/${place}/webkit2gtk-4.1/MiniBrowser`,
);

/** The command that starts each engine's browser with a profile and a URL. `undefined` if it isn't installed. */
const commands: Record<Engine, (profile: string) => (string | undefined)[]> = {
  chromium: (profile) => [
    installedChromium() ?? chromium.executablePath(),
    ...chromiumArgs,
    '--headless=new',
    `--user-data-dir=${profile}`,
  ],
  firefox: (profile) => [onPath('firefox-esr', 'firefox'), '--headless', '--no-remote', '--profile', profile],
  webkit: () => [onPath('xvfb-run'), '-a', miniBrowsers.find(isExecutable)],
};

/**
 * Opens a page in a browser without a driver, and closes the browser after `end`. A driver prevents some of a browser's
 * behaviour, such as prerendering or the back/forward cache. The wait also ends if the browser exits, or takes longer
 * than a test may.
 *
 * @returns Whether the engine is installed.
 */
export async function openAlone(engine: Engine, url: string, end: Promise<void>): Promise<boolean> {
  const profile = await mkdtemp(join(tmpdir(), 'alone-'));
  try {
    const [program, ...args] = commands[engine](profile);
    if (!program || args.includes(undefined)) return false;
    // A process group, so that all of the browser's processes are killed together.
    const browser = spawn(program, [...(args as string[]), url], {
      stdio: 'ignore',
      env: { ...process.env, ...withoutDesktop },
      detached: true,
      timeout: 160_000,
    });
    const exit = once(browser, 'exit');
    await Promise.race([end, exit]);
    try {
      process.kill(-(browser.pid ?? 0), 'SIGKILL');
    } catch {
      // All of the browser's processes have exited.
    }
    await exit;
    return true;
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Pages of a site that report what they see. */
export interface Scenario {
  /**
   * Pages by path, of which `/page` is opened.
   *
   * @param service The lookup service's URL, which counts this scenario's requests.
   * @param tell A script with `tell(what)`, which reports, and `requests()`, the number of requests so far.
   */
  pages(service: string, tell: string): Record<string, string>;
  /** The reports that are expected. */
  reports: string[];
}

/**
 * Opens one scenario after the other in one browser without a driver, each at its own origin. Resolves to what their
 * pages reported. `undefined` if the engine isn't installed.
 */
export async function visitAlone(engine: Engine, scenarios: Scenario[]): Promise<string[][] | undefined> {
  const reports = scenarios.map((): string[] => []);
  const end = signal();
  let first: Running | undefined;
  const servers: Running[] = [];
  // The last first, since each leads to the next.
  for (const [i, scenario] of [...scenarios.entries()].reverse()) {
    const next = first && `${first.base}/page`;
    first = await serveScenario(scenario, reports[i] ?? [], () => {
      if (!next) end.give();
      return next ?? '';
    });
    servers.push(first);
  }
  const isInstalled = await openAlone(engine, `${first?.base}/page`, end.given);
  await Promise.all(servers.map(({ close }) => close()));
  return isInstalled ? reports : undefined;
}

function serveScenario({ pages, reports }: Scenario, told: string[], leave: () => string): Promise<Running> {
  const visit = crypto.randomUUID();
  // Responses are read to their end: a page with a request under way is not kept.
  const html = pages(
    `/api/visit/${visit}/`,
    `const tell = async (what) => {
      const next = await (await fetch('/tell/' + what)).text();
      if (next) location.href = next;
    };
    const requests = async () => (await (await fetch('/api/usage/${visit}')).json()).requests;`,
  );
  return serveSite(({ url = '/' }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (!url.startsWith('/tell/')) return response.end(html[url]);
    told.push(decodeURIComponent(url.slice(6)));
    return response.end(told.length === reports.length ? leave() : '');
  });
}
