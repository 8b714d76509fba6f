import { css, html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { watchLoaded } from '../../personal/loaded.js';
import { renderObservers } from '../base/shared-observer.js';
import { TemplateElement } from '../base/template-element.js';
import { tokens } from '../base/tokens.js';
import { columns, rows } from './map-data.js';
import { placeOf, worldMap } from './world.js';

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
        align-self: stretch;
        margin-block: -0.6em;
        margin-inline-start: 0 !important;
      }
      .place,
      svg {
        display: block;
        grid-area: 1 / 1;
        inline-size: 100%;
        aspect-ratio: ${columns} / ${rows};
        overflow: visible;
      }
      .cropped {
        position: relative;
        overflow: hidden;
        inline-size: 6.5em;
        block-size: 100%;
        /* The dots fade to the sides, so a long title may reach over them. */
        margin-inline: -2em calc(var(--_padding) * -1);
        mask-image: radial-gradient(closest-side, #000 50%, transparent);
      }
      .cropped svg {
        position: absolute;
        inset: 0;
        inline-size: 0.3em;
        margin: auto;
        aspect-ratio: 1;
      }
      path {
        fill: url(#dots);
      }
      pattern {
        fill: color-mix(in srgb, currentColor 50%, transparent);
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
      .wave {
        opacity: 0;
        transform-box: fill-box;
        transform-origin: center;
      }
      @media (prefers-reduced-motion: no-preference) {
        .wave {
          animation: spread 0.4s ease-out;
        }
      }
      @keyframes spread {
        from {
          transform: scale(0.2);
          opacity: 0.5;
        }
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

  /** Whether the first place came after the first render. `undefined` until there is one. */
  #arrives: boolean | undefined;

  protected override served(): TemplateResult {
    return html`<div class="place"><slot>${worldMap(undefined, false, false, this.label)}</slot></div>`;
  }

  protected override content(slot: TemplateResult): unknown {
    watchLoaded('centres', renderObservers);
    const { data, label } = this;
    const place = placeOf(data);
    if (place) this.#arrives ??= this.hasUpdated;
    const arrives = Boolean(this.#arrives);
    if (!data && this.hasContent) return html`<div class="place">${slot}</div>`;
    // In a card, a map without a location takes no space.
    if (this.slot === 'header')
      return data && !place
        ? ''
        : html`<div class="cropped">${place && worldMap(place, true, arrives, label)}</div>`;
    return [worldMap(place, false, arrives, label), data ? '' : slot];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'visitor-map': VisitorMap;
  }
}
