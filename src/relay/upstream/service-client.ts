import { rateLimitSeconds, retryAfterSeconds } from '../../model/error.js';
import { isObject, parseObject, toText } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { type Data, type JsonBody, MAX_BODY, TOO_LONG, toBody, withoutPrefixLists } from '../body.js';
import type { CheckedOptions } from '../checked-options.js';
import {
  findRefusal,
  REASONS,
  type Reason,
  RelayError,
  type RelayErrorDetails,
  serviceReason,
} from '../errors.js';
import type { RelayOutcome } from '../events.js';
import type { Redactor, Reporter } from '../reporter.js';
import { hasPassed, secondsUntil } from '../time.js';

/** Seconds for which a refusal is cached, because trying again at once would be useless. */
export const REFUSAL_SECONDS = 60;
/** Seconds for which a failure is cached that may have cost a credit: longer than the elements' own retries take. */
const FAILURE_SECONDS = 2;

interface ResponseFacts {
  status: number;
  credits?: number;
}

/** What the cache key of a User-Agent begins with. Other keys are paths at the service. */
export const BROWSER = 'user_agent ';

/** The data of a lookup in the service's JSON. `undefined` if the JSON has no data. */
const shapes: Record<LookupName, (json: Data) => Data | undefined> = {
  ip: ({ user_agent, ...data }) => data,
  asn: withoutPrefixLists,
  'user-agent': firstResult,
};

/** The data in the response to a batch of one, in any wrapping that services use. `undefined` for an error. */
function firstResult(json: Data): Data | undefined {
  const { results = isObject(json.user_agent) ? json.user_agent : json } = json;
  const [first] = [results].flat();
  return isObject(first) && !('code' in first && 'message' in first) ? first : undefined;
}

/** The maximum number of calls that go on after their visitors have stopped waiting, and milliseconds for each. */
const MAX_LATE = 64;
const MAX_CALL = 10_000;
/** Milliseconds for the body of a failure. */
const MAX_ERROR_TIME = 500;

/** Calls the lookup service with the key, and respects its refusals. */
export class ServiceClient {
  /** Refusals of the relay, which are the same for all visitors, until a moment in milliseconds since 1970. */
  readonly #refusals = new Map<LookupName, { failure: RelayError; until: number }>();
  #rateLimitedUntil = 0;
  /** The calls under way, the oldest first. */
  readonly #calls = new Set<{ key: string; started: number; isLate: boolean; end(): void }>();

  constructor(
    readonly options: CheckedOptions,
    readonly reporter: Reporter,
  ) {}

  /** Throws a `RelayError` while the service's rate limit or its refusal of the relay lasts. */
  assertNotRefused(lookup: LookupName): void {
    const refusal = this.#refusals.get(lookup);
    if (refusal && !hasPassed(refusal.until, REFUSAL_SECONDS * 1000)) throw refusal.failure;
    if (!hasPassed(this.#rateLimitedUntil, rateLimitSeconds(Infinity) * 1000))
      throw new RelayError(REASONS.rateLimited, { retryAfter: secondsUntil(this.#rateLimitedUntil) });
    this.#rateLimitedUntil = 0; // It may be in the far future, set with a wrong clock.
  }

  /** Makes a lookup. One that is late goes on alone, because it was paid for. */
  async call(lookup: LookupName, key: string): Promise<JsonBody> {
    const started = performance.now();
    const facts: ResponseFacts = { status: 0 };
    let outcome: RelayOutcome = 'ok';
    const controller = globalThis.AbortController && new AbortController(); // Fastly has none.
    const call = { key, started, isLate: false, end() {} };
    // The option `fetch` may ignore the signal.
    const late = new Promise<never>((_, reject) => {
      call.end = () => reject(failure(REASONS.late, facts));
    });
    const limit = Math.max(this.options.timeout, MAX_CALL);
    const timer = setTimeout(call.end, limit);
    // A Worker drops calls with their requests, and they never end.
    for (const old of this.#calls) if (old.started < started - limit) this.#calls.delete(old);
    this.#calls.add(call);
    try {
      return await Promise.race([this.#request(lookup, key, controller?.signal ?? null, facts), late]);
    } catch (thrown) {
      outcome = thrown instanceof RelayError ? thrown.outcome : 'internal';
      // Not where the call is ended: Workers forbid one request to abort what another one fetches.
      controller?.abort();
      throw thrown;
    } finally {
      clearTimeout(timer);
      this.#calls.delete(call);
      this.reporter.notify('call', { lookup, outcome, ...facts, from: 'service' }, started);
    }
  }

  /** A visitor has stopped waiting for a call. Ends the oldest of these calls if there are too many. */
  markLate(key: string): void {
    for (const call of this.#calls) call.isLate ||= call.key === key;
    const late = [...this.#calls].filter(({ isLate }) => isLate);
    for (const call of late.slice(0, -MAX_LATE)) call.end();
  }

  async #request(lookup: LookupName, key: string, signal: AbortSignal | null, facts: ResponseFacts) {
    const brokenOff = brokenOffWith(facts);
    const { body: stream, headers, status } = await this.#fetch(lookup, key, signal).catch(brokenOff);
    facts.status = status;
    const credits = Number.parseFloat(headers.get('ipregistry-credits-consumed') ?? '');
    if (credits >= 0) facts.credits = credits;
    const reader = stream?.getReader();
    // The status of a failure is enough, also if its body breaks off or hangs.
    const isFailure = status !== 200;
    if (isFailure) setTimeout(() => reader?.cancel().catch(() => undefined), MAX_ERROR_TIME);
    const text = await readText(reader, isFailure ? () => undefined : brokenOff);
    if (isFailure) throw this.#refusal(lookup, facts, text, headers.get('retry-after'));
    const data = parseData(lookup, text, this.reporter.redact);
    const body = data && toBody(data);
    const { length } = body?.bytes ?? text;
    if (body && length <= MAX_BODY) return body;
    if (length <= MAX_BODY) throw failure(REASONS.unusable, facts, { found: '200' });
    this.reporter.log(`The lookup service sent ${length} bytes or more. ${TOO_LONG}`);
    // The response would be just as long the next time, and each may cost a credit.
    throw failure(REASONS.tooLong, facts, { cacheSeconds: Math.max(FAILURE_SECONDS, this.options.maxAge) });
  }

  async #fetch(lookup: LookupName, key: string, signal: AbortSignal | null): Promise<Response> {
    const { apiKey, baseUrl, fetch } = this.options;
    const isBatch = lookup === 'user-agent';
    return fetch(`${baseUrl}${isBatch ? BROWSER.trim() : key}`, {
      headers: {
        accept: 'application/json',
        authorization: `ApiKey ${apiKey}`,
        ...(isBatch && { 'content-type': 'application/json' }),
      },
      ...(isBatch && { method: 'POST', body: JSON.stringify([key.slice(BROWSER.length)]) }),
      redirect: 'manual', // A redirect must not receive the key.
      signal,
    });
  }

  #refusal(lookup: LookupName, facts: ResponseFacts, text: string, wait: string | null): RelayError {
    const { status } = facts;
    const json = text.length <= MAX_BODY ? parseObject(text) : undefined;
    const given = this.reporter.redact.text(toText(json?.code));
    const refusal = findRefusal(status, given);
    if (refusal) {
      // No visitor can change it, so visitors get an error of the server.
      const { advice, reason } = refusal;
      this.reporter.log(`The lookup service refused the relay with ${status} ${reason.code}. ${advice}`);
      const error = failure(reason, facts, { cacheSeconds: REFUSAL_SECONDS });
      this.#refusals.set(lookup, { failure: error, until: Date.now() + REFUSAL_SECONDS * 1000 });
      return error;
    }
    const seconds = retryAfterSeconds(wait);
    if (status === 429) {
      const until = Date.now() + rateLimitSeconds(seconds) * 1000;
      this.#rateLimitedUntil = Math.max(this.#rateLimitedUntil, until);
      return failure(REASONS.rateLimited, facts, { retryAfter: secondsUntil(this.#rateLimitedUntil) });
    }
    return failure(serviceReason(status, given), facts, {
      found: `${status}`,
      cacheSeconds: status < 400 ? FAILURE_SECONDS : status < 500 ? REFUSAL_SECONDS : 0,
      isOutage: status >= 500,
      retryAfter: status === 503 && seconds !== undefined ? rateLimitSeconds(seconds) : undefined,
    });
  }
}

/** An error with its cost: only a success, or a part of one, may have cost a credit, unless the service says so. */
function failure(reason: Reason, { credits, status }: ResponseFacts, details?: RelayErrorDetails) {
  const mayHaveCost = (status >= 200 && status < 300) || reason === REASONS.late;
  const isFree = credits === undefined ? !mayHaveCost : credits === 0;
  return new RelayError(reason, { isFree, cacheSeconds: mayHaveCost ? FAILURE_SECONDS : 0, ...details });
}

/** Throws the error of a connection that failed, before the response or in it. */
const brokenOffWith = (facts: ResponseFacts) => (error: unknown) => {
  const reason = facts.status ? REASONS.unusable : REASONS.unreachable;
  throw failure(reason, facts, { found: `${facts.status || systemCode(error)}`, isOutage: true });
};

function parseData(lookup: LookupName, text: string, redact: Redactor): Data | undefined {
  // Only lists of prefixes are dropped, so other data would stay too long.
  if (text.length > MAX_BODY && lookup !== 'asn') return undefined;
  try {
    const json: unknown = JSON.parse(text);
    // A batch's response may be a bare array.
    const data = Array.isArray(json) && lookup === 'user-agent' ? { results: json } : json;
    const shaped = isObject(data) && JSON.stringify(shapes[lookup](data));
    // Redacting data that is still too long would take time in which nobody else gets a response.
    return shaped && shaped.length <= MAX_BODY ? redact.parse(shaped) : undefined;
  } catch {
    return undefined; // Invalid JSON, or nested too deeply.
  }
}

/** The code of a failed connection, such as `ECONNREFUSED`: the only part of the error that can't contain the key. */
function systemCode(error: unknown): string {
  const cause = isObject(error) ? error.cause : undefined;
  const code = isObject(cause) ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_\d]{1,40}$/.test(code) ? code : 'no connection';
}

/** The maximum bytes of a response, with lists that are dropped. */
const MAX_BYTES = 8 * 2 ** 20;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** A body as UTF-8; empty if it isn't UTF-8, and cut if it is too long. @param onBreak Called if it breaks off. */
async function readText(reader: Reader | undefined, onBreak: (error: unknown) => undefined) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = () => reader?.read().catch(onBreak);
  let text = '';
  let size = 0;
  try {
    for (let next = await read(); next?.value; next = await read()) {
      size += next.value.byteLength;
      if (size > MAX_BYTES) return text;
      text += decoder.decode(next.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof RelayError) throw error;
    return '';
  } finally {
    // Frees the connection. What has ended or failed already can't be cancelled.
    reader?.cancel().catch(() => undefined);
  }
}
