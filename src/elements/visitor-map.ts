import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { hasContent } from './content.js';
import { columns, rows } from './land.js';
import { tokens } from './tokens.js';
import { VisitorElement } from './visitor-element.js';
import { cellOf, world } from './world.js';

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
        mask-image: linear-gradient(to right, transparent, #000 45%);
      }
      :host([slot='header']:dir(rtl)) {
        mask-image: linear-gradient(to left, transparent, #000 45%);
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
    return html`<div class="place"><slot>${world(undefined, false, this.label)}</slot></div>`;
  }

  protected override content(slot: TemplateResult): unknown {
    const { data, label } = this;
    if (!data && hasContent(this)) return html`<div class="place">${slot}</div>`;
    return [world(cellOf(data), this.slot === 'header', label), data ? '' : slot];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-map': VisitorMap;
  }
}
