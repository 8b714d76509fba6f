import { endDescendants, endTree } from '../processes.js';
import { listRunning } from './running.js';

/*
 * Watches the process that started it, `limitTime` says for how long. That one's end closes this one's input; then what
 * it left behind is ended.
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
