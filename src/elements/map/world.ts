import { html, nothing, svg, type TemplateResult } from 'lit';
import { fieldValue } from '../../model/paths.js';
import { globalContent } from '../../personal/global-content.js';
import { columns, north, rows, runs, step } from './map-data.js';

/** A place on the map, in cells from its north-west corner, and whether only its country is known. */
export interface Place {
  x: number;
  y: number;
  isCountry: boolean;
}

/** The land as paths, which an SVG pattern fills with dots. This is far faster than one shape for each dot. */
interface Land {
  /** A rectangle for each row of cells. */
  fine: string;
  /** A square of 2 × 2 cells wherever one of them is land, for small maps. */
  coarse: string;
}

let land: Land | undefined;

/** The land, which is drawn when a map first needs it. */
function landPaths(): Land {
  if (land) return land;
  let at = 0;
  let fine = '';
  const squares = new Set<string>();
  for (const [i, run] of runs.split(' ').entries()) {
    const length = Number.parseInt(run, 36);
    const [x, y] = [at % columns, Math.floor(at / columns)];
    if (i % 2) {
      fine += `M${x} ${y}h${length}v1h-${length}z`;
      for (let cell = x; cell < x + length; cell++) squares.add(`M${cell & ~1} ${y & ~1}h2v2h-2z`);
    }
    at += length;
  }
  land = { fine, coarse: [...squares].join('') };
  return land;
}

/** The place of the data's coordinates, or of its country if `countries.js` is loaded. `undefined` without either. */
export function placeOf(data: object | undefined): Place | undefined {
  const coordinates = ['latitude', 'longitude'].map((name) => fieldValue(data, `location.${name}`));
  const { centreOf } = globalContent('centres');
  return (
    placeAt(coordinates, false) ??
    (typeof centreOf === 'function' ? placeAt(centreOf(data), true) : undefined)
  );
}

function placeAt([latitude, longitude]: unknown[], isCountry: boolean): Place | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return { x: (longitude + 180) / step, y: (north - latitude) / step, isCountry };
}

interface MapOptions {
  /** The place to mark. */
  place?: Place | undefined;
  /** Whether to show only the surroundings of the place. Default: the whole world. */
  isCloseUp?: boolean;
  /** Whether the place is new on a map that was shown before: a ring spreads from it once. */
  isNew?: boolean | undefined;
  /** The accessible name. Without one the map is decorative. */
  label: string | undefined;
}

/** A dot for each square of so many cells. No pattern refers to another, which WebKit ignores in a shadow root. */
const pattern = (id: string, cells: number) =>
  svg`<pattern id=${id} width="1" height="1" patternUnits="userSpaceOnUse" patternTransform="scale(${cells})">
    <rect x=".2" y=".2" width=".6" height=".6" rx=".3" />
  </pattern>`;

/** The world in dots, with a place marked. */
export function worldMap({ place, isCloseUp, isNew, label }: MapOptions): TemplateResult {
  const view = place && isCloseUp ? [place.x - 0.5, place.y - 0.5, 1, 1] : [0, 0, columns, rows];
  return html`<svg
    part="map"
    viewBox=${view.join(' ')}
    role=${label ? 'img' : nothing}
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : 'true'}
  >
    ${pattern('dots', 1)}${pattern('big', 2)}
    <pattern id="hatch" width="2" height="2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width=".6" height="2" />
    </pattern>
    <path d=${landPaths().fine} />
    ${isCloseUp ? '' : svg`<path class="coarse" d=${landPaths().coarse} />`}
    ${place ? mark(place, isCloseUp ? 0.9 : 2.1, isNew) : ''}
  </svg>`;
}

/**
 * The mark keeps approximately the same size on the screen. For a country, which is more than a point, it has wider halos
 * and no edge.
 */
function mark({ x, y, isCountry }: Place, size: number, isNew?: boolean) {
  const circle = (name: string, radius: number) =>
    svg`<circle class=${name} cx=${x} cy=${y} r=${size * radius} />`;
  return svg`<g part="mark">
    ${circle('halo', isCountry ? 5.2 : 2.8)}
    ${circle('halo', isCountry ? 3.2 : 1.9)}
    ${isNew ? circle('wave', 5) : ''}
    ${isCountry ? '' : circle('ring', 1.1)}
    ${circle('', 0.8)}
  </g>`;
}
