import { css, html, type ReactiveControllerHost } from 'lit';
import { icon } from './icons.js';
import type { Speech } from './words.js';

/** The button that copies an address, and the word that is heard when it did. */
export class CopyButton {
  readonly #host: ReactiveControllerHost;
  readonly #words: Speech;
  #copied = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, words: Speech) {
    this.#host = host;
    this.#words = words;
  }

  /** The button for a text that is called so; nothing where a page has no clipboard. */
  button(text: string, label: unknown) {
    if (!globalThis.navigator.clipboard) return '';
    return html`<button part="copy" type="button" @click=${() => this.#copy(text)}>
      ${icon(this.#copied ? 'done' : 'copy')}<span class="said">${this.#words.say('copy')} ${label}</span>
    </button>`;
  }

  /** Stands in a region that is read aloud when it changes. */
  get news() {
    return this.#copied ? this.#words.say('copied') : '';
  }

  #copy(text: string): Promise<void> {
    return navigator.clipboard.writeText(text).then(
      () => {
        this.#say(true);
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#say(false), 2000);
      },
      // The browser asked the visitor, who said no.
      () => undefined,
    );
  }

  #say(copied: boolean): void {
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
    color: var(--_soft);
    font-size: 0.75rem;
  }
`;
