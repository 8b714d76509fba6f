import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/** Identifies a run of tests by the process that started its workers: `npm test`, Vitest or Playwright Test. */
const run = process.env.TEST_RUN ?? (isMainThread ? process.ppid : process.pid);

/** Makes a folder for all workers of a run. The first worker that needs it makes it; the others wait. */
export async function oncePerRun(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = fileURLToPath(new URL(`../../test-results/${name}-${run}`, import.meta.url));
  const unfinished = `${folder}-unfinished`;
  await mkdir(new URL('../../test-results', import.meta.url), { recursive: true });
  while (!existsSync(folder)) {
    const isOurs = await mkdir(unfinished).then(
      () => true,
      () => false,
    );
    if (!isOurs) await setTimeout(50);
    else if (existsSync(folder)) await rm(unfinished, { recursive: true });
    else
      try {
        await make(unfinished);
        await rename(unfinished, folder);
      } catch (error) {
        await rm(unfinished, { recursive: true, force: true });
        throw error;
      }
  }
  return folder;
}
