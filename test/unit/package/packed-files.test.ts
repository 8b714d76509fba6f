import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packedFiles } from '../../support/project.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the package has at most 720 files and 1.9 MB', async () => {
  const files = await packedFiles();
  expect(files.length).toBeGreaterThan(500);
  expect(files.length).toBeLessThanOrEqual(720);
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(1_900_000);
});

test('the package has the repository’s own files and what is built of them, and nothing that a run left behind', async () => {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const own = new Set(execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n'));
  const foreign = (await packedFiles())
    .map(({ name }) => name)
    .filter((name) => !own.has(name) && !name.startsWith('dist/') && name !== 'llms.txt');
  expect(foreign).toEqual([]);
});
