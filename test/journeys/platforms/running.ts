/** Programs that a journey starts, and their ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';

const running: ChildProcess[] = [];

/** Starts a program in a folder; resolves to its URL once that answers. */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  cwd: string,
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, args, { cwd, detached: true, env: { ...process.env, NO_COLOR: '1', ...env } });
  running.push(child);
  let printed = '';
  child.on('error', (error) => {
    printed += `${error}\n`;
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  await expect
    .poll(
      () =>
        fetch(url).then(
          (response) => response.status < 500 || `status ${response.status}\n${printed}`,
          () => (child.exitCode === null ? printed : `${program} ended:\n${printed}`),
        ),
      { timeout: 150_000 },
    )
    .toBe(true);
  return url;
}

/** Ends all programs, each with what it started. */
export async function endPrograms(): Promise<void> {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) continue;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }
}
