import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { centresModule } from '../../../build/data/country-centres.js';
import { mapModule } from '../../../build/data/map-data.js';
import { columns, greenwich, north, runs, step } from '../../../src/elements/map/map-data.js';
import { widthAt, worldMap } from '../../../src/elements/map/world.js';
import { countryCentres } from '../../../src/model/country-centres.js';

const written = (file: string) => readFile(new URL(`../../../src/${file}`, import.meta.url), 'utf8');

test('the map of land in the repository is what its script makes of the outlines', async () => {
  expect(mapModule()).toBe(await written('elements/map/map-data.ts'));
});

test('the land is in the middle of the map', () => {
  let at = 0;
  const edges = [...runs].flatMap((run, index) => {
    const start = at % columns;
    const length = run.charCodeAt(0) - 40;
    at += length;
    return index % 2 === 1 && length > 0 ? [start, columns - start - length] : [];
  });
  const west = Math.min(...edges.filter((_, index) => index % 2 === 0));
  const east = Math.min(...edges.filter((_, index) => index % 2 === 1));
  expect(Math.abs(west - east)).toBeLessThan(4);
});

test('the sea is empty where its runs are split: a rectangle without a width still has an outline', () => {
  const drawing = JSON.stringify(worldMap(undefined).values);
  expect(drawing).toMatch(/M\d+ \d+h[1-9]/);
  expect(drawing).not.toMatch(/h0v/);
});

/** Whether a cell of the map is land: runs of sea and land alternate. */
function isLand(latitude: number, longitude: number): boolean {
  const column = Math.floor(greenwich + (longitude * widthAt(latitude)) / step);
  let before = Math.floor((north - latitude) / step) * columns + column;
  for (const [index, run] of [...runs].entries()) {
    before -= run.charCodeAt(0) - 40;
    if (before < 0) return index % 2 === 1;
  }
  return false;
}

/** Asia's outline crosses 180°, which once exchanged land and sea in the rows of Chukotka. */
const cells = {
  Siberia: [66, 100],
  Alaska: [66, -150],
  Lapland: [67, 25],
  Chukotka: [67, -179],
  Kenya: [0, 38],
};
for (const [name, [latitude = 0, longitude = 0]] of Object.entries(cells))
  test(`${name} is land`, () => expect(isLand(latitude, longitude)).toBe(true));
const seas = { 'the Norwegian Sea': [66, -5], 'the Denmark Strait': [66, -30], 'the Pacific': [0, -140] };
for (const [name, [latitude = 0, longitude = 0]] of Object.entries(seas))
  test(`${name} is sea`, () => expect(isLand(latitude, longitude)).toBe(false));

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
