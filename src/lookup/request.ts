/** What an HTTP answer means: a data object, or a `LookupError`. */
import { ofDocument } from './document.js';
import { LookupError, type LookupErrorCode } from './error.js';
import { isObject } from './json.js';
import type { Question } from './question.js';
import type { Outcome } from './records.js';
import { retryAfterSeconds } from './retry-after.js';
import type { Sent } from './send.js';
import { parseStruck, strikerOf } from './strike.js';

/**
 * What became of a lookup that was sent; a `LookupError` has any code but `misconfigured`, `aborted` and `skipped`. Neither
 * data nor error holds the key, whatever the service or the browser said.
 */
export async function read(question: Question, sent: Sent): Promise<Outcome> {
  const { lookup, address, apiKey } = question;
  const { late, response, href, timeout } = sent;
  const policy = watchPolicy(href);
  let status: number | undefined;
  try {
    const answer = await response;
    status = answer.status;
    const body = parse(await answer.body, apiKey);
    if (status < 200 || status > 299) return refusal(status, answer.retryAfter, body);
    if (!body)
      return new LookupError('invalid-response', 'The lookup service did not answer with a JSON object.', {
        status,
      });
    // The service may wrap what it parsed from a User-Agent.
    const data = lookup === 'user-agent' && isObject(body.user_agent) ? body.user_agent : body;
    return { at: sent.at, data };
  } catch {
    // The browser's own error is not passed on: it may quote the address or the header, and so the key. Nor is it
    // asked whether the time was up: not every browser says so.
    if (late.aborted)
      return new LookupError('timeout', `The lookup service did not answer within ${timeout} ms.`, {
        status,
      });
    const here = globalThis.location ? ` for ${location.origin}` : '';
    const reason = (await policy.forbids())
      ? "this page's Content-Security-Policy forbids the connection (connect-src)"
      : `offline, blocked, or refused by CORS${here}`;
    const base = strikerOf(apiKey)(baseOf(address));
    return new LookupError('network', `${base} was not reached: ${reason}.`, { status });
  } finally {
    policy.stop();
  }
}

const baseOf = (address: string) => address.replace(/(AS|user_agent)?(\?.*)?$/, '');

function parse(body: ArrayBuffer, apiKey: string) {
  try {
    return parseStruck(new TextDecoder('utf-8', { fatal: true }).decode(body), apiKey);
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

function refusal(status: number, retryAfter: string | null, body: Record<string, unknown> = {}): LookupError {
  const said = (field: string) => (typeof body[field] === 'string' ? body[field] : undefined);
  const code = codes[status] ?? (status < 500 ? 'bad-request' : 'service');
  return new LookupError(code, said('message') ?? `The lookup service answered with status ${status}.`, {
    status,
    serviceCode: said('code'),
    resolution: said('resolution'),
    retryAfter: status === 429 ? retryAfterSeconds(retryAfter) : undefined,
  });
}

/** Tells whether the page's own policy forbade an address. The browser says so in an event, just after the failure. */
function watchPolicy(href: string) {
  const watch = new AbortController();
  let forbidden = false;
  ofDocument('addEventListener')?.(
    'securitypolicyviolation',
    ({ blockedURI, disposition }) => {
      forbidden ||= disposition === 'enforce' && blockedURI !== '' && href.startsWith(blockedURI);
    },
    watch,
  );
  return {
    forbids: () => new Promise<boolean>((resolve) => setTimeout(() => resolve(forbidden))),
    stop: () => watch.abort(),
  };
}
