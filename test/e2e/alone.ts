import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, type Engine, installedChromium } from '../browsers.js';
import { isExecutable, onPath } from '../command.js';

const miniBrowsers = ['libexec', 'lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu'].map(
  (place) => `/usr/${place}/webkit2gtk-4.1/MiniBrowser`,
);

/** How to start each engine's browser with a profile and an address; `undefined` where it is not installed. */
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
 * Opens a page in a browser that nobody drives: what drives a browser keeps it from some of what it does for people,
 * such as prerendering a page, or keeping one that was left.
 *
 * @returns A function that closes it; `undefined` where the engine is not installed.
 */
export async function openAlone(engine: Engine, address: string): Promise<(() => Promise<void>) | undefined> {
  const profile = await mkdtemp(join(tmpdir(), 'alone-'));
  const [program, ...args] = commands[engine](profile);
  if (!program || args.includes(undefined)) return undefined;
  // A group of its own, so that all of a browser's processes end with it.
  const browser = spawn(program, [...(args as string[]), address], { stdio: 'ignore', detached: true });
  const exit = once(browser, 'exit');
  return async () => {
    process.kill(-(browser.pid ?? 0), 'SIGKILL');
    await exit;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Something to wait for. */
export function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
