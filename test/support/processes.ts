import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The environment variable that marks all processes of a run. On Linux, it finds orphans. */
const RUN_VARIABLE = 'TEST_RUN';

/**
 * Marks all processes that this process starts from now on. `endDescendants` then finds them even if their parent has
 * ended.
 */
export function markDescendants(): void {
  process.env[RUN_VARIABLE] = `${process.pid}`;
}

/** Kills all processes that a process started, even in process groups of their own. The process itself goes on. */
export function endDescendants(pid: number): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F']);
  else
    for (const descendant of new Set([...childrenOf(pid), ...marked(pid)]))
      if (descendant !== process.pid) end(descendant);
}

/** Kills a process and all processes that it started. */
export function endTree(pid: number): void {
  endDescendants(pid);
  end(pid);
}

/** A process's children and their descendants. */
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

/** The processes with the mark of a process. Empty on systems other than Linux. */
function marked(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  const isMarked = (entry: string) => {
    try {
      return readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0').includes(`${RUN_VARIABLE}=${pid}`);
    } catch {
      return false; // The process has ended, or belongs to another user.
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
    // The process has ended by itself.
  }
}
