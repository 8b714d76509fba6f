import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

/** Runs a function in the next frame; in a hidden document, which has no frames, in a task. */
export const soon = (run: () => void): unknown =>
  document.hidden ? setTimeout(run) : requestAnimationFrame(run);

/**
 * Decides when an element may change what the visitor sees in it: once a frame at most, and not while the focus is
 * inside. A change then waits until the focus has moved elsewhere in the document, or the form it is in was submitted or
 * reset. It goes on waiting when the window loses the focus, and when the focus moves from one field inside to another.
 */
export class ChangeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  /** Whether the element has changed in this frame, so that another change waits for the next one. */
  hasChanged = false;
  /** Whether the form that has the focus was just submitted or reset. */
  #isSent = false;
  #waiting: AbortController | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  /** Stops waiting: there is nothing to change any more. */
  cancel(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  /** Whether the element may change now. If not, it is updated once it may, or once it is connected. */
  may(): boolean {
    const focused = this.#focused() && !this.#isSent;
    if (focused) this.#wait();
    else this.cancel();
    // A document that was hidden since has no next frame.
    if (this.hasChanged && document.hidden) soon(this.#onFrame);
    return this.#host.isConnected && !focused && !this.hasChanged;
  }

  /** Notes that the element has changed in this frame. */
  changed(): void {
    this.hasChanged = true;
    soon(this.#onFrame);
  }

  readonly #onFrame = () => {
    this.hasChanged = false;
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
    // When the focused node is removed, no event says so.
    const removals = new MutationObserver(() => this.#host.requestUpdate());
    removals.observe(this.#host, { childList: true, subtree: true });
    signal.addEventListener('abort', () => removals.disconnect());
  }

  /** Updates in the next frame: until then, the page's own listeners find what they read in place. */
  readonly #onEvent = ({ type, target }: Event) => {
    const focused = this.#focused();
    const sent = type !== 'focusout' && formOf(focused) === target;
    if (type !== 'focusout' && !sent) return;
    soon(async () => {
      this.#isSent = sent;
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      this.#isSent = false;
    });
  };
}

/** A control's form, or the form around any other element. */
const formOf = (element: Element | undefined): Element | null | undefined =>
  (element as HTMLInputElement | undefined)?.form ?? element?.closest('form');
