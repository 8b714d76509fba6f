import { css } from 'lit';

/*
 * `reserve.css` counts the same heights before a card is defined: a header of two lines, and rows. So both have a least
 * height, a little more than their lines need, and stand where 1em is the card's own.
 */
export const cardStyles = css`
  :host {
    --_flag: var(--visitor-flag-size, 2.25em);
    --_title: var(--visitor-title-size, 1.125em);
    --_names: max(var(--_title) * 1.3 + 1.35em, var(--_flag) / 1.5);
    --_note: 1.6em;
    --_row: calc(1.5em + 2 * var(--visitor-row-padding, 0.45em));
    display: grid;
    grid-template-columns: minmax(0, var(--visitor-inline-size, 20em));
    overflow-wrap: anywhere;
  }
  .card,
  .kept {
    box-sizing: border-box;
    min-block-size: calc(1.5 * var(--_padding) + var(--_names) + var(--_note) + var(--visitor-rows, 0) * var(--_row) + 2px);
  }
  .card {
    container-type: inline-size;
    display: flex;
    flex-direction: column;
    overflow: hidden;
    padding: 0 var(--_padding) calc(var(--_padding) / 2);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
    color: var(--_color);
    line-height: 1.45;
    text-align: start;
  }
  .kept {
    min-block-size: calc(1.5 * var(--_padding) + var(--_names) + var(--_note) + var(--visitor-rows, 4) * var(--_row) + 2px);
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .stack > * {
    grid-area: 1 / 1;
  }
  .ghost {
    visibility: hidden;
  }

  [part='header'] {
    display: flex;
    align-items: center;
    gap: var(--_gap);
    min-block-size: var(--_names);
    padding-block: var(--_padding) var(--_note);
  }
  [part='header']:has(+ [part='note']) {
    padding-block-end: 0.25em;
  }
  .mark {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: var(--_flag);
    aspect-ratio: 1.5;
    border-radius: 3px;
    color: var(--_accent);
  }
  .mark [part='flag'] {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
    box-shadow: 0 0 0 1px var(--_border);
  }
  .mark span[part='flag'] {
    block-size: auto;
    box-shadow: none;
    font-size: calc(var(--_flag) * 0.75);
    line-height: 1;
    text-align: center;
  }
  .mark:has(svg) {
    border-radius: calc(var(--_radius) / 2);
    background: var(--_skeleton);
  }
  svg {
    inline-size: 1.25em;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .names {
    flex: 1;
    min-inline-size: 0;
  }
  [part='title'] {
    font-size: var(--_title);
    font-weight: 650;
    line-height: 1.3;
  }
  [part='subtitle'],
  dt,
  dd,
  [part='error'] {
    font-size: 0.875em;
  }
  [part='subtitle'],
  dt,
  .soft {
    color: var(--_soft);
  }
  ::slotted([slot='header']) {
    min-inline-size: 0;
  }
  ::slotted(visitor-map[slot='header']) {
    flex: 0 0 30%;
    align-self: stretch;
    margin-block: calc(var(--_padding) * -1) calc(var(--_note) * -1);
    margin-inline-end: calc(var(--_padding) * -1);
  }

  dl,
  .rows {
    display: grid;
    grid-template-columns: fit-content(42%) minmax(0, 1fr);
    gap: 0 var(--_gap);
    margin: 0;
  }
  .row {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: baseline;
    align-content: center;
    box-sizing: border-box;
    min-block-size: var(--_row);
    padding-block: var(--visitor-row-padding, 0.45em);
    padding-block: calc(var(--visitor-row-padding, 0.45em) - 1px);
    border-block-start: 1px solid var(--_border);
  }
  .gap {
    visibility: hidden;
  }
  dd {
    margin: 0;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }
  .soft {
    margin-inline-start: 0.35em;
    font-weight: 400;
  }
  dd [part='flag'] {
    inline-size: auto;
    block-size: 0.8em;
    margin-inline-end: 0.45em;
    border-radius: 1px;
    box-shadow: 0 0 0 1px var(--_border);
  }
  .address {
    font-family: var(--visitor-font-mono, ui-monospace, 'SF Mono', Menlo, Consolas, monospace);
    font-size: 0.95em;
  }
  .copies {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 0.5em;
  }
  @container (inline-size < 13em) {
    dl {
      display: block;
    }
    dl .row {
      display: block;
    }
    ::slotted(visitor-map[slot='header']) {
      display: none !important;
    }
  }

  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
    touch-action: manipulation;
  }
  [part='copy'] {
    position: relative;
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    margin-block: -2px;
    padding: 0;
    border: 0;
    border-radius: 6px;
    background: none;
    color: var(--_soft);
    font-size: 0.75rem;
  }
  [part='copy']:hover {
    color: inherit;
    background: var(--_skeleton);
  }
  [part='retry'] {
    min-block-size: 2.25em;
    padding: 0.3em 0.9em;
    border: 1px solid var(--_control-border);
    border-radius: calc(var(--_radius) / 2);
    background: none;
    font-size: 0.875em;
    font-weight: 600;
  }
  [part='retry']:hover {
    background: var(--_skeleton);
  }
  @media (pointer: coarse) {
    [part='copy']::after {
      content: '';
      position: absolute;
      inset: -10px;
    }
    [part='retry'] {
      min-block-size: 44px;
    }
  }

  [part='note'] {
    display: flex;
    align-items: center;
    min-block-size: calc(var(--_note) - 0.25em);
    padding-inline: 0.5em;
    border-radius: calc(var(--_radius) / 2);
    background: var(--visitor-note-background, color-mix(in srgb, #f2b705 18%, transparent));
    color: color-mix(in srgb, currentColor 72%, #b07800);
    line-height: 1.3;
  }
  [part='note'] span,
  [part='badges'] {
    font-size: 0.8125em;
  }
  [part='badges'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em;
    margin: 0.5em 0 0.25em;
    padding: 0;
    list-style: none;
  }
  [part='badges'] li {
    padding: 0.15em 0.65em;
    border-radius: 1em;
    background: color-mix(in srgb, #e5482d 14%, transparent);
    color: color-mix(in srgb, currentColor 55%, #d0300f);
    font-weight: 600;
  }
  .message {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 0.75em;
    text-align: center;
  }
  [part='error'] {
    margin: 0;
    text-wrap: balance;
  }

  .bone {
    display: block;
    min-block-size: 0.7em;
    border-radius: 0.35em;
    background: var(--_skeleton);
  }
  .names .bone {
    inline-size: 70%;
    margin-block: 0.4em;
  }
  .row .bone:first-child {
    inline-size: 4em;
  }
  .row .bone {
    align-self: center;
    inline-size: 55%;
  }
  .row:nth-child(odd) .bone + .bone,
  .names .bone + .bone {
    inline-size: 45%;
  }
  @media (prefers-reduced-motion: no-preference) {
    [aria-busy='true'] .bone {
      animation: shimmer 0.9s ease-in-out infinite alternate;
    }
  }
  @keyframes shimmer {
    to {
      opacity: 0.4;
    }
  }
  .said {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  :host([layout='compact']) .card,
  :host([layout='compact']) .kept {
    min-block-size: calc(1.5 * var(--_padding) + var(--_names) + 2px);
    padding-block: 0;
  }
  :host([layout='compact']) [part='header'] {
    padding-block: calc(var(--_padding) * 0.75);
  }

  :host([layout='compact']) [part='subtitle'] {
    font-size: 0.8125em;
  }
  :host([layout='compact']) .message {
    grid-auto-flow: column;
    align-items: center;
    padding-inline: 0;
  }

  :host([layout='inline']) {
    --_flag: 1.35em;
    --_title: 1em;
    display: inline;
  }
  :host([layout='inline']) .card,
  :host([layout='inline']) [part='header'],
  :host([layout='inline']) .names,
  :host([layout='inline']) .message {
    display: inline-flex;
    flex-flow: row wrap;
    align-items: center;
    gap: 0 0.4em;
    min-block-size: 0;
    padding: 0;
  }
  :host([layout='inline']) .card {
    container-type: normal;
    max-inline-size: 100%;
    padding: 0.05em 0.65em;
    border-radius: 0.9em;
    line-height: 1.3;
    vertical-align: middle;
  }
  :host([layout='inline']) .names .bone {
    inline-size: 5em;
  }
  :host([layout='inline']) .ghost {
    display: none;
  }
  :host([layout='inline']) [part='retry'] {
    min-block-size: 24px;
    padding-block: 0;
  }

  @media (forced-colors: active) {
    .bone,
    [part='note'],
    [part='badges'] li {
      border: 1px solid;
    }
  }
  @media (scripting: none) {
    .kept {
      min-block-size: 0;
    }
    .kept .card {
      display: none;
    }
  }
`;
