import { rateLimitSeconds, retryAfterSeconds } from '../../model/error.js';
import { isObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { type Data, encodeJson, MAX_BODY, withoutPrefixLists } from '../body.js';
import {
  isRelayError,
  REASONS,
  type Reason,
  RelayError,
  type RelayErrorOptions,
  type RelayOutcome,
  serviceReason,
} from '../errors.js';
import { parseRedacted, type Redactor, type Reporting } from '../events.js';
import type { CheckedOptions } from '../options.js';
import { hasPassed, millisecondsSince } from '../time.js';

/** Seconds for which a refusal is cached, because trying again at once would be useless. */
export const REFUSAL_SECONDS = 60;
/** Seconds for which a failure is cached that may have cost a credit: longer than the elements' own retries take. */
export const FAILURE_SECONDS = 2;

/** The header with the credits that a call cost. */
const CREDITS = 'ipregistry-credits-consumed';

/** The statuses by which the service refuses the relay itself. */
const OPERATOR_FAULTS = [401, 402, 403, 451];

type Options = Pick<CheckedOptions, 'baseUrl' | 'apiKey' | 'maxAge' | 'fetch'>;

/** What is known of a response, even of one that was aborted. */
interface ResponseFacts {
  status: number;
  credits?: number;
}

/** A refusal of the relay by the service, which is the same for all visitors. */
interface Refusal {
  failure: RelayError;
  /** In milliseconds since 1970. */
  until: number;
}

/** Calls the lookup service with the key, and respects its refusals. */
export class ServiceClient {
  readonly #options: Options;
  readonly #redactor: Redactor;
  readonly #reporting: Reporting;
  readonly #refusals = new Map<LookupName, Refusal>();
  #rateLimitedUntil = 0;

  constructor(options: Options, redactor: Redactor, reporting: Reporting) {
    this.#options = options;
    this.#redactor = redactor;
    this.#reporting = reporting;
  }

  /** Throws a `RelayError` while the service's rate limit or its refusal of the relay lasts. */
  assertNotRefused(lookup: LookupName): void {
    const refusal = this.#refusals.get(lookup);
    if (refusal && !hasPassed(refusal.until, REFUSAL_SECONDS * 1000)) throw refusal.failure;
    if (hasPassed(this.#rateLimitedUntil, rateLimitSeconds(Infinity) * 1000)) return;
    const retryAfter = Math.ceil((this.#rateLimitedUntil - Date.now()) / 1000);
    throw new RelayError(REASONS.rateLimited, { retryAfter });
  }

  /** Calls an endpoint: `POST` for a batch. Rejects with a `RelayError` if there is no data. */
  async call(
    lookup: LookupName,
    path: string,
    signal: AbortSignal,
    batch?: readonly string[],
  ): Promise<Data> {
    const started = performance.now();
    const facts: ResponseFacts = { status: 0 };
    let outcome: RelayOutcome = 'ok';
    try {
      return await this.#request(lookup, path, signal, batch, facts);
    } catch (error) {
      outcome = isRelayError(error) ? error.outcome : 'internal';
      throw error;
    } finally {
      const milliseconds = millisecondsSince(started);
      this.#reporting.notify({ type: 'call', lookup, outcome, ...facts, milliseconds, from: 'service' });
    }
  }

  async #request(
    lookup: LookupName,
    path: string,
    signal: AbortSignal,
    batch: readonly string[] | undefined,
    facts: ResponseFacts,
  ): Promise<Data> {
    const failed = (error: unknown) => {
      throw this.#failure(error, signal, facts);
    };
    const response = await beforeAbort(this.#fetch(path, batch, signal), signal).catch(failed);
    const { status, headers } = response;
    facts.status = status;
    const credits = Number(headers.get(CREDITS) ?? Number.NaN);
    if (credits >= 0) facts.credits = credits;
    const text = await beforeAbort(readText(response), signal).catch((error) =>
      // The status of a failure is enough.
      status === 200 || signal.aborted ? failed(error) : '',
    );
    if (status !== 200) throw this.#refusal(lookup, facts, text, headers.get('retry-after'));
    // A batch's response may be a bare array.
    const json = batch && /^\s*\[/.test(text) ? `{"results":${text}}` : text;
    const data = parseData(lookup, json, this.#redactor);
    const { length } = data ? encodeJson(data) : text;
    if (length > MAX_BODY) throw this.#tooLong(length, facts);
    if (data) return data;
    throw this.#error(REASONS.unusable, facts, { found: '200', cacheSeconds: FAILURE_SECONDS });
  }

  async #fetch(path: string, batch: readonly string[] | undefined, signal: AbortSignal): Promise<Response> {
    const { apiKey, baseUrl, fetch } = this.#options;
    return fetch(`${baseUrl}${path}`, {
      headers: {
        accept: 'application/json',
        authorization: `ApiKey ${apiKey}`,
        ...(batch && { 'content-type': 'application/json' }),
      },
      ...(batch && { method: 'POST', body: JSON.stringify(batch) }),
      redirect: 'manual', // A redirect must not receive the key.
      signal,
    });
  }

  /** The error for a response without data. */
  #refusal(
    lookup: LookupName,
    facts: ResponseFacts,
    text: string,
    retryAfterHeader: string | null,
  ): RelayError {
    const { status } = facts;
    const reason = serviceReason(
      status,
      text.length <= MAX_BODY ? parseRedacted(text, this.#redactor)?.code : undefined,
    );
    if (OPERATOR_FAULTS.includes(status)) return this.#operatorFault(lookup, reason, facts);
    if (reason === REASONS.rateLimited) {
      const retryAfter = rateLimitSeconds(retryAfterSeconds(retryAfterHeader));
      this.#rateLimitedUntil = Date.now() + retryAfter * 1000;
      return this.#error(reason, facts, { retryAfter });
    }
    const isUnusable = reason === REASONS.unusable;
    const cacheSeconds = isUnusable ? FAILURE_SECONDS : status < 500 ? REFUSAL_SECONDS : 0;
    const seconds = status === 503 ? retryAfterSeconds(retryAfterHeader) : undefined;
    const retryAfter = seconds === undefined ? undefined : rateLimitSeconds(seconds);
    return this.#error(reason, facts, {
      found: `${status}`,
      cacheSeconds,
      isOutage: status >= 500,
      retryAfter,
    });
  }

  /** Logs what the relay's operator must change. No visitor can change it, so visitors get an error of the server. */
  #operatorFault(lookup: LookupName, reason: Reason, facts: ResponseFacts): RelayError {
    const { code, message, resolution } = reason;
    this.#reporting.log.error(
      `The lookup service refused the relay with ${facts.status} ${code}. ${message} ${resolution}`,
    );
    const failure = this.#error({ ...REASONS.refused, code }, facts, { cacheSeconds: REFUSAL_SECONDS });
    this.#refusals.set(lookup, { failure, until: Date.now() + REFUSAL_SECONDS * 1000 });
    return failure;
  }

  /** The error for a response that is incomplete or missing. */
  #failure(error: unknown, signal: AbortSignal, facts: ResponseFacts): RelayError {
    const { status } = facts;
    if (signal.aborted) return this.#error(REASONS.late, facts, { cacheSeconds: FAILURE_SECONDS });
    if (error instanceof TooLong) return this.#tooLong(MAX_BYTES, facts);
    // The lookup of an incomplete response may have cost a credit.
    if (status)
      return this.#error(REASONS.unusable, facts, {
        found: `${status}`,
        cacheSeconds: FAILURE_SECONDS,
        isOutage: true,
      });
    return this.#error(REASONS.unreachable, facts, { found: systemCode(error), isOutage: true });
  }

  #tooLong(bytes: number, facts: ResponseFacts): RelayError {
    this.#reporting.log.error(
      `The lookup service sent ${bytes} bytes or more. The relay accepts at most 256 KiB of data; lists of prefixes don't count.`,
    );
    // The response would be just as long the next time, and each may cost a credit.
    const cacheSeconds = Math.max(FAILURE_SECONDS, this.#options.maxAge);
    return this.#error(REASONS.tooLong, facts, { cacheSeconds });
  }

  /** An error with its cost: only a success may have cost a credit, unless the service says so. */
  #error(reason: Reason, { credits, status }: ResponseFacts, options: RelayErrorOptions): RelayError {
    const isSuccess = status >= 200 && status < 300;
    const isFree = credits === undefined ? !isSuccess && reason !== REASONS.late : credits === 0;
    return new RelayError(reason, { isFree, ...options });
  }
}

/** The data in a response's JSON, without the key and without lists of prefixes. `undefined` if there is none. */
function parseData(lookup: LookupName, json: string, redactor: Redactor): Data | undefined {
  if (json.length <= MAX_BODY) {
    const data = parseRedacted(json, redactor);
    return data && withoutPrefixLists(data);
  }
  if (lookup !== 'asn') return undefined;
  try {
    // Lists of megabytes are dropped before anything else is done with the data.
    const data: unknown = JSON.parse(json);
    return isObject(data) ? parseRedacted(JSON.stringify(withoutPrefixLists(data)), redactor) : undefined;
  } catch {
    return undefined; // Invalid JSON, or nested too deeply.
  }
}

/** Waits at most until a signal aborts, because the option `fetch` may ignore the signal. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = () => {};
  const late = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work, late]);
  } finally {
    // A signal with a listener stays in memory until its time is over.
    signal.removeEventListener('abort', giveUp);
  }
}

/**
 * The system's code for a failed connection, such as `ECONNREFUSED`. It is the only part of the error that can't
 * contain the key.
 */
function systemCode(error: unknown): string {
  const cause = isObject(error) ? error.cause : undefined;
  const code = isObject(cause) ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_\d]{1,40}$/.test(code) ? code : 'no connection';
}

/** The maximum bytes of a response, with lists that are dropped. */
const MAX_BYTES = 8 * 2 ** 20;

/** Thrown for a body that would take too much memory. */
class TooLong extends Error {}

/**
 * Reads a body as UTF-8.
 *
 * @throws {TooLong} If the body is too long. Other errors are the platform's, for invalid UTF-8 or an aborted response.
 */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = body?.getReader();
  let text = '';
  let size = 0;
  try {
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      size += next.value.byteLength;
      if (size > MAX_BYTES) throw new TooLong();
      text += decoder.decode(next.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    // Frees the connection. What has failed already can't be cancelled.
    reader?.cancel().catch(() => undefined);
    throw error;
  }
}
