import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { execute, here } from './run.js';

const root = join(here, '../../..');
const digest = async (file: string) => createHash('sha384').update(await readFile(file)).digest('base64');

test('the scripts are the same bytes when built in another folder, on Node 24', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'visitor-elements-built-'));
  for (const name of ['src', 'build', 'docs', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', 'package.json', 'package-lock.json', 'tsconfig.json', 'demo/relay', 'demo/recipes', 'demo/service/README.md'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const node = join(here, 'node_modules/node-24/bin/node');
  const { ok, text } = await execute(node, ['--import', 'tsx', 'build/build.ts'], folder);
  expect(ok, text).toBe(true);
  for (const file of ['dist/visitor-elements.min.js', 'dist/visitor-core.min.js', 'dist/visitor-attributes.min.js'])
    expect(await digest(join(folder, file)), file).toBe(await digest(join(root, file)));
  await rm(folder, { recursive: true });
});
