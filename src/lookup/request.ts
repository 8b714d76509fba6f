/** One request to the lookup service: its URL, how it is sent, and what its response means. */

import { LookupError, type LookupErrorCode, retryAfterSeconds } from '../model/error.js';
import { isObject, parseObject } from '../model/json.js';
import type { CompleteSettings, LookupName, TimestampedData } from '../model/types.js';
import { resolveUrl, withSlash } from './document.js';
import { type Service, sameData } from './settings.js';

export interface LookupRequest {
  readonly lookup: LookupName;
  /** Requests with the same cache key share their data. Contains the API key, so it must stay in memory. */
  readonly cacheKey: string;
  /** The cache key without the API key, for storage: the data doesn't depend on the key. */
  readonly name: string;
  /** The name of a rate limit's record. A limit belongs to a key, so the name ends with a short hash of it. */
  readonly limitName: string;
  readonly href: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Replaces the key in the text of an error. */
  withoutKey(text: string): string;
  readonly service: Service | undefined;
}

/** The paths of the origin endpoints, below `baseUrl`. */
const paths = { ip: '', asn: 'AS', 'user-agent': 'user_agent' } as const satisfies Record<LookupName, string>;

export const lookupNames = /* @__PURE__ */ Object.keys(paths) as LookupName[];

/** The URL of a lookup, without its query. */
export const lookupUrl = (lookup: LookupName, baseUrl: string): URL =>
  new URL(paths[lookup], withSlash(resolveUrl(baseUrl)?.href ?? ''));

export function requestFor(
  lookup: LookupName,
  { baseUrl, apiKey, auth, params }: CompleteSettings,
  ua = '',
  service?: Service,
): LookupRequest {
  const url = service ? new URL(baseUrl) : lookupUrl(lookup, baseUrl);
  // A text that was cut may end with half a surrogate pair, which isn't allowed in a URL.
  const userAgent = ua && `ua=${encodeURIComponent(ua.toWellFormed())}`;
  const hrefWith = (...parts: string[]) => {
    url.search = parts.filter(Boolean).join('&');
    return url.href;
  };
  const encoded = encodeURIComponent(apiKey);
  const withoutKey = (text: string) =>
    apiKey ? text.replaceAll(apiKey, '…').replaceAll(encoded, '…') : text;
  const query = [params.replace(/^\?+/, ''), userAgent];
  const name = `${lookup} ${withoutKey(hrefWith(...query))}`;
  const href =
    auth === 'query' ? hrefWith(`${service?.keyParameter ?? 'key'}=${encoded}`, ...query) : url.href;
  const headers: Record<string, string> = auth === 'header' ? { authorization: `ApiKey ${apiKey}` } : {};
  const cacheKey = JSON.stringify([lookup, href, headers, service?.name]);
  const limitName = `${name}/rate-limit/${hash(auth === 'none' ? '' : apiKey)}`;
  return { lookup, cacheKey, name, limitName, href, headers, withoutKey, service };
}

/** A short hash (16 bits), from which a key can't be found. */
function hash(key: string): number {
  let bits = 7;
  for (const character of key) bits = (bits * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return bits;
}

/** The name of the global function that takes the service's place: see `replacement.ts`. */
export const serviceReplacement = Symbol.for('visitor-elements:replacement');
export type ServiceReplacement = () => Promise<TimestampedData | LookupError>;

/** Sends a request once, and adapts its data. Never rejects. No error is `misconfigured`, `aborted` or `skipped`. */
async function sendRequest(
  request: LookupRequest,
  { timeout, adapt }: Pick<CompleteSettings, 'timeout' | 'adapt'>,
): Promise<TimestampedData | LookupError> {
  const respond = (globalThis as { [serviceReplacement]?: ServiceReplacement })[serviceReplacement];
  if (typeof respond === 'function') return respond();
  const { href, headers } = request;
  const fetchedAt = Date.now();
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  let timer = setTimeout(() => {
    // A timer is late if the page was in the back/forward cache. Its response may have come, but is delivered afterwards.
    if (Date.now() > fetchedAt + timeout + 1000) timer = setTimeout(abort, timeout);
    else abort();
  }, timeout);
  let status: number | undefined;
  const receive = async () => {
    // The browser's own cache would keep responses after consent is revoked.
    const response = await globalThis.fetch(href, { headers, cache: 'no-store', signal, referrerPolicy });
    ({ status } = response);
    return readResponse(request, response, adapt, fetchedAt);
  };
  // A replacement of `fetch` may ignore the signal.
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
  try {
    return await Promise.race([receive(), late]);
  } catch {
    // The browser's own error isn't passed on, because it may contain the URL or header with the key. It isn't used to
    // detect a timeout either, because not every browser distinguishes one.
    const isLate = signal.aborted;
    // Workers in a `data:` URL have no location.
    const page = globalThis.location ? ` for ${globalThis.location.origin}` : '';
    const problem = isLate
      ? `sent no response within ${timeout} ms. Raise the setting "timeout".`
      : `was not reached: offline, blocked, or refused by CORS${page}.`;
    return new LookupError(isLate ? 'timeout' : 'network', `${baseOf(request)} ${problem}`, { status });
  } finally {
    clearTimeout(timer);
  }
}

/** The URL of the lookup service for a message, without the key. */
const baseOf = ({ href, withoutKey }: LookupRequest): string =>
  withoutKey(href.replace(/(AS|user_agent)?(\?.*)?$/, ''));

/** Other hosts need no more than the page's origin, even if the page's own policy sends them its whole URL. */
export const referrerPolicy = 'strict-origin-when-cross-origin';

const codes: Record<number, LookupErrorCode> = {
  401: 'unauthorized',
  402: 'out-of-credits',
  403: 'unauthorized',
  429: 'rate-limited',
  451: 'unauthorized',
};

async function readResponse(
  request: LookupRequest,
  response: Response,
  adapt: CompleteSettings['adapt'],
  fetchedAt: number,
): Promise<TimestampedData | LookupError> {
  const { ok, status, headers } = response;
  const { lookup, service } = request;
  const text = decode(await response.arrayBuffer());
  const body = parseObject(text);
  // What the page itself sets wins over its service.
  const ready = adapt === sameData ? service : undefined;
  if (ok && (ready || body)) {
    let cause: unknown;
    try {
      const adapted: unknown = ready ? ready.read(text, lookup) : body && (await adapt(body, lookup));
      const data = adapted === body ? body : isObject(adapted) && parseObject(adapted);
      // The service may wrap a parsed User-Agent in another object.
      const wrapped = lookup === 'user-agent' && data && data.user_agent;
      if (data) return { fetchedAt, data: isObject(wrapped) ? wrapped : data };
    } catch (error) {
      // A service's text, which a parser's error repeats, may have the key.
      if (!ready) cause = error;
    }
    const what = ready
      ? `The response isn't one of ${ready.name}.`
      : 'The setting "adapt" threw or returned no object.';
    return new LookupError('invalid-response', what, { status, cause });
  }
  const [message, serviceCode, resolution] = [body?.message, body?.code, body?.resolution].map((text) =>
    typeof text === 'string' && text.trim() ? request.withoutKey(text) : undefined,
  );
  const code = ok ? 'invalid-response' : (codes[status] ?? (status < 500 ? 'bad-request' : 'service'));
  const found = ok ? 'no JSON object' : `status ${status}`;
  const retryAfter = [429, 503].includes(status) ? retryAfterSeconds(headers.get('retry-after')) : undefined;
  const otherwise = `${baseOf(request)} sent ${found}. Check the setting "${service ? 'service' : 'baseUrl'}".`;
  return new LookupError(code, message ?? otherwise, { status, serviceCode, resolution, retryAfter });
}

/** Sends a request, or gives the result of the same request that was sent ahead. */
export let send = sendRequest;

/** Sends a request. Until the script that calls this has run, `send` returns its result for the same request. */
export function sendAhead(request: LookupRequest, settings: CompleteSettings): void {
  const result = sendRequest(request, settings);
  send = (other, own) => (other.cacheKey === request.cacheKey ? result : sendRequest(other, own));
  queueMicrotask(() => {
    send = sendRequest;
  });
}

/** Empty if it isn't UTF-8. */
function decode(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return '';
  }
}
