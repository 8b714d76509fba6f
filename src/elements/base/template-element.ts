import { html, isServer, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { LookupName } from '../../lookup/index.js';
import { visitorElement } from './mixin.js';

/** The slot for the element's own content. Some elements depend on whether there is any, so a change renders them again. */
const slot = html`<slot @slotchange=${renderAgain}></slot>`;

/** An element that is drawn from templates. */
export abstract class TemplateElement<L extends LookupName = LookupName> extends visitorElement(
  LitElement,
)<L> {
  /** Whether a server rendered the element, and the browser has yet to hydrate it. */
  #takesOver = Boolean(this.internals?.shadowRoot);

  /** Whether the element has content of its own. White space, comments and children with a `slot` attribute don't count. */
  protected get hasContent(): boolean {
    return [...this.childNodes].some((node) =>
      node.nodeType === Node.TEXT_NODE ? node.nodeValue?.trim() : node instanceof Element && !node.slot,
    );
  }

  /** What the element shows: `slot` for its own content. */
  protected abstract content(slot: TemplateResult): unknown;

  /** What a server renders, since it knows no visitor: the fallback. Hydration starts with the same, or it would fail. */
  protected served(slot: TemplateResult): unknown {
    return slot;
  }

  protected override render(): unknown {
    return isServer || this.#takesOver ? this.served(slot) : this.content(slot);
  }

  protected override updated(changed: PropertyValues): void {
    if (this.#takesOver) this.requestUpdate();
    this.#takesOver = false;
    super.updated(changed);
  }
}

/** A slot's listener; Lit calls it with the element that rendered the slot as `this`. */
export function renderAgain(this: LitElement): void {
  this.requestUpdate();
}
