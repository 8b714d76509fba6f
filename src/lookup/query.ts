/** One lookup with one cache key: what is known, its requests, and when a failed lookup may be made again. */
import { LookupError, rateLimitSeconds } from '../model/error.js';
import { idle, snapshotOf } from '../model/snapshot.js';
import type { CompleteSettings, Snapshot, TimestampedData } from '../model/types.js';
import { type LookupRequest, send } from './request.js';
import type { SharedState } from './shared-state.js';
import {
  type AreaName,
  isWithin,
  namesIn,
  readData,
  readRateLimit,
  writeRateLimit,
  writeRecord,
} from './storage.js';
import { runInOneTab } from './tabs.js';

/** What a reader brings to each call, so that no reader changes anything for others. */
export interface Reader {
  readonly settings: CompleteSettings;
  /** The page's `initialData`, if this lookup may use it. */
  readonly initialData?: TimestampedData | undefined;
  /** Whether fresh data and earlier failures are no reason to send no request. */
  readonly refresh?: boolean | undefined;
}

/** Data or an error. `undefined` if the run ended early because nobody was waiting. */
type Result = TimestampedData | LookupError | undefined;

/** A failed lookup, since when, in milliseconds since 1970, and for how many seconds it is remembered. */
interface Failure {
  readonly error: LookupError;
  readonly since: number;
  readonly seconds: number;
  /** The number of waits in a row after temporary failures. A refresh begins the first, but adds none. */
  readonly waits: number;
  /** Whose lookup failed. A reader with another `timeout`, for example, may try at once. */
  readonly reader: Reader;
}

/** Whether two readers agree in the settings of a lookup that aren't part of its cache key. */
export const haveSameLookup = ({ settings: one }: Reader, { settings: other }: Reader): boolean =>
  one.adapt === other.adapt && one.timeout === other.timeout;

const isTemporary = ({ code }: LookupError): boolean => /network|timeout|service/.test(code);

/** Whether another attempt may succeed without a second credit. A network error with a status was cut off in a response. */
const mayRetry = ({ code, status = 0 }: LookupError): boolean =>
  code === 'network' ? !status : [502, 503, 504].includes(status);

function secondsToWait(error: LookupError, waits: number): number {
  const { code, retryAfter } = error;
  if (code === 'rate-limited') return rateLimitSeconds(retryAfter);
  if (isTemporary(error)) return Math.max(Math.min(10 * 2 ** (waits - 1), 300), retryAfter ?? 0);
  // A response that can't be read was paid for.
  return /bad-request|invalid-response/.test(code) ? 300 : Number.POSITIVE_INFINITY;
}

/** The end of the data's freshness, in milliseconds since 1970. */
const endOf = ({ fetchedAt }: TimestampedData, { maxAge }: CompleteSettings) => fetchedAt + maxAge * 1000;

/** The minimum of seconds between two lookups of stale data that coming back online causes. */
const ONLINE_SECONDS = 300;

export class Query {
  readonly request: LookupRequest;
  /** Who is called at each change, and what they read with. */
  readonly followers = new Map<{ onUpdate(): void }, Reader>();
  /** Whether the data was read from storage. */
  isStored = false;
  readonly #state: SharedState;
  #result: TimestampedData | undefined;
  #failure: Failure | undefined;
  /** The request under way. */
  #run: object | undefined;
  /** The storage areas that have the data, with the end of each record in milliseconds since 1970. */
  readonly #storedUntil = new Map<AreaName, number>();
  /** The data that was last read from storage, so that an unchanged record gives the same object. */
  #lastStored: TimestampedData | undefined;
  /** The `initialData` that was used already. */
  #usedInitialData: TimestampedData | undefined;
  /** The data from before the browser came back online. */
  #outdated: TimestampedData | undefined;
  /** When stale data was last looked up because the browser came back online, in milliseconds since 1970. */
  #onlineAt = 0;

  constructor(request: LookupRequest, state: SharedState) {
    this.request = request;
    this.#state = state;
  }

  snapshot(reader: Reader): Snapshot<object> {
    const error = this.#failure?.error;
    return {
      ...(this.#result ? snapshotOf(this.#result) : idle),
      ...(error && { error }),
      pending: Boolean(this.#run),
      stale: Boolean(this.#result) && !this.freshFor(reader),
    };
  }

  /** What is known without a request, including what is stored. Changes nothing. */
  read(reader: Reader): Snapshot<object> {
    // A query with followers has read its records already.
    const result = this.followers.size ? undefined : this.#startingData(reader);
    return result ? snapshotOf(result) : this.snapshot(reader);
  }

  /** Milliseconds until the data is stale. 0 if it is stale already, or missing. */
  freshFor({ settings }: Reader): number {
    if (!this.#result || this.#failure || this.#result === this.#outdated) return 0;
    // With `maxAge: 0`, data is fresh only on the page that requested it.
    if (!settings.maxAge) return this.isStored ? 0 : Number.POSITIVE_INFINITY;
    return isWithin(this.#result.fetchedAt, settings.maxAge) ? endOf(this.#result, settings) - Date.now() : 0;
  }

  /** Whether a request may be sent now. A refresh ignores fresh data and earlier failures, but not a rate limit. */
  #isDue(reader: Reader): boolean {
    const failure = this.#failure;
    const isRemembered = failure && isWithin(failure.since, failure.seconds);
    if (this.#run || (isRemembered && failure.error.code === 'rate-limited')) return false;
    return reader.refresh || !(isRemembered ? haveSameLookup(reader, failure.reader) : this.freshFor(reader));
  }

  /** What a reader begins with: the page's `initialData`, once, or what another page or copy stored, if a request is due. */
  #startingData(reader: Reader): TimestampedData | undefined {
    const { settings, initialData } = reader;
    if (initialData && initialData !== this.#usedInitialData)
      return this.#readData(settings, initialData.fetchedAt) ?? initialData;
    return this.#isDue(reader) ? this.#readData(settings) : undefined;
  }

  #readData(settings: CompleteSettings, after = this.#result?.fetchedAt): TimestampedData | undefined {
    const found = readData(this.request, settings, after);
    if (found?.fetchedAt !== this.#lastStored?.fetchedAt) this.#lastStored = found;
    return this.#lastStored;
  }

  /** Sends a request, unless the data is fresh, a failure is remembered, or a request is under way. */
  fetch(reader: Reader): void {
    const { settings, initialData } = reader;
    const found = this.#startingData(reader);
    this.#usedInitialData = initialData ?? this.#usedInitialData;
    if (found) this.#succeed(found, settings);
    const isDue = this.#isDue(reader);
    const limit = isDue && readRateLimit(this.request, settings);
    // Stored before anybody is notified, because a listener may revoke consent.
    this.#store(reader);
    if (limit) this.#fail(limit, reader);
    else if (isDue) void this.#lookUp(reader);
    if (found || isDue) this.#notify();
  }

  async #lookUp(reader: Reader): Promise<void> {
    const run = {};
    this.#run = run;
    const { settings, revokes } = this.#state;
    const { storage, maxAge, timeout } = reader.settings;
    let isSent = false;
    const task = () => {
      isSent = true;
      return this.#sendWithRetries(run, reader.settings);
    };
    const find = () => this.#readData(reader.settings) ?? readRateLimit(this.request, reader.settings);
    const isShared = storage === 'local' && maxAge && !reader.refresh;
    const result = await (isShared
      ? runInOneTab(`visitor-elements/${this.request.name}`, find, task, timeout)
      : task());
    if (this.#run !== run) return;
    this.#run = undefined;
    const readers = this.#readers;
    // A reader may have come after the run ended early.
    if (!result && readers[0]) this.fetch(readers[0]);
    // If nobody waits any more, the page's settings may have changed, and no longer allow storing.
    if (!readers.length && settings === this.#state.settings) readers.push(reader);
    if (result instanceof LookupError) this.#fail(result, reader);
    else if (result) this.#succeed(result, reader.settings);
    if (isSent && revokes === this.#state.revokes)
      for (const other of readers)
        if (!(result instanceof LookupError)) this.#store(other);
        else if (result.code === 'rate-limited') writeRateLimit(this.request, other.settings, result);
    this.#notify();
  }

  get #readers(): Reader[] {
    return [...this.followers.values()];
  }

  /** Sends the request, and retries if that is safe, while a reader waits. */
  async #sendWithRetries(run: object, settings: CompleteSettings): Promise<Result> {
    for (let tried = 0; this.#run === run && this.followers.size; tried++) {
      const result = await send(this.request, settings);
      if (!(result instanceof LookupError && mayRetry(result)) || tried >= settings.retries) return result;
      const minPause = (result.retryAfter ?? 0) * 1000;
      if (minPause > settings.timeout) return result;
      const pause = Math.max(300 * 2 ** tried * (0.5 + Math.random()), minPause);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return undefined;
  }

  /** Stores the data, while it is fresh, where this reader keeps it. */
  #store(reader: Reader): void {
    const { settings } = reader;
    const { storage, maxAge } = settings;
    if (!this.#result || !maxAge || !this.freshFor(reader)) return;
    const expiresAt = endOf(this.#result, settings);
    if ((this.#storedUntil.get(storage) ?? 0) >= expiresAt) return;
    if (writeRecord(storage, this.request.name, { ...this.#result, expiresAt }))
      this.#storedUntil.set(storage, expiresAt);
  }

  /** Whether a record that this page wrote or used is gone before its end, with all others: a later page revoked consent. */
  isForgotten(): boolean {
    return [...this.#storedUntil].some(([area, end]) => Date.now() < end && namesIn(area)?.length === 0);
  }

  #succeed(result: TimestampedData, settings: CompleteSettings): void {
    this.#result = result;
    this.isStored = result === this.#lastStored;
    // New `initialData` replaces the result of a request under way.
    this.#run = undefined;
    this.#failure = undefined;
    this.#storedUntil.clear();
    if (this.isStored) this.#storedUntil.set(settings.storage, endOf(result, settings));
  }

  #fail(error: LookupError, reader: Reader): void {
    const last = this.#failure;
    let waits = last?.waits ?? 0;
    if (isTemporary(error) && !(reader.refresh && waits)) waits++;
    const since = Date.now();
    const seconds = secondsToWait(error, waits);
    const left = last ? last.seconds - (since - last.since) / 1000 : 0;
    // A refresh never lengthens a wait, unless the service limits the rate.
    const isKept = reader.refresh && left > 0 && error.code !== 'rate-limited';
    this.#failure = { error, since, seconds: isKept ? Math.min(seconds, left) : seconds, waits, reader };
  }

  /** Called when the browser is online again: the data may be out of date, and a failed lookup may succeed now. */
  comeOnline(): void {
    const failure = this.#failure;
    const readers = this.#readers;
    const staleFor = readers.find((reader) => this.#result && !this.freshFor(reader));
    this.#outdated = this.#result;
    if (failure && isTemporary(failure.error)) {
      this.#failure = { ...failure, seconds: 0 };
      if (readers[0]) this.fetch(readers[0]);
    } else if (!failure && staleFor && !isWithin(this.#onlineAt, ONLINE_SECONDS)) {
      this.#onlineAt = Date.now();
      this.fetch(staleFor);
    }
  }

  #notify(): void {
    for (const follower of this.followers.keys()) follower.onUpdate();
  }
}
