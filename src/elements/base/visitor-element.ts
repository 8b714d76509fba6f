import type { ReactiveElement } from '@lit/reactive-element';
import type { LookupData, LookupError, LookupName, Settings, Snapshot } from '../../lookup/index.js';
import type { Listen } from './events.js';
import type { Question } from './shared-observer.js';

/**
 * What all elements share: their own settings, the snapshot they show, its states and events.
 *
 * Their own content is the fallback: it shows until data is there, and again when there is none.
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
export declare abstract class VisitorElement<L extends LookupName = LookupName> extends ReactiveElement {
  /** The name the element is registered under. */
  static readonly tag: string;

  /** Registers the element; does nothing where the name is taken, such as by another copy of the package. */
  static define(tag?: string, registry?: CustomElementRegistry): void;

  addEventListener: Listen<L, AddEventListenerOptions>;
  removeEventListener: Listen<L, EventListenerOptions>;

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
  /** `lazy` waits until the element nears the viewport; `eager`, the default, does not. */
  loading: 'lazy' | 'eager' | undefined;

  /** The data shown, with the visitor's own choice; `undefined` if there is none. */
  get data(): LookupData[L] | undefined;

  /** Why the last lookup failed; `undefined` if it did not. */
  get error(): LookupError | undefined;

  /** Sends a request, even if the data is fresh. Resolves when the result is shown, also after a failure. */
  refresh(): Promise<void>;

  /** Which lookup the element shows. */
  protected abstract readonly lookup: L;

  protected readonly internals: ElementInternals;

  protected get snapshot(): Snapshot<LookupData[L]>;

  /** What the element asks; an empty attribute is none. */
  protected get question(): Question;

  adoptedCallback(): void;
}

type Statics<Class> = Pick<Class, keyof Class>;

/** A base class whose elements are `VisitorElement`s. */
export type VisitorElementClass<Base extends typeof ReactiveElement> = Statics<Base> &
  Statics<typeof VisitorElement> &
  (abstract new <L extends LookupName = LookupName>() => VisitorElement<L> & InstanceType<Base>);
