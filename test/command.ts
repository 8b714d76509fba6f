import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const windows = process.platform === 'win32';

/** Runs a command with the terminal's output and no input; resolves to whether it succeeded within `seconds`. */
export function run(command: readonly string[], seconds: number, env: NodeJS.ProcessEnv = {}) {
  const [program = '', ...args] = command;
  return new Promise<boolean>((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: seconds * 1000,
      env: { ...process.env, ...env },
      shell: windows,
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
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
