import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessChromium } from './support/browsers.js';

const executablePath = headlessChromium();

export default defineConfig({
  testDir: '.',
  testMatch: 'e2e/**/*.spec.ts',
  outputDir: '../test-results/e2e',
  reporter: [['dot'], ['./support/runner/playwright-reporter.ts']],
  // One more than the two processors that a run is meant for: tests wait half of their time.
  workers: 3,
  // `test/support/runner/tools.ts` tries again where a browser could not start or died, never where an assertion failed.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  globalTimeout: 50 * 60_000,
  use: {
    trace: 'off',
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
  },
});
