/**
 * A browser like a phone's: without devtools, because they make it parse each script twice, and with all of its
 * processes stopped three of four milliseconds.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArgs, installedChromium } from '../support/browsers.js';

/** Milliseconds that the browser runs, and then is stopped. */
export const turns = { run: 1, stop: 3 };

export interface Phone {
  close(): Promise<void>;
}

/** Opens a page in a new profile. Nothing drives the browser: its pages report to their server, and go on themselves. */
export async function openPhone(url: string): Promise<Phone> {
  const executable = installedChromium();
  if (!executable) throw new Error('Install Chromium to measure first visits.');
  const profile = await mkdtemp(join(tmpdir(), 'phone-'));
  const args = [...chromiumArgs, '--headless=new', `--user-data-dir=${profile}`, url];
  // A group of its own, so that one signal reaches all of its processes.
  const browser = spawn(executable, args, { stdio: 'ignore', detached: true });
  const brake = await slowDown(browser);
  return {
    async close() {
      brake.kill('SIGKILL');
      const ended = once(browser, 'exit');
      signalGroup(browser, 'SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts a process that stops and continues the browser until it is killed. Timers are too coarse for that. */
async function slowDown({ pid = 0 }: ChildProcess): Promise<ChildProcess> {
  const loop = `const clock = new Int32Array(new SharedArrayBuffer(4));
    process.title = 'slow-phone';
    for (;;) {
      process.kill(${-pid}, 'SIGSTOP');
      Atomics.wait(clock, 0, 0, ${turns.stop});
      process.kill(${-pid}, 'SIGCONT');
      Atomics.wait(clock, 0, 0, ${turns.run});
    }`;
  const brake = spawn(process.execPath, ['--eval', loop], { stdio: 'ignore' });
  await once(brake, 'spawn');
  try {
    setPriority(brake.pid ?? 0, constants.priority.PRIORITY_HIGHEST);
  } catch {
    // Only root may. On a quiet machine it makes no difference.
  }
  return brake;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
