/** The one layer between the readers of a lookup and its query: elements, subscribers and single lookups use the same. */
import { LookupError } from '../model/error.js';
import { idle } from '../model/snapshot.js';
import type { CompleteSettings, LookupName, Settings, Snapshot } from '../model/types.js';
import { haveSameLookup, type Query, type Reader } from './query.js';
import { callSafely, type SharedState } from './shared-state.js';

export interface LookupSpec {
  readonly lookup: LookupName | undefined;
  /** The User-Agent to parse instead of the visitor's own. */
  readonly ua?: string | undefined;
  readonly settings: Settings;
  /** Turns what the service says into what the reader sees. Default: no change. */
  readonly transform?: Transform | undefined;
}

/** Gives the same data for the same data, and the snapshot itself if there is nothing to change. */
export type Transform = (snapshot: Snapshot<object>, spec: LookupSpec, page: PageContext) => Snapshot<object>;

/** The query to follow now, or a snapshot that says why there is none. */
export interface Target extends Reader {
  readonly query?: Query;
  /** What is shown without a query. If there is neither, the lookup waits: for settings, for consent, or on a prerendered page. */
  readonly snapshot?: Snapshot<object> | undefined;
  /** The error of `result()` for a lookup that a guess doesn't cover, and that isn't shown as a failure. */
  readonly refusal?: LookupError | undefined;
}

/** What transforms need of their page. */
export interface PageContext {
  readonly state: SharedState;
  readonly settings: CompleteSettings;
  readonly notify: () => void;
}

/** What observers need of their page. */
export interface ObservedPage extends PageContext {
  readonly observers: Set<QueryObserver>;
  /** Finds the query of a spec. Sends and stores nothing. */
  target(spec: LookupSpec): Target;
  /** The same frozen object for equal snapshots. */
  same(snapshot: Snapshot<object>): Snapshot<object>;
  retain(query: Query): void;
}

export type Listener = (snapshot: Snapshot<object>) => void;

export type Unsubscribe = (mayComeBack?: boolean) => void;

/** Options of one lookup. */
export interface LookupOptions {
  /** Ends the caller's wait with an `aborted` error, but not a request that others share. */
  signal?: AbortSignal | undefined;
  /** Sends a request even if the result is fresh or the last lookup failed, but not while rate limited. */
  refresh?: boolean | undefined;
}

interface SubscribeOptions extends Omit<LookupOptions, 'signal'> {
  /** Whether stale data, or a failure whose wait is over, is a reason for a request. Default: true. */
  readonly isNew?: boolean | undefined;
}

/** Milliseconds until the clock is read again: timers stand still while the computer sleeps, and overflow after 24 days. */
const MAX_DELAY = 60_000;

/** Whether two specs are equal, whatever objects they are. */
export const isSameSpec = (one: LookupSpec, other: LookupSpec): boolean =>
  one.lookup === other.lookup &&
  one.ua === other.ua &&
  one.transform === other.transform &&
  haveSameValues(one.settings, other.settings);

export const haveSameValues = (one: object, other: object): boolean =>
  Object.keys({ ...one, ...other }).every((name) =>
    Object.is(Reflect.get(one, name), Reflect.get(other, name)),
  );

/** Follows the query of a spec for any number of listeners, through changes of settings and consent. */
export class QueryObserver {
  readonly spec: LookupSpec;
  readonly #page: ObservedPage;
  readonly #calls = new Set<() => void>();
  #target: Target | undefined;
  #shown: Snapshot<object> = idle;
  /** The calls that want a request as soon as one is allowed. */
  readonly #refreshes = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: ObservedPage, spec: LookupSpec) {
    this.#page = page;
    this.spec = spec;
  }

  /** What is known now: frozen, and the same object until something changes. Without listeners, it includes what is stored. */
  get snapshot(): Snapshot<object> {
    if (this.#target) return this.#shown;
    const target = this.#page.target(this.spec);
    const shown = this.#read(target);
    if (target.query && shown.updatedAt) this.#page.retain(target.query);
    return shown;
  }

  /**
   * Calls a listener at once, and at each change until the returned function is called. Sends a request if a lookup is
   * due.
   *
   * @returns A function that ends this. With `true`, the listener may come back in this task, as an element that is moved.
   */
  subscribe(listener: Listener, { refresh, isNew = true }: SubscribeOptions): Unsubscribe {
    let last: Snapshot<object> | undefined;
    const call = () => {
      if (last === this.#shown) return;
      last = this.#shown;
      listener(this.#shown);
    };
    // Added first, because a listener of another observer may change settings, which ends an observer without listeners.
    this.#calls.add(call);
    if (refresh) this.#refreshes.add(call);
    if (!this.#target) this.follow();
    else if (isNew) this.#fetch(this.#target);
    callSafely(call);
    return (mayComeBack) => {
      this.#calls.delete(call);
      this.#refreshes.delete(call);
      if (this.#calls.size) return;
      if (mayComeBack) setTimeout(() => this.#calls.size || this.#end());
      else this.#end();
    };
  }

  /** Resolves to data, or rejects with the error of the lookup. Sends a request if a lookup is due. */
  async result({ signal, refresh }: LookupOptions): Promise<object> {
    let stop: (() => void) | undefined;
    let abort = () => {};
    try {
      return await new Promise((resolve, reject) => {
        abort = () =>
          reject(new LookupError('aborted', 'Your signal aborted the lookup.', { cause: signal?.reason }));
        if (signal?.aborted) return abort();
        signal?.addEventListener('abort', abort);
        stop = this.subscribe(
          ({ data, error, pending }) => {
            const { query, snapshot, refusal } = this.#target ?? {};
            // An override is shown while the lookup waits, too.
            if (pending || !(query || snapshot)) return;
            const problem = error ?? refusal;
            if (problem) reject(problem);
            else if (data) resolve(data);
          },
          { refresh },
        );
      });
    } finally {
      signal?.removeEventListener('abort', abort);
      stop?.();
    }
  }

  /** Finds the query again, because settings or consent may have changed. An unrelated setting is no reason for a request. */
  follow(): void {
    const target = this.#page.target(this.spec);
    const before = this.#target;
    const isSame =
      before &&
      target.query === before.query &&
      target.initialData === before.initialData &&
      haveSameLookup(target, before);
    if (!isSame && !this.#calls.size) {
      this.#end();
      return;
    }
    this.#page.observers.add(this);
    this.#target = target;
    before?.query?.followers.delete(this);
    const { query } = target;
    if (query) {
      query.followers.set(this, target);
      this.#page.retain(query);
    }
    if (!isSame) this.#fetch(target);
    this.onUpdate();
  }

  /** Called by the query, and when anything else that the reader sees has changed. */
  onUpdate(): void {
    const target = this.#target;
    if (!target) return;
    // Scheduled first: data that becomes stale before it is read below is shown as stale.
    clearTimeout(this.#timer);
    const delay = target.query?.freshFor(target);
    if (delay) {
      this.#timer = setTimeout(() => this.onUpdate(), Math.min(delay, MAX_DELAY));
      // In Node, a listener doesn't keep the process alive.
      (this.#timer as { unref?(): void }).unref?.();
    }
    this.#shown = this.#read(target);
    // Not of a copy: a listener that another one removes isn't called any more.
    this.#calls.forEach(callSafely);
  }

  #fetch(target: Target): void {
    if (!target.query) return;
    // Cleared first, because the fetch notifies listeners, which may end up here again.
    const refresh = this.#refreshes.size > 0;
    this.#refreshes.clear();
    target.query.fetch({ ...target, refresh });
  }

  #read(target: Target): Snapshot<object> {
    let shown = target.query?.read(target) ?? target.snapshot ?? idle;
    callSafely(() => {
      shown = this.spec.transform?.(shown, this.spec, this.#page) ?? shown;
    });
    return this.#page.same(shown);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#target?.query?.followers.delete(this);
    this.#page.observers.delete(this);
    this.#target = undefined;
    this.#shown = idle;
  }
}
