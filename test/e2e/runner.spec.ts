import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from './fixtures.js';

/** Runs a file of `test/fixtures/`. Returns its output and the processes that it left behind. */
async function run(name: string, ...args: string[]) {
  const program = fileURLToPath(new URL(`../fixtures/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args]);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { printed: stripVTControlCharacters(printed), code, left: () => leftBy(child.pid) };
}

/** The processes with the mark of a run that has ended. Only Linux lists them. */
function leftBy(run: number | undefined): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TEST_RUN=${run}`);
    } catch {
      return false;
    }
  });
}

test('a test file that never ends is stopped and named, and the others run', async () => {
  const { printed, left } = await run('hanging-run', '50', '5');
  expect(printed).toMatch(/waits-for-ever\.test\.ts:\s+.*did not finish within 5000ms/);
  expect(printed).toContain('1 passed, 1 failed');
  await expect.poll(left).toEqual([]);
});

test('a run that takes too long is stopped, names its unfinished files, and leaves no browser behind', async () => {
  const { printed, code, left } = await run('hanging-run', '20', '50');
  expect(printed).toContain('The run took longer than 20 seconds, and is ended. These ran:\n');
  expect(printed).toContain('  Web Test Runner: test/fixtures/waits-for-ever.test.ts in chromium\n');
  expect(printed).toContain('reported\n');
  expect(code).toBe(1);
  await expect.poll(left).toEqual([]);
});

test('a run whose own process is stuck is killed with all its children', async () => {
  const { printed, left } = await run('stuck-run');
  expect(printed).toContain(
    'The run is stuck, and is killed after 2 seconds. These ran:\n  runner: x.test.ts\n',
  );
  expect(printed).toMatch(/\n0 passed, 1 failed\n$/);
  await expect.poll(left).toEqual([]);
});
