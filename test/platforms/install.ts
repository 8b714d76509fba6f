import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '../command.js';

/** Installs the platforms, which the package itself does without. */
export default async function install(): Promise<void> {
  const folder = fileURLToPath(new URL('../../demo/relay/platforms/', import.meta.url));
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return;
  if (!(await run(['npm', 'ci', '--prefix', folder, '--no-audit', '--no-fund'], 900)))
    throw new Error(`The platforms of ${folder} could not be installed.`);
}
