/**
 * Writes `src/model/country-centres.ts`, the position of each country, from Natural Earth's outlines: `npm run map-data`.
 */
import { writeFileSync } from 'node:fs';
import { path } from '../path.js';
import { type Outline, outlinesOf } from './outlines.js';

/** Natural Earth has a few places without a number. */
const unnumbered: Record<string, string> = { Kosovo: 'XK' };

/** ISO 3166 has a number for each code, and `Intl` knows both. */
const codeOf = (id: unknown, name: string) =>
  id ? new Intl.Locale(`und-${String(id).padStart(3, '0')}`).region : unnumbered[name];

/** The middle of an outline, and its approximate area on the globe. */
function middleOf(outline: Outline) {
  let [twice, x, y] = [0, 0, 0];
  for (const [i, [toX = 0, toY = 0]] of outline.entries()) {
    const [fromX = 0, fromY = 0] = outline.at(i - 1) ?? [];
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

const centres = (): string[] =>
  outlinesOf(import.meta.resolve('world-atlas/countries-50m.json'), 'countries').flatMap(
    ({ id, name, polygons }) => {
      const code = codeOf(id, name);
      const [largest] = polygons.map(([outer = []]) => middleOf(outer)).sort((a, b) => b.area - a.area);
      // Antarctica surrounds a pole, so it has no middle on this map.
      return code && code !== 'AQ' && largest
        ? [code + digits(largest.latitude + 90) + digits(largest.longitude + 180)]
        : [];
    },
  );

export const centresModule =
  (): string => `// Written by build/data/country-centres.ts from Natural Earth's outlines; don't edit.
/** The middle of each country's largest part: code, degrees from the south pole and from 180° W, two digits each in base 36. */
export const countryCentres =
  '${centres().sort().join('')}';
`;

if (process.argv[1] === path('build/data/country-centres.ts'))
  writeFileSync(path('src/model/country-centres.ts'), centresModule());
