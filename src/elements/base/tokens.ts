import { css } from 'lit';

/**
 * The custom properties that pages can set (`--visitor-…`). Under `--_…` they have their defaults, which are defined
 * only here. Some defaults depend on `em` or `currentColor`: use them only on elements with the host's font size and
 * colour.
 *
 * @cssprop [--visitor-accent] - The colour of icons, of the mark on the map and of the focus.
 * @cssprop [--visitor-background] - The background of a card or control.
 * @cssprop [--visitor-border] - The colour of a card's border, of the lines between rows, and of a control's border.
 * @cssprop [--visitor-color] - The text's colour. Softer text colours are derived from it.
 * @cssprop [--visitor-label-color] - The colour of labels and of text beside a value.
 * @cssprop [--visitor-radius=0.875em] - The radius of a card's corners; a control's is half of it.
 * @cssprop [--visitor-padding=1em] - The space inside a card's edge.
 * @cssprop [--visitor-gap=0.75em] - The space between things side by side.
 * @cssprop [--visitor-skeleton] - The colour of the skeleton.
 * @cssprop [--visitor-focus-ring] - The colour of the ring around what has the focus. Default: the accent.
 */
export const tokens = css`
  :host {
    --_accent: var(--visitor-accent, color-mix(in srgb, currentColor 25%, #3b6cff));
    --_background: var(--visitor-background, light-dark(#fff, #171a20));
    --_color: var(--visitor-color, light-dark(#16181d, #eceef2));
    --_secondary: var(--visitor-label-color, color-mix(in srgb, currentColor 66%, transparent));
    --_border: var(--visitor-border, color-mix(in srgb, currentColor 14%, transparent));
    --_control-border: var(--visitor-border, color-mix(in srgb, currentColor 62%, transparent));
    --_radius: var(--visitor-radius, 0.875em);
    --_padding: var(--visitor-padding, 1em);
    --_gap: var(--visitor-gap, 0.75em);
    --_skeleton: var(--visitor-skeleton, color-mix(in srgb, currentColor 12%, transparent));
  }
  :host([hidden]) {
    display: none !important;
  }
  :focus-visible {
    outline: 2px solid var(--visitor-focus-ring, var(--_accent));
    outline-offset: 2px;
  }
`;
