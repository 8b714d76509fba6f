import { defineConfig } from 'vitest/config';

/** What runs in Node: relay, service, package. `npx vitest` watches them. */
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    // Files share a thread and the modules that are loaded in it: a third less processor time than a process each.
    pool: 'threads',
    isolate: false,
    // One more than the two processors that a run is meant for: these tests wait half of their time.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
