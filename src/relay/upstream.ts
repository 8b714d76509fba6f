import type { CheckedOptions } from './checked-options.js';
import { isRelayError, RelayError, reasonFor } from './errors.js';
import { isObject, type LookupName, parseStruck, retryAfterSeconds } from './lookup.js';
import { since, type Tell } from './observer.js';
import { readText, TooLong } from './read-text.js';

/** Seconds a refusal stands: nothing is gained by asking again at once. */
const REFUSAL_HOLDS = 60;
/** Seconds a failure stands that may have cost a credit: longer than the elements' own retries take. */
const FAILURE_HOLDS = 2;
/** Seconds to wait after a 429 that does not say, and the longest wait believed. */
const PAUSE = 60;
const LONGEST_PAUSE = 86_400;

/** What a call cost, as such services say. */
const CREDITS = 'ipregistry-credits-consumed';

/** The lookup service as the relay sees it. */
export interface Upstream {
  /** Throws a `RelayError` while the service has asked to be left alone. */
  demandReady(): void;
  /** Calls an endpoint: `POST` where there is a batch. Throws a `RelayError`. */
  call(lookup: LookupName, path: string, batch?: readonly string[]): Promise<Record<string, unknown>>;
}

type Options = Pick<CheckedOptions, 'baseUrl' | 'apiKey' | 'timeout' | 'maxAge' | 'fetch'>;

/** Calls the lookup service with the key, within the timeout, and leaves it alone when it asks for that. */
export function createUpstream({ baseUrl, apiKey, timeout, maxAge, fetch }: Options, tell: Tell): Upstream {
  let pausedUntil = 0;

  return {
    demandReady() {
      const pause = Math.ceil((pausedUntil - Date.now()) / 1000);
      if (pause > 0) throw new RelayError('TOO_MANY_REQUESTS', '', pause);
    },

    async call(lookup, path, batch) {
      const started = performance.now();
      const said: Said = { status: 0 };
      const told = (outcome: string) =>
        tell({ type: 'call', lookup, outcome, ...said, milliseconds: since(started), from: 'service' });
      try {
        const data = await ask(path, batch, said);
        told('ok');
        return data;
      } catch (error) {
        told(isRelayError(error) ? error.outcome : 'internal');
        throw error;
      }
    },
  };

  async function ask(path: string, batch: readonly string[] | undefined, said: Said) {
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
      const { ok, status, headers } = response;
      said.status = status;
      const credits = Number(headers.get(CREDITS) ?? Number.NaN);
      if (credits >= 0) said.credits = credits;
      const text = await inTime(readText(response), signal).catch((error) => {
        if (ok || signal.aborted) throw error;
        return ''; // The status says enough.
      });
      // A batch may be answered by a bare array.
      const body = parseStruck(batch && /^\s*\[/.test(text) ? `{"results":${text}}` : text, apiKey);
      if (ok && body) return body;
      throw refusal(ok, status, body?.code, headers.get('retry-after'));
    } catch (error) {
      if (isRelayError(error)) throw error;
      if (signal.aborted) throw new RelayError('late', '', undefined, FAILURE_HOLDS);
      // It would be as long the next time, and may cost a credit each time.
      if (error instanceof TooLong)
        throw new RelayError('tooLong', '', undefined, Math.max(FAILURE_HOLDS, maxAge));
      // A body that breaks off came from a lookup that may have cost a credit.
      if (said.status) throw new RelayError('unusable', `${said.status}`, undefined, FAILURE_HOLDS);
      throw new RelayError('unreachable', systemCode(error));
    }
  }

  function refusal(ok: boolean, status: number, code: unknown, retryAfter: string | null): RelayError {
    const reason = ok ? 'unusable' : reasonFor(status, code);
    if (reason === 'TOO_MANY_REQUESTS') {
      const pause = Math.min(retryAfterSeconds(retryAfter) ?? PAUSE, LONGEST_PAUSE);
      pausedUntil = Date.now() + pause * 1000;
      return new RelayError(reason, '', pause);
    }
    const holds = reason === 'unusable' ? FAILURE_HOLDS : status < 500 ? REFUSAL_HOLDS : 0;
    return new RelayError(reason, `${status}`, undefined, holds);
  }
}

/** What the service said of a call, as far as it came. */
interface Said {
  status: number;
  credits?: number;
}

/** Waits no longer than a signal says: a `fetch` of the deployment's own may not heed it. */
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

/** What the system calls a failed connection, such as `ECONNREFUSED`: all of an error that can hold no key. */
function systemCode(error: unknown): string {
  const cause = isObject(error) ? error.cause : undefined;
  const code = isObject(cause) ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_\d]{1,40}$/.test(code) ? code : 'no connection';
}
