import { defineConfig } from '@playwright/test';
import { common } from '../../playwright.config.js';

/** npm run test:platforms: the relay on frameworks and runtimes that are too large for every test run. */
export default defineConfig({
  testDir: '.',
  testMatch: ['platforms.ts', 'routes.ts', 'cached-pages.ts', 'php-route.ts', 'choice-cookie.ts'],
  globalSetup: './install.ts',
  outputDir: '../../../test-results/platforms',
  reporter: 'list',
  workers: 1,
  use: common.use ?? {},
});
