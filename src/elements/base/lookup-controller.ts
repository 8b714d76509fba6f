import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { pageClient } from '../../lookup/client.js';
import { isServer } from '../../lookup/document.js';
import type { LookupData, LookupError, LookupName, Snapshot } from '../../lookup/index.js';
import { idle } from '../../model/types.js';
import { type ElementQuery, observerFor, type SharedObserver } from './shared-observer.js';

/**
 * Gives an element the data of a lookup. Works in Lit's elements and other hosts of reactive controllers.
 *
 * While the host is connected, the controller follows the lookup that its function returns, and updates the host at
 * each change. It sends a request if there is no fresh data. Requests and data are shared with everything else on the
 * page. Known data is there in the host's first render. On a server it sends no request.
 *
 * @example
 * ```ts
 * class MyCity extends LitElement {
 *   #visitor = new LookupController(this, () => ({ lookup: 'ip' }));
 *   render() { return this.#visitor.data?.location?.city ?? 'your city'; }
 * }
 * ```
 */
export class LookupController<L extends LookupName = LookupName> implements ReactiveController {
  protected readonly host: ReactiveControllerHost;
  readonly #query: () => ElementQuery<L> | undefined;
  #observer: SharedObserver | undefined;
  /** The last snapshot, for the time in which no lookup is followed. */
  #last: Snapshot | undefined;
  /** The page's number of revokes at the last snapshot. */
  #revokes: number | undefined;
  /** Whether the host is connected, in a page. */
  protected isConnected = false;

  /**
   * @param host The element.
   * @param query Returns what to look up: `lookup` (`ip`, `asn` or `user-agent`), `ua` for another User-Agent than the
   * visitor's, and the settings `baseUrl`, `apiKey`, `auth` and `params` if they differ from the page's. Called before
   * each update of the host, the first one included. If it returns `undefined`, the controller keeps following its
   * current lookup, and sends no request.
   */
  constructor(host: ReactiveControllerHost, query: () => ElementQuery<L> | undefined) {
    this.host = host;
    this.#query = query;
    host.addController(this);
  }

  /** What is known now. Frozen, and the same object until something changes. */
  get snapshot(): Snapshot<LookupData[L]> {
    return (this.#observer?.snapshot ?? this.#remembered) as Snapshot<LookupData[L]>;
  }

  /** The data, with the visitor's own country. `undefined` if there is none. */
  get data(): LookupData[L] | undefined {
    return this.snapshot.data;
  }

  /** Why the last lookup failed. `undefined` if it didn't fail. */
  get error(): LookupError | undefined {
    return this.snapshot.error;
  }

  /** Sends a request. Resolves when the host shows the result, even a failure; on a server at once. */
  async refresh(): Promise<void> {
    const query = this.#query();
    if (!query?.lookup || isServer()) return;
    await observerFor(query).refresh();
    await this.host.updateComplete;
  }

  /** Called by the host. @hidden */
  hostConnected(): void {
    if (isServer()) return;
    this.isConnected = true;
    // Properties that change the lookup may still be set before the update.
    this.host.requestUpdate();
  }

  /** Called by the host. @hidden */
  hostUpdate(): void {
    const query = this.isConnected ? this.#query() : undefined;
    if (query && !this.#observer?.observes(query)) this.#follow(observerFor(query));
  }

  /** Called by the host. @hidden */
  hostDisconnected(): void {
    this.isConnected = false;
    this.#follow(undefined);
  }

  /** The last snapshot, unless a revoke came since. */
  get #remembered(): Snapshot {
    return this.#last && this.#revokes === pageClient().state.revokes ? this.#last : idle;
  }

  #follow(observer: SharedObserver | undefined): void {
    const before = this.#observer;
    this.#last = this.snapshot;
    this.#revokes = pageClient().state.revokes;
    this.#observer = observer;
    observer?.add(this.host);
    before?.remove(this.host);
  }
}
