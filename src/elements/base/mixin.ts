import type { PropertyDeclarations, PropertyValues, ReactiveElement } from '@lit/reactive-element';
import type { LookupName, Settings, Snapshot } from '../../lookup/index.js';
import { idle } from '../../model/types.js';
import { type Announced, notify, showStates } from './events.js';
import { watchLanguage } from './language.js';
import { observerFor, type Question, renderAll, type SharedObserver } from './shared-observer.js';
import { adoptStylesIn } from './styles.js';
import type { VisitorElementClass } from './visitor-element.js';

/** How far from the viewport a lazy element starts its lookup, so that the answer is there when it is scrolled to. */
const rootMargin = '200px';

/**
 * Makes the base class of elements that draw by themselves (on `ReactiveElement`) or from templates (on `LitElement`).
 * What it offers is described at `VisitorElement`.
 */
export function visitorElement<Base extends typeof ReactiveElement>(base: Base): VisitorElementClass<Base> {
  abstract class Implementation extends (base as typeof ReactiveElement) {
    static override properties: PropertyDeclarations = {
      baseUrl: { attribute: 'base-url' },
      apiKey: { attribute: 'api-key' },
      auth: {},
      params: {},
      loading: {},
    };

    static readonly tag: string;

    static define(tag = this.tag, registry = customElements): void {
      const own = this as unknown as CustomElementConstructor;
      // A class can be registered once: under another tag goes a subclass, so that the class is free for its own tag.
      if (!registry.get(tag)) registry.define(tag, tag === this.tag ? own : class extends own {});
    }

    declare baseUrl: string | undefined;
    declare apiKey: string | undefined;
    declare auth: Settings['auth'];
    declare params: string | undefined;
    declare loading: 'lazy' | 'eager' | undefined;

    protected abstract readonly lookup: LookupName;
    protected readonly internals = this.attachInternals();

    #observer: SharedObserver | undefined;
    /** What is shown while there is no observer: what the last one told. */
    #last: Snapshot = idle;
    /** The snapshot for which states were set and events fired. */
    #shown: Snapshot | undefined;
    #states: readonly string[] = [];
    readonly #announced: Announced = {};
    #viewport: IntersectionObserver | undefined;
    /** Whether a lazy element has come near the viewport, or was refreshed. */
    #isNear = false;

    get data() {
      return this.snapshot.data;
    }

    get error() {
      return this.snapshot.error;
    }

    async refresh(): Promise<void> {
      this.#isNear = true;
      this.requestUpdate();
      await observerFor(this.question).refresh();
      await this.updateComplete;
    }

    protected get snapshot(): Snapshot {
      return this.#observer?.snapshot ?? this.#last;
    }

    protected get question(): Question {
      const { lookup, baseUrl, apiKey, auth, params } = this;
      return {
        lookup,
        baseUrl: baseUrl || undefined,
        apiKey: apiKey || undefined,
        auth: auth || undefined,
        params: params || undefined,
      };
    }

    protected override createRenderRoot() {
      const { elementStyles, shadowRootOptions } = this.constructor as typeof ReactiveElement;
      // To adopt an empty list of style sheets takes a quarter of the time of a whole `<visitor-value>`.
      if (!elementStyles.length) return this.shadowRoot ?? this.attachShadow(shadowRootOptions);
      try {
        return super.createRenderRoot();
      } catch {
        // The element was made in this document and is connected in another, which refuses style sheets made here.
        this.adoptedCallback();
        return this.shadowRoot as ShadowRoot;
      }
    }

    adoptedCallback(): void {
      const { elementStyles } = this.constructor as typeof ReactiveElement;
      if (elementStyles.length) adoptStylesIn(this, elementStyles);
    }

    override connectedCallback(): void {
      super.connectedCallback();
      watchLanguage(this, renderAll);
      this.requestUpdate();
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      this.#viewport?.disconnect();
      this.#viewport = undefined;
      this.#follow(undefined);
    }

    /** Follows the observer of the current question before it renders, so that what is known is in the first render. */
    protected override update(changed: PropertyValues): void {
      if (this.isConnected) {
        const { question } = this;
        if (this.loading === 'lazy' && !this.#isNear && !this.#observer) this.#waitUntilNear();
        else if (!this.#observer?.answers(question)) this.#follow(observerFor(question));
      }
      super.update(changed);
    }

    protected override updated(changed: PropertyValues): void {
      super.updated(changed);
      const { snapshot } = this;
      if (snapshot === this.#shown) return;
      this.#shown = snapshot;
      this.#states = showStates(this.internals, snapshot, this.#states);
      notify(this, snapshot, this.#announced);
    }

    #follow(observer: SharedObserver | undefined): void {
      const before = this.#observer;
      this.#last = this.snapshot;
      this.#observer = observer;
      observer?.add(this);
      before?.remove(this);
    }

    #waitUntilNear(): void {
      this.#viewport ??= new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          this.#viewport?.disconnect();
          this.#isNear = true;
          this.requestUpdate();
        },
        { rootMargin },
      );
      this.#viewport.observe(this);
    }
  }
  return Implementation as unknown as VisitorElementClass<Base>;
}
