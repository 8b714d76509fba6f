/** One lookup with one cache key: what is known, its requests, and when a failed lookup may be made again. */
import { keptFor } from '../model/cache.js';
import { LookupError, rateLimitSeconds } from '../model/error.js';
import { idle, type Snapshot, type TimestampedData } from '../model/types.js';
import { type LookupRequest, sendUnlessAhead } from './request.js';
import type { CompleteSettings } from './settings.js';
import { notifyListeners, type SharedState } from './shared-state.js';
import {
  isEmpty,
  isWithin,
  readData,
  readRateLimit,
  type StorageName,
  writeData,
  writeRateLimit,
} from './storage.js';
import { runInOneTab } from './tabs.js';

/** What a reader brings to each call, so that no reader changes anything for others. */
export interface Reader {
  readonly settings: CompleteSettings;
  /** The page's `initialData`, if this lookup may use it. */
  readonly initialData?: TimestampedData | undefined;
  /** Whether a request may be sent. Not while a visitor is simulated. */
  readonly mayRequest?: boolean | undefined;
}

/** A reader that waits for changes. */
interface Follower {
  readonly reader: Reader;
  /** Called when the query's snapshot changes. */
  onUpdate(): void;
}

/** Data or an error. `undefined` if the run ended early because nobody was waiting. */
type Result = TimestampedData | LookupError | undefined;

/** A request under way. */
interface Run {
  readonly reader: Reader;
  readonly refresh: boolean;
}

/** Whether two readers agree in the settings of a lookup that aren't part of its cache key. */
export const haveSameLookup = (one: Reader, other: Reader): boolean =>
  (['adapt', 'timeout'] as const).every((name) => one.settings[name] === other.settings[name]);

/** Whether a failure may pass by itself. */
const isPassing = ({ code }: LookupError): boolean => ['service', 'timeout', 'network'].includes(code);

/**
 * Whether to try again at once: the failure may be temporary, and another attempt is unlikely to cost a second credit. A
 * network error with a status was cut off after the response began, so the credit may be spent. A network error with a
 * resolution was blocked by the page's own policy.
 */
const mayRetry = ({ code, status = 0, resolution }: LookupError): boolean =>
  code === 'network' ? !(status || resolution) : [502, 503, 504].includes(status);

/** The seconds for which an error is remembered. */
function secondsToWait(error: LookupError, failures: number): number {
  const { code, retryAfter = 0 } = error;
  if (code === 'rate-limited') return rateLimitSeconds(error.retryAfter);
  if (isPassing(error)) return Math.max(Math.min(10 * 2 ** (failures - 1), 300), retryAfter);
  // A response that can't be read was paid for.
  return code === 'bad-request' || code === 'invalid-response' ? 300 : Number.POSITIVE_INFINITY;
}

/** The least seconds between two lookups of stale data that coming back online causes. */
const ONLINE_SECONDS = 300;

/** A fresh and a stale snapshot of the same state, made when they are first read. */
type Snapshots = [fresh?: Snapshot<object>, stale?: Snapshot<object>];

/** The snapshots of data without an error or a request, so that the same data gives the same snapshot. */
const settledSnapshots = new WeakMap<TimestampedData, Snapshots>();

const snapshotsOf = (result: TimestampedData): Snapshots => keptFor(settledSnapshots, result, () => []);

export class Query {
  readonly request: LookupRequest;
  readonly followers = new Set<Follower>();
  /** Whether the data was read from storage. */
  isStored = false;
  readonly #state: SharedState;
  #result: TimestampedData | undefined;
  #error: LookupError | undefined;
  #snapshots: Snapshots = [idle, idle];
  /** The storage areas that have the data, with the end of each record in milliseconds since 1970. */
  readonly #storedUntil = new Map<StorageName, number>();
  /** The data that was last read from storage, so that an unchanged record gives the same object. */
  #found: TimestampedData | undefined;
  /** The `initialData` that was used already. */
  #usedInitialData: TimestampedData | undefined;
  /** Whether the browser came back online after the data was requested. */
  #isOutdated = false;
  /** When the error came, in milliseconds since 1970, and the seconds for which it is remembered. */
  #wait = { since: 0, seconds: 0 };
  /** Whose lookup failed. A reader with another `timeout`, for example, may try at once. */
  #failed: Reader | undefined;
  /** The number of failures in a row that may pass by themselves. */
  #failures = 0;
  /** When the browser was last online again while the data was stale, in milliseconds since 1970. */
  #onlineAt = 0;
  #run: Run | undefined;

  constructor(request: LookupRequest, state: SharedState) {
    this.request = request;
    this.#state = state;
  }

  /** What is known: frozen, and the same object until something changes. */
  snapshot({ settings }: Reader): Snapshot<object> {
    const stale = this.#result !== undefined && !this.#isFresh(settings);
    return this.#pick(this.#snapshots, stale, this.#result, this.#error);
  }

  /** What is known without a request, including what is stored. Changes nothing. */
  read(reader: Reader): Snapshot<object> {
    // A query with followers has read its records already.
    const found = this.followers.size ? undefined : this.#find(reader);
    return found ? this.#pick(snapshotsOf(found), false, found) : this.snapshot(reader);
  }

  #pick(
    snapshots: Snapshots,
    stale: boolean,
    result?: TimestampedData,
    error?: LookupError,
  ): Snapshot<object> {
    snapshots[Number(stale)] ??= Object.freeze({
      ...idle,
      ...(result && { data: result.data, updatedAt: result.fetchedAt }),
      ...(error && { error }),
      pending: snapshots === this.#snapshots && this.#run !== undefined,
      stale,
    });
    return snapshots[Number(stale)] as Snapshot<object>;
  }

  /** Milliseconds until the data is stale. `undefined` if it is stale already, or never will be. */
  staleIn({ settings }: Reader): number | undefined {
    const { maxAge } = settings;
    if (!(this.#result && maxAge && this.#isFresh(settings))) return undefined;
    return this.#result.fetchedAt + maxAge * 1000 - Date.now();
  }

  #isFresh({ maxAge }: CompleteSettings): boolean {
    if (!this.#result || this.#error || this.#isOutdated) return false;
    // With `maxAge: 0`, data is fresh only on the page that requested it.
    return maxAge ? isWithin(this.#result.fetchedAt, maxAge) : !this.isStored;
  }

  /** Whether the error is still remembered for this reader. */
  #isWaiting(reader: Reader): boolean {
    const { since, seconds } = this.#wait;
    if (!(this.#error && isWithin(since, seconds))) return false;
    return this.#error.code === 'rate-limited' || haveSameLookup(reader, this.#failed ?? reader);
  }

  /** Whether a request may be sent now. A refresh ignores fresh data and earlier failures, but not a rate limit. */
  #isDue(reader: Reader, refresh: boolean): boolean {
    if (this.#run) return false;
    if (this.#isWaiting(reader)) return refresh && this.#error?.code !== 'rate-limited';
    return refresh || !this.#isFresh(reader.settings);
  }

  /**
   * The data that a reader begins with: the page's `initialData`, once, else what an earlier page, another tab or another
   * copy of the package stored, if a request is due.
   */
  #find(reader: Reader, refresh = false): TimestampedData | undefined {
    const { settings, initialData } = reader;
    if (initialData && initialData !== this.#usedInitialData)
      return this.#readData(settings, initialData.fetchedAt) ?? initialData;
    return this.#isDue(reader, refresh) ? this.#readData(settings) : undefined;
  }

  #readData(settings: CompleteSettings, after = this.#result?.fetchedAt): TimestampedData | undefined {
    const found = readData(this.request, settings, after);
    if (found?.fetchedAt !== this.#found?.fetchedAt) this.#found = found;
    return this.#found;
  }

  /**
   * Sends a request, unless the data is fresh, an error is remembered, or a request is under way. With `refresh`, only a
   * rate limit and a request under way prevent it.
   */
  fetch(reader: Reader, refresh = false): void {
    const found = this.#find(reader, refresh);
    if (found) this.#adopt(found, reader);
    const limit = this.#isDue(reader, refresh) && readRateLimit(this.request, reader.settings);
    if (limit) this.#fail(limit, reader, false);
    // Stored before anybody is notified, because a listener may revoke consent.
    this.#store(reader);
    const isDue = reader.mayRequest !== false && this.#isDue(reader, refresh);
    if (isDue) this.#send({ reader, refresh });
    if (found || limit || isDue) this.#notify();
  }

  /** Uses the data that a reader begins with. New `initialData` also replaces the result of a request under way. */
  #adopt(found: TimestampedData, { settings, initialData }: Reader): void {
    if (initialData && initialData !== this.#usedInitialData) this.#run = undefined;
    this.#usedInitialData = initialData;
    this.#succeed(found, found !== initialData);
    if (this.isStored) this.#storedUntil.set(settings.storage, found.fetchedAt + settings.maxAge * 1000);
  }

  #send(run: Run): void {
    this.#run = run;
    const { reader, refresh } = run;
    const { settings, revokes } = this.#state;
    const { storage, maxAge, timeout } = reader.settings;
    const task = () => this.#request(run);
    let stored: Result;
    const find = () => {
      stored = this.#readData(reader.settings) ?? readRateLimit(this.request, reader.settings);
      return stored;
    };
    const isShared = storage === 'local' && maxAge > 0 && !refresh;
    const result = isShared
      ? runInOneTab(`visitor-elements/${this.request.name}`, find, task, timeout, this.#state.listeners)
      : task();
    void result.then((result) => {
      if (this.#run !== run) return;
      this.#run = undefined;
      const isStored = result === stored;
      const readers = this.#readers;
      // If nobody waits any more, the page's settings may have changed, and no longer allow storing.
      if (!readers.length && settings === this.#state.settings) readers.push(reader);
      const mayStore = !isStored && revokes === this.#state.revokes;
      if (result instanceof LookupError) this.#fail(result, reader, refresh);
      else if (result) this.#succeed(result, isStored);
      // Stored before anybody is notified, because a listener may revoke consent.
      if (mayStore)
        for (const other of readers)
          if (!(result instanceof LookupError)) this.#store(other);
          else if (result.code === 'rate-limited') writeRateLimit(this.request, other.settings, result);
      this.#notify();
      // A reader may have come after the run ended early.
      if (!result && readers[0] && this.followers.size) this.fetch(readers[0]);
      // Another copy of the package in this document, whose storage events don't reach this one, may wait for the result.
      if (isShared) notifyListeners(this.#state);
    });
  }

  get #readers(): Reader[] {
    return [...this.followers].map(({ reader }) => reader);
  }

  /** Sends the request, and retries if that is safe, while a reader waits. */
  async #request(run: Run): Promise<Result> {
    const { settings } = run.reader;
    for (let tried = 0; this.#run === run && this.followers.size; tried++) {
      const result = await sendUnlessAhead(this.request, settings);
      const isLast = !(result instanceof LookupError && mayRetry(result)) || tried >= settings.retries;
      const wait = isLast ? 0 : (result.retryAfter ?? 0) * 1000;
      if (isLast || wait > settings.timeout) return result;
      const pause = Math.max(300 * 2 ** tried * (0.5 + Math.random()), wait);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return undefined;
  }

  /** Stores the data, while it is fresh, where this reader keeps it. */
  #store({ settings }: Reader): void {
    const { storage, maxAge } = settings;
    if (!this.#result || !this.#isFresh(settings)) return;
    const end = this.#result.fetchedAt + maxAge * 1000;
    const isStored = (this.#storedUntil.get(storage) ?? 0) >= end;
    if (!isStored && writeData(this.request, settings, this.#result)) this.#storedUntil.set(storage, end);
  }

  /** Whether a record that this page wrote or used is gone before its end, with all others: a later page revoked consent. */
  isForgotten(): boolean {
    return [...this.#storedUntil].some(([storage, end]) => Date.now() < end && isEmpty(storage));
  }

  #succeed(result: TimestampedData, isStored: boolean): void {
    this.#result = result;
    this.isStored = isStored;
    this.#error = undefined;
    this.#storedUntil.clear();
    this.#failures = 0;
    this.#isOutdated = false;
  }

  #fail(error: LookupError, reader: Reader, refresh: boolean): void {
    const { since, seconds } = this.#wait;
    const isWaiting = this.#isWaiting(reader);
    if (isPassing(error) && !(refresh && this.#failures)) this.#failures++;
    const next = { since: Date.now(), seconds: secondsToWait(error, this.#failures) };
    // A refresh never lengthens a wait.
    const mayLengthen = !(refresh && isWaiting) || error.code === 'rate-limited';
    if (mayLengthen || since + seconds * 1000 > next.since + next.seconds * 1000) this.#wait = next;
    this.#error = error;
    this.#failed = reader;
  }

  /** Called when the browser is online again. The data may be out of date, and a failed lookup may succeed now. */
  comeOnline(): void {
    const readers = this.#readers;
    const staleFor = readers.find(({ settings }) => this.#result && !this.#isFresh(settings));
    this.#isOutdated = true;
    if (this.#error && isPassing(this.#error)) {
      this.#wait.seconds = 0;
      if (readers[0]) this.fetch(readers[0]);
    } else if (!this.#error && staleFor && !isWithin(this.#onlineAt, ONLINE_SECONDS)) {
      this.#onlineAt = Date.now();
      this.fetch(staleFor);
    } else this.#notify();
  }

  /** Ignores the result of the request under way. */
  cancel(): void {
    this.#run = undefined;
  }

  #notify(): void {
    const isSettled = !(this.#run || this.#error);
    this.#snapshots = !isSettled ? [] : this.#result ? snapshotsOf(this.#result) : [idle, idle];
    for (const follower of [...this.followers]) follower.onUpdate();
  }
}
