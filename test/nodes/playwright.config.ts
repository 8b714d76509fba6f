import { defineConfig } from '@playwright/test';
import { common } from '../playwright.config.js';

/** For the copy that `npm run test:nodes` makes. */
export default defineConfig({
  ...common,
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: '**/node_modules/**',
  outputDir: '../../test-results/nodes',
  reporter: 'list',
  // The server builds the package first.
  timeout: 180_000,
});
