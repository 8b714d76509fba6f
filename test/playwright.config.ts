import { defineConfig } from '@playwright/test';
import { chromiumArgs, installedChromium } from './browsers.js';

const executablePath = installedChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  reporter: [['dot'], ['json', { outputFile: '../test-results/playwright.json' }]],
  workers: 2,
  timeout: 30_000,
  globalTimeout: 30 * 60_000,
  use: {
    trace: 'off',
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
  },
});
