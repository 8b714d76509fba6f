import { isObject, parseObject } from '../lookup/internal.js';
import { RelayError, reasonFor } from './errors.js';
import type { CheckedOptions } from './options.js';

/** Bytes of an answer that are read at most. */
const MOST_BYTES = 2 ** 20;
/** Seconds a refusal stands: nothing is gained by asking again at once. */
const REFUSAL_HOLDS = 60;
/** Seconds a failure stands that may have cost a credit: longer than the elements' own retries take. */
const FAILURE_HOLDS = 2;
/** Seconds to wait after a 429 that does not say, and the longest wait believed. */
const PAUSE = 60;
const LONGEST_PAUSE = 86_400;

/** Calls an endpoint of the lookup service: `POST` where there is a batch. Throws a `RelayError`. */
export type Upstream = (path: string, batch?: readonly string[]) => Promise<Record<string, unknown>>;

/** The lookup service as the relay sees it: with the key, within the timeout, and left alone when it asks for that. */
export function createUpstream({ baseUrl, apiKey, timeout, fetch }: CheckedOptions): Upstream {
  let pausedUntil = 0;

  return async (path, batch) => {
    const pause = Math.ceil((pausedUntil - Date.now()) / 1000);
    if (pause > 0) throw new RelayError('TOO_MANY_REQUESTS', '', pause);
    const response = await call(path, batch);
    if (response.ok && response.body) return response.body;
    throw refusal(response);
  };

  async function call(path: string, batch?: readonly string[]) {
    const signal = AbortSignal.timeout(Math.ceil(timeout));
    let status = 0;
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        headers: {
          accept: 'application/json',
          authorization: `ApiKey ${apiKey}`,
          ...(batch && { 'content-type': 'application/json' }),
        },
        ...(batch && { method: 'POST', body: JSON.stringify(batch) }),
        redirect: 'manual', // The key goes to no other address.
        signal,
      });
      status = response.status;
      const { ok, headers } = response;
      const text = await readText(response).catch((error) => {
        if (ok || signal.aborted) throw error;
        return ''; // The status says enough.
      });
      return { ok, status, body: parseObject(text, apiKey), retryAfter: headers.get('retry-after') };
    } catch (error) {
      if (signal.aborted) throw new RelayError('late', '', undefined, FAILURE_HOLDS);
      // A body that breaks off came from a lookup that may have cost a credit.
      if (status) throw new RelayError('unusable', `${status}`, undefined, FAILURE_HOLDS);
      throw new RelayError('unreachable', systemCode(error));
    }
  }

  function refusal({ ok, status, body, retryAfter }: Awaited<ReturnType<typeof call>>): RelayError {
    const reason = ok ? 'unusable' : reasonFor(status, body?.code);
    if (reason === 'TOO_MANY_REQUESTS') {
      const pause = Math.min(seconds(retryAfter) ?? PAUSE, LONGEST_PAUSE);
      pausedUntil = Date.now() + pause * 1000;
      return new RelayError(reason, '', pause);
    }
    const holds = reason === 'unusable' ? FAILURE_HOLDS : status < 500 ? REFUSAL_HOLDS : 0;
    return new RelayError(reason, `${status}`, undefined, holds);
  }
}

/** Reads a body as UTF-8; throws where it is none or too long. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = body?.getReader();
  let text = '';
  let size = 0;
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > MOST_BYTES) {
      await reader?.cancel();
      throw new RangeError('too long');
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}

/** The seconds of a `Retry-After` header, which holds seconds or a date. */
function seconds(header: string | null): number | undefined {
  if (header && /^\d+$/.test(header)) return Number(header);
  const wait = Math.ceil((Date.parse(header ?? '') - Date.now()) / 1000);
  return wait >= 0 ? wait : undefined;
}

/** What the system calls a failed connection, such as `ECONNREFUSED`: all of an error that can hold no key. */
function systemCode(error: unknown): string {
  const cause = isObject(error) ? error.cause : undefined;
  const code = isObject(cause) ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_\d]{1,40}$/.test(code) ? code : 'no connection';
}
