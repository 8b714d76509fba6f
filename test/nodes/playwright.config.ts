import { defineConfig } from '@playwright/test';
import common from '../playwright.config.js';

/** For the copy that `npm run test:nodes` installs. */
export default defineConfig({
  ...common,
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: '**/node_modules/**',
  outputDir: '../../test-results/nodes',
  reporter: 'list',
  // It builds the package.
  timeout: 180_000,
});
