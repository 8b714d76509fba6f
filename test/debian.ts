import { onPath, output, runQuietly } from './command.js';

/**
 * Installs packages of Debian or Ubuntu, each list on its own, where this process may; does nothing elsewhere. It says so
 * in one line, and what went wrong only where something did.
 */
export async function installDebian(packages: readonly (readonly string[])[]): Promise<void> {
  if (!onPath('apt-get')) return;
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (root.length > 0 && output([...root, 'true'], 5) === undefined) return;
  console.log(`Installing ${packages.flat().join(', ')} …`);
  const updated = await runQuietly([...root, 'apt-get', 'update'], 180);
  for (const names of packages) {
    const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...names];
    const installed = await runQuietly([...root, 'env', 'DEBIAN_FRONTEND=noninteractive', ...install], 600);
    if (!installed.ok) console.log(`${updated.ok ? '' : updated.output}${installed.output}`);
  }
}
