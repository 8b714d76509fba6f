import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

/** Runs a function in the next frame. A hidden document has no frames, so there it runs in a task. */
export const inNextFrame = (run: () => void): unknown =>
  document.hidden ? setTimeout(run) : requestAnimationFrame(run);

/**
 * Decides when an element may change its visible content: at most once a frame, and never while it contains the focus.
 * A change then waits until the focus moves elsewhere in the document, or until the focused form is submitted or reset.
 * It keeps waiting if the window loses the focus, or if the focus moves between fields inside.
 */
export class ChangeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  /** Whether the element has changed in this frame. The next change waits for the next frame. */
  hasChanged = false;
  /** Whether the focused form was just submitted or reset. */
  #isSent = false;
  #waiting: AbortController | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  /** Cancels a waiting change. */
  cancel(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  /** Whether the element may change now. If not, it is updated as soon as it may, or when it is connected. */
  mayChange(): boolean {
    const focused = this.#isSent ? undefined : focusedIn(this.#host);
    if (focused) this.#wait(focused);
    else this.cancel();
    // A document that became hidden has no next frame.
    if (this.hasChanged && document.hidden) inNextFrame(this.#onFrame);
    return this.#host.isConnected && !focused && !this.hasChanged;
  }

  /** Records that the element has changed in this frame. */
  recordChange(): void {
    this.hasChanged = true;
    inNextFrame(this.#onFrame);
  }

  readonly #onFrame = () => {
    this.hasChanged = false;
    this.#host.requestUpdate();
  };

  #wait(focused: Element): void {
    if (this.#waiting) return;
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    // Slotted content is in another tree, and so is its form.
    const tree = focused.getRootNode();
    for (const root of [this.#host.getRootNode(), tree])
      for (const type of ['focusin', 'focusout', 'submit', 'reset'])
        root.addEventListener(type, this.#onEvent, { capture: true, signal });
    // The focus that leaves a frame for no other element fires this only.
    globalThis.addEventListener('focus', this.#onEvent, { signal });
    // No event is fired when the focused node is removed.
    const removals = new MutationObserver(() => this.#host.requestUpdate());
    const area = this.#host.contains(focused) ? this.#host : tree;
    removals.observe(area, { childList: true, subtree: true });
    signal.addEventListener('abort', () => removals.disconnect());
  }

  /** Updates in the next frame, so that the page's own listeners still find the old content. */
  readonly #onEvent = ({ type, target }: Event) => {
    const focused = focusedIn(this.#host);
    const isFormEvent = type === 'submit' || type === 'reset';
    const sent = isFormEvent && formOf(focused) === target;
    if (isFormEvent && !sent) return;
    inNextFrame(async () => {
      this.#isSent = sent;
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      this.#isSent = false;
    });
  };
}

/** The focused element in an element, or in what is slotted into it. */
function focusedIn(element: Element): Element | undefined {
  const { activeElement } = element.getRootNode() as Document | ShadowRoot;
  if (activeElement && element.contains(activeElement)) return activeElement;
  for (const slot of element.querySelectorAll('slot'))
    for (const slotted of slot.assignedElements({ flatten: true })) {
      const focused = focusedIn(slotted);
      if (focused) return focused;
    }
  return undefined;
}

/** A control's form, or the form around any other element. */
const formOf = (element: Element | undefined): Element | null | undefined =>
  (element as HTMLInputElement | undefined)?.form ?? element?.closest('form');
