import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { endTree } from './processes.js';

const windows = process.platform === 'win32';

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
  const child = start(command, surroundings, 'inherit');
  return (await ended(child, seconds)).ok;
}

/** Runs a command without input, and captures its output. Not `ok` if it fails or takes longer than `seconds`. */
export async function runQuietly(
  command: readonly string[],
  seconds: number,
  { onOutput, ...surroundings }: Surroundings & { onOutput?: (text: string) => void } = {},
): Promise<Ended> {
  const child = start(command, surroundings, 'pipe');
  let commandOutput = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      commandOutput += text;
      onOutput?.(text);
    });
  const { ok, why } = await ended(child, seconds);
  return { ok, output: commandOutput + why };
}

function start(command: readonly string[], { env, cwd }: Surroundings, commandOutput: 'inherit' | 'pipe') {
  const [program = '', ...args] = command;
  return spawn(program, args, {
    ...(cwd && { cwd }),
    stdio: ['ignore', commandOutput, commandOutput],
    env: { ...process.env, ...env },
    shell: windows,
  });
}

/** Waits for a command. After `seconds`, ends the command and all processes that it started. */
function ended(child: ChildProcess, seconds: number): Promise<{ ok: boolean; why: string }> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      if (child.pid !== undefined) endTree(child.pid);
      resolve({ ok: false, why: `It took longer than ${seconds} seconds.\n` });
    }, seconds * 1000);
    const settle = (ok: boolean, why = '') => {
      clearTimeout(limit);
      resolve({ ok, why });
    };
    child.on('error', (error) => settle(false, `${error}\n`));
    child.on('close', (code) => settle(code === 0));
  });
}

/** A command's output. `undefined` if it fails or takes longer than `seconds`. */
export function commandOutput(command: readonly string[], seconds: number): string | undefined {
  const [program = '', ...args] = command;
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
