import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const here = fileURLToPath(new URL('.', import.meta.url));

/** Runs a program in this folder. Returns its output, and whether it succeeded. */
export async function execute(program: string, args: string[], cwd = here, env: NodeJS.ProcessEnv = {}) {
  const options = { cwd, timeout: 240_000, maxBuffer: 2 ** 26, env: { ...process.env, ...env } };
  return promisify(execFile)(program, args, options).then(
    ({ stdout, stderr }) => ({ ok: true, stdout, text: stdout + stderr }),
    ({ stdout = '', stderr = '', message }) => ({ ok: false, stdout, text: `${message}\n${stdout}${stderr}` }),
  );
}
