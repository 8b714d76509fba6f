import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { centresModule } from '../../../build/data/country-centres.js';
import { landModule } from '../../../build/data/land.js';
import { countryCentres } from '../../../src/model/country-centres.js';

const written = (file: string) => readFile(new URL(`../../../src/${file}`, import.meta.url), 'utf8');

test('the map of land in the repository is what its script makes of the outlines', async () => {
  expect(landModule()).toBe(await written('elements/map/map-data.ts'));
});

test('so are the middles of countries', async () => {
  expect(centresModule()).toBe(await written('model/country-centres.ts'));
});

/** Norway has islands, France includes French Guiana, and the outlines of Russia and Fiji cross 180°. */
const places = { DE: [51, 10], NO: [64, 14], FR: [47, 2], RU: [62, 100], FJ: [-18, 178], XK: [43, 21] };
for (const [code, place] of Object.entries(places))
  test(`the middle of ${code} is that of its largest part`, () => {
    const [, latitude = '', longitude = ''] = RegExp(`${code}(..)(..)`).exec(countryCentres) ?? [];
    expect([Number.parseInt(latitude, 36) - 90, Number.parseInt(longitude, 36) - 180]).toEqual(place);
  });
