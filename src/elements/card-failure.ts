import { css, html, type TemplateResult } from 'lit';
import { bones } from './card-skeleton.js';
import type { Speech } from './words.js';

/** A card whose lookup failed: a sentence and a button in the middle of the place that was kept. */
export const failure = (rows: number, words: Speech, retry: () => void): TemplateResult =>
  html`<div class="card stack" part="card" role="group" aria-labelledby="title">
    <div class="ghost" aria-hidden="true">${bones(rows)}</div>
    <slot name="error" class="message">
      <p id="title" part="error">${words.say('failed')}</p>
      <button part="retry" type="button" @click=${retry}>${words.say('retry')}</button>
    </slot>
  </div>`;

export const failureStyles = css`
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
  [part='retry'] {
    min-block-size: 2.25em;
    padding: 0.3em 0.9em;
    border: 1px solid var(--_control-border);
    border-radius: calc(var(--_radius) / 2);
    font-weight: 600;
  }
`;
