import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { landModule } from '../../demo/land/generate.js';

test('the map of land in the repository is what its script makes of the outlines', async () => {
  const written = await readFile(new URL('../../src/elements/map/map-data.ts', import.meta.url), 'utf8');
  expect(landModule()).toBe(written);
});
