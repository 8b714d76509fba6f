import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../command.js';

/*
 * What needs more than `npm ci` brought: compilers, bundlers, other Nodes, frameworks.
 *
 * npm run test:consumers, npm run test:frameworks       installs what a folder names, then our tarball, and tests
 * npm run test:frameworks -- --installed -g vue         the same without `npm ci`; the rest goes to Playwright Test
 */
const [folder = '', ...options] = process.argv.slice(2);
const installed = options.includes('--installed');
const rest = options.filter((option) => option !== '--installed');
const temporary = await mkdtemp(join(tmpdir(), 'visitor-elements-'));

const ok = (await run(['npm', 'run', 'build'], 300)) && (await prepare()) && (await test());
await rm(temporary, { recursive: true });
process.exitCode = ok ? 0 : 1;

/** Our package is not in the folder's lock file: from there npm would install an old tarball out of its cache. */
async function prepare(): Promise<boolean> {
  const pack = ['npm', 'pack', '--ignore-scripts', '--pack-destination', temporary];
  const clean = installed || (await run(['npm', 'ci', '--prefix', folder], 1800));
  if (!clean || !(await run(pack, 60))) return false;
  const [tarball = ''] = await readdir(temporary);
  const install = [
    'npm',
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    join(temporary, tarball),
  ];
  return run(install, 600);
}

function test(): Promise<boolean> {
  const config = ['-c', 'test/package/journeys.config.ts', '--reporter', 'list'];
  return run(['npx', 'playwright', 'test', ...config, ...rest], 3600, { JOURNEYS: folder });
}
