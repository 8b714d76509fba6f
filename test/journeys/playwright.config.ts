import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { common } from '../playwright.config.js';

/** For the folder of journeys in `JOURNEYS`; see run.ts. */
export default defineConfig({
  ...common,
  testDir: resolve(process.env.JOURNEYS ?? 'test/journeys/consumers'),
  testMatch: '**/*.spec.ts',
  testIgnore: '**/node_modules/**',
  outputDir: '../../test-results/journeys',
  reporter: 'list',
  workers: 1,
  // Long enough to build a large framework's application on a busy machine. It only ends tests that hang.
  timeout: 900_000,
});
