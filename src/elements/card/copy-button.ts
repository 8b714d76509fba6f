import { css, html, type ReactiveControllerHost } from 'lit';
import type { Localizer } from '../base/localizer.js';
import { icon } from './icons.js';

/** The button that copies an IP address, with a confirmation for screen readers. */
export class CopyButton {
  readonly #host: ReactiveControllerHost;
  readonly #localizer: Localizer;
  #copied = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, localizer: Localizer) {
    this.#host = host;
    this.#localizer = localizer;
  }

  /** The button that copies a text. Nothing if the page has no clipboard. */
  button(text: string) {
    if (!globalThis.navigator.clipboard) return '';
    // Chromium's accessibility tree leaves out a text that is only a space.
    return html`<button part="copy" type="button" @click=${() => this.#copy(text)}>
      ${icon(this.#copied ? 'overridden' : 'copy')}<span class="visually-hidden">${this.#localizer.label('copy')}${` ${text}`}</span>
    </button>`;
  }

  /** The content of a live region. */
  get status() {
    return this.#copied ? this.#localizer.label('copied') : '';
  }

  #copy(text: string): Promise<void> {
    return navigator.clipboard.writeText(text).then(
      () => {
        this.#setCopied(true);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#setCopied(false), 2000);
      },
      // The visitor refused the browser's permission.
      () => undefined,
    );
  }

  #setCopied(copied: boolean): void {
    this.#copied = copied;
    this.#host.requestUpdate();
  }
}

export const copyStyles = css`
  .copies {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 0.5em;
  }
  [part='copy'] {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    margin: -2px;
    margin-inline-end: -6px;
    padding: 0;
    border: 0;
    border-radius: 6px;
    color: var(--_secondary);
    font-size: 0.75rem;
  }
`;
