import {
  html,
  isServer,
  LitElement,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { LookupData, LookupError, LookupName, Settings, Snapshot } from '../lookup/index.js';
import type { As } from '../visitor/index.js';
import { dress } from './dress.js';
import { type Listen, type Told, tell } from './events.js';
import { languageOf } from './language.js';
import { type Ask, SnapshotController } from './snapshot-controller.js';
import { States } from './states.js';
import { shownText } from './text.js';

/** What the page put into an element; other elements than values may depend on whether there is any. */
const slot = html`<slot @slotchange=${update}></slot>`;

/** Listeners of an element know what its lookup answers. */
export interface VisitorElement<L extends LookupName> {
  addEventListener: Listen<L, AddEventListenerOptions>;
  removeEventListener: Listen<L, EventListenerOptions>;
}

/**
 * What all elements share: their own settings, the snapshot they show, its states and events.
 *
 * Their own content is the fallback: it shows until data is there, and again when there is none.
 *
 * @fires visitor-load - The element has data (`event.data`); once per result.
 * @fires visitor-error - The lookup failed (`event.error`, a `LookupError`); once per failure.
 * @cssState idle - Nothing was asked yet: it waits for consent, for settings, or to come near the viewport.
 * @cssState pending - A lookup is under way and there is no data yet.
 * @cssState ready - Data is shown.
 * @cssState stale - The data shown is not fresh any more.
 * @cssState guessed - The data shown is a guess from the browser's time zone.
 * @cssState error - The last lookup failed.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: types of inherited methods, nothing to initialise
export abstract class VisitorElement<L extends LookupName = LookupName> extends LitElement {
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    apiKey: { attribute: 'api-key' },
    auth: {},
    params: {},
    loading: {},
  };

  /** The name the element is registered under. */
  static readonly tag: string;

  /** Registers the element; does nothing where the name is taken, such as by another copy of the package. */
  static define(tag = this.tag, registry = customElements): void {
    const own = this as unknown as CustomElementConstructor;
    // A class has one name only, and its own name stays free for it.
    if (!registry.get(tag)) registry.define(tag, tag === this.tag ? own : class extends own {});
  }

  /** The address of the lookup service or of a relay. Default: the page's own setting. */
  declare baseUrl: string | undefined;
  /**
   * The API key. Default: the page's own setting. **A key in a page is visible to anyone who opens the page, and origin
   * restriction is enforced by browsers only.** Use a relay for a key that must stay private.
   */
  declare apiKey: string | undefined;
  /** How the key travels: `query`, `header` or `none`. Default: the page's own setting. */
  declare auth: Settings['auth'];
  /** A query string for the lookup, such as `fields=ip,location`. Default: the page's own setting. */
  declare params: string | undefined;
  /** `lazy` waits until the element nears the viewport; `eager`, the default, does not. */
  declare loading: 'lazy' | 'eager' | undefined;

  /** Which lookup the element shows. */
  protected abstract readonly lookup: L;

  protected readonly internals = this.attachInternals();
  readonly #controller = new SnapshotController(this, () => this.ask());
  readonly #states = new States(this.internals);
  readonly #told: Told = {};
  /** A server rendered the element, and it was not rendered here yet. */
  #takesOver = Boolean(this.internals?.shadowRoot);

  /** The data shown: the service's answer, with the visitor's own choice; `undefined` while there is none. */
  get data(): LookupData[L] | undefined {
    return this.snapshot.data;
  }

  /** Why the last lookup failed; `undefined` if it did not. */
  get error(): LookupError | undefined {
    return this.snapshot.error;
  }

  /** Asks the service again. Resolves, also after a failure, when its outcome is on screen. */
  refresh(): Promise<void> {
    return this.#controller.refresh();
  }

  protected get snapshot(): Snapshot<LookupData[L]> {
    return this.#controller.snapshot as Snapshot<LookupData[L]>;
  }

  /** What the element asks; an empty attribute is none. */
  protected ask(): Ask {
    const { lookup, baseUrl, apiKey, auth, params, loading } = this;
    return {
      lookup,
      baseUrl: baseUrl || undefined,
      apiKey: apiKey || undefined,
      auth: auth || undefined,
      params: params || undefined,
      lazy: loading === 'lazy',
    };
  }

  /** Made here and first shown in another document, such as a frame's: that refuses this document's style sheets. */
  protected override createRenderRoot() {
    try {
      return super.createRenderRoot();
    } catch {
      this.adoptedCallback();
      return this.shadowRoot as ShadowRoot;
    }
  }

  /** Its style sheets stayed behind in the other document. */
  adoptedCallback(): void {
    dress(this, (this.constructor as typeof LitElement).elementStyles);
  }

  /** A field as a person reads it in this place of the page; cut where it is very long. */
  protected textOf(field: string, as?: As): string {
    return shownText(this.data, field, as, languageOf(this));
  }

  /** What the element shows: `slot` for its own content. */
  protected abstract content(slot: TemplateResult): unknown;

  /** What a server renders, which knows no visitor, and a browser at first, or it could not take over: the fallback. */
  protected served(slot: TemplateResult): unknown {
    return slot;
  }

  protected override render(): unknown {
    return isServer || this.#takesOver ? this.served(slot) : this.content(slot);
  }

  protected override updated(_changed: PropertyValues): void {
    if (this.#takesOver) this.requestUpdate();
    this.#takesOver = false;
    this.#states.show(this.snapshot);
    tell(this, this.snapshot, this.#told);
  }
}

/** Lit calls it on the element that the slot is of. */
function update(this: LitElement): void {
  this.requestUpdate();
}
