/**
 * Writes `src/model/country-centres.ts`, the position of each country, from Natural Earth's outlines (public domain) in
 * the package world-atlas (ISC): `npm run map-data`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { feature } from 'topojson-client';

type Ring = number[][];

/** Natural Earth has a few places without a number. */
const unnumbered: Record<string, string> = { Kosovo: 'XK' };

/** ISO 3166 has a number for each code, and `Intl` knows both. */
const codeOf = (id: unknown, name: string) =>
  id ? new Intl.Locale(`und-${String(id).padStart(3, '0')}`).region : unnumbered[name];

/** Removes the jump from 180° to −180° in an outline that crosses this line, such as Russia's and Fiji's. */
function unwound(ring: Ring): Ring {
  let last = ring[0]?.[0] ?? 0;
  return ring.map(([x = 0, y = 0]) => {
    last = x + 360 * Math.round((last - x) / 360);
    return [last, y];
  });
}

/** The middle of an outline, and its approximate area on the globe. */
function middleOf(outline: Ring) {
  const ring = unwound(outline);
  let [twice, x, y] = [0, 0, 0];
  for (const [i, [toX = 0, toY = 0]] of ring.entries()) {
    const [fromX = 0, fromY = 0] = ring.at(i - 1) ?? [];
    const cross = fromX * toY - toX * fromY;
    twice += cross;
    x += (fromX + toX) * cross;
    y += (fromY + toY) * cross;
  }
  const latitude = y / (3 * twice);
  return {
    area: Math.abs(twice) * Math.cos((latitude * Math.PI) / 180),
    latitude,
    longitude: x / (3 * twice),
  };
}

const digits = (degrees: number) => ((Math.round(degrees) + 360) % 360).toString(36).padStart(2, '0');

function centres(): string[] {
  const file = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'));
  const world = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof feature>[0];
  const countries = world.objects.countries;
  const found = countries && feature(world, countries);
  const features = found?.type === 'FeatureCollection' ? found.features : [];
  return features.flatMap(({ id, properties, geometry }) => {
    const code = codeOf(id, String(properties?.name));
    const rings =
      geometry.type === 'Polygon'
        ? geometry.coordinates.slice(0, 1)
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates.map(([outer = []]) => outer)
          : [];
    const [largest] = rings.map(middleOf).sort((a, b) => b.area - a.area);
    // Antarctica surrounds a pole, so it has no middle on this map.
    return code && code !== 'AQ' && largest
      ? [code + digits(largest.latitude + 90) + digits(largest.longitude + 180)]
      : [];
  });
}

/** The generated module. */
export const centresModule =
  (): string => `// Written by build/data/country-centres.ts from Natural Earth's outlines; don't edit.
/** The middle of each country's largest part: code, degrees from the south pole and from 180° W, two digits each in base 36. */
export const countryCentres =
  '${centres().sort().join('')}';
`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL('../../src/model/country-centres.ts', import.meta.url), centresModule());
