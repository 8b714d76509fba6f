import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import common from '../playwright.config.js';

/** For the folder of journeys in `JOURNEYS`; see journeys.ts. */
export default defineConfig({
  ...common,
  testDir: resolve(process.env.JOURNEYS ?? 'test/consumers'),
  testIgnore: '**/node_modules/**',
  outputDir: '../../test-results/journeys',
  workers: 1,
  timeout: 240_000,
});
