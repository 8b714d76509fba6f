import type { LookupName, Settings, Snapshot } from '../../lookup/index.js';
import { type LookupQuery, lookUp, type Observer, observeLookup } from '../../lookup/observer.js';
import { toText } from '../../model/paths.js';
import { idle } from '../../model/types.js';
import { onConditionsChange } from '../../personal/groups.js';
import { personalisationOf } from '../../personal/personalise.js';

/** What an element looks up, with the settings that it has of its own. */
export interface ElementQuery<L extends LookupName = LookupName>
  extends Pick<Settings, 'baseUrl' | 'apiKey' | 'auth' | 'params'> {
  /** `ip`, `asn` or `user-agent`; `undefined`: none, and no request. */
  lookup: L | undefined;
  /** The User-Agent to parse (`user-agent` only). Default: the visitor's own. */
  ua?: string | undefined;
}

/** An element that is rendered again when there is a new snapshot. */
interface Host {
  requestUpdate(): void;
}

const parts = ['lookup', 'ua', 'baseUrl', 'apiKey', 'auth', 'params'] as const;

/** Every observer that has elements. */
const observers = new Set<SharedObserver>();

let isWatchingSettings = false;

/** The observer of all elements that have the same query. */
export function observerFor(query: ElementQuery): SharedObserver {
  for (const observer of observers) if (observer.observes(query)) return observer;
  return new SharedObserver(query);
}

/** Renders every connected element again, such as after a change of language. */
export function renderObservers(): void {
  for (const observer of observers) observer.render();
}

/** One observer for all elements that have the same query. */
export class SharedObserver {
  snapshot: Snapshot = idle;
  readonly #given: ElementQuery;
  readonly #query: LookupQuery;
  readonly #hosts = new Set<Host>();
  #observer: Observer | undefined;
  /** Whether it was validated in the current task. */
  #isValid = false;

  constructor(query: ElementQuery) {
    const given = { ...query };
    this.#given = given;
    // Of its settings a lookup reads those that it knows.
    this.#query = { ...given, client: personalisationOf().client, ua: toText(given.ua), settings: given };
  }

  /** Whether this is its query. It is compared for each render, so this makes no objects. */
  observes(query: ElementQuery): boolean {
    return parts.every((name) => Object.is(query[name], this.#given[name]));
  }

  /**
   * Renders an element at each new snapshot from now on. What is known already is in `snapshot` when this returns.
   *
   * A new element may find that the data are not fresh any more, or that a failure deserves another try. Once is enough for the
   * elements that are added in one task.
   */
  add(host: Host): void {
    observers.add(this);
    this.#hosts.add(host);
    if (this.#observer && this.#isValid) return;
    this.#isValid = true;
    setTimeout(() => {
      this.#isValid = false;
    });
    if (!isWatchingSettings) onConditionsChange(renderObservers);
    isWatchingSettings = true;
    if (this.#observer) this.#observer.revalidate();
    else this.#observer = observeLookup(this.#query, this.#show);
  }

  /** Stops rendering an element. The last one to go ends the observation. */
  remove(host: Host): void {
    this.#hosts.delete(host);
    if (this.#hosts.size) return;
    observers.delete(this);
    this.#observer?.stop();
    this.#observer = undefined;
  }

  /** Sends a request; resolves, also after a failure, when its result is there. */
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
