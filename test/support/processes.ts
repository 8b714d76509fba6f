import { spawnSync } from 'node:child_process';

/** The processes that a process started, and those that they started. */
function descendantsOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = (stdout ?? '')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    all.flatMap(([child = 0, itsParent]) => (itsParent === parent ? [child, ...childrenOf(child)] : []));
  return childrenOf(pid);
}

/** Ends all that a process started at once, such as browsers in process groups of their own. */
export function endDescendants(pid: number): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F']);
  else for (const descendant of descendantsOf(pid)) end(descendant);
}

/** Ends a process, and all that it started. */
export function endTree(pid: number): void {
  endDescendants(pid);
  end(pid);
}

function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
