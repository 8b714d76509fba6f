import { adoptStyles, type PropertyDeclarations, ReactiveElement, unsafeCSS } from '@lit/reactive-element';
import { createElement, hostOf, nativeProperty } from '../../lookup/document.js';
import { reportFailure } from '../../lookup/page.js';
import { callSafely } from '../../lookup/shared-state.js';
import type { LookupError } from '../../model/error.js';
import type { LookupData, LookupName, Settings, Snapshot } from '../../model/types.js';
import { type AddElementListener, showStates, VisitorErrorEvent, VisitorLoadEvent } from './events.js';
import { type ElementQuery, LookupController, renderAll } from './lookup-controller.js';
import { allowedValue } from './property-values.js';

/**
 * What all elements share: their own settings, their data, states and events.
 *
 * Their own content is the fallback: it is shown until there is data, and if there is none.
 *
 * @fires visitor-load - The element has data (`event.data`); once per result.
 * @fires visitor-error - The lookup failed (`event.error`, a `LookupError`); once per failure.
 * @cssState idle - No request was sent: the element waits for consent, for settings, or until it nears the viewport.
 * @cssState pending - A lookup is under way, and there is no data yet.
 * @cssState ready - Data is shown.
 * @cssState stale - The data shown is stale.
 * @cssState guessed - The data shown is a guess from the browser's time zone.
 * @cssState error - The last lookup failed.
 */
export declare abstract class VisitorBase<L extends LookupName = LookupName> extends ReactiveElement {
  static properties: PropertyDeclarations;
  /** The name under which the element is registered. */
  static readonly tag: string;
  /** Registers the element. Does nothing if the name is taken, for example by another copy of the package. */
  static readonly define: (tag?: string, registry?: CustomElementRegistry | null) => void;

  addEventListener: AddElementListener<L, AddEventListenerOptions>;
  removeEventListener: AddElementListener<L, EventListenerOptions>;

  /** The URL of the lookup service or of a relay. Default: the page's own setting. */
  baseUrl: string | undefined;
  /**
   * The API key. Default: the page's own setting. **A key in a page is visible to anyone who opens the page, and origin
   * restriction is enforced by browsers only.** Use a relay for a key that must stay private.
   */
  apiKey: string | undefined;
  /** How the key is sent: `query`, `header` or `none`. Default: the page's own setting. */
  auth: Settings['auth'];
  /** A query string for the lookup, such as `fields=ip,location`. Default: the page's own setting. */
  params: string | undefined;
  /**
   * `lazy` waits until the element nears the viewport; `eager` does not. With `display: contents` an element has no place
   * on the page: use `eager`. Default: `eager`.
   */
  loading: 'lazy' | 'eager' | undefined;

  /** The data shown, with the visitor's override; `undefined` if there is none. */
  get data(): LookupData[L] | undefined;

  /** Why the last lookup failed; `undefined` if it did not. */
  get error(): LookupError | undefined;

  /** Sends a request, even if the data is fresh. Resolves when the result is shown, also after a failure. */
  refresh(): Promise<void>;

  /** Which lookup the element needs; `undefined`: none. */
  protected abstract readonly lookup: L | undefined;
  /** `undefined` in happy-dom. */
  protected readonly internals: ElementInternals | undefined;
  protected get snapshot(): Snapshot<LookupData[L]>;
  /** Whether the last render, or what followed it, failed. */
  protected isBroken: boolean | undefined;
  /** Shows the element's own content after a render that failed. */
  protected abstract showFallback(): void;
}

type ElementClass = CustomElementConstructor & { readonly tag: string };

/** In an extension's content script there is no registry. */
function define(
  this: ElementClass,
  tag = this.tag,
  registry: CustomElementRegistry | null = customElements,
): void {
  // A class can be registered only once. A subclass under another name leaves the class free for its own name.
  if (registry && !registry.get(tag)) registry.define(tag, tag === this.tag ? this : class extends this {});
}

function throws(run: () => void): true | undefined {
  try {
    return void run();
  } catch {
    return true;
  }
}

const watchedTrees = new WeakSet<Node>();
let attributeObserver: MutationObserver | undefined;

/** Follows `lang`, `dir` and commands once for each tree: with listeners of its own, a value would be a tenth slower. */
function watchTrees(element: Element): void {
  const root = element.getRootNode();
  const host = hostOf(root);
  if (host) watchTrees(host);
  if (watchedTrees.has(root)) return;
  watchedTrees.add(root);
  nativeProperty(root, 'addEventListener')('command', onCommand, true);
  attributeObserver ??= new MutationObserver(renderAll);
  attributeObserver.observe(root, { subtree: true, attributeFilter: ['lang', 'dir'] });
}

/** A `<button commandfor>` can refresh an element. Another copy of the package refreshes its own elements. */
function onCommand(event: Event): void {
  const { target, command } = event as CommandEvent;
  const element = target as VisitorBase;
  const isOurs = (element.constructor as typeof VisitorBase).define === define;
  if (isOurs && command === '--refresh') void element.refresh();
}

/** A style sheet. Lit's `css` also checks at run time what is put into it, which the types do here. */
export const css = (strings: TemplateStringsArray, ...values: number[]) =>
  unsafeCSS(String.raw({ raw: strings }, ...values));

/** Adopts style sheets. One works only in its own document, so an element that was moved to a frame gets a new one. */
export function adoptStylesIn(
  { shadowRoot, ownerDocument }: Element,
  styles: typeof ReactiveElement.elementStyles,
): void {
  const defaultView = nativeProperty(ownerDocument, 'defaultView');
  if (!shadowRoot || !defaultView) return;
  try {
    adoptStyles(shadowRoot, styles);
  } catch {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(styles.join(''));
    shadowRoot.adoptedStyleSheets = [sheet];
  }
}

/** A base of elements, on Lit's `ReactiveElement` or, for templates, on its `LitElement`. */
export function visitorElement(Base: typeof ReactiveElement): typeof VisitorBase {
  abstract class Visitor extends (Base as typeof VisitorBase) {
    static override properties: PropertyDeclarations = {
      baseUrl: { attribute: 'base-url' },
      apiKey: { attribute: 'api-key' },
      auth: {},
      params: {},
      loading: {},
    };
    static override readonly define = define;

    declare readonly ua?: string | undefined;

    protected override readonly internals: ElementInternals | undefined = this.attachInternals?.();
    readonly #visitor = new LookupController(this, () => this.#query());
    /** The snapshot whose states were set, and the one whose event was fired last. */
    #shown: Snapshot | undefined;
    #announced: Snapshot | undefined;
    #viewport: IntersectionObserver | undefined;
    /** Whether a lazy element came near the viewport, or was refreshed. */
    #isNear = false;

    override get data(): LookupData[LookupName] | undefined {
      return this.#visitor.data;
    }

    override get error(): LookupError | undefined {
      return this.#visitor.error;
    }

    protected override get snapshot(): Snapshot {
      return this.#visitor.snapshot;
    }

    override refresh(): Promise<void> {
      this.#isNear = true;
      this.requestUpdate();
      return this.#visitor.refresh();
    }

    override connectedCallback(): void {
      super.connectedCallback();
      if (this.isConnected) watchTrees(this);
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      this.#viewport?.disconnect();
    }

    adoptedCallback(): void {
      adoptStylesIn(this, (this.constructor as typeof ReactiveElement).elementStyles);
    }

    /** Lit's own method throws if the element was made in another document, which rejects this document's style sheets. */
    protected override createRenderRoot(): HTMLElement | DocumentFragment {
      const { elementStyles, shadowRootOptions } = this.constructor as typeof ReactiveElement;
      // Adopting an empty list of style sheets takes a quarter of the time of a whole `<visitor-value>`.
      try {
        if (elementStyles.length) return super.createRenderRoot();
      } catch {
        adoptStylesIn(this, elementStyles);
      }
      return this.shadowRoot ?? this.attachShadow(shadowRootOptions);
    }

    /** Reports once what a render throws, such as the page's own function. Lit would render again and again. */
    protected override performUpdate(): void {
      try {
        super.performUpdate();
      } catch (error) {
        // What was thrown may have no text, so failures aren't compared.
        if (!this.isBroken)
          callSafely(() => {
            throw error;
          });
        this.isBroken = true;
        // Lit itself may be unable to render.
        const showSlot = () => this.shadowRoot?.replaceChildren(createElement('slot'));
        if (throws(() => this.showFallback())) throws(showSlot);
        throws(() => this.#showSnapshot());
      }
    }

    protected override updated(): void {
      this.isBroken = false;
      this.#showSnapshot();
    }

    /** `undefined` while a lazy element waits. */
    #query(): ElementQuery | undefined {
      if (allowedValue('loading', this.loading, ['lazy', 'eager']) === 'lazy' && !this.#isNear)
        return this.#waitUntilNear();
      const { lookup, ua, baseUrl, apiKey, auth, params } = this;
      // An empty attribute is ignored.
      return {
        lookup,
        ua,
        baseUrl: baseUrl || undefined,
        apiKey: apiKey || undefined,
        auth: auth || undefined,
        params: params || undefined,
      };
    }

    #waitUntilNear(): undefined {
      this.#viewport ??= new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) {
            // WebKit may look before it corrects the scroll position of a shortened page, and again only in a frame.
            requestAnimationFrame(() => undefined);
            return;
          }
          this.#viewport?.disconnect();
          this.#isNear = true;
          this.requestUpdate();
        },
        // Before the visitor has scrolled to the element.
        { rootMargin: '200px' },
      );
      this.#viewport.observe(this);
    }

    /** States, then events, since listeners may change the element. An element that was removed follows no lookup. */
    #showSnapshot(): void {
      const { snapshot } = this;
      if (snapshot === this.#shown || !this.isConnected) return;
      const { data, error } = snapshot;
      showStates(this.internals, this.#shown, snapshot);
      this.#shown = snapshot;
      const hasLoaded = data && data !== this.#announced?.data;
      const hasFailed = error && error !== this.#announced?.error;
      if (hasLoaded || hasFailed) this.#announced = snapshot;
      // An element in a slot of a card, such as a map: the card fires the event for both.
      const isPart = this.slot && (this.parentElement as Visitor | null)?.snapshot === snapshot;
      if (hasFailed) {
        reportFailure(error);
        this.dispatchEvent(new VisitorErrorEvent(error, !isPart));
      }
      if (hasLoaded) this.dispatchEvent(new VisitorLoadEvent(data, !isPart));
    }
  }
  return Visitor as typeof VisitorBase;
}

/** The base of elements without templates. */
export const PlainElement: typeof VisitorBase = /* @__PURE__ */ visitorElement(ReactiveElement);
