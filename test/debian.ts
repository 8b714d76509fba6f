import { onPath, output, run } from './command.js';

/** Installs packages of Debian or Ubuntu, each on its own, where this process may; does nothing elsewhere. */
export async function installDebian(packages: readonly (readonly string[])[]): Promise<void> {
  if (!onPath('apt-get')) return;
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (root.length > 0 && output([...root, 'true'], 5) === undefined) return;
  await run([...root, 'apt-get', 'update'], 180);
  for (const names of packages) {
    const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...names];
    await run([...root, 'env', 'DEBIAN_FRONTEND=noninteractive', ...install], 600);
  }
}
