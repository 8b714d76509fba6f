/** What an HTTP answer means: a data object, or a `LookupError`. */
import { ofDocument } from './document.js';
import { LookupError, type LookupErrorCode } from './error.js';
import { isObject, parseObject } from './json.js';
import { page } from './page.js';
import type { Question } from './question.js';
import { retryAfterSeconds } from './retry-after.js';
import { type Sent, send } from './send.js';
import { strikerOf } from './strike.js';

/**
 * Sends a lookup once, or takes over one that the head script sent. Neither its result nor its error holds the key,
 * whatever the service or the browser said.
 *
 * @param timeout Milliseconds.
 * @param anew No answer is taken that was asked for before.
 * @throws {LookupError} with any code but `misconfigured`, `aborted` and `skipped`.
 */
export async function request(question: Question, timeout: number, anew: boolean): Promise<object> {
  const { lookup, address, apiKey } = question;
  const { late, response, href } = (!anew && takeOver(question)) || send(question, timeout, anew);
  const policy = watchPolicy(href);
  let status: number | undefined;
  try {
    const answer = await response;
    status = answer.status;
    const body = parse(await answer.body, apiKey);
    if (status < 200 || status > 299) throw refusal(status, answer.retryAfter, body);
    if (!body)
      throw new LookupError('invalid-response', 'The lookup service did not answer with a JSON object.', {
        status,
      });
    // The service may wrap what it parsed from a User-Agent.
    return lookup === 'user-agent' && isObject(body.user_agent) ? body.user_agent : body;
  } catch (error) {
    if (error instanceof LookupError) throw error;
    // The browser's own error is not passed on: it may quote the address or the header, and so the key. Nor is it
    // asked whether the time was up: not every browser says so.
    if (late.aborted)
      throw new LookupError('timeout', `The lookup service did not answer within ${timeout} ms.`, { status });
    const here = globalThis.location ? ` for ${location.origin}` : '';
    const reason = (await policy.forbids())
      ? "this page's Content-Security-Policy forbids the connection (connect-src)"
      : `offline, blocked, or refused by CORS${here}`;
    throw new LookupError('network', `${baseOf(address)} was not reached: ${reason}.`, { status });
  } finally {
    policy.stop();
  }
}

function takeOver({ address, auth, apiKey }: Question): Sent | undefined {
  const same = (sent: Sent) => sent.address === address && sent.auth === auth && sent.apiKey === apiKey;
  const place = page.sent.findIndex(same);
  return place < 0 ? undefined : page.sent.splice(place, 1)[0];
}

const baseOf = (address: string) => address.replace(/(AS|user_agent)?(\?.*)?$/, '');

function parse(body: ArrayBuffer, apiKey: string) {
  try {
    return parseObject(new TextDecoder('utf-8', { fatal: true }).decode(body), strikerOf(apiKey));
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
      forbidden ||= disposition === 'enforce' && href.startsWith(blockedURI);
    },
    watch,
  );
  return {
    forbids: () => new Promise<boolean>((resolve) => setTimeout(() => resolve(forbidden))),
    stop: () => watch.abort(),
  };
}
