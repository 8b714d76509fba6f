import { css, html, nothing, type TemplateResult } from 'lit';
import { cardHeader } from './card-header.js';

const bone = html`<span class="bone"></span>`;
const row = html`<div part="row" class="row">${bone}${bone}</div>`;

/** A header and rows of which nothing is known: what a card holds while it waits, and what keeps its size meanwhile. */
export const bones = (rows: number): TemplateResult =>
  html`${cardHeader(bone, [bone, bone])}
    <div class="rows">${Array(rows).fill(row)}</div>
    <slot name="footer"></slot>`;

/**
 * A card that waits.
 *
 * @param loading What is said of it; nothing where nothing is under way.
 */
export const skeleton = (rows: number, loading: unknown): TemplateResult =>
  html`<div
    class="card"
    part="card"
    role=${loading ? 'group' : nothing}
    aria-labelledby=${loading ? 'title' : nothing}
    aria-busy=${Boolean(loading)}
  >
    <span id="title" class="said">${loading || ''}</span>${bones(rows)}
  </div>`;

export const skeletonStyles = css`
  .bone {
    display: block;
    min-block-size: 0.7em;
    border-radius: 0.35em;
    background: var(--_skeleton);
  }
  .mark .bone {
    inline-size: 100%;
    block-size: 100%;
  }
  .names .bone {
    inline-size: 70%;
    margin-block: 0.4em;
  }
  .row .bone {
    align-self: center;
    inline-size: 55%;
  }
  .row .bone:first-child {
    inline-size: 4em;
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
  @media (scripting: none) {
    .kept {
      min-block-size: 0;
    }
    .kept .card {
      display: none;
    }
  }
`;
