import { rateLimitSeconds, retryAfterSeconds } from '../../model/error.js';
import { isObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { type Data, type JsonBody, MAX_BODY, toBody } from '../body.js';
import type { CheckedOptions } from '../checked-options.js';
import {
  findRefusal,
  isRelayError,
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

export interface ServiceCall {
  lookup: LookupName;
  path: string;
  batch?: readonly string[];
  /** The data in the response's JSON object. `undefined` if there is none. */
  shape(json: Data): Data | undefined;
}

/** Calls the lookup service with the key, and respects its refusals. */
export class ServiceClient {
  /** Refusals of the relay, which are the same for all visitors, until a moment in milliseconds since 1970. */
  readonly #refusals = new Map<LookupName, { failure: RelayError; until: number }>();
  #rateLimitedUntil = 0;

  constructor(
    readonly options: CheckedOptions,
    readonly reporter: Reporter,
  ) {}

  /** Throws a `RelayError` while the service's rate limit or its refusal of the relay lasts. */
  assertNotRefused(lookup: LookupName): void {
    const refusal = this.#refusals.get(lookup);
    if (refusal && !hasPassed(refusal.until, REFUSAL_SECONDS * 1000)) throw refusal.failure;
    if (hasPassed(this.#rateLimitedUntil, rateLimitSeconds(Infinity) * 1000)) return;
    throw new RelayError(REASONS.rateLimited, { retryAfter: secondsUntil(this.#rateLimitedUntil) });
  }

  async call(call: ServiceCall, signal: AbortSignal): Promise<JsonBody> {
    const { lookup } = call;
    const started = performance.now();
    const facts: ResponseFacts = { status: 0 };
    let outcome: RelayOutcome = 'ok';
    try {
      // The option `fetch` may ignore the signal.
      const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
      return await Promise.race([this.#request(call, signal, facts), aborted]);
    } catch (thrown) {
      const late = () => failure(REASONS.late, facts, { cacheSeconds: FAILURE_SECONDS });
      const error = signal.aborted ? late() : thrown;
      outcome = isRelayError(error) ? error.outcome : 'internal';
      throw error;
    } finally {
      this.reporter.notify('call', { lookup, outcome, ...facts, from: 'service' }, started);
    }
  }

  async #request(call: ServiceCall, signal: AbortSignal, facts: ResponseFacts): Promise<JsonBody> {
    const { lookup, batch } = call;
    const brokenOff = (error: unknown) => {
      throw this.#incomplete(error, facts);
    };
    const response = await this.#fetch(call, signal).catch(brokenOff);
    const { status, headers } = response;
    facts.status = status;
    const credits = Number.parseFloat(headers.get('ipregistry-credits-consumed') ?? '');
    if (credits >= 0) facts.credits = credits;
    // The status of a failure is enough.
    const text = await readText(response).catch((error) => (status === 200 ? brokenOff(error) : ''));
    if (status !== 200) throw this.#refusal(lookup, facts, text, headers.get('retry-after'));
    // A batch's response may be a bare array.
    const json = batch && /^\s*\[/.test(text) ? `{"results":${text}}` : text;
    const data = parseData(call, json, this.reporter.redact);
    const body = data && toBody(data);
    const { length } = body?.bytes ?? text;
    if (length > MAX_BODY) throw this.#tooLong(length, facts);
    if (body) return body;
    throw failure(REASONS.unusable, facts, { found: '200', cacheSeconds: FAILURE_SECONDS });
  }

  async #fetch({ batch, path }: ServiceCall, signal: AbortSignal): Promise<Response> {
    const { apiKey, baseUrl, fetch } = this.options;
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

  #refusal(lookup: LookupName, facts: ResponseFacts, text: string, wait: string | null): RelayError {
    const { status } = facts;
    const given = text.length <= MAX_BODY ? this.reporter.redact.parse(text)?.code : undefined;
    const refusal = findRefusal(status, given);
    if (refusal) {
      // No visitor can change it, so visitors get an error of the server.
      const { advice, code } = refusal;
      this.reporter.log(`The lookup service refused the relay with ${status} ${code}. ${advice}`);
      const error = failure({ ...REASONS.refused, code }, facts, { cacheSeconds: REFUSAL_SECONDS });
      this.#refusals.set(lookup, { failure: error, until: Date.now() + REFUSAL_SECONDS * 1000 });
      return error;
    }
    const seconds = retryAfterSeconds(wait);
    if (status === 429) {
      const retryAfter = rateLimitSeconds(seconds);
      this.#rateLimitedUntil = Date.now() + retryAfter * 1000;
      return failure(REASONS.rateLimited, facts, { retryAfter });
    }
    return failure(serviceReason(status, given), facts, {
      found: `${status}`,
      cacheSeconds: status < 400 ? FAILURE_SECONDS : status < 500 ? REFUSAL_SECONDS : 0,
      isOutage: status >= 500,
      retryAfter: status === 503 && seconds !== undefined ? rateLimitSeconds(seconds) : undefined,
    });
  }

  #incomplete(error: unknown, facts: ResponseFacts): RelayError {
    const { status } = facts;
    if (error instanceof TooLong) return this.#tooLong(MAX_BYTES, facts);
    if (!status) return failure(REASONS.unreachable, facts, { found: systemCode(error), isOutage: true });
    // The lookup of an incomplete response may have cost a credit.
    const cacheSeconds = FAILURE_SECONDS;
    return failure(REASONS.unusable, facts, { found: `${status}`, cacheSeconds, isOutage: true });
  }

  #tooLong(bytes: number, facts: ResponseFacts): RelayError {
    this.reporter.log(
      `The lookup service sent ${bytes} bytes or more. The relay accepts at most 256 KiB of data; lists of prefixes don't count.`,
    );
    // The response would be just as long the next time, and each may cost a credit.
    const cacheSeconds = Math.max(FAILURE_SECONDS, this.options.maxAge);
    return failure(REASONS.tooLong, facts, { cacheSeconds });
  }
}

/** An error with its cost: only a success may have cost a credit, unless the service says so. */
function failure(reason: Reason, { credits, status }: ResponseFacts, details: RelayErrorDetails): RelayError {
  const mayHaveCost = (status >= 200 && status < 300) || reason === REASONS.late;
  return new RelayError(reason, { isFree: credits === undefined ? !mayHaveCost : credits === 0, ...details });
}

function parseData({ lookup, shape }: ServiceCall, json: string, redact: Redactor): Data | undefined {
  // Only lists of prefixes are dropped, so other data would stay too long.
  if (json.length > MAX_BODY && lookup !== 'asn') return undefined;
  try {
    const data: unknown = JSON.parse(json);
    return isObject(data) ? redact.parse(shape(data)) : undefined;
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

class TooLong extends Error {}

/** Reads a body as UTF-8. Rejects with `TooLong`, or with the platform's error for invalid UTF-8 or an aborted response. */
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
