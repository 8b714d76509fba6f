import { html, type ReactiveControllerHost } from 'lit';
import { css } from '../base/styles.js';
import type { Label } from './fields.js';
import { icon } from './header.js';

/** The button that copies an IP address, with a confirmation for screen readers. */
export class CopyButton {
  readonly #host: ReactiveControllerHost;
  readonly #label: Label;
  /** Set while the copy is confirmed. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, label: Label) {
    this.#host = host;
    this.#label = label;
  }

  /** Nothing if the page has no clipboard. */
  button(text: string) {
    if (!navigator.clipboard) return '';
    // Two boxes, because Chromium's accessibility tree leaves out a text that is only a space.
    return html`<button part="copy" type="button" @click=${() => this.#copy(text)}>
      ${icon(this.#timer ? 'overridden' : 'copy')}<span class="visually-hidden">${this.#label('copy')}</span> <span class="visually-hidden">${this.#label('ip')}</span>
    </button>`;
  }

  /** The content of a live region. */
  get status() {
    return this.#timer ? this.#label('copied') : '';
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      clearTimeout(this.#timer);
      this.#confirm(setTimeout(() => this.#confirm(), 2000));
    } catch {
      // The visitor refused the browser's permission.
    }
  }

  #confirm(timer?: ReturnType<typeof setTimeout>): void {
    this.#timer = timer;
    this.#host.requestUpdate();
  }
}

export const copyStyles = css`
  dd:has(button) {
    display: flex;
    gap: 0.25em;
  }
  /* In the middle of the first line, whatever the font's size; as large as a finger or a pointer needs it. */
  [part='copy'] {
    --_size: max(24px, 1.6em);
    flex: none;
    display: inline-grid;
    place-items: center;
    inline-size: var(--_size);
    block-size: var(--_size);
    margin-block: calc((1lh - var(--_size)) / 2);
    margin-inline-end: -6px;
    padding: 0;
    border: 0;
    border-radius: 0.4em;
    color: var(--_secondary);
    vertical-align: top;
  }
  [part='copy'] svg {
    inline-size: 1.05em;
  }
`;
