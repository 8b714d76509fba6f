import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const windows = process.platform === 'win32';

/** How a command ended, and all that it printed. */
interface Ended {
  ok: boolean;
  output: string;
}

/** Runs a command with the terminal's output and no input; resolves to whether it succeeded within `seconds`. */
export function run(
  command: readonly string[],
  seconds: number,
  env: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
) {
  const [program = '', ...args] = command;
  return new Promise<boolean>((resolve) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: seconds * 1000,
      env: { ...process.env, ...env },
      shell: windows,
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Runs a command without input, and keeps what it prints; not `ok` where it fails or takes longer than `seconds`. */
export function runQuietly(
  command: readonly string[],
  seconds: number,
  env: NodeJS.ProcessEnv = {},
  hear: (text: string) => void = () => {},
): Promise<Ended> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: seconds * 1000,
      env: { ...process.env, ...env },
      shell: windows,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        hear(text);
      });
    child.on('error', (error) => resolve({ ok: false, output: `${output}${error}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** What a command prints, or `undefined` when it fails or takes longer than `seconds`. */
export function output(command: readonly string[], seconds: number): string | undefined {
  const [program = '', ...args] = command;
  const result = spawnSync(program, args, { encoding: 'utf8', timeout: seconds * 1000 });
  return result.status === 0 ? result.stdout : undefined;
}

/** The first of `names` that is an executable file on the `PATH`. */
export function onPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
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
