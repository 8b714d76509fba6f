import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { watchLoaded } from '../../personal/loaded.js';
import { renderObservers } from '../base/shared-observer.js';
import { TemplateElement } from '../base/template-element.js';
import { tokens } from '../base/tokens.js';
import { columns, rows } from './map-data.js';
import { cellOf, worldMap } from './world.js';

/**
 * A small world of dots with the visitor's place marked, drawn from the coordinates: no tiles, no request.
 *
 * Alone it shows the world. In a card's `slot="header"` it shows the visitor's surroundings. Without coordinates it
 * marks the middle of the country, if the page loaded `visitor-elements/countries.js`. Otherwise it shows the world
 * alone, and takes no space in a card.
 *
 * @slot - The fallback content: shown instead of the map until data arrives, and if there is none. Default: the
 * world.
 * @csspart map - The drawing.
 * @csspart mark - The mark at the visitor's place.
 * @cssprop [--visitor-accent] - The colour of the mark.
 * @cssprop [--visitor-background] - The colour of the edge around the mark.
 * @cssprop [--visitor-padding=1em] - The card's padding, over which the map extends in a card's header.
 * @cssprop [--visitor-inline-size=20em] - The map's width, or less if there is less space.
 */
export class VisitorMap extends TemplateElement<'ip'> {
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
        grid-template-columns: auto;
      }
      .place,
      svg {
        display: block;
        grid-area: 1 / 1;
        inline-size: 100%;
        aspect-ratio: ${columns} / ${rows};
      }
      .cropped {
        position: relative;
        overflow: hidden;
        inline-size: 6.5em;
        margin-inline-end: calc(var(--_padding) * -1);
        mask-image: linear-gradient(to right, transparent, #000 45%);
      }
      .cropped:dir(rtl) {
        mask-image: linear-gradient(to left, transparent, #000 45%);
      }
      .cropped svg {
        position: absolute;
        inset: 0;
        overflow: visible;
        inline-size: 0.3em;
        margin: auto;
        aspect-ratio: 1;
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

  /** The map's name for screen readers: with it the map is an image, without it decoration. */
  declare label: string | undefined;

  protected override readonly lookup = 'ip';

  protected override served(): TemplateResult {
    return html`<div class="place"><slot>${worldMap(undefined, false, this.label)}</slot></div>`;
  }

  protected override content(slot: TemplateResult): unknown {
    watchLoaded('centres', renderObservers);
    const { data, label } = this;
    const cell = cellOf(data);
    if (!data && this.hasContent) return html`<div class="place">${slot}</div>`;
    // In a card, a map without a location takes no space.
    if (this.slot === 'header')
      return data && !cell ? '' : html`<div class="cropped">${cell && worldMap(cell, true, label)}</div>`;
    return [worldMap(cell, false, label), data ? '' : slot];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-map': VisitorMap;
  }
}
