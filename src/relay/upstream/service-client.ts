import { retryAfterSeconds } from '../../model/error.js';
import { isObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import type { CheckedOptions } from '../checked-options.js';
import { hasPassed } from '../clock.js';
import { isRelayError, RelayError, reasonFor } from '../errors.js';
import { millisecondsSince, type Notify } from '../events.js';
import { parseStruck } from '../redact.js';
import { readText, TooLong } from './read-text.js';

/** Seconds for which a refusal is remembered: asking again at once would gain nothing. */
export const REFUSAL_HOLDS = 60;
/** Seconds for which a failure is remembered that may have cost a credit: longer than the elements' own retries take. */
const FAILURE_HOLDS = 2;
/** Seconds to wait after a 429 without `Retry-After`, and the longest wait that is accepted. */
const PAUSE = 60;
const LONGEST_PAUSE = 86_400;

/** What a call cost, as such services say. */
const CREDITS = 'ipregistry-credits-consumed';

/** The deepest nesting of objects and arrays that is accepted. Data has about six levels; this bounds the recursion. */
const MAX_DEPTH = 100;

/** Calls the lookup service. */
export interface ServiceClient {
  /** Throws a `RelayError` during a pause that the service asked for. */
  demandReady(): void;
  /** Calls an endpoint: `POST` where there is a batch. Throws a `RelayError`. */
  call(lookup: LookupName, path: string, batch?: readonly string[]): Promise<Record<string, unknown>>;
}

type Options = Pick<CheckedOptions, 'baseUrl' | 'apiKey' | 'timeout' | 'maxAge' | 'fetch'>;

/** Calls the lookup service with the key, within the timeout, and heeds the pauses that it asks for. */
export function createServiceClient(
  { baseUrl, apiKey, timeout, maxAge, fetch }: Options,
  notify: Notify,
): ServiceClient {
  let pausedUntil = 0;

  return {
    demandReady() {
      if (hasPassed(pausedUntil, LONGEST_PAUSE * 1000)) return;
      throw new RelayError('TOO_MANY_REQUESTS', '', Math.ceil((pausedUntil - Date.now()) / 1000));
    },

    async call(lookup, path, batch) {
      const started = performance.now();
      const seen: Seen = { status: 0 };
      const ended = (outcome: string) => {
        const milliseconds = millisecondsSince(started);
        notify({ type: 'call', lookup, outcome, ...seen, milliseconds, from: 'service' });
      };
      try {
        const data = await ask(path, batch, seen);
        ended('ok');
        return data;
      } catch (error) {
        ended(isRelayError(error) ? error.outcome : 'internal');
        throw error;
      }
    },
  };

  async function ask(path: string, batch: readonly string[] | undefined, seen: Seen) {
    const signal = AbortSignal.timeout(Math.ceil(timeout));
    try {
      const call = fetch(`${baseUrl}${path}`, {
        headers: {
          accept: 'application/json',
          authorization: `ApiKey ${apiKey}`,
          ...(batch && { 'content-type': 'application/json' }),
        },
        ...(batch && { method: 'POST', body: JSON.stringify(batch) }),
        redirect: 'manual', // The key goes to no other address.
        signal,
      });
      const response = await inTime(call, signal);
      const { status, headers } = response;
      const isAnswer = status === 200;
      seen.status = status;
      const credits = Number(headers.get(CREDITS) ?? Number.NaN);
      if (credits >= 0) seen.credits = credits;
      const text = await inTime(readText(response), signal).catch((error) => {
        if (isAnswer || signal.aborted) throw error;
        return ''; // The status says enough.
      });
      // A batch may be answered by a bare array.
      const body = parseStruck(batch && /^\s*\[/.test(text) ? `{"results":${text}}` : text, apiKey);
      if (isAnswer && body && isWithin(MAX_DEPTH, body)) return body;
      throw refusal(status, body?.code, headers.get('retry-after'));
    } catch (error) {
      if (isRelayError(error)) throw error;
      if (signal.aborted) throw new RelayError('late', '', undefined, FAILURE_HOLDS);
      // The answer would be as long the next time, and may cost a credit each time.
      if (error instanceof TooLong)
        throw new RelayError('tooLong', '', undefined, Math.max(FAILURE_HOLDS, maxAge));
      // A body that breaks off came from a lookup that may have cost a credit.
      if (seen.status) throw new RelayError('unusable', `${seen.status}`, undefined, FAILURE_HOLDS);
      throw new RelayError('unreachable', systemCode(error));
    }
  }

  function refusal(status: number, code: unknown, retryAfter: string | null): RelayError {
    const reason = reasonFor(status, code);
    if (reason === 'TOO_MANY_REQUESTS') {
      const pause = Math.min(retryAfterSeconds(retryAfter) ?? PAUSE, LONGEST_PAUSE);
      pausedUntil = Date.now() + pause * 1000;
      return new RelayError(reason, '', pause);
    }
    const holds = reason === 'unusable' ? FAILURE_HOLDS : status < 500 ? REFUSAL_HOLDS : 0;
    return new RelayError(reason, `${status}`, undefined, holds);
  }
}

/** Whether a value has no more levels than this. */
const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((part) => isWithin(levels - 1, part)));

/** What is known of an answer, also where it broke off. */
interface Seen {
  status: number;
  credits?: number;
}

/** Waits until a signal aborts at most: the deployment's own `fetch` may ignore the signal. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = () => {};
  const late = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work, late]);
  } finally {
    // A signal that is listened to stays in memory until its time is over.
    signal.removeEventListener('abort', giveUp);
  }
}

/** The system's code for a failed connection, such as `ECONNREFUSED`: the one part of the error that can't hold the key. */
function systemCode(error: unknown): string {
  const cause = isObject(error) ? error.cause : undefined;
  const code = isObject(cause) ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_\d]{1,40}$/.test(code) ? code : 'no connection';
}
