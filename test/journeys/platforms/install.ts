import { existsSync, mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runQuietly } from '../../support/command.js';

const FASTLY = '@fastly/js-compute@3.46.0';
const folder = fileURLToPath(new URL('../../../demo/relay/platforms/', import.meta.url));

/** Installs the platforms, which the package itself does without; prints nothing unless that fails. */
export default async function install(): Promise<void> {
  if (!isInstalled()) await demand(['npm', 'ci', '--prefix', folder, '--no-audit', '--no-fund'], 900);
  await installFastly(`${folder}node_modules/@fastly/js-compute`);
}

/** Whether what is installed is not older than what the lock file says. */
function isInstalled(): boolean {
  const installed = statSync(`${folder}node_modules/.package-lock.json`, { throwIfNoEntry: false });
  return !!installed && installed.mtimeMs >= statSync(`${folder}package-lock.json`).mtimeMs;
}

/** Its types alone: with all that makes a program of a service it has 465 MB. */
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
