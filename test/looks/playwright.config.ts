import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessChromium } from '../support/browsers.js';

const executablePath = headlessChromium();

/**
 * `npm run test:looks`: pictures of the gallery, compared with those of the run before. They are of one machine's fonts
 * and one browser's version, so they are neither kept in the repository nor part of `npm test`: run it before a change
 * (`-- --update-snapshots`) and after it.
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
    url: 'http://localhost:5187/gallery/sheet.html',
    timeout: 120_000,
  },
  use: {
    baseURL: 'http://localhost:5187',
    viewport: { width: 1100, height: 600 },
    reducedMotion: 'reduce',
    launchOptions: { args: chromiumArgs, ...(executablePath ? { executablePath } : {}) },
  },
});
