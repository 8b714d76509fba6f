import { css } from './styles.js';

/**
 * The custom properties that pages can set (`--visitor-…`). Under `--_…` they have their defaults, which are defined
 * only here. Some defaults depend on `em` or `currentColor`: use them only on elements with the host's font size and
 * colour.
 */
export const tokens = css`
  :host {
    --_accent: var(--visitor-accent, color-mix(in srgb, currentColor 25%, #3b6cff));
    --_background: var(--visitor-background, light-dark(#fff, #171a20));
    --_color: var(--visitor-color, light-dark(#16181d, #eceef2));
    --_secondary: var(--visitor-label-color, color-mix(in srgb, currentColor 66%, transparent));
    --_border: var(--visitor-border, color-mix(in srgb, currentColor 14%, transparent));
    --_control-border: var(--visitor-control-border, color-mix(in srgb, currentColor 62%, transparent));
    --_radius: var(--visitor-radius, 0.875em);
    --_padding: var(--visitor-padding, 1em);
    --_gap: var(--visitor-gap, 0.75em);
    --_skeleton: var(--visitor-skeleton, color-mix(in srgb, currentColor 12%, transparent));
  }
  :host([hidden]) {
    display: none !important;
  }
  [data-emoji]::before {
    content: attr(data-emoji);
  }
  :focus-visible {
    outline: 2px solid var(--visitor-focus-ring, var(--_accent));
    outline-offset: 2px;
  }
`;
