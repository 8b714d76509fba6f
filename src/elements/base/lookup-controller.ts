import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { isServer } from '../../lookup/document.js';
import type { QueryObserver, Unsubscribe } from '../../lookup/observer.js';
import { thisPage } from '../../lookup/page.js';
import { callSafely } from '../../lookup/shared-state.js';
import type { LookupError } from '../../model/error.js';
import { toText } from '../../model/json.js';
import { idle } from '../../model/snapshot.js';
import type { LookupData, LookupName, Settings, Snapshot } from '../../model/types.js';
import { onDisplayChange, personalise } from '../../personal/personalise.js';

/** An element's lookup, with the settings that differ from the page's. */
export interface ElementQuery<L extends LookupName = LookupName>
  extends Pick<Settings, 'baseUrl' | 'apiKey' | 'auth' | 'params'> {
  /** `ip`, `asn` or `user-agent`; `undefined`: none, and no request. */
  lookup: L | undefined;
  /** The User-Agent to parse (`user-agent` only). Default: the visitor's own. */
  ua?: string | undefined;
}

/** The connected hosts of all controllers. */
const hosts = new Set<ReactiveControllerHost>();
let isWatching = false;

const MINUTE = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;

function stopTimer(): void {
  clearTimeout(timer);
  timer = undefined;
}

/** Renders every connected host again, for example after a change of language. */
export function renderAll(): void {
  stopTimer();
  for (const host of hosts) callSafely(() => host.requestUpdate());
}

/** Renders every connected host again at the next full minute, because one of them shows a time. */
export function renderNextMinute(): void {
  timer ??= setTimeout(renderAll, MINUTE - (Date.now() % MINUTE));
}

/** The observer of an element's lookup, which all elements with the same lookup share. */
const observerOf = ({ lookup, ua, baseUrl, apiKey, auth, params }: ElementQuery): QueryObserver => {
  const settings = { baseUrl, apiKey, auth, params };
  return thisPage().observer({ lookup, ua: toText(ua) || undefined, settings, transform: personalise });
};

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
  readonly #host: ReactiveControllerHost;
  readonly #query: () => ElementQuery<L> | undefined;
  #observer: QueryObserver | undefined;
  #unsubscribe: Unsubscribe | undefined;

  /**
   * @param host The element.
   * @param query Returns what to look up: `lookup` (`ip`, `asn` or `user-agent`), `ua` for another User-Agent than the
   * visitor's, and the settings `baseUrl`, `apiKey`, `auth` and `params` if they differ from the page's. Called before
   * each update of the host, the first one included. If it returns `undefined`, the controller keeps following its
   * current lookup, and sends no request.
   */
  constructor(host: ReactiveControllerHost, query: () => ElementQuery<L> | undefined) {
    this.#host = host;
    this.#query = query;
    host.addController(this);
  }

  /** What is known now. Frozen, and the same object until something changes. */
  get snapshot(): Snapshot<LookupData[L]> {
    return (this.#observer?.snapshot ?? idle) as Snapshot<LookupData[L]>;
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
    await observerOf(query)
      .result({ refresh: true })
      .catch(() => undefined);
    await this.#host.updateComplete;
  }

  /** Called by the host. @hidden */
  hostConnected(): void {
    if (isServer()) return;
    hosts.add(this.#host);
    if (!isWatching) {
      onDisplayChange(thisPage(), renderAll);
      // The timer stands still while the page is in the back/forward cache.
      globalThis.addEventListener?.(
        'pageshow',
        ({ persisted }: PageTransitionEvent) => persisted && renderAll(),
      );
    }
    isWatching = true;
    // Properties that change the lookup may still be set before the update.
    this.#host.requestUpdate();
  }

  /** Called by the host. @hidden */
  hostUpdate(): void {
    const query = hosts.has(this.#host) ? this.#query() : undefined;
    const observer = query && observerOf(query);
    if (!observer || (this.#unsubscribe && observer === this.#observer)) return;
    const unsubscribe = this.#unsubscribe;
    // An element that comes back is no new reader.
    const isNew = observer !== this.#observer;
    this.#observer = observer;
    this.#unsubscribe = observer.subscribe(() => this.#host.requestUpdate(), { isNew });
    unsubscribe?.();
  }

  /** Called by the host. What is known stays known. @hidden */
  hostDisconnected(): void {
    hosts.delete(this.#host);
    if (!hosts.size) stopTimer();
    this.#unsubscribe?.(true);
    this.#unsubscribe = undefined;
  }
}
