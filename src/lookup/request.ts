/** One HTTP request: what to send, and what the answer means. */
import { LookupError, type LookupErrorCode } from './error.js';
import { parseObject } from './json.js';
import { absolute, type CheckedSettings } from './settings.js';
import type { LookupName } from './types.js';

/** The origin endpoints 3, 8 and 5 of the specification. */
const paths: Record<LookupName, string> = { ip: '', asn: 'AS', 'user-agent': 'user_agent' };

/** The address of a lookup, without the key. */
export function lookupAddress(lookup: LookupName, { baseUrl, params }: CheckedSettings, ua?: string): string {
  const url = new URL(paths[lookup], absolute(baseUrl.replace(/\/?$/, '/')));
  // No address can hold half a character, such as a cut text may end with.
  const whole = ua?.replace(/\p{Surrogate}/gu, '\ufffd');
  url.search = [params.replace(/^\?/, ''), whole && `ua=${encodeURIComponent(whole)}`]
    .filter(Boolean)
    .join('&');
  return url.href;
}

/**
 * Sends a lookup once. Neither its result nor its error holds the key, whatever the service or the browser said.
 *
 * @throws {LookupError} with any code but `misconfigured`, `aborted` and `skipped`.
 */
export async function request(address: string, settings: CheckedSettings, anew: boolean): Promise<object> {
  const { apiKey, auth, baseUrl, timeout } = settings;
  const url = new URL(address);
  if (auth === 'query') url.search = `key=${encodeURIComponent(apiKey)}${url.search.replace('?', '&')}`;
  const policy = watchPolicy(url.href);
  const late = AbortSignal.timeout(Math.ceil(timeout));
  let status: number | undefined;
  try {
    const response = await fetch(url, {
      headers: auth === 'header' ? { authorization: `ApiKey ${apiKey}` } : {},
      // By default, an answer that a line in the page's head asked for in advance is taken.
      cache: anew ? 'no-store' : 'default',
      signal: late,
    });
    status = response.status;
    const body = parseBody(await response.arrayBuffer(), apiKey);
    if (!response.ok) throw refusal(response, body);
    if (!body)
      throw new LookupError('invalid-response', 'The lookup service did not answer with a JSON object.', {
        status,
      });
    return body;
  } catch (error) {
    if (error instanceof LookupError) throw error;
    // The browser's own error is not passed on: it may quote the address or the header, and so the key. Nor is it
    // asked whether the time was up: not every browser says so.
    if (late.aborted)
      throw new LookupError('timeout', `The lookup service did not answer within ${timeout} ms.`, { status });
    const page = globalThis.location ? ` for ${location.origin}` : '';
    const reason = (await policy.forbids())
      ? "this page's Content-Security-Policy forbids the connection (connect-src)"
      : `offline, blocked, or refused by CORS${page}`;
    throw new LookupError('network', `${absolute(baseUrl)} was not reached: ${reason}.`, { status });
  } finally {
    policy.stop();
  }
}

function parseBody(body: ArrayBuffer, apiKey: string) {
  try {
    return parseObject(new TextDecoder('utf-8', { fatal: true }).decode(body), apiKey);
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

function refusal({ status, headers }: Response, body: Record<string, unknown> = {}): LookupError {
  const said = (field: string) => (typeof body[field] === 'string' ? body[field] : undefined);
  const code = codes[status] ?? (status < 500 ? 'bad-request' : 'service');
  return new LookupError(code, said('message') ?? `The lookup service answered with status ${status}.`, {
    status,
    serviceCode: said('code'),
    resolution: said('resolution'),
    retryAfter: status === 429 ? seconds(headers.get('retry-after')) : undefined,
  });
}

/** The seconds of a `Retry-After` header, which holds seconds or a date. */
function seconds(header: string | null): number | undefined {
  const value =
    header && (/^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000));
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** Tells whether the page's own policy forbade an address. The browser says so in an event, just after the failure. */
function watchPolicy(href: string) {
  const watch = new AbortController();
  let forbidden = false;
  globalThis.document?.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, disposition }) => {
      forbidden ||= disposition === 'enforce' && href.startsWith(blockedURI);
    },
    watch,
  );
  return {
    forbids: () => new Promise<boolean>((resolve) => setTimeout(() => resolve(forbidden))),
    stop: () => watch.abort(),
  };
}
