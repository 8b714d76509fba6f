/** Natural Earth's outlines (public domain), from the package world-atlas (ISC). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { feature } from 'topojson-client';

/** Positions on an outline: longitude, latitude. */
export type Outline = number[][];

/** The features of a file's layer, each with its polygons. The first outline of a polygon is the outer one. */
export function outlinesOf(url: string, layer: 'countries' | 'land') {
  const world = JSON.parse(readFileSync(fileURLToPath(url), 'utf8')) as Parameters<typeof feature>[0];
  const objects = world.objects[layer];
  const found = objects && feature(world, objects);
  const features = found?.type === 'FeatureCollection' ? found.features : [];
  return features.map(({ id, properties, geometry }) => {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    return {
      id,
      name: String(properties?.name),
      polygons: polygons.map((outlines) => outlines.map(unwrapped)),
    };
  });
}

/** An outline that continues past 180° instead of jumping to −180°, as those of Russia and Fiji do. */
function unwrapped(outline: Outline): Outline {
  let last = outline[0]?.[0] ?? 0;
  return outline.map(([x = 0, y = 0]) => {
    last = x + 360 * Math.round((last - x) / 360);
    return [last, y];
  });
}
