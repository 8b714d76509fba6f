import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessChromium } from './support/browsers.js';

const executablePath = headlessChromium();
const inEngines = 'e2e/**/*.engines.spec.ts';

export default defineConfig({
  testDir: '.',
  // Each worker starts its own browsers, and Firefox and WebKit take seven seconds of a processor to start: so files of
  // tests in three engines share a worker.
  projects: [
    { name: 'engines', testMatch: inEngines, workers: 1 },
    { name: 'pages', testMatch: '{e2e,site}/**/*.spec.ts', testIgnore: inEngines },
  ],
  outputDir: '../test-results/e2e',
  reporter: [['dot'], ['./support/runner/playwright-reporter.ts']],
  // One more than the two processors of a typical run, since tests wait at times. With a fourth, a run takes longer:
  // each worker starts its own browsers.
  workers: 3,
  // `test/support/runner/tools.ts` repeats tests whose browser couldn't start or crashed, never a failed assertion.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  globalTimeout: 50 * 60_000,
  use: {
    trace: 'off',
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
  },
});
