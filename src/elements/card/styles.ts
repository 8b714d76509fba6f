import { css } from '../base/visitor-element.js';

/** The frame of a card and the sizes inside it. */
export const cardStyles = css`
  :host {
    --_flag: var(--visitor-flag-size, 2.25em);
    --_title: var(--visitor-title-size, 1.125em);
    --_row-padding: var(--visitor-row-padding, 0.5em);
    /* Title and subtitle, and a third line: the rest of a long title, or badges. */
    --_header: calc(
      max(var(--_title) * 1.2 + 1.3125em, var(--_flag) / 1.5) + 1.35em + 2.25 * var(--_padding)
    );
    /* What is left at the card's end, for badges below a long title, or a value of two lines. */
    --_spare: 1.4em;
    --_end: calc(var(--_padding) / 2);
    --_row: calc(1.5em + 2 * var(--_row-padding));
    display: grid;
    grid-template-columns: minmax(0, var(--visitor-inline-size, 20em));
    max-inline-size: var(--visitor-inline-size, 20em);
    overflow-wrap: anywhere;
  }
  .card,
  .placeholder {
    box-sizing: border-box;
    min-block-size: calc(
      var(--_header) + var(--_rows, var(--visitor-rows, 0)) * var(--_row) + var(--_spare) + var(--_end) + 2px
    );
  }
  .head {
    min-block-size: calc(var(--_header) + var(--_spare));
  }
  .placeholder {
    --_rows: var(--visitor-rows, 4);
  }
  .card,
  .body {
    display: flex;
    flex-direction: column;
  }
  .card {
    container-type: inline-size;
    overflow: hidden;
    padding: 0 var(--_padding) var(--_end);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
    box-shadow: var(--visitor-shadow, 0 1px 2px #0000000a, 0 4px 12px #0000000d);
    color: var(--_color);
    line-height: 1.45;
    text-align: start;
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .stack > * {
    grid-area: 1 / 1;
  }
  .hidden {
    visibility: hidden;
  }
  [part='subtitle'],
  dt,
  .secondary {
    color: var(--_secondary);
  }
  svg {
    inline-size: 1.25em;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  button {
    position: relative;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  button:hover {
    background: var(--_skeleton);
    color: inherit;
  }
  @media (pointer: coarse) {
    button::after {
      content: '';
      position: absolute;
      inset: min(0px, 50% - 22px);
    }
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    .skeleton-line,
    [part='note'],
    li {
      border: 1px solid;
    }
  }
`;

/** A narrow card: without a map, then with its flag above its title and its labels above their values. */
export const narrowStyles = css`
  @container (inline-size < 17em) {
    ::slotted(visitor-map[slot='header']) {
      display: none !important;
    }
  }
  @container (inline-size < 14.5em) {
    :host(:not([layout='compact'])) .head {
      min-block-size: calc(var(--_header) + var(--_spare) + 1.5em);
    }
    [part='header'] {
      --_title: 1em;
      hyphens: auto;
      hyphenate-limit-chars: 8;
    }
    ul,
    .names {
      padding: 0;
    }
    :host(:not([layout='compact'])) .names .mark {
      position: static;
      margin-block-end: 0.4em;
    }
    [part='note'] {
      gap: 0.3em;
      padding-inline: 0.35em;
      font-size: 0.75em;
    }
    :host([layout='compact']) .names {
      --_flag: 1.5em;
      --_gap: 0.5em;
    }
    :host([layout='compact']) .names .mark:not(:has(svg)) + * {
      margin-inline-start: calc(var(--_flag) + var(--_gap));
    }
    :host([layout='compact']) .names .mark:has(svg) {
      display: none;
    }
    dl,
    .rows,
    .row {
      display: block;
    }
    .row {
      position: relative;
      min-block-size: 3.4em;
    }
    .row .skeleton-line + .skeleton-line {
      margin-block-start: 0.5em;
    }
    dd [part='copy'] {
      position: absolute;
      inset-block-start: var(--_row-padding);
      inset-inline-end: 0;
    }
  }
`;

/** The layout `compact`: two lines. */
export const layoutStyles = css`
  :host([layout='compact']) {
    --_title: 1em;
    /* A line for the title, and three: two for an IPv6 address and one for the network. */
    --_header: calc(max(4.2em, var(--_flag) / 1.5) + var(--_padding) / 1.5);
    --_spare: 0px;
    --_row: 0px;
    --_end: 0px;
  }
  :host([layout='compact']) :is([part='subtitle'], [part='waiting'], [part='error'], [part='retry']) {
    font-size: 0.8125em;
    line-height: 1.2;
  }
  :host([layout='compact']) [part='header'] {
    padding-block: calc(var(--_padding) / 3);
  }
  :host([layout='compact']) [part='error'] {
    display: inline-block;
  }
  :host([layout='compact']) [part='retry'] {
    min-block-size: 0;
    padding: 0;
    border: 0;
    color: var(--_accent);
    font-weight: inherit;
    text-decoration: underline;
  }
`;
