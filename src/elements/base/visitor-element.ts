import type { Settings } from '../../lookup/settings.js';
import type { LookupError } from '../../model/error.js';
import type { LookupData, LookupName } from '../../model/types.js';

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
export interface VisitorElement<L extends LookupName = LookupName> {
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
  readonly data: LookupData[L] | undefined;

  /** Why the last lookup failed; `undefined` if it did not. */
  readonly error: LookupError | undefined;

  /** Sends a request, even if the data is fresh. Resolves when the result is shown, also after a failure. */
  refresh(): Promise<void>;
}

/** An element's properties that override the page's settings. */
export const lookupProperties = {
  baseUrl: { attribute: 'base-url' },
  apiKey: { attribute: 'api-key' },
  auth: {},
  params: {},
  loading: {},
};

/** An element's class, with its name in markup. */
type ElementClass = CustomElementConstructor & { readonly tag: string };

/**
 * Registers an element's class. Does nothing if the name is taken, for example by another copy of the package, or where
 * there is no registry, as in an extension's content script.
 */
export function define(
  this: ElementClass,
  tag = this.tag,
  registry: CustomElementRegistry | null = customElements,
): void {
  // A class can be registered only once. A subclass under another name leaves the class free for its own name.
  if (registry && !registry.get(tag)) registry.define(tag, tag === this.tag ? this : class extends this {});
}
