import { html, nothing, type TemplateResult } from 'lit';

/** A header and rows of which nothing is known: what a card holds while it waits, and what keeps its size meanwhile. */
export const bones = (rows: number): TemplateResult =>
  html`<div part="header">
      <span class="mark bone"></span>
      <div class="names"><span class="bone"></span><span class="bone"></span></div>
      <slot name="header"></slot>
    </div>
    <div class="rows">
      ${Array(rows).fill(html`<div part="row" class="row"><span class="bone"></span><span class="bone"></span></div>`)}
    </div>
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
