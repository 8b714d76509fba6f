import { rateLimitSeconds, retryAfterSeconds } from '../../model/error.js';
import { isObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import type { Data } from '../body.js';
import { isRelayError, RelayError } from '../errors.js';
import type { CheckedOptions } from '../options.js';
import { parseRedacted, type Redactor } from '../redact.js';
import type { Notify } from '../reporting.js';
import { hasPassed, millisecondsSince } from '../time.js';
import { LOOKUP_ERRORS } from './lookups.js';
import { reasonFor, SERVICE_ERRORS } from './service-errors.js';

/** Seconds for which a refusal is cached, because trying again at once would be useless. */
export const REFUSAL_SECONDS = 60;
/** Seconds for which a failure is cached that may have cost a credit: longer than the elements' own retries take. */
export const FAILURE_SECONDS = 2;

/** The header with the credits that a call cost. */
const CREDITS = 'ipregistry-credits-consumed';

type Options = Pick<CheckedOptions, 'baseUrl' | 'apiKey' | 'timeout' | 'maxAge' | 'fetch'>;

/** What is known of a response, even of one that was aborted. */
interface ResponseFacts {
  status: number;
  credits?: number;
}

/** Calls the lookup service with the key, within the timeout, and respects its rate limits. */
export class ServiceClient {
  readonly #options: Options;
  readonly #redactor: Redactor;
  readonly #notify: Notify;
  #rateLimitedUntil = 0;

  constructor(options: Options, redactor: Redactor, notify: Notify) {
    this.#options = options;
    this.#redactor = redactor;
    this.#notify = notify;
  }

  /** Throws a `RelayError` while the service's rate limit lasts. */
  assertNotRateLimited(): void {
    if (hasPassed(this.#rateLimitedUntil, rateLimitSeconds(Infinity) * 1000)) return;
    const retryAfter = Math.ceil((this.#rateLimitedUntil - Date.now()) / 1000);
    throw new RelayError(SERVICE_ERRORS.rateLimited, { retryAfter });
  }

  /** Calls an endpoint: `POST` for a batch. Rejects with a `RelayError` if there is no data. */
  async call(lookup: LookupName, path: string, batch?: readonly string[]): Promise<Data> {
    const started = performance.now();
    const facts: ResponseFacts = { status: 0 };
    let outcome = 'ok';
    try {
      return await this.#request(path, batch, facts);
    } catch (error) {
      outcome = isRelayError(error) ? error.outcome : 'internal';
      throw error;
    } finally {
      const milliseconds = millisecondsSince(started);
      this.#notify({ type: 'call', lookup, outcome, ...facts, milliseconds, from: 'service' });
    }
  }

  async #request(path: string, batch: readonly string[] | undefined, facts: ResponseFacts): Promise<Data> {
    const { timeout } = this.#options;
    const signal = AbortSignal.timeout(Math.ceil(timeout));
    try {
      const response = await beforeAbort(this.#fetch(path, batch, signal), signal);
      const { status, headers } = response;
      const isData = status === 200;
      facts.status = status;
      const credits = Number(headers.get(CREDITS) ?? Number.NaN);
      if (credits >= 0) facts.credits = credits;
      const text = await beforeAbort(readText(response), signal).catch((error) => {
        if (isData || signal.aborted) throw error;
        return ''; // The status is enough.
      });
      // A batch's response may be a bare array.
      const json = batch && /^\s*\[/.test(text) ? `{"results":${text}}` : text;
      const body = parseRedacted(json, this.#redactor);
      if (isData && body) return body;
      throw this.#refusal(status, body?.code, headers.get('retry-after'));
    } catch (error) {
      throw isRelayError(error) ? error : this.#failure(error, signal, facts);
    }
  }

  #fetch(path: string, batch: readonly string[] | undefined, signal: AbortSignal): Promise<Response> {
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
  #refusal(status: number, code: unknown, retryAfterHeader: string | null): RelayError {
    const reason = reasonFor(status, code);
    if (reason === SERVICE_ERRORS.rateLimited) {
      const retryAfter = rateLimitSeconds(retryAfterSeconds(retryAfterHeader));
      this.#rateLimitedUntil = Date.now() + retryAfter * 1000;
      return new RelayError(reason, { retryAfter });
    }
    const isUnusable = reason === SERVICE_ERRORS.unusable;
    const cacheSeconds = isUnusable ? FAILURE_SECONDS : status < 500 ? REFUSAL_SECONDS : 0;
    return new RelayError(reason, { found: `${status}`, cacheSeconds });
  }

  /** The error for a response that is incomplete or missing. */
  #failure(error: unknown, signal: AbortSignal, { status }: ResponseFacts): RelayError {
    const cacheSeconds = FAILURE_SECONDS;
    if (signal.aborted) return new RelayError(LOOKUP_ERRORS.late, { cacheSeconds });
    // The response would be just as long the next time, and each may cost a credit.
    if (error instanceof TooLong)
      return new RelayError(SERVICE_ERRORS.tooLong, {
        cacheSeconds: Math.max(cacheSeconds, this.#options.maxAge),
      });
    // The lookup of an incomplete response may have cost a credit.
    if (status) return new RelayError(SERVICE_ERRORS.unusable, { found: `${status}`, cacheSeconds });
    return new RelayError(SERVICE_ERRORS.unreachable, { found: systemCode(error) });
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

/** The maximum bytes of a response. */
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
