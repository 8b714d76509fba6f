import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanInstall } from '../support/clean-install.js';
import { runCommand, runQuietly } from '../support/command.js';

/*
 * Tests that need more than `npm ci` installs: compilers, bundlers, other Nodes, frameworks, other scripts of a page.
 *
 * npm run test:consumers, test:frameworks, test:integrations   installs a folder's packages, then our tarball, and
 * tests
 * npm run test:frameworks -- --installed -g vue         the same without `npm ci`; the rest is passed to Playwright
 * Test
 */
const [folder = '', ...options] = process.argv.slice(2);
const installed = options.includes('--installed');
const rest = options.filter((option) => option !== '--installed');
const temporary = await mkdtemp(join(tmpdir(), 'visitor-elements-'));

const ok = (await quietly(300, 'npm', 'run', 'build')) && (await prepare()) && (await test());
await rm(temporary, { recursive: true });
process.exitCode = ok ? 0 : 1;

/** Our package isn't in the folder's lock file, or npm would install an old tarball from its cache. */
async function prepare(): Promise<boolean> {
  for (const command of installed ? [] : cleanInstall(folder))
    if (!(await quietly(1800, ...command))) return false;
  if (!(await quietly(60, 'npm', 'pack', '--ignore-scripts', '--pack-destination', temporary))) return false;
  const [tarball = ''] = await readdir(temporary);
  const unsaved = ['--ignore-scripts', '--no-save', '--no-package-lock', join(temporary, tarball)];
  return quietly(600, 'npm', 'install', '--prefix', folder, ...unsaved);
}

/** Prints a step's name. Prints its output only if it fails or takes longer than `seconds`. */
async function quietly(seconds: number, ...command: string[]): Promise<boolean> {
  console.log(command.join(' '));
  const { ok, output } = await runQuietly(command, seconds);
  if (!ok) console.error(output);
  return ok;
}

function test(): Promise<boolean> {
  const config = ['-c', 'test/journeys/playwright.config.ts'];
  return runCommand(['npx', 'playwright', 'test', ...config, ...rest], 3600, { env: { JOURNEYS: folder } });
}
