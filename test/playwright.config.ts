import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { chromiumArgs, headlessChromium } from './support/browsers.js';

const executablePath = headlessChromium();
// Playwright sets FORCE_COLOR for its workers. With both variables, each Node that a test starts prints a warning.
delete process.env.NO_COLOR;

const inEngines = 'e2e/**/*.engines.spec.ts';

/** What the tests of other folders share. */
export const common: PlaywrightTestConfig = {
  // `test/support/runner/tools.ts` repeats tests whose browser couldn't start or crashed, never a failed assertion.
  retries: 0,
  expect: { timeout: 20_000 },
  globalTimeout: 50 * 60_000,
  use: {
    trace: 'off',
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
  },
};

export default defineConfig({
  ...common,
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
  // Only a test that hangs takes so long: machines are slow and busy, and the first test in an engine starts its browser.
  timeout: 180_000,
});
