/**
 * Writes `src/elements/map/map-data.ts`, the land of the world for `<visitor-map>`, from Natural Earth's outlines:
 * `npm run map-data`.
 */
import { writeFileSync } from 'node:fs';
import { widthAt } from '../../src/elements/map/world.js';
import { path } from '../path.js';
import { type Outline, outlinesOf } from './outlines.js';

/** Size of a cell in degrees. The grid has no Antarctica. */
const step = 2.5;
const north = 84;
const south = -56;
/** Even numbers: small maps have dots of two by two cells. */
const allColumns = 2 * Math.round((180 * widthAt(0)) / step);
/** Sea in the west, without which the land is in the middle. */
const leftOut = 6;
const columns = allColumns - leftOut;
const greenwich = allColumns / 2 - leftOut;

/** The longitudes at which a line of this latitude crosses the outlines. */
const crossings = (land: Outline[], y: number): number[] =>
  land.flatMap((outline) =>
    outline.flatMap(([toX = 0, toY = 0], i) => {
      const [fromX = 0, fromY = 0] = outline.at(i - 1) ?? [];
      return toY > y !== fromY > y ? [((fromX - toX) * (y - toY)) / (fromY - toY) + toX] : [];
    }),
  );

/**
 * A point is inside if a line from it to the east crosses the outlines an odd number of times. An outline may be a turn
 * further east or west.
 */
const isInside = (crossed: number[], x: number) =>
  [x - 360, x, x + 360].flatMap((turned) => crossed.filter((at) => turned < at)).length % 2 === 1;

/** A cell is land if most of nine points in it are, as far as they are on the map. The map is narrower towards the poles. */
function cells(): boolean[][] {
  const land = outlinesOf(import.meta.resolve('world-atlas/land-110m.json'), 'land').flatMap(({ polygons }) =>
    polygons.flat(),
  );
  const points = [0.2, 0.5, 0.8];
  return Array.from({ length: (north - south) / step }, (_, row) => {
    const lines = points.map((dy) => {
      const latitude = north - (row + dy) * step;
      return { crossed: crossings(land, latitude), width: widthAt(latitude) / step };
    });
    return Array.from({ length: columns }, (_, column) => {
      const hits = points.flatMap((dx) =>
        lines.flatMap(({ crossed, width }) => {
          const longitude = (column + dx - greenwich) / width;
          return Math.abs(longitude) <= 180 ? isInside(crossed, longitude) : [];
        }),
      );
      return 2 * hits.filter(Boolean).length > hits.length;
    });
  });
}

/** A run as a character. A longer run has empty ones of the other kind in it. */
const character = (length: number): string =>
  length > 51 ? `[(${character(length - 51)}` : String.fromCharCode(length + 40);

export function mapModule(): string {
  const rows = cells();
  const runs: string[] = [];
  let sea = 0;
  for (const row of rows)
    for (let column = 0; column < row.length; ) {
      const land = row[column] ?? false;
      const end = row.findIndex((cell, i) => i > column && cell !== land);
      const length = (end < 0 ? row.length : end) - column;
      column += length;
      if (!land) sea += length;
      else {
        runs.push(character(sea), character(length));
        sea = 0;
      }
    }
  return `// Written by build/data/map-data.ts from Natural Earth's outlines; don't edit.
export const columns = ${columns};
export const rows = ${rows.length};
/** The columns west of Greenwich. */
export const greenwich = ${greenwich};
/** Latitude of the upper edge. */
export const north = ${north};
/** The height of a cell, in degrees. */
export const step = ${step};
/** Lengths of alternating runs of sea and land cells, row by row from the north-west: codes of characters, less 40. */
export const runs =
  '${runs.join('')}';
`;
}

if (process.argv[1] === path('build/data/map-data.ts'))
  writeFileSync(path('src/elements/map/map-data.ts'), mapModule());
