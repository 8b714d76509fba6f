import { html, nothing, svg, type TemplateResult } from 'lit';
import { lastFunction } from '../../lookup/extensions.js';
import { fieldValue } from '../../model/json.js';
import { columns, greenwich, north, rows, runs, step } from './map-data.js';

/** A place on the map, in cells from its north-west corner, and whether only its country is known. */
interface Place {
  x: number;
  y: number;
  isCountry: boolean;
}

/** How wide a degree of longitude is, in degrees of latitude: Kavrayskiy's seventh projection, round at its corners. */
export const widthAt = (latitude: number): number => Math.sqrt(0.75 - (latitude / 120) ** 2);

let land: string | undefined;

/** The land as rectangles, which an SVG pattern fills with dots: far faster than a shape for each dot. */
function landPath(): string {
  let at = 0;
  land ??= [...runs]
    .map((run, i) => {
      const length = run.charCodeAt(0) - 40;
      const rectangle = `M${at % columns} ${Math.floor(at / columns)}h${length}v1h-${length}z`;
      at += length;
      return i % 2 && length ? rectangle : '';
    })
    .join('');
  return land;
}

/** The place of the data's coordinates, or of its country if `countries.js` is loaded. `undefined` without either. */
export function placeOf(data: object | undefined): Place | undefined {
  const coordinates = ['latitude', 'longitude'].map((name) => fieldValue(data, `location.${name}`));
  const centreOf = lastFunction<(data: unknown) => readonly unknown[]>('centre');
  return placeAt(coordinates, false) ?? placeAt(centreOf?.(data) ?? [], true);
}

function placeAt([latitude, longitude]: readonly unknown[], isCountry: boolean): Place | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return {
    // The westernmost islands, Antarctica and the North Pole are marked at the edge: the map has no cells for them.
    x: Math.max(0, greenwich + (longitude * widthAt(latitude)) / step),
    y: Math.max(0, Math.min(rows, (north - latitude) / step)),
    isCountry,
  };
}

/** A dot for each square of so many cells. No pattern refers to another, which WebKit ignores in a shadow root. */
const pattern = (id: string, cells: number) =>
  svg`<pattern id=${id} width="1" height="1" patternUnits="userSpaceOnUse" patternTransform="scale(${cells})">
    <rect x=".2" y=".2" width=".6" height=".6" rx=".3" />
  </pattern>`;

/** The world in dots, or the surroundings of a place, which is marked. Without a label the map is decorative. */
export function worldMap(label: string | undefined, place?: Place, isCloseUp = false): TemplateResult {
  const view = place && isCloseUp ? [place.x - 0.5, place.y - 0.5, 1, 1] : [0, 0, columns, rows];
  return html`<svg
    part="map"
    viewBox=${view.join(' ')}
    role=${label ? 'img' : nothing}
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : 'true'}
  >
    ${pattern('dots', 1)}${pattern('big', 2)}
    <path d=${landPath()} />
    ${place ? mark(place, isCloseUp ? 1.28 : 2.1) : ''}
  </svg>`;
}

/** The mark. For a country, which is more than a point, it has wider halos and no edge. */
function mark({ x, y, isCountry }: Place, size: number) {
  const circle = (name: string, radius: number) =>
    svg`<circle class=${name} cx=${x} cy=${y} r=${size * radius} />`;
  return svg`<g part="mark">
    ${circle('halo', isCountry ? 5.2 : 2.8)}
    ${circle('halo', isCountry ? 3.2 : 1.9)}
    ${isCountry ? '' : circle('ring', 1.1)}
    ${circle('', 0.8)}
  </g>`;
}
