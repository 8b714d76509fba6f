import { endDescendants, markDescendants } from '../processes.js';

/**
 * Ends all processes that this process started when it ends. After `seconds`, calls `report` and exits. Each tool has a
 * limit of its own for a file, and names the file.
 */
export function limitTime(seconds: number, report: () => void): void {
  markDescendants();
  process.once('exit', () => endDescendants(process.pid));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
  setTimeout(() => {
    console.log(`\nThe run took longer than ${seconds} seconds, and is ended.`);
    report();
    // Web Test Runner delays its output for a moment.
    setTimeout(() => process.exit(1), 100);
  }, seconds * 1000).unref();
}
