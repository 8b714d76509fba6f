import type { ReactiveElement } from '@lit/reactive-element';
import { hostOf } from '../../lookup/document.js';
import { reportFailure } from '../../lookup/page.js';
import type { LookupError } from '../../model/error.js';
import type { LookupData, LookupName, Snapshot } from '../../model/types.js';
import { showStates, VisitorErrorEvent, VisitorLoadEvent } from './events.js';
import { type ElementQuery, LookupController, renderAll } from './lookup-controller.js';
import { define, type VisitorElement } from './visitor-element.js';

/**
 * The distance from the viewport at which a lazy element starts its lookup, so that the data is there when the visitor
 * scrolls to it.
 */
const rootMargin = '200px';

/** The query of most elements: the IP lookup, without settings of their own. A thousand elements share the object. */
const plainQuery: ElementQuery = /* @__PURE__ */ Object.freeze({ lookup: 'ip' });

/** An element of the package. Its properties configure its lookup. */
type Host = ReactiveElement & Omit<ElementQuery, 'lookup'> & { readonly loading?: unknown };

const watchedTrees = new WeakSet<Node>();
let attributeObserver: MutationObserver | undefined;

/**
 * Follows changes of `lang` and `dir`, and commands, in the document and in each shadow tree around an element. With
 * listeners for each element, `<visitor-value>` would be about a tenth slower.
 */
function watchTrees(element: Element): void {
  const root = element.getRootNode();
  const host = hostOf(root);
  if (host) watchTrees(host);
  if (watchedTrees.has(root)) return;
  watchedTrees.add(root);
  EventTarget.prototype.addEventListener.call(root, 'command', onCommand, true);
  attributeObserver ??= new MutationObserver(renderAll);
  attributeObserver.observe(root, { subtree: true, attributeFilter: ['lang', 'dir'] });
}

/** A `<button commandfor>` can refresh an element. Another copy of the package refreshes its own elements. */
function onCommand(event: Event): void {
  const element = event.target as VisitorElement | null;
  const isRefresh = Reflect.get(event, 'command') === '--refresh';
  if (isRefresh && element && Reflect.get(element.constructor, 'define') === define) void element.refresh();
}

/** The lookup of an element of the package: waits if the element is lazy, sets its states and fires its events. */
export class ElementController<L extends LookupName> extends LookupController<L> {
  declare protected readonly host: ReactiveElement;
  readonly #internals: ElementInternals | undefined;
  /** The snapshot for which states were set and events fired. */
  #shown: Snapshot | undefined;
  /** The last data and error for which events were fired, so that no event is fired twice. */
  #data: LookupData[L] | undefined;
  #error: LookupError | undefined;
  #viewport: IntersectionObserver | undefined;
  /** Whether the lookup may start: the element came near the viewport, was refreshed, or isn't lazy. */
  #mayStart = false;

  constructor(host: Host, internals: ElementInternals | undefined, lookup: () => L | undefined) {
    super(host, () => {
      if (host.loading === 'lazy' && !this.#mayStart) return this.#waitUntilNear();
      this.#mayStart = true;
      const { ua, baseUrl, apiKey, auth, params } = host;
      const name = lookup();
      if (name === 'ip' && !(baseUrl || apiKey || auth || params)) return plainQuery as ElementQuery<L>;
      // An empty attribute is ignored.
      return {
        lookup: name,
        ua,
        baseUrl: baseUrl || undefined,
        apiKey: apiKey || undefined,
        auth: auth || undefined,
        params: params || undefined,
      };
    });
    this.#internals = internals;
  }

  override refresh(): Promise<void> {
    this.#mayStart = true;
    this.host.requestUpdate();
    return super.refresh();
  }

  override hostConnected(): void {
    super.hostConnected();
    if (this.isConnected) watchTrees(this.host);
  }

  override hostDisconnected(): void {
    super.hostDisconnected();
    this.#viewport?.disconnect();
    this.#viewport = undefined;
  }

  /**
   * Sets the states of the rendered snapshot, then fires its events. Listeners may change the element, so elements call
   * this last in `updated()`.
   */
  announce(): void {
    const { snapshot, host } = this;
    if (snapshot === this.#shown) return;
    const { data, error } = snapshot;
    showStates(this.#internals, this.#shown, snapshot);
    this.#shown = snapshot;
    const hasLoaded = data && data !== this.#data;
    const hasFailed = error && error !== this.#error;
    if (hasLoaded) this.#data = data;
    // An element in a slot of a card, such as a map: the card fires the event for both.
    const isPart = host.slot && Reflect.get(host.parentElement ?? {}, 'snapshot') === snapshot;
    if (hasFailed) {
      this.#error = error;
      reportFailure(error);
      host.dispatchEvent(new VisitorErrorEvent(error, !isPart));
    }
    if (hasLoaded) host.dispatchEvent(new VisitorLoadEvent(data, !isPart));
  }

  #waitUntilNear(): undefined {
    this.#viewport ??= new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#viewport?.disconnect();
        this.#mayStart = true;
        this.host.requestUpdate();
      },
      { rootMargin },
    );
    this.#viewport.observe(this.host);
  }
}
