import { css, html, nothing, type PropertyDeclarations, svg, type TemplateResult } from 'lit';
import { fieldValue } from '../visitor/index.js';
import { hasContent } from './content.js';
import { columns, north, rows, runs, step } from './land.js';
import { tokens } from './tokens.js';
import { VisitorElement } from './visitor-element.js';

/** How many cells the surroundings are wide. */
const near = 26;

/** The land as one path of rectangles: a pattern makes dots of them far faster than a shape for each dot would. */
function outline(): string {
  let at = 0;
  return runs
    .split(' ')
    .map((run, i) => {
      const length = Number.parseInt(run, 36);
      const shape = i % 2 ? `M${at % columns} ${Math.floor(at / columns)}h${length}v1h-${length}z` : '';
      at += length;
      return shape;
    })
    .join('');
}
const land = outline();

/**
 * A small world of dots with the visitor's place marked, drawn from the coordinates: no tiles, no request.
 *
 * Alone it shows the world, in a card's `slot="header"` the visitor's surroundings; without coordinates the world alone.
 *
 * @slot - Shown in place of the map until data is there, and when there is none. Default: the world.
 * @csspart map - The drawing.
 * @csspart mark - The mark at the visitor's place.
 * @cssprop [--visitor-accent] - The colour of the mark.
 * @cssprop [--visitor-background] - The colour of the edge around the mark.
 * @cssprop [--visitor-inline-size=20em] - The map's width, where there is as much room.
 */
export class VisitorMap extends VisitorElement<'ip'> {
  static override readonly tag = 'visitor-map';

  static override properties: PropertyDeclarations = { label: {} };

  static override styles = [
    tokens,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, var(--visitor-inline-size, 20em));
      }
      :host([slot='header']) {
        position: relative;
        grid-template-columns: minmax(0, 1fr);
        mask-image: radial-gradient(farthest-side, #000 45%, transparent);
      }
      :host([slot='header']) svg {
        position: absolute;
        block-size: 100%;
      }
      .place,
      svg {
        display: block;
        grid-area: 1 / 1;
        inline-size: 100%;
        aspect-ratio: ${columns} / ${rows};
      }
      path {
        fill: url(#dots);
      }
      pattern {
        fill: color-mix(in srgb, currentColor 34%, transparent);
      }
      [part='mark'] {
        fill: var(--_accent);
      }
      .halo {
        opacity: 0.16;
      }
      .ring {
        fill: var(--_background);
      }
      @media (forced-colors: active) {
        svg {
          forced-color-adjust: none;
        }
        pattern {
          fill: GrayText;
        }
        [part='mark'] {
          fill: Highlight;
        }
        .ring {
          fill: Canvas;
        }
      }
    `,
  ];

  /** What the map is called, to those who hear the page: it makes the decoration an image. */
  declare label: string | undefined;

  protected override readonly lookup = 'ip';

  protected override served(): TemplateResult {
    return html`<div class="place"><slot>${this.#map()}</slot></div>`;
  }

  protected override content(slot: TemplateResult): unknown {
    const map = this.data || !hasContent(this);
    return map ? [this.#map(this.#cell()), this.data ? '' : slot] : html`<div class="place">${slot}</div>`;
  }

  /** The visitor's place in cells. */
  #cell(): readonly [x: number, y: number] | undefined {
    const [latitude, longitude] = ['latitude', 'longitude'].map((name) =>
      fieldValue(this.data, `location.${name}`),
    );
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
    return [(longitude + 180) / step, (north - latitude) / step];
  }

  #map(cell?: readonly [x: number, y: number]) {
    const { label } = this;
    const close = cell && this.slot === 'header';
    const [x, y] = cell ?? [0, 0];
    const view = close ? [x - near / 2, y - near / 2, near, near] : [0, 0, columns, rows];
    // The mark keeps its size on the screen, more or less.
    const size = close ? 1 : 2.6;
    return html`<svg
      part="map"
      viewBox=${view.join(' ')}
      preserveAspectRatio=${close ? 'xMidYMid slice' : nothing}
      role=${label ? 'img' : nothing}
      aria-label=${label || nothing}
      aria-hidden=${label ? nothing : 'true'}
    >
      <pattern id="dots" width="1" height="1" patternUnits="userSpaceOnUse">
        <circle cx=".5" cy=".5" r=".3" />
      </pattern>
      <path d=${land} />
      ${cell ? mark(x, y, size) : ''}
    </svg>`;
  }
}

const mark = (x: number, y: number, size: number) => svg`<g part="mark">
  <circle class="halo" cx=${x} cy=${y} r=${size * 3.4} />
  <circle class="halo" cx=${x} cy=${y} r=${size * 2.2} />
  <circle class="ring" cx=${x} cy=${y} r=${size * 1.1} />
  <circle cx=${x} cy=${y} r=${size * 0.8} />
</g>`;

declare global {
  interface HTMLElementTagNameMap {
    'visitor-map': VisitorMap;
  }
}
