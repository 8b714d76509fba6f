import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { endTree } from './processes.js';

/** A command's result and output. */
interface Ended {
  ok: boolean;
  output: string;
}

interface Surroundings {
  /** Changes to this process's environment. `undefined` removes a variable. */
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/** Runs a command without input, with its output on the terminal. Resolves to whether it succeeded within `seconds`. */
export async function runCommand(
  command: readonly string[],
  seconds: number,
  surroundings: Surroundings = {},
): Promise<boolean> {
  return (await run(command, seconds, surroundings, 'inherit')).ok;
}

/** Runs a command without input, and captures its output. Not `ok` if it fails or takes longer than `seconds`. */
export function runQuietly(
  command: readonly string[],
  seconds: number,
  { onOutput, ...surroundings }: Surroundings & { onOutput?: (text: string) => void } = {},
): Promise<Ended> {
  return run(command, seconds, surroundings, 'pipe', onOutput);
}

/** After `seconds`, ends the command and all processes that it started. */
function run(
  [program = '', ...args]: readonly string[],
  seconds: number,
  { env, cwd }: Surroundings,
  stdio: 'inherit' | 'pipe',
  onOutput?: (text: string) => void,
): Promise<Ended> {
  const child = spawn(program, args, {
    ...(cwd && { cwd }),
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput?.(text);
    });
  return new Promise((resolve) => {
    const settle = (ok: boolean, why = '') => {
      clearTimeout(limit);
      resolve({ ok, output: output + why });
    };
    const limit = setTimeout(() => {
      if (child.pid !== undefined) endTree(child.pid);
      settle(false, `It took longer than ${seconds} seconds.\n`);
    }, seconds * 1000);
    child.on('error', (error) => settle(false, `${error}\n`));
    child.on('close', (code) => settle(code === 0));
  });
}

/** A command's output. `undefined` if it fails or takes longer than `seconds`. */
export function commandOutput(
  [program = '', ...args]: readonly string[],
  seconds: number,
): string | undefined {
  const result = spawnSync(program, args, { encoding: 'utf8', timeout: seconds * 1000 });
  return result.status === 0 ? result.stdout : undefined;
}

/** The first of `names` that is an executable file on the `PATH`, or in the folder of Debian's servers. */
export function onPath(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

export function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
