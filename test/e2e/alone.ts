import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, type Engine, installedChromium } from '../support/browsers.js';
import { isExecutable, onPath } from '../support/command.js';
import { withoutDesktop } from '../support/webkit.js';

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
export async function visitAlone(engine: Engine, address: string, end: Promise<void>): Promise<boolean> {
  const profile = await mkdtemp(join(tmpdir(), 'alone-'));
  try {
    const [program, ...args] = commands[engine](profile);
    if (!program || args.includes(undefined)) return false;
    // A process group, so that all of the browser's processes are killed together.
    const browser = spawn(program, [...(args as string[]), address], {
      stdio: 'ignore',
      env: { ...process.env, ...withoutDesktop },
      detached: true,
      timeout: 100_000,
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
