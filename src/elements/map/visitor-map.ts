import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { TemplateElement, tokens } from '../base/template-element.js';
import { css } from '../base/visitor-element.js';
import { columns, rows } from './map-data.js';
import { placeOf, worldMap } from './world.js';

/**
 * A small world of dots with the visitor's place marked, drawn from the coordinates: no tiles, no request.
 *
 * Alone it shows the world. In a card's `slot="header"` it shows the visitor's surroundings. Without coordinates it
 * marks the middle of the country, if the page loaded `visitor-elements/countries.js`. Otherwise it shows the world
 * alone, and takes no space in a card. The world is pale until there is data.
 *
 * @slot - The fallback content: shown instead of the map until data arrives, and if there is none. Default: the
 * world.
 * @csspart map - The drawing.
 * @csspart mark - The mark at the visitor's place.
 * @cssprop [--visitor-accent] - The colour of the mark.
 * @cssprop [--visitor-background] - The colour of the edge around the mark.
 * @cssprop [--visitor-padding=1em] - The card's padding, over which the map extends in a card's header.
 * @cssprop [--visitor-gap=0.75em] - The space between the map and the text of a card's header.
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
        max-inline-size: var(--visitor-inline-size, 20em);
      }
      :host([slot='header']) {
        grid-template-columns: minmax(0, auto);
        align-self: stretch;
        margin-inline-start: 0 !important;
      }
      :host(:not(:state(ready))) svg {
        opacity: 0.45;
      }
      .place {
        container: map / inline-size;
      }
      .place,
      svg {
        display: block;
        grid-area: 1 / 1;
        inline-size: 100%;
        aspect-ratio: ${columns} / ${rows};
        overflow: visible;
      }
      /* As much of the text's room as the card lets it have. */
      .beside {
        inline-size: 7em;
        max-inline-size: 100%;
      }
      /*
       * It fills the end of the card's header. The dots fade towards the text and the card's edges, and towards badges
       * below.
       */
      .cropped {
        position: absolute;
        inset-block: 0 2px;
        inset-inline-end: calc(var(--_padding) * -1);
        overflow: hidden;
        inline-size: min(14em, 45%);
        mask:
          linear-gradient(to var(--_end-side, right), transparent 30%, #000 65%, #000 95%, transparent) intersect,
          var(--_fade, linear-gradient(transparent, #000 0.5em, #000 calc(100% - 0.5em), transparent));
      }
      .cropped:dir(rtl) {
        --_end-side: left;
      }
      .cropped svg {
        position: absolute;
        inset-block-start: calc(50% - 0.11em);
        inset-inline-end: 36%;
        inline-size: 0.22em;
        aspect-ratio: 1;
      }
      path {
        fill: url(#dots);
        opacity: 0.4;
      }
      /* A dot for four cells, whole if one of them is land: smaller ones would be stripes. */
      @container map (inline-size < 23em) {
        path {
          fill: url(#big);
          stroke: url(#big);
          stroke-width: 0.8;
        }
      }
      pattern {
        fill: currentColor;
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
          color: CanvasText;
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
    return html`<div class="place"><slot>${worldMap(this.label)}</slot></div>`;
  }

  protected override content(slot: TemplateResult): unknown {
    const { data, label } = this;
    const place = placeOf(data);
    if (!data && this.hasContent) return html`<div class="place">${slot}</div>`;
    if (this.slot !== 'header')
      return [html`<div class="place">${worldMap(label, place)}</div>`, data ? '' : slot];
    // In a card, a map without a location takes no space.
    if (data && !place) return '';
    return html`<div class="beside"><div class="cropped">${place && worldMap(label, place, true)}</div></div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-map': VisitorMap;
  }
}
