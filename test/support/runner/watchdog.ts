import { endDescendants, endTree } from '../processes.js';
import { listRunning } from './running.js';

/*
 * Watches its parent process for the time that `limitTime` sets. When the parent ends, this process's input closes, and
 * it ends the processes that the parent left behind.
 */
const [pid, seconds] = process.argv.slice(2).map(Number);
if (!pid || !seconds) throw new Error('watchdog.ts <pid> <seconds>');

process.stdin.resume().on('end', () => {
  endDescendants(pid);
  process.exit();
});
setTimeout(() => {
  console.log(`\nThe run is stuck, and is killed after ${seconds} seconds. These ran:\n${listRunning()}`);
  console.log('\n0 passed, 1 failed');
  endTree(pid);
  process.exit();
}, seconds * 1000);
