import { html, LitElement, type PropertyValues, type RenderOptions, render, type TemplateResult } from 'lit';
import { isServer, nativeProperty } from '../../lookup/document.js';
import type { LookupName } from '../../model/types.js';
import { type VisitorBase, visitorElement } from './visitor-element.js';

/**
 * The slot for the element's own content. Some elements depend on whether there is any, so a change renders them again.
 */
const slot = html`<slot @slotchange=${renderAgain}></slot>`;

const LitBase: typeof VisitorBase = /* @__PURE__ */ visitorElement(LitElement);

/** The base of elements with templates. */
export abstract class TemplateElement<L extends LookupName = LookupName> extends LitBase<L> {
  declare protected readonly renderOptions: RenderOptions;

  protected abstract override readonly lookup: L;

  /** Whether the element was rendered by a server and isn't hydrated yet. */
  #needsHydration = Boolean(this.internals?.shadowRoot);

  /** Whether the element has content of its own. */
  protected get hasContent(): boolean {
    return contentOf(this).length > 0;
  }

  /** What the element shows. `slot` is for its own content. */
  protected abstract content(slot: TemplateResult): unknown;

  /**
   * What a server renders: the fallback content, since it knows no visitor. Hydration must start with the same, or it
   * fails.
   */
  protected served(slot: TemplateResult): unknown {
    return slot;
  }

  protected render(): unknown {
    return isServer() || this.#needsHydration ? this.served(slot) : this.content(slot);
  }

  protected override showFallback(): void {
    render(slot, this.renderRoot, this.renderOptions);
  }

  protected override firstUpdated(_changed: PropertyValues): void {
    // A slot notices its nodes, but not their text.
    const texts = { characterData: true, childList: true, subtree: true };
    new MutationObserver(() => this.requestUpdate()).observe(this, texts);
  }

  protected override updated(changed: PropertyValues): void {
    if (this.#needsHydration) this.requestUpdate();
    this.#needsHydration = false;
    super.updated(changed);
  }
}

/**
 * The content of an element for its slot with this name, without white space, comments and what is never visible. A
 * `<slot>` of a shadow tree around the element counts as what it forwards, which may be nothing.
 */
export const contentOf = (element: Element, name = ''): Node[] =>
  [...element.childNodes]
    .filter((node) => (nativeProperty(node as Element, 'slot') ?? '') === name)
    .flatMap((node) => nativeProperty(node as HTMLSlotElement, 'assignedNodes')?.({ flatten: true }) ?? node)
    .filter((node) => {
      const type = nativeProperty(node, 'nodeType');
      return type === Node.ELEMENT_NODE
        ? !/^(template|script|style|noscript|link|meta)$/i.test(node.nodeName)
        : type === Node.TEXT_NODE && node.nodeValue?.trim();
    });

/**
 * Handles a slot's event. Lit calls it with the element that rendered the slot as `this`. After a failed render, which
 * brings a new slot, to render again would fail again and again.
 */
export function renderAgain(this: LitElement): void {
  if (!Reflect.get(this, 'isBroken')) this.requestUpdate();
}
