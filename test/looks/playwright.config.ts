import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessChromium } from '../support/browsers.js';

const executablePath = headlessChromium();

/**
 * `npm run test:looks` compares screenshots of every element in every state with those of the run before. They depend on one machine's
 * fonts and browser, so they aren't committed, and `npm test` doesn't include them. Run it before a change (`--
 * --update-snapshots`) and after it.
 */
export default defineConfig({
  testMatch: '*.looks.ts',
  outputDir: '../../test-results/looks',
  snapshotPathTemplate: '../../test-results/looks-taken/{arg}{ext}',
  reporter: 'list',
  workers: 1,
  timeout: 60_000,
  webServer: {
    command: 'npx vite --port 5187 --strictPort',
    cwd: '../..',
    url: 'http://localhost:5187/trust.html',
    timeout: 120_000,
  },
  use: {
    baseURL: 'http://localhost:5187',
    viewport: { width: 1100, height: 600 },
    reducedMotion: 'reduce',
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
  },
});
