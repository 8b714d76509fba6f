import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessChromium } from './support/browsers.js';

const executablePath = headlessChromium();

export default defineConfig({
  testDir: '.',
  testMatch: ['e2e/**/*.spec.ts', 'unit/**/*.test.ts'],
  outputDir: '../test-results',
  reporter: [['dot'], ['json', { outputFile: '../test-results/playwright.json' }]],
  // One more than the two processors it is meant for: tests that run in Node wait half of their time.
  workers: 3,
  // `run-specs.ts` tries again where a browser could not start or died, never where an assertion failed.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  globalTimeout: 50 * 60_000,
  use: {
    trace: 'off',
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
  },
});
