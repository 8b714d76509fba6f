import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessChromium } from './browsers.js';

const executablePath = headlessChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // They need more than `npm ci` brings: npm run test:consumers, test:frameworks, test:integrations.
  testIgnore: ['consumers/**', 'frameworks/**', 'integrations/**'],
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
