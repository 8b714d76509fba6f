import { defineConfig } from '@playwright/test';

/** npm run test:platforms: the relay on frameworks and runtimes that are too large for every test run. */
export default defineConfig({
  testDir: '.',
  testMatch: 'platforms.ts',
  globalSetup: './install.ts',
  outputDir: '../../test-results/platforms',
  reporter: 'list',
  workers: 1,
});
