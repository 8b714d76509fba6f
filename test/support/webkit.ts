import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { BrowserLauncher } from '@web/test-runner';
import { webdriverLauncher } from '@web/test-runner-webdriver';
import { onPath } from './command.js';
import { freePort } from './free-port.js';

/** A browser that works on this machine. */
export interface Browser {
  version: string;
  /** Creates a launcher for each run, since not every launcher can start again. */
  launcher(): BrowserLauncher;
  close?(): void;
}

/** The capabilities for a session of WebKitGTK's own browser. */
export const webKitCapabilities = {
  browserName: 'MiniBrowser',
  pageLoadStrategy: 'none',
  'wdio:enforceWebDriverClassic': true,
} as const;

/** GTK waits for the desktop's services when it starts, and a service that a killed run left behind never answers. */
export const withoutDesktop = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' } as const;

/** WebKitGTK's own browser, for component tests. */
export async function installedWebKit(): Promise<Browser | undefined> {
  // Without a graphics card, compositing takes most of the time of tests that measure layout.
  const started = await startWebKit({ WEBKIT_DISABLE_COMPOSITING_MODE: '1' });
  if (!started) return undefined;
  try {
    return {
      version: await versionOf(`http://127.0.0.1:${started.port}`),
      // The two packages' types disagree on whether coverage, which isn't used, is absent or `undefined`.
      launcher: () =>
        webdriverLauncher({
          hostname: '127.0.0.1',
          port: started.port,
          capabilities: { ...webKitCapabilities },
        }) as BrowserLauncher,
      close: started.close,
    };
  } catch (error) {
    // A driver that goes on running keeps this process alive.
    started.close();
    throw error;
  }
}

/** Starts a screen without a display, `Xvfb`, which stops with this process. `undefined` if it isn't installed. */
export async function startScreen(): Promise<{ display: string; close(): void } | undefined> {
  const program = onPath('Xvfb');
  if (!program) return undefined;
  const xvfb = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = `:${(await firstOutput(endWithUs(xvfb).stdio[3] as Readable)).trim()}`;
  return { display, close: () => void xvfb.kill() };
}

/**
 * Starts `WebKitWebDriver` on a screen of `Xvfb`. Both stop with this process. `undefined` if they aren't installed.
 */
export async function startWebKit(
  env: NodeJS.ProcessEnv = {},
): Promise<{ port: number; close(): void } | undefined> {
  const driver = onPath('WebKitWebDriver');
  const screen = driver && (await startScreen());
  if (!screen) return undefined;
  const port = await freePort();
  const webDriver = endWithUs(
    spawn(driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, ...withoutDesktop, DISPLAY: screen.display, ...env },
    }),
  );
  await ready(`http://127.0.0.1:${port}/status`);
  return {
    port,
    close() {
      webDriver.kill();
      screen.close();
    },
  };
}

function endWithUs(child: ChildProcess) {
  process.once('exit', () => child.kill());
  return child;
}

async function firstOutput(stream: Readable) {
  const [data] = await once(stream, 'data', { signal: AbortSignal.timeout(60_000) });
  return String(data);
}

/** Waits for a driver that was just started. */
async function ready(status: string, deadline = Date.now() + 60_000): Promise<void> {
  try {
    await fetch(status, { signal: AbortSignal.timeout(60_000) });
  } catch (error) {
    if (Date.now() > deadline) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
    await ready(status, deadline);
  }
}

/** Opens and ends a session to learn the browser's version. */
async function versionOf(driver: string): Promise<string> {
  const response = await fetch(`${driver}/session`, {
    method: 'POST',
    body: JSON.stringify({ capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } } }),
    signal: AbortSignal.timeout(120_000),
  });
  const { value } = (await response.json()) as {
    value: { sessionId: string; message?: string; capabilities?: { browserVersion: string } };
  };
  if (!value.capabilities) throw new Error(`WebKitWebDriver: ${value.message}`);
  await fetch(`${driver}/session/${value.sessionId}`, { method: 'DELETE' });
  return value.capabilities.browserVersion;
}
