import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endDescendants, markDescendants } from '../processes.js';
import { listRunning } from './running.js';

/**
 * Ends all processes that this process started when it ends. After `seconds`, this process prints what is running,
 * calls `report` and exits. If this process is stuck, another process kills it `grace` seconds later.
 */
export function limitTime(seconds: number, report: () => void, grace = 60): void {
  markDescendants();
  process.once('exit', () => endDescendants(process.pid));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
  setTimeout(() => {
    console.log(`\nThe run took longer than ${seconds} seconds, and is ended. These ran:\n${listRunning()}`);
    report();
    // Web Test Runner delays its output for a moment.
    setTimeout(() => process.exit(1), 100);
  }, seconds * 1000).unref();
  const watchdog = fileURLToPath(new URL('./watchdog.ts', import.meta.url));
  const args = ['--import', 'tsx', watchdog, `${process.pid}`, `${seconds + grace}`];
  spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] }).unref();
}
