import { defineConfig } from '@playwright/test';
import { chromiumArgs, installedChromium } from './browsers.js';

const executablePath = installedChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  reporter: [['dot'], ['json', { outputFile: '../test-results/playwright.json' }]],
  workers: 2,
  // A busy machine can upset a browser; the report names what passed only the second time.
  retries: 1,
  timeout: 30_000,
  globalTimeout: 30 * 60_000,
  use: {
    trace: 'off',
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
  },
});
