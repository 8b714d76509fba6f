import { html, nothing, type TemplateResult } from 'lit';
import { contentOf, renderAgain } from '../base/template-element.js';
import { css } from '../base/visitor-element.js';
import { cardHeader, icon } from './header.js';
import type { Label } from './rows.js';

const line = html`<span class="skeleton-line"></span>`;

/** A header and rows in front of as much empty space as they may need, so that all states of a card have one size. */
export const inReservedSpace = (rows: number, content: unknown): TemplateResult =>
  html`<div class="stack">
    <div class="hidden">
      <div class="head"></div>
      ${Array(rows).fill(html`<div class="row"></div>`)}
    </div>
    <div class="body">${content}</div>
  </div>`;

/** A header, rows and the footer, with lines of a skeleton by default. */
export const emptyBody = (
  rows: number,
  header = cardHeader(line, [line, line]),
  content: unknown = [line, line],
): TemplateResult => {
  const row = html`<div part="row" class="row">${content}</div>`;
  return html`${inReservedSpace(rows, [header, html`<div class="rows">${Array(rows).fill(row)}</div>`])}
    <slot name="footer"></slot>`;
};

export const skeletonCard = (rows: number, loading: unknown): TemplateResult =>
  html`<div
    class="card"
    part="card"
    role=${loading ? 'group' : nothing}
    aria-labelledby=${loading ? 'title' : nothing}
    aria-busy=${Boolean(loading)}
  >
    <span id="title" class="visually-hidden">${loading || ''}</span>${emptyBody(rows)}
  </div>`;

/**
 * A card with a message over its hidden body, or in its header. The page's content for the slot replaces both. The card is no
 * group: only the message could name it, and screen readers would read it twice.
 */
export function messageCard(
  card: Element,
  slot: 'consent' | 'error',
  body: TemplateResult,
  message?: TemplateResult,
  isBusy = false,
): TemplateResult {
  const isReplaced = contentOf(card, slot).length > 0;
  return html`<div class="card stack" part="card" aria-busy=${isBusy}>
    <div class=${isReplaced || message ? 'hidden' : ''}>${body}</div>
    <slot name=${slot} class="message" @slotchange=${renderAgain}></slot>
    ${isReplaced ? '' : message}
  </div>`;
}

/** An icon, a sentence and a button in the middle. `retry` is the label of what “Try again” does, or has done. */
export const failureMessage = (
  label: Label,
  run: () => void,
  retry: 'loading' | 'failed' | undefined,
): TemplateResult =>
  html`<div class="message names">
    <span class="mark">${icon('failed')}</span>
    <p part="error">${label('failed')}</p>
    <button part="retry" type="button" aria-disabled=${retry === 'loading'} @click=${run}>
      ${label('retry')}
    </button>
    <span class="visually-hidden" role="status">${retry && label(retry)}</span>
  </div>`;

export const emptyCardStyles = css`
  .skeleton-line {
    display: block;
    min-block-size: 0.7em;
    border-radius: 0.35em;
    background: var(--_skeleton);
  }
  .mark .skeleton-line {
    inline-size: 100%;
    block-size: 100%;
  }
  .names > .skeleton-line {
    inline-size: 70%;
    margin-block: 0.2em 0.45em;
  }
  /* As wide as the usual column of labels. */
  .row .skeleton-line:first-child {
    inline-size: calc(5.5em * 0.8125);
  }
  .skeleton-line + .skeleton-line {
    inline-size: 45%;
  }
  @media (prefers-reduced-motion: no-preference) {
    [aria-busy='true'] .skeleton-line {
      animation: shimmer 0.9s ease-in-out infinite alternate;
    }
  }
  @keyframes shimmer {
    to {
      opacity: 0.4;
    }
  }
  /* A browser may show a page before all of it has arrived. A header from a server leaves lines and rows their place. */
  .placeholder .names {
    min-block-size: 2.5em;
  }
  @media (scripting: none) {
    .placeholder {
      min-block-size: 0;
    }
    .placeholder .card {
      display: none;
    }
  }
  .message {
    align-self: center;
    display: block;
  }
  :host(:not([layout='compact'])) .message {
    --_flag: 3em;
    display: grid;
    justify-items: center;
    gap: 0.75em;
    padding-inline: 0;
    line-height: inherit;
    text-align: center;
    text-wrap: balance;
  }
  :host(:not([layout='compact'])) .message .mark {
    position: static;
  }
  [part='retry'] {
    min-block-size: 2.4em;
    padding: 0.3em 1em;
    border: 1px solid var(--_control-border);
    border-radius: calc(var(--_radius) / 2);
    font-size: 0.875em;
    font-weight: 600;
  }
`;
