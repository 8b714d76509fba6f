import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cleanInstall } from '../../support/clean-install.js';
import { runQuietly } from '../../support/command.js';

const FASTLY = '@fastly/js-compute@3.46.0';
const source = fileURLToPath(new URL('../../../demo/relay/platforms/', import.meta.url));

/**
 * A copy of `demo/relay/platforms/`, in which packages are installed and applications built, because npm packs the
 * original. The copy is as deep in the repository, so `file:` links and relative paths work.
 */
export const platforms = fileURLToPath(new URL('../../../.cache/journeys/platforms/', import.meta.url));

/** Installs the platforms' packages. Prints nothing unless that fails. */
export default async function install(): Promise<void> {
  copy();
  if (!isInstalled())
    for (const command of cleanInstall(platforms, 'demo/relay/platforms')) await demand(command, 900);
  await installFastly(`${platforms}node_modules/@fastly/js-compute`);
}

/** Copies the files that git tracks or would add. Keeps installed packages, and removes earlier builds. */
function copy(): void {
  mkdirSync(platforms, { recursive: true });
  for (const name of readdirSync(platforms))
    if (name !== 'node_modules') rmSync(`${platforms}${name}`, { recursive: true });
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: source, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files)
    if (existsSync(`${source}${file}`))
      cpSync(`${source}${file}`, `${platforms}${file}`, { preserveTimestamps: true });
}

/** Whether the installed packages are at least as new as the lock file. */
function isInstalled(): boolean {
  const installed = statSync(`${platforms}node_modules/.package-lock.json`, { throwIfNoEntry: false });
  return !!installed && installed.mtimeMs >= statSync(`${platforms}package-lock.json`).mtimeMs;
}

/** Installs only its types: everything else is 465 MB. */
async function installFastly(place: string): Promise<void> {
  if (existsSync(`${place}/types`)) return;
  mkdirSync(place, { recursive: true });
  const file = `${place}/fastly-js-compute-3.46.0.tgz`;
  await demand(['npm', 'pack', FASTLY, '--pack-destination', place], 300);
  const parts = ['package/types', 'package/package.json'];
  await demand(['tar', '-xzf', file, '-C', place, '--strip-components=1', ...parts], 60);
}

async function demand(command: string[], seconds: number): Promise<void> {
  const { ok, output } = await runQuietly(command, seconds);
  if (!ok) throw new Error(`${command.join(' ')} failed:\n${output}`);
}
