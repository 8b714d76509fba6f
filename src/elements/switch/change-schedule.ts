import type { ReactiveControllerHost } from '@lit/reactive-element';
import { nativeProperty } from '../../lookup/document.js';

const isHidden = () => document.hidden === true;

/** Runs a function in the next frame. A hidden document has no frames, so there it runs in a task. */
export const inNextFrame = (run: () => void): unknown =>
  isHidden() ? setTimeout(run) : requestAnimationFrame(run);

/**
 * Decides when an element may change its content: at most once a frame, and never while it contains the focus. A change
 * then waits until the focus is elsewhere in the document, or the focused form was submitted or reset.
 */
export class ChangeSchedule {
  readonly #host: ReactiveControllerHost & Element;
  /** Whether the element has changed in this frame. */
  hasChanged = false;
  /** Whether the focused form was just submitted or reset. */
  #isSent = false;
  #isWaiting = false;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
  }

  /** Returns whether the element may change now. If not, updates it as soon as it may, or when it is connected. */
  requestChange(): boolean {
    const isBlocked = !this.#isSent && this.#hasFocus();
    if (isBlocked && !this.#isWaiting) {
      this.#isWaiting = true;
      inNextFrame(this.#check);
    }
    // A document that became hidden has no next frame.
    if (this.hasChanged && isHidden()) inNextFrame(this.#onFrame);
    return this.#host.isConnected && !isBlocked && !this.hasChanged;
  }

  /** Records that the element has changed in this frame. A change that failed isn't tried again in the next one. */
  recordChange(): void {
    this.hasChanged = true;
    inNextFrame(this.#onFrame);
  }

  readonly #onFrame = () => {
    this.hasChanged = false;
    this.#host.requestUpdate();
  };

  /** In each frame, because no event tells of every end: the focused node may be removed, or a frame lose the focus. */
  readonly #check = () => {
    if (this.#hasFocus()) return inNextFrame(this.#check);
    this.#isWaiting = false;
    return this.#host.requestUpdate();
  };

  /** Whether the focus is inside. Its form's events end the wait. */
  #hasFocus(): boolean {
    const focused = focusedIn(this.#host);
    const form = focused && formOf(focused);
    // A listener that is there already isn't added again.
    if (form)
      for (const type of ['submit', 'reset'])
        nativeProperty(form, 'addEventListener')(type, this.#onSent, true);
    return focused !== undefined;
  }

  /** Updates in the next frame, so that the page's own listeners still find the old content. */
  readonly #onSent = ({ currentTarget }: Event) => {
    const focused = focusedIn(this.#host);
    if (!focused || formOf(focused) !== currentTarget) return;
    inNextFrame(async () => {
      this.#isSent = true;
      this.#host.requestUpdate();
      await this.#host.updateComplete;
      this.#isSent = false;
    });
  };
}

/** The focused element in an element, or in what is slotted into it. */
function focusedIn(element: Element): Element | undefined {
  const root = nativeProperty(element, 'getRootNode')() as Document | ShadowRoot;
  const active = nativeProperty(root, 'activeElement');
  if (active && nativeProperty(element, 'contains')(active)) return active;
  for (const slot of nativeProperty(element, 'querySelectorAll')<HTMLSlotElement>('slot'))
    for (const slotted of slot.assignedElements?.({ flatten: true }) ?? []) {
      const focused = focusedIn(slotted);
      if (focused) return focused;
    }
  return undefined;
}

/** A control's form, or the form around any other element. */
const formOf = (element: Element): Element | null =>
  nativeProperty(element as HTMLInputElement, 'form') ?? nativeProperty(element, 'closest')('form');
