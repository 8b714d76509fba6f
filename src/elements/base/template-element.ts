import { html, LitElement, type PropertyValues, type RenderOptions, render, type TemplateResult } from 'lit';
import { isServer, nativeProperty } from '../../lookup/document.js';
import type { LookupName } from '../../model/types.js';
import { css, type VisitorBase, visitorElement } from './visitor-element.js';

/** The custom properties that pages can set, with their defaults. Some depend on the host's font size and colour. */
export const tokens = css`
  :host {
    --_accent: var(--visitor-accent, color-mix(in srgb, currentColor 25%, #3b6cff));
    --_background: var(--visitor-background, light-dark(#fff, #171a20));
    --_color: var(--visitor-color, light-dark(#16181d, #eceef2));
    --_secondary: var(--visitor-label-color, color-mix(in srgb, currentColor 66%, transparent));
    --_border: var(--visitor-border, color-mix(in srgb, currentColor 14%, transparent));
    --_control-border: var(--visitor-control-border, color-mix(in srgb, currentColor 62%, transparent));
    --_radius: var(--visitor-radius, 0.875em);
    --_padding: var(--visitor-padding, 1em);
    --_gap: var(--visitor-gap, 0.75em);
    --_skeleton: var(--visitor-skeleton, color-mix(in srgb, currentColor 12%, transparent));
  }
  :host([hidden]) {
    display: none !important;
  }
  /* An element's own content, if nothing else is shown. As items of a grid its text would be in pieces. */
  :host > slot:only-child {
    display: block;
  }
  [data-emoji]::before {
    content: attr(data-emoji);
  }
  :focus-visible {
    outline: 2px solid var(--visitor-focus-ring, var(--_accent));
    outline-offset: 2px;
  }
`;

/** The slot for the element's own content. Whether there is any changes what some elements show. */
const slot = html`<slot @slotchange=${renderAgain}></slot>`;

const LitBase: typeof VisitorBase = /* @__PURE__ */ visitorElement(LitElement);

/** The base of elements with templates. */
export abstract class TemplateElement<L extends LookupName = LookupName> extends LitBase<L> {
  declare protected readonly renderOptions: RenderOptions;

  protected abstract override readonly lookup: L;

  /** Whether the element was rendered by a server and isn't hydrated yet. */
  #needsHydration: unknown = this.internals?.shadowRoot;

  protected get hasContent(): boolean {
    return contentOf(this).length > 0;
  }

  /** What the element shows. `slot` is for its own content. */
  protected abstract content(slot: TemplateResult): unknown;

  /** What a server renders, since it knows no visitor, and hydration must start with: the fallback content. */
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

/** An element's visible content for a slot. A `<slot>` of a shadow tree around the element counts as what it forwards. */
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

/** Renders a slot's element again. After a failed render, which brings a new slot, that would go on without end. */
export function renderAgain(this: { isBroken?: boolean; requestUpdate(): void }): void {
  if (!this.isBroken) this.requestUpdate();
}
