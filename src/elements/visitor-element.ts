import {
  html,
  isServer,
  LitElement,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { LookupData, LookupError, LookupName, Settings, Snapshot } from '../lookup/index.js';
import { reportFailure } from '../report.js';
import { type As, formatField } from '../visitor/index.js';
import { type Listen, VisitorErrorEvent, VisitorLoadEvent } from './events.js';
import { languageOf } from './language.js';
import { type Ask, SnapshotController } from './snapshot-controller.js';

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
  #told: Partial<Snapshot> = {};
  #states: string[] = [];
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

  protected ask(): Ask {
    const { lookup, baseUrl, apiKey, auth, params, loading } = this;
    return { lookup, settings: given({ baseUrl, apiKey, auth, params }), lazy: loading === 'lazy' };
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

  /** Dresses the element anew: its style sheets stayed behind in the other document. */
  adoptedCallback(): void {
    const { defaultView } = this.ownerDocument;
    if (!defaultView || !this.shadowRoot) return;
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync((this.constructor as typeof LitElement).elementStyles.join(''));
    this.shadowRoot.adoptedStyleSheets = [sheet];
  }

  /** A field as a person reads it in this place of the page; cut, since megabytes of text would halt the page. */
  protected textOf(field: string, as?: As): string {
    return formatField(this.data, field, { locale: languageOf(this), as }).slice(0, 1000);
  }

  /** What the element shows: `slot` for its own content. */
  protected abstract content(slot: TemplateResult): unknown;

  /** What a server renders, which knows no visitor, and a browser at first, or it could not take over: the fallback. */
  protected served(slot: TemplateResult): unknown {
    return slot;
  }

  protected override render(): unknown {
    const slot = html`<slot @slotchange=${() => this.requestUpdate()}></slot>`;
    return isServer || this.#takesOver ? this.served(slot) : this.content(slot);
  }

  protected override updated(_changed: PropertyValues): void {
    if (this.#takesOver) this.requestUpdate();
    this.#takesOver = false;
    const { data, error, pending, stale, guessed } = this.snapshot;
    this.#show({
      idle: !(data || error || pending),
      pending: pending && !data,
      ready: data,
      stale,
      guessed,
      error,
    });
    const told = this.#told;
    this.#told = { data, error };
    if (error && error !== told.error) {
      reportFailure(error);
      this.dispatchEvent(new VisitorErrorEvent(error));
    }
    if (data && data !== told.data) this.dispatchEvent(new VisitorLoadEvent(data));
  }

  #show(facts: Record<string, unknown>): void {
    const states = Object.keys(facts).filter((state) => facts[state]);
    try {
      for (const state of this.#states) if (!states.includes(state)) this.internals.states.delete(state);
      for (const state of states) this.internals.states.add(state);
    } catch {
      // A browser without custom states.
    }
    this.#states = states;
  }
}

/** An empty attribute is none. */
function given(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value));
}
