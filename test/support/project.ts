import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runQuietly } from './command.js';
import { oncePerRun } from './once.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program in a folder. */
export const runIn = (cwd: string, ...command: string[]) => runQuietly(command, 120, { cwd });

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
    const { ok, output } = await runIn(root, 'npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
    if (!ok) throw new Error(`npm pack: ${output}`);
  });
  const [tarball = ''] = await readdir(folder);
  return join(folder, tarball);
}

/** The paths and sizes of the files in the package. */
export async function packedFiles(): Promise<{ name: string; bytes: number }[]> {
  const list = execFileSync('tar', ['-tvzf', await packedPackage()], { encoding: 'utf8' });
  return [...list.matchAll(/^\S+\s+\S+\s+(\d+).* package\/(.*)$/gm)].map(([, bytes, name = '']) => ({
    name,
    bytes: Number(bytes),
  }));
}

/**
 * A folder with the packed package and this repository's version of Lit, as an install with its lock file has them,
 * without a network.
 */
export async function unpackedProject(): Promise<Pick<TemporaryProject, 'folder' | 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'visitor-elements-'));
  const modules = join(folder, 'node_modules');
  const place = join(modules, 'visitor-elements');
  await mkdir(place, { recursive: true });
  execFileSync('tar', ['-xzf', await packedPackage(), '--strip-components=1', '-C', place]);
  for (const name of ['lit', 'lit-html', 'lit-element', '@lit'])
    await symlink(join(root, 'node_modules', name), join(modules, name));
  return { folder, close: () => rm(folder, { recursive: true }) };
}

/** Installs the packed package outside this repository, as its users do. */
export async function installProject(): Promise<TemporaryProject> {
  const folder = await mkdtemp(join(tmpdir(), 'visitor-elements-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const installed = await runIn(folder, 'npm', 'install', '--prefer-offline', await packedPackage());
  if (!installed.ok) throw new Error(`npm install: ${installed.output}`);
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
    installOutput: installed.output,
    files: files.sort(),
    close: () => rm(folder, { recursive: true }),
  };
}
