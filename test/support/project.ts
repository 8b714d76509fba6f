import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { oncePerRun } from './once.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const windows = process.platform === 'win32';

/** A program's output, and whether it succeeded. */
export interface Printed {
  ok: boolean;
  text: string;
}

/** Runs a program in a folder. */
export async function runIn(folder: string, program: string, ...args: string[]): Promise<Printed> {
  const options = { cwd: folder, timeout: 120_000, shell: windows, maxBuffer: 2 ** 26 };
  return promisify(execFile)(program, args, options).then(
    ({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }),
    ({ stdout, stderr }) => ({ ok: false, text: stdout + stderr }),
  );
}

/** An empty project outside this repository, with the packed package installed. */
export interface TemporaryProject {
  folder: string;
  /** The output of `npm install`. */
  installOutput: string;
  /** The paths of the package's files. */
  files: string[];
  close(): Promise<void>;
}

/**
 * The tarball that `npm publish` would send. It is packed once for all tests, without a new build, which would disturb
 * them.
 */
export async function packedPackage(): Promise<string> {
  const folder = await oncePerRun('packed', async (folder) => {
    const { ok, text } = await runIn(root, 'npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
    if (!ok) throw new Error(`npm pack: ${text}`);
  });
  const [tarball = ''] = await readdir(folder);
  return join(folder, tarball);
}

/** Installs the packed package outside this repository, as its users do. */
export async function installProject(): Promise<TemporaryProject> {
  const folder = await mkdtemp(join(tmpdir(), 'visitor-elements-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const installed = await runIn(folder, 'npm', 'install', '--prefer-offline', await packedPackage());
  if (!installed.ok) throw new Error(`npm install: ${installed.text}`);
  const contents = await readdir(join(folder, 'node_modules/visitor-elements'), {
    recursive: true,
    withFileTypes: true,
  });
  const prefix = join(folder, 'node_modules/visitor-elements/');
  const files = contents
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(prefix.length).replaceAll('\\', '/'));
  return {
    folder,
    installOutput: installed.text,
    files: files.sort(),
    close: () => rm(folder, { recursive: true }),
  };
}
