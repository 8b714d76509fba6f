import { html, LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { isServer } from '../../lookup/document.js';
import type { LookupData, LookupError, LookupName, Settings, Snapshot } from '../../lookup/index.js';
import { ElementController } from './element-controller.js';
import type { Listen } from './events.js';
import { adoptOwnStyles, createStyledRoot } from './styles.js';
import { define, lookupProperties, type VisitorElement } from './visitor-element.js';

/** The slot for the element's own content. Some elements depend on whether there is any, so a change renders them again. */
const slot = html`<slot @slotchange=${renderAgain}></slot>`;

/** An element that is drawn from templates. */
export abstract class TemplateElement<L extends LookupName = LookupName>
  extends LitElement
  implements VisitorElement<L>
{
  static override properties: PropertyDeclarations = lookupProperties;

  /** The name the element is registered under. */
  static readonly tag: string;

  /** Registers the element; does nothing if the name is taken, such as by another copy of the package. */
  static readonly define = define;

  declare addEventListener: Listen<L, AddEventListenerOptions>;
  declare removeEventListener: Listen<L, EventListenerOptions>;

  declare baseUrl: string | undefined;
  declare apiKey: string | undefined;
  declare auth: Settings['auth'];
  declare params: string | undefined;
  declare loading: 'lazy' | 'eager' | undefined;

  /** Which lookup the element shows. */
  protected abstract readonly lookup: L;

  protected readonly internals: ElementInternals = this.attachInternals?.();
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

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return createStyledRoot(this, () => super.createRenderRoot());
  }

  adoptedCallback(): void {
    adoptOwnStyles(this);
  }

  protected get snapshot(): Snapshot<LookupData[L]> {
    return this.#visitor.snapshot;
  }

  /** Whether a server rendered the element, and the browser has yet to hydrate it. */
  #needsHydration = Boolean(this.internals?.shadowRoot);

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
    return isServer() || this.#needsHydration ? this.served(slot) : this.content(slot);
  }

  protected override updated(changed: PropertyValues): void {
    if (this.#needsHydration) this.requestUpdate();
    this.#needsHydration = false;
    super.updated(changed);
    this.#visitor.announce();
  }
}

/** A slot's listener; Lit calls it with the element that rendered the slot as `this`. */
export function renderAgain(this: LitElement): void {
  this.requestUpdate();
}
