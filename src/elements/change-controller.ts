import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Runs in the next frame; a hidden document has none, and needs none. */
export const soon = (run: () => void): unknown =>
  document.hidden ? setTimeout(run) : requestAnimationFrame(run);

/**
 * Says when an element may change what the visitor sees in it: once a frame, and not under the visitor's hands. While
 * the focus is inside, a change waits until the focus is elsewhere in the document, or until the form it is in was
 * submitted or reset. A window that loses the focus, and a step from one field inside to another, are no reason.
 */
export class ChangeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  /** There was a change in this frame. */
  resting = false;
  /** The form in which the focus is was just submitted or reset. */
  #done = false;
  #waiting: AbortController | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** The element has nothing to change any more. */
  forget(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  /** Whether the element may change now. If not, it is updated when it may; one that is in no page, when it is. */
  may(): boolean {
    const focused = this.#focused() && !this.#done;
    if (focused) this.#wait();
    else this.forget();
    // The frame that was to end the rest does not come to a document that was hidden meanwhile.
    if (this.resting && document.hidden) soon(this.#rested);
    return this.#host.isConnected && !focused && !this.resting;
  }

  /** The element changed. */
  changed(): void {
    this.resting = true;
    soon(this.#rested);
  }

  readonly #rested = () => {
    this.resting = false;
    this.#host.requestUpdate();
  };

  #focused(): Element | undefined {
    const { activeElement } = this.#host.getRootNode() as Document | ShadowRoot;
    return activeElement && this.#host.contains(activeElement) ? activeElement : undefined;
  }

  #wait(): void {
    if (this.#waiting) return;
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    const root = this.#host.getRootNode();
    for (const type of ['focusout', 'submit', 'reset'])
      root.addEventListener(type, this.#onEvent, { capture: true, signal });
    // What is removed with the focus in it need not tell.
    const removals = new MutationObserver(() => this.#host.requestUpdate());
    removals.observe(this.#host, { childList: true, subtree: true });
    signal.addEventListener('abort', () => removals.disconnect());
  }

  /** The listeners of the page come first: what they read is still there. */
  readonly #onEvent = ({ type, target }: Event) => {
    const focused = this.#focused();
    const sent = type !== 'focusout' && formOf(focused) === target;
    if (type !== 'focusout' && !sent) return;
    soon(async () => {
      this.#done = sent;
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      this.#done = false;
    });
  };
}

/** The form of a control, or around what else has the focus. */
const formOf = (element: Element | undefined): Element | null | undefined =>
  (element as HTMLInputElement | undefined)?.form ?? element?.closest('form');
