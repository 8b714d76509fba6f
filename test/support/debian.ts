import { commandOutput, onPath, runQuietly } from './command.js';

/**
 * Installs lists of packages on Debian or Ubuntu, each list separately, if this process has the rights. Prints one
 * line, and the output of what failed.
 */
export async function installDebian(packages: readonly (readonly string[])[]): Promise<void> {
  const apt = aptGet();
  if (!apt) return;
  console.log(`Installing ${packages.flat().join(', ')} …`);
  const updated = await runQuietly([...apt, 'update'], WAIT + 180);
  for (const names of packages) {
    const installed = await runQuietly([...apt, ...install, ...names], WAIT + 600);
    if (!installed.ok) console.log(`${updated.ok ? '' : updated.output}${installed.output}`);
  }
}

/**
 * The program of the package with its name. On machines for tests, installs the package first, and throws if that fails.
 * On others, `undefined` if it's missing.
 */
export async function installedProgram(name: string): Promise<string | undefined> {
  if (!onPath(name) && process.env.CI) await installDebian([[name]]);
  const program = onPath(name);
  if (!program && process.env.CI) throw new Error(`${name} is not installed: apt-get install ${name}`);
  return program;
}

/** Installs an optional package, if apt knows it. */
export async function installKnown(name: string): Promise<void> {
  const apt = commandOutput(['apt-cache', 'show', name], 20) && aptGet();
  if (!apt) return;
  console.log(`Installing ${name} …`);
  await runQuietly(
    [...apt, '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', ...install, name],
    WAIT + 300,
  );
}

/** Seconds that a command may wait for other processes to install. */
const WAIT = 900;
const install = ['install', '-y', '--no-install-recommends'];

/**
 * The command `apt-get`, which waits until no other process of the tests runs it: apt itself fails at once, and has no
 * option to wait before an update. Services that a package starts don't inherit the lock. `undefined` if this process
 * may not install without a password.
 */
function aptGet(): string[] | undefined {
  const apt = onPath('apt-get');
  if (!apt) return undefined;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (sudo.length > 0 && commandOutput([...sudo, 'true'], 5) === undefined) return undefined;
  return [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'flock', '--close', apt, apt];
}
