import { html, nothing, svg, type TemplateResult } from 'lit';
import { fieldValue } from '../../model/paths.js';
import { loadedContent } from '../../personal/loaded.js';
import { columns, north, rows, runs, step } from './map-data.js';

/** A place on the map, in cells from its north-west corner. */
export type Cell = readonly [x: number, y: number];

let land: string | undefined;

/**
 * The land as one path of rectangles, which an SVG pattern fills with dots. This is far faster than one shape for each
 * dot. It is created when a map first needs it.
 */
function outline(): string {
  let at = 0;
  land ??= runs
    .split(' ')
    .map((run, i) => {
      const length = Number.parseInt(run, 36);
      const shape = i % 2 ? `M${at % columns} ${Math.floor(at / columns)}h${length}v1h-${length}z` : '';
      at += length;
      return shape;
    })
    .join('');
  return land;
}

/** The cell of the data's coordinates, or of its country if `countries.js` is loaded. `undefined` without either. */
export function cellOf(data: object | undefined): Cell | undefined {
  const coordinates = ['latitude', 'longitude'].map((name) => fieldValue(data, `location.${name}`));
  const { of: centreOf } = loadedContent('centres');
  return cellAt(coordinates) ?? (typeof centreOf === 'function' ? cellAt(centreOf(data)) : undefined);
}

function cellAt([latitude, longitude]: unknown[]): Cell | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return [(longitude + 180) / step, (north - latitude) / step];
}

/**
 * The world in dots, with a place marked.
 * @param label The accessible name. Without one the map is decorative.
 */
export function worldMap(cell: Cell | undefined, close: boolean, label: string | undefined): TemplateResult {
  const view = cell && close ? [cell[0] - 0.5, cell[1] - 0.5, 1, 1] : [0, 0, columns, rows];
  return html`<svg
    part="map"
    viewBox=${view.join(' ')}
    role=${label ? 'img' : nothing}
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : 'true'}
  >
    <pattern id="dots" width="1" height="1" patternUnits="userSpaceOnUse">
      <circle cx=".5" cy=".5" r=".3" />
    </pattern>
    <path d=${outline()} />
    ${cell ? mark(cell, close ? 0.9 : 2.1) : ''}
  </svg>`;
}

/** The mark keeps approximately the same size on the screen. */
const mark = ([x, y]: Cell, size: number) => svg`<g part="mark">
  <circle class="halo" cx=${x} cy=${y} r=${size * 3.4} />
  <circle class="halo" cx=${x} cy=${y} r=${size * 2.2} />
  <circle class="ring" cx=${x} cy=${y} r=${size * 1.1} />
  <circle cx=${x} cy=${y} r=${size * 0.8} />
</g>`;
