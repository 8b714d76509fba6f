import {
  html,
  LitElement,
  type PropertyDeclarations,
  type PropertyValues,
  render,
  type TemplateResult,
} from 'lit';
import { isServer, nativeProperty } from '../../lookup/document.js';
import type { Settings } from '../../lookup/settings.js';
import type { LookupError } from '../../model/error.js';
import type { LookupData, LookupName, Snapshot } from '../../model/types.js';
import { ElementController } from './element-controller.js';
import type { AddElementListener } from './events.js';
import { renderSafely } from './safe-render.js';
import { adoptOwnStyles, createStyledRoot } from './styles.js';
import { define, lookupProperties, type VisitorElement } from './visitor-element.js';

/**
 * The slot for the element's own content. Some elements depend on whether there is any, so a change renders them again.
 */
const slot = html`<slot @slotchange=${renderAgain}></slot>`;

/** What is shown after a failed render: without a listener, which would render, and fail, again and again. */
const quietSlot = html`<slot></slot>`;

/** The base of elements with templates. */
export abstract class TemplateElement<L extends LookupName = LookupName>
  extends LitElement
  implements VisitorElement<L>
{
  static override properties: PropertyDeclarations = lookupProperties;

  /** The name under which the element is registered. */
  static readonly tag: string;

  /** Registers the element. Does nothing if the name is taken, for example by another copy of the package. */
  static readonly define = define;

  declare addEventListener: AddElementListener<L, AddEventListenerOptions>;
  declare removeEventListener: AddElementListener<L, EventListenerOptions>;

  declare baseUrl: string | undefined;
  declare apiKey: string | undefined;
  declare auth: Settings['auth'];
  declare params: string | undefined;
  declare loading: 'lazy' | 'eager' | undefined;

  /** Which lookup the element shows. */
  protected abstract readonly lookup: L;

  /** `undefined` in happy-dom. */
  protected readonly internals: ElementInternals | undefined = this.attachInternals?.();
  readonly #visitor = new ElementController<L>(this, this.internals, () => this.lookup);

  get data(): LookupData[L] | undefined {
    return this.#visitor.data;
  }

  get error(): LookupError | undefined {
    return this.#visitor.error;
  }

  refresh(): Promise<void> {
    return this.#visitor.refresh();
  }

  protected get snapshot(): Snapshot<LookupData[L]> {
    return this.#visitor.snapshot;
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return createStyledRoot(this, () => super.createRenderRoot());
  }

  adoptedCallback(): void {
    adoptOwnStyles(this);
  }

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

  protected override render(): unknown {
    return isServer() || this.#needsHydration ? this.served(slot) : this.content(slot);
  }

  protected override performUpdate(): void {
    const showFallback = () => {
      render(quietSlot, this.renderRoot, this.renderOptions);
      this.#visitor.announce();
    };
    renderSafely(this, () => super.performUpdate(), showFallback);
  }

  protected override updated(changed: PropertyValues): void {
    if (this.#needsHydration) this.requestUpdate();
    this.#needsHydration = false;
    super.updated(changed);
    this.#visitor.announce();
  }
}

/**
 * The content of an element for its slot with this name, without white space and comments. A `<slot>` of a shadow tree
 * around the element counts as what it forwards, which may be nothing.
 */
export const contentOf = (element: Element, name = ''): Node[] =>
  [...element.childNodes]
    .filter((node) => (nativeProperty(node as Element, 'slot') ?? '') === name)
    .flatMap((node) => nativeProperty(node as HTMLSlotElement, 'assignedNodes')?.({ flatten: true }) ?? node)
    .filter((node) => {
      const type = nativeProperty(node, 'nodeType');
      return type === Node.ELEMENT_NODE || (type === Node.TEXT_NODE && node.nodeValue?.trim());
    });

/** Handles a slot's event. Lit calls it with the element that rendered the slot as `this`. */
export function renderAgain(this: LitElement): void {
  this.requestUpdate();
}
