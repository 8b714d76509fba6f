/** One lookup with one cache key: its data, its requests, and what is stored of it. Its options are those of the newest observer. */
import { LookupError } from '../model/error.js';
import { idle, type Snapshot, type TimestampedData } from '../model/types.js';
import { isWithin, rateLimitOf, readResult, writeResult } from './records.js';
import { type LookupRequest, sendRequest } from './request.js';
import type { CompleteSettings, Settings } from './settings.js';
import type { SharedState } from './shared-state.js';
import { runInOneTab } from './tabs.js';

/** Data or an error; `undefined` if the run was given up because nobody waited any more. */
type Result = TimestampedData | LookupError | undefined;

/** A request under way, with the page's settings when it was sent. */
interface Run {
  readonly settings: Settings;
}

/** Whether to try again: the failure may be temporary, and another try is unlikely to cost a second credit. */
const isTemporary = ({ code, status = 0, resolution }: LookupError): boolean =>
  code === 'network' ? !(status || resolution) : [502, 503, 504].includes(status);

export class Query {
  /** Called when the snapshot changes. */
  readonly observers = new Set<() => void>();
  readonly request: LookupRequest;
  /** The settings of the newest observer. */
  settings: CompleteSettings;
  /** The page's `initialData`, if they answer this lookup. */
  initialData: TimestampedData | undefined;
  readonly #state: SharedState;
  #snapshot: Snapshot<object> = idle;
  /** The end of a rate limit, in milliseconds since 1970. */
  #limitedUntil = 0;
  /** The page's settings when the service refused the key or its credits. With the same settings no request is sent again. */
  #refusedSettings: Settings | undefined;
  /** Whether the data were read from storage. */
  #isStored = false;
  /** The `initialData` that were taken already. */
  #taken: TimestampedData | undefined;
  /** Whether the browser was offline since the data came. */
  #isOutdated = false;
  #run: Run | undefined;

  constructor(request: LookupRequest, settings: CompleteSettings, state: SharedState) {
    this.request = request;
    this.settings = settings;
    this.#state = state;
  }

  get #isFresh(): boolean {
    const { updatedAt, error } = this.#snapshot;
    if (!updatedAt || error || this.#isOutdated) return false;
    const { maxAge } = this.settings;
    // With `maxAge: 0` data are fresh for the page that requested them, and for no other.
    return maxAge ? isWithin(updatedAt, maxAge) : !this.#isStored;
  }

  /** Whether a request may be sent now. A refresh ignores fresh data and a remembered refusal, never a rate limit. */
  #isDue(refresh: boolean): boolean {
    if (this.#run) return false;
    if (this.#snapshot.error?.code === 'rate-limited') return this.#limitedUntil <= Date.now();
    return refresh || !(this.#isFresh || this.#refusedSettings === this.#state.settings);
  }

  /** What an earlier page, or another tab, stored: data that are newer than these, or else a rate limit. */
  #readStored(): TimestampedData | LookupError | undefined {
    return readResult(this.request.name, this.settings, this.#snapshot.updatedAt);
  }

  /** Marks data as stale once they are, and gives the snapshot: frozen, and the same object while nothing changes. */
  snapshot(): Snapshot<object> {
    const stale = this.#snapshot.data !== undefined && !this.#isFresh;
    if (stale !== this.#snapshot.stale) this.#snapshot = Object.freeze({ ...this.#snapshot, stale });
    return this.#snapshot;
  }

  /** Sends a request unless there are fresh data, a remembered refusal or a rate limit. `refresh`: only a rate limit prevents it. */
  fetch(refresh = false): void {
    this.recall(refresh);
    if (!this.#isDue(refresh)) return;
    const run = { settings: this.#state.settings };
    this.#run = run;
    const { storage, maxAge, timeout } = this.settings;
    const task = () => this.#request(run);
    const find = () => this.#readStored();
    const isShared = storage === 'local' && maxAge > 0 && !refresh;
    const result = isShared
      ? runInOneTab(`visitor-elements/${this.request.name}`, find, task, timeout)
      : task();
    void result.then((result) => {
      if (this.#run === run) this.#settle(result);
    });
    this.#update({ pending: true });
  }

  /** Takes `initialData`, and, if a request is due, what is stored. A stored rate limit prevents a refresh too. */
  recall(refresh = false): void {
    const { initialData } = this;
    if (initialData && initialData !== this.#taken) {
      this.#taken = initialData;
      this.#run = undefined;
      this.#take(initialData, { pending: refresh });
      writeResult(this.request.name, this.settings, initialData);
    }
    // Twice, since a rate limit may be stored beside data.
    for (let i = 0; i < 2; i++) {
      const stored = this.#isDue(refresh) ? this.#readStored() : undefined;
      if (stored) this.#take(stored, { isStored: true, pending: refresh });
    }
  }

  /** Called when the browser was offline: data may be out of date, and after a failure another try is worth it. */
  invalidate(): void {
    this.#isOutdated = true;
    if (this.#snapshot.data) this.#update({});
    else if (this.observers.size) this.fetch();
  }

  /** Ignores the result of a run under way. */
  cancel(): void {
    this.#run = undefined;
  }

  /** Sends the request, and again if that is safe, while somebody waits for it. */
  async #request(run: Run): Promise<Result> {
    const { timeout, retries } = this.settings;
    for (let tried = 0; this.#run === run && this.observers.size; tried++) {
      const result = await sendRequest(this.request, timeout);
      if (!(result instanceof LookupError) || !isTemporary(result) || tried >= retries) {
        // Without an observer, the page's settings may have changed since, and forbid to store this.
        const mayStore = this.observers.size || run.settings === this.#state.settings;
        if (this.#run === run && mayStore) writeResult(this.request.name, this.settings, result);
        return result;
      }
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** tried * (0.5 + Math.random())));
    }
    return undefined;
  }

  #settle(result: Result): void {
    this.#run = undefined;
    if (result) this.#take(result);
    else {
      this.#update({ pending: false });
      // An observer may have come after the run was given up.
      if (this.observers.size) this.fetch();
    }
  }

  /** `pending`: a request for newer data follows at once. */
  #take(result: TimestampedData | LookupError, { isStored = false, pending = false } = {}): void {
    this.#refusedSettings = undefined;
    if (result instanceof LookupError) {
      const { code } = result;
      if (code === 'rate-limited') this.#limitedUntil = Date.now() + rateLimitOf(result) * 1000;
      if (code === 'unauthorized' || code === 'out-of-credits') this.#refusedSettings = this.#state.settings;
      this.#update({ error: result, pending: false });
    } else {
      this.#isStored = isStored;
      this.#isOutdated = false;
      this.#update({ data: result.data, updatedAt: result.fetchedAt, error: undefined, pending });
    }
  }

  #update(change: Partial<Snapshot<object>>): void {
    this.#snapshot = Object.freeze({ ...this.#snapshot, ...change });
    for (const observer of [...this.observers]) observer();
  }
}
