/** One request to the service: where it goes, how it is sent, and what the response means. */

import { LookupError, type LookupErrorCode, retryAfterSeconds } from '../model/error.js';
import { isObject, parseObject } from '../model/json.js';
import type { LookupName, TimestampedData } from '../model/types.js';
import { absolute } from './document.js';
import type { CompleteSettings } from './settings.js';

/** A request for one lookup. */
export interface LookupRequest {
  /** Requests with the same cache key share their data. It holds the API key, and so is for memory alone. */
  readonly cacheKey: string;
  /** The same without the API key, for storage: data doesn't depend on who requested it. */
  readonly name: string;
  readonly href: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of an error, ours or the service's, with the key replaced. */
  withoutKey(text: string): string;
}

/** The origin endpoints 3, 8 and 5 of the specification. */
const paths: Record<LookupName, string> = { ip: '', asn: 'AS', 'user-agent': 'user_agent' };

export function requestFor(
  lookup: LookupName,
  { baseUrl, apiKey, auth, params }: CompleteSettings,
  ua = '',
): LookupRequest {
  const url = new URL(paths[lookup], absolute(baseUrl)?.href.replace(/\/?$/, '/'));
  // A text that was cut may end with half a surrogate pair, which no URL can hold.
  const userAgent = ua && `ua=${encodeURIComponent(ua.toWellFormed())}`;
  const hrefWith = (...parts: string[]) => {
    url.search = parts.filter(Boolean).join('&');
    return url.href;
  };
  const key = auth === 'none' ? '' : apiKey;
  const encoded = encodeURIComponent(key);
  const withoutKey = (text: string) => (key ? text.replaceAll(key, '…').replaceAll(encoded, '…') : text);
  const query = [params.replace(/^\?+/, ''), userAgent];
  const name = `${lookup} ${withoutKey(hrefWith(...query))}`;
  const href = auth === 'query' ? hrefWith(`key=${encoded}`, ...query) : url.href;
  const headers: Record<string, string> = auth === 'header' ? { authorization: `ApiKey ${key}` } : {};
  return { cacheKey: JSON.stringify([lookup, href, headers]), name, href, headers, withoutKey };
}

/**
 * Sends a request once.
 *
 * @param timeout Milliseconds until it is aborted.
 * @returns A `LookupError` of any code but `misconfigured`, `aborted` and `skipped` where it failed; never rejects.
 */
export async function send(request: LookupRequest, timeout: number): Promise<TimestampedData | LookupError> {
  const { name, href, headers, withoutKey } = request;
  const fetchedAt = Date.now();
  const signal = AbortSignal.timeout(Math.ceil(timeout));
  let status: number | undefined;
  const failure = (code: LookupErrorCode, message: string) => new LookupError(code, message, { status });
  const receive = async () => {
    // The browser's own cache would keep answers after consent is revoked.
    const response = await fetch(href, { headers, cache: 'no-store', signal });
    status = response.status;
    const body = parse(await response.arrayBuffer());
    if (!response.ok) return refusal(response, body, withoutKey);
    if (!body) return failure('invalid-response', 'The lookup service did not answer with a JSON object.');
    // The service may wrap what it parsed from a User-Agent.
    const { user_agent: wrapped } = body;
    return { fetchedAt, data: name.startsWith('user-agent') && isObject(wrapped) ? wrapped : body };
  };
  // A function in place of `fetch` may ignore the signal.
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
  try {
    return await Promise.race([receive(), late]);
  } catch {
    // The browser's own error is not passed on: it may quote the address or the header, and so the key. Nor is it asked
    // whether the time was up: not every browser says so.
    if (signal.aborted) return failure('timeout', `The lookup service did not answer within ${timeout} ms.`);
    const base = withoutKey(href.replace(/(AS|user_agent)?(\?.*)?$/, ''));
    const { origin } = globalThis.location ?? {};
    const here = origin ? ` for ${origin}` : '';
    return failure('network', `${base} was not reached: offline, blocked, or refused by CORS${here}.`);
  }
}

function parse(body: ArrayBuffer): Record<string, unknown> | undefined {
  try {
    return parseObject(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined; // not UTF-8
  }
}

const codes: Record<number, LookupErrorCode> = {
  401: 'unauthorized',
  402: 'out-of-credits',
  403: 'unauthorized',
  429: 'rate-limited',
  451: 'unauthorized',
};

function refusal(
  { status, headers }: Response,
  body: Record<string, unknown> = {},
  withoutKey: LookupRequest['withoutKey'],
): LookupError {
  const [message, serviceCode, resolution] = [body.message, body.code, body.resolution].map((text) =>
    typeof text === 'string' ? withoutKey(text) : undefined,
  );
  const code = codes[status] ?? (status < 500 ? 'bad-request' : 'service');
  return new LookupError(code, message ?? `The lookup service answered with status ${status}.`, {
    status,
    serviceCode,
    resolution,
    retryAfter: status === 429 ? retryAfterSeconds(headers.get('retry-after')) : undefined,
  });
}
