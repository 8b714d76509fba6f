import { defineConfig } from 'vitest/config';

/** The tests that run in Node: relay, service, package. `npx vitest` reruns them at each change. */
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    // Files share a thread and its loaded modules, which takes a third less processor time than a process per file.
    pool: 'threads',
    isolate: false,
    // One more than the two processors of a typical run, because these tests spend half of their time waiting.
    maxWorkers: 3,
    // Some install packages, which takes a minute on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
