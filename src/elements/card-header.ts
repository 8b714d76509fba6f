import { css, html, type TemplateResult } from 'lit';

/** The head of a card: a flag or an icon, and two lines beside it. */
export const cardHeader = (mark: unknown, names: unknown): TemplateResult =>
  html`<div part="header">
    <span class="mark">${mark}</span>
    <div class="names">${names}</div>
    <slot name="header"></slot>
  </div>`;

/** What there is to say of the data; it takes the room that a header without a note keeps below itself. */
export const cardNote = (said: unknown): TemplateResult => html`<div part="note"><span>${said}</span></div>`;

export const headerStyles = css`
  [part='header'] {
    display: flex;
    align-items: center;
    gap: var(--_gap);
    min-block-size: var(--_names);
    padding-block: var(--_above) var(--_below);
  }
  [part='header']:has(+ [part='note']) {
    --_below: 0.25em;
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
  .mark:has(svg) {
    border-radius: calc(var(--_radius) / 2);
    background: var(--_skeleton);
  }
  img {
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
  }
  .mark span[part='flag'] {
    box-shadow: none;
    font-size: calc(var(--_flag) * 0.75);
    line-height: 1;
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
  ::slotted([slot='header']) {
    min-inline-size: 0;
  }
  ::slotted(visitor-map[slot='header']) {
    flex: 0 0 30%;
    align-self: stretch;
    margin-block: calc(var(--_above) * -1) calc(var(--_below) * -1);
    margin-inline: calc(var(--_gap) * -1) calc(var(--_padding) * -1);
  }
  @container (inline-size < 13em) {
    [part='header'] {
      align-items: start;
    }
    ::slotted(visitor-map[slot='header']) {
      display: none !important;
    }
  }
  [part='note'] {
    display: flex;
    align-items: center;
    min-block-size: 1.35em;
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
`;
