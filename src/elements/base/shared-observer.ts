import type { LookupName, Settings, Snapshot } from '../../lookup/index.js';
import { type LookupQuery, lookUp, type Observer, observeLookup } from '../../lookup/observer.js';
import { toText } from '../../model/paths.js';
import { idle } from '../../model/types.js';
import { onDisplayChange } from '../../personal/page-groups.js';
import { personalisationOf } from '../../personal/personalise.js';

/** An element's lookup, with the settings that differ from the page's. */
export interface ElementQuery<L extends LookupName = LookupName>
  extends Pick<Settings, 'baseUrl' | 'apiKey' | 'auth' | 'params'> {
  /** `ip`, `asn` or `user-agent`; `undefined`: none, and no request. */
  lookup: L | undefined;
  /** The User-Agent to parse (`user-agent` only). Default: the visitor's own. */
  ua?: string | undefined;
}

/** An element to render at each new snapshot. */
interface Host {
  requestUpdate(): void;
}

const parts = ['lookup', 'ua', 'baseUrl', 'apiKey', 'auth', 'params'] as const;

/** All observers with elements. */
const observers = new Set<SharedObserver>();

let isWatchingSettings = false;

/** The observer that all elements with this query share. */
export function observerFor(query: ElementQuery): SharedObserver {
  for (const observer of observers) if (observer.observes(query)) return observer;
  return new SharedObserver(query);
}

/** Renders every connected element again, for example after a change of language. */
export function renderObservers(): void {
  for (const observer of observers) observer.render();
}

/** One observer for all elements with the same query. */
export class SharedObserver {
  snapshot: Snapshot = idle;
  readonly #given: ElementQuery;
  readonly #query: LookupQuery;
  readonly #hosts = new Set<Host>();
  #observer: Observer | undefined;
  /** Whether the observer was revalidated in the current task. */
  #isRevalidated = false;

  constructor(query: ElementQuery) {
    // A frozen query can't change, and is found by its identity.
    const given = Object.isFrozen(query) ? query : { ...query };
    this.#given = given;
    // A lookup reads only the settings that it knows.
    this.#query = { ...given, client: personalisationOf().client, ua: toText(given.ua), settings: given };
  }

  /** Whether this is the observer's query. Called at each render, so it creates no objects. */
  observes(query: ElementQuery): boolean {
    return query === this.#given || parts.every((name) => Object.is(query[name], this.#given[name]));
  }

  /**
   * Renders an element at each new snapshot from now on. When this returns, `snapshot` is up to date.
   *
   * A new element revalidates the data, which may be stale or have failed. Once is enough for all elements that are
   * added in one task.
   */
  add(host: Host): void {
    observers.add(this);
    this.#hosts.add(host);
    if (this.#observer && this.#isRevalidated) return;
    this.#isRevalidated = true;
    setTimeout(() => {
      this.#isRevalidated = false;
    });
    if (!isWatchingSettings) onDisplayChange(renderObservers);
    isWatchingSettings = true;
    if (this.#observer) this.#observer.revalidate();
    else this.#observer = observeLookup(this.#query, this.#show);
  }

  /** Stops rendering an element. Without elements the observation ends. */
  remove(host: Host): void {
    this.#hosts.delete(host);
    if (this.#hosts.size) return;
    observers.delete(this);
    this.#observer?.stop();
    this.#observer = undefined;
  }

  /** Sends a request. Resolves when its result is there, even a failure. */
  async refresh(): Promise<void> {
    await lookUp(this.#query, { refresh: true }).catch(() => undefined);
  }

  /** Renders all elements again. */
  render(): void {
    for (const host of this.#hosts) host.requestUpdate();
  }

  readonly #show = (snapshot: Snapshot): void => {
    this.snapshot = snapshot;
    this.render();
  };
}
