/** The relay itself, for any kind of server. */
import type { LookupName } from '../lookup/types.js';
import { canonicalAddress } from './address.js';
import { RelayError } from './errors.js';
import { pickFields } from './fields.js';
import { createGuard } from './guard.js';
import { createLookups, type Lookups } from './lookups.js';
import type { Answer, Outcome } from './memory.js';
import type { CheckedOptions } from './options.js';
import type { Reply, Visit } from './visit.js';

/** The longest User-Agent that is worth a credit. */
const MOST_USER_AGENT = 1024;
const COMMON = { Vary: 'Origin, User-Agent', 'X-Content-Type-Options': 'nosniff' };
const JSON_TYPE = { ...COMMON, 'Content-Type': 'application/json' };
const PREFLIGHT = {
  ...COMMON,
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Max-Age': '600',
};

/** Makes the function that answers visits. It never rejects. */
export function createResponder(options: CheckedOptions): (visit: Visit) => Promise<Reply> {
  const { allowOrigins, apiKey, userAgent } = options;
  const admit = createGuard(options);
  const lookups = createLookups(options);

  return async (visit) => {
    try {
      const { lookup, fields } = admit(visit);
      if (!lookup) return { status: 204, headers: { ...PREFLIGHT, ...readable(visit) }, body: '' };
      const { text, until } = await answers[lookup](lookups, visit, userAgent);
      const age = `private, max-age=${Math.max(0, Math.floor((until - Date.now()) / 1000))}`;
      return {
        status: 200,
        headers: { ...JSON_TYPE, 'Cache-Control': age, ...readable(visit) },
        body: fields ? pickFields(text, fields) : text,
      };
    } catch (error) {
      return failure(error, readable(visit));
    }
  };

  /** Lets the page of a listed origin read the answer. */
  function readable({ header }: Visit): Record<string, string> | undefined {
    const origin = header('origin');
    if (!origin || !allowOrigins.includes(origin)) return undefined;
    return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' };
  }

  function failure(error: unknown, headers?: Record<string, string>): Reply {
    const known = error instanceof RelayError ? error : new RelayError('broken');
    // Only what the deployment passed in can fail otherwise, such as `address`: its own developer must see why.
    if (known !== error)
      console.error(String(error instanceof Error ? error.stack : error).replaceAll(apiKey, '…'));
    const { status, body, retryAfter } = known;
    return {
      status,
      headers: {
        ...JSON_TYPE,
        'Cache-Control': 'no-store',
        ...headers,
        ...(status === 405 && { Allow: allowOrigins.length > 0 ? 'GET, HEAD, OPTIONS' : 'GET, HEAD' }),
        ...(retryAfter !== undefined && { 'Retry-After': `${retryAfter}` }),
      },
      body: JSON.stringify(body),
    };
  }
}

type AnswerVisit = (lookups: Lookups, visit: Visit, parses: boolean) => Promise<Answer>;

/** The origin endpoints by rule 5 of the specification: with the single lookups and User-Agent parsing. */
const answers: Record<LookupName, AnswerVisit> = {
  async ip(lookups, visit, parses) {
    const address = addressOf(visit);
    const userAgent = parses ? userAgentOf(visit) : undefined;
    if (!userAgent) return given(await lookups.ip(address));
    const [first, browser] = await Promise.all([lookups.ip(address), lookups.browser(userAgent, address)]);
    const ip = given(first);
    const [parsed, until] = 'failure' in browser ? ['null', 0] : [browser.text, browser.until];
    return {
      // Joined as texts: parsing and writing them anew would be most of the work of a cached answer.
      text: `${ip.text.slice(0, -1)}${ip.text === '{}' ? '' : ','}"user_agent":${parsed}}`,
      until: Math.min(ip.until, until),
    };
  },

  async asn(lookups, visit) {
    const { connection } = JSON.parse(given(await lookups.ip(addressOf(visit))).text);
    if (!Number.isInteger(connection?.asn)) throw new RelayError('unknownNetwork');
    return given(await lookups.network(connection.asn));
  },

  async 'user-agent'(lookups, visit, parses) {
    if (!parses) throw new RelayError('userAgentOff');
    const userAgent = userAgentOf(visit);
    if (!userAgent) throw new RelayError('noUserAgent');
    const address = canonicalAddress(visit.address() ?? '') ?? 'unknown';
    return given(await lookups.browser(userAgent, address));
  },
};

function given(outcome: Outcome): Answer {
  if ('failure' in outcome) throw outcome.failure;
  return outcome;
}

function addressOf(visit: Visit): string {
  const told = visit.address() ?? 'none';
  const address = typeof told === 'string' ? canonicalAddress(told) : undefined;
  if (!address) throw new RelayError('unknownAddress', String(told));
  return address;
}

function userAgentOf({ header }: Visit): string | undefined {
  const userAgent = header('user-agent') ?? '';
  return userAgent.length <= MOST_USER_AGENT ? userAgent : undefined;
}
