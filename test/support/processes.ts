import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The variable that names a run in the environment of all that it starts: on Linux an orphan is found by it. */
export const RUN_VARIABLE = 'TEST_RUN';

/** Marks what this process starts from now on, so that `endDescendants` finds it though its parent has ended. */
export function markDescendants(): void {
  process.env[RUN_VARIABLE] = `${process.pid}`;
}

/** Ends at once all that a process started, such as browsers in process groups of their own; this process goes on. */
export function endDescendants(pid: number): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F']);
  else
    for (const descendant of new Set([...childrenOf(pid), ...marked(pid)]))
      if (descendant !== process.pid) end(descendant);
}

/** Ends a process, and all that it started. */
export function endTree(pid: number): void {
  endDescendants(pid);
  end(pid);
}

/** The processes that a process started, and those that they started. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = (stdout ?? '')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    all.flatMap(([child = 0, itsParent]) => (itsParent === parent ? [child, ...below(child)] : []));
  return below(pid);
}

/** The processes that carry the mark of a process; none on systems other than Linux. */
function marked(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  const isMarked = (entry: string) => {
    try {
      return readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0').includes(`${RUN_VARIABLE}=${pid}`);
    } catch {
      return false; // It has ended, or is somebody else's.
    }
  };
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isMarked(entry))
    .map(Number);
}

function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
