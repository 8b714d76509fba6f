/**
 * One lookup with one cache key: its data, its requests and its stored records. Its options are those of the newest
 * observer.
 */
import { LookupError, rateLimitSeconds } from '../model/error.js';
import { idle, type Snapshot, type TimestampedData } from '../model/types.js';
import { isWithin, readResult, writeResult } from './records.js';
import { type LookupRequest, sendUnlessAhead } from './request.js';
import type { CompleteSettings, Settings } from './settings.js';
import type { SharedState } from './shared-state.js';
import { runInOneTab } from './tabs.js';

/** Data or an error. `undefined` if the run ended early because nobody was waiting. */
type Result = TimestampedData | LookupError | undefined;

/** A request under way, with the page's settings and the number of revokes when it was sent. */
type Run = Pick<SharedState, 'settings' | 'revokes'>;

/**
 * Whether to try again: the failure may be temporary, and another attempt is unlikely to cost a second credit. A network
 * error with a status was cut off after the response began, so the credit may be spent. A network error with a
 * resolution was blocked by the page's own policy.
 */
const isTemporary = ({ code, status = 0, resolution }: LookupError): boolean =>
  code === 'network' ? !(status || resolution) : [502, 503, 504].includes(status);

export class Query {
  /** Called when the snapshot changes. */
  readonly observers = new Set<() => void>();
  readonly request: LookupRequest;
  /** The settings of the newest observer. */
  settings: CompleteSettings;
  /** The page's `initialData`, if this lookup may use it. */
  initialData: TimestampedData | undefined;
  /** Whether the data was read from storage. */
  isStored = false;
  readonly #state: SharedState;
  #snapshot: Snapshot<object> = idle;
  /** When a rate limit began, in milliseconds since 1970, and the seconds that it lasts. */
  #rateLimit = { since: 0, seconds: 0 };
  /**
   * The page's settings when the service refused the key, or when it had no credits. With the same settings no request
   * is sent again.
   */
  #refusedSettings: Settings | undefined;
  /** The `initialData` that was used already. */
  #usedInitialData: TimestampedData | undefined;
  /** Whether the browser came back online after the data was requested. */
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
    // With `maxAge: 0`, data is fresh only on the page that requested it.
    return maxAge ? isWithin(updatedAt, maxAge) : !this.isStored;
  }

  /** Whether a request may be sent now. A refresh ignores fresh data and an earlier refusal, but not a rate limit. */
  #isDue(refresh: boolean): boolean {
    if (this.#run) return false;
    if (this.#snapshot.error?.code === 'rate-limited')
      return !isWithin(this.#rateLimit.since, this.#rateLimit.seconds);
    return refresh || !(this.#isFresh || this.#refusedSettings === this.#state.settings);
  }

  /** What an earlier page, another tab or another copy of the package stored: newer data, or else a rate limit. */
  #readStored(after = this.#snapshot.updatedAt): TimestampedData | LookupError | undefined {
    return readResult(this.request.name, this.settings, after);
  }

  /** The snapshot: frozen, and the same object until something changes. Marks data as stale if it is. */
  snapshot(): Snapshot<object> {
    const stale = this.#snapshot.data !== undefined && !this.#isFresh;
    if (stale !== this.#snapshot.stale) this.#snapshot = Object.freeze({ ...this.#snapshot, stale });
    return this.#snapshot;
  }

  /**
   * Sends a request, unless the data is fresh, the service refused the key before, or a rate limit lasts. With
   * `refresh`, only a rate limit prevents the request.
   */
  fetch(refresh = false): void {
    this.useStored(refresh);
    if (!this.#isDue(refresh)) return;
    const { settings, revokes } = this.#state;
    const run = { settings, revokes };
    this.#run = run;
    const { storage, maxAge, timeout } = this.settings;
    const task = () => this.#request(run);
    let stored: Result;
    const find = () => {
      stored = this.#readStored();
      return stored;
    };
    const isShared = storage === 'local' && maxAge > 0 && !refresh;
    const result = isShared
      ? runInOneTab(`visitor-elements/${this.request.name}`, find, task, timeout)
      : task();
    void result.then((result) => {
      if (this.#run === run) this.#settle(result, result === stored);
    });
    this.#update({ pending: true });
  }

  /** Uses `initialData`, and stored records if a request is due. A stored rate limit prevents even a refresh. */
  useStored(refresh = false): void {
    const { initialData } = this;
    if (initialData && initialData !== this.#usedInitialData) {
      this.#usedInitialData = initialData;
      const newer = this.#readStored(initialData.fetchedAt);
      if (!newer || newer instanceof LookupError) {
        this.#run = undefined;
        // Stored first, because an observer may revoke consent.
        writeResult(this.request.name, this.settings, initialData);
        this.#applyResult(initialData, { pending: refresh });
      }
    }
    // Twice, because data and a rate limit may both be stored.
    for (let i = 0; i < 2; i++) {
      const stored = this.#isDue(refresh) ? this.#readStored() : undefined;
      if (stored) this.#applyResult(stored, { isStored: true, pending: refresh });
    }
  }

  /** Called when the browser is online again. The data may be out of date, and a failed lookup may succeed now. */
  invalidate(): void {
    this.#isOutdated = true;
    if (this.#snapshot.data) this.#update({});
    else if (this.observers.size) this.fetch();
  }

  /** Ignores the result of the request under way. */
  cancel(): void {
    this.#run = undefined;
  }

  /** Sends the request, and retries if that is safe, while an observer waits. */
  async #request(run: Run): Promise<Result> {
    const { retries } = this.settings;
    for (let tried = 0; this.#run === run && this.observers.size; tried++) {
      const result = await sendUnlessAhead(this.request, this.settings);
      if (!(result instanceof LookupError) || !isTemporary(result) || tried >= retries) {
        // Without an observer, the page's settings may have changed, and no longer allow storing.
        const mayStore = this.observers.size || run.settings === this.#state.settings;
        const isRevoked = run.revokes !== this.#state.revokes;
        if (this.#run === run && mayStore && !isRevoked)
          writeResult(this.request.name, this.settings, result);
        return result;
      }
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** tried * (0.5 + Math.random())));
    }
    return undefined;
  }

  #settle(result: Result, isStored: boolean): void {
    this.#run = undefined;
    if (result) this.#applyResult(result, { isStored });
    else {
      this.#update({ pending: false });
      // An observer may have been added after the run ended early.
      if (this.observers.size) this.fetch();
    }
  }

  /** `pending`: a request for newer data follows at once. */
  #applyResult(result: TimestampedData | LookupError, { isStored = false, pending = false } = {}): void {
    this.#refusedSettings = undefined;
    if (result instanceof LookupError) {
      const { code, retryAfter } = result;
      if (code === 'rate-limited')
        this.#rateLimit = { since: Date.now(), seconds: rateLimitSeconds(retryAfter) };
      if (code === 'unauthorized' || code === 'out-of-credits') this.#refusedSettings = this.#state.settings;
      this.#update({ error: result, pending: false });
    } else {
      this.isStored = isStored;
      this.#isOutdated = false;
      this.#update({ data: result.data, updatedAt: result.fetchedAt, error: undefined, pending });
    }
  }

  #update(change: Partial<Snapshot<object>>): void {
    this.#snapshot = Object.freeze({ ...this.#snapshot, ...change });
    for (const observer of [...this.observers]) observer();
  }
}
