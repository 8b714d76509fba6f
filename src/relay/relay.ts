/** The relay itself, for any kind of server. */
import type { LookupName } from '../lookup/types.js';
import { canonicalAddress, isReserved } from './address.js';
import { RelayError } from './errors.js';
import { pickFields } from './fields.js';
import { createGuard } from './guard.js';
import { type Answer, createLookups, type Lookups } from './lookups.js';
import type { CheckedOptions } from './options.js';
import type { Reply, Visit } from './visit.js';

/** The longest User-Agent that is worth a credit. */
const MOST_USER_AGENT = 1024;
const VARY = 'Origin, User-Agent';

/** Makes the function that answers visits. It never rejects. */
export function createResponder(options: CheckedOptions): (visit: Visit) => Promise<Reply> {
  const { allowOrigins, apiKey, userAgent } = options;
  const admit = createGuard(options);
  const lookups = createLookups(options);

  return async (visit) => {
    try {
      const { lookup, fields } = admit(visit);
      if (!lookup) return { status: 204, headers: { ...readable(visit), ...PREFLIGHT }, body: '' };
      const { text, until } = await answers[lookup](lookups, visit, userAgent);
      const headers: Record<string, string> = {
        'Content-Type': 'application/json',
        'Cache-Control': `private, max-age=${Math.max(0, Math.floor((until - Date.now()) / 1000))}`,
        Vary: VARY,
        'X-Content-Type-Options': 'nosniff',
      };
      if (allowOrigins.length > 0) Object.assign(headers, readable(visit));
      return { status: 200, headers, body: fields ? pickFields(text, fields) : text };
    } catch (error) {
      return failure(error, readable(visit));
    }
  };

  /** Lets the page of a listed origin read the answer. */
  function readable({ header }: Visit): Record<string, string> {
    const origin = header('origin');
    if (!origin || !allowOrigins.includes(origin)) return {};
    return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' };
  }

  function failure(error: unknown, headers: Record<string, string>): Reply {
    const known = error instanceof RelayError ? error : new RelayError('broken');
    // Only what the deployment passed in can fail otherwise, such as `address`: its own developer must see why.
    if (known !== error)
      console.error(String(error instanceof Error ? error.stack : error).replaceAll(apiKey, '…'));
    const { status, body, retryAfter } = known;
    return {
      status,
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        Vary: VARY,
        'X-Content-Type-Options': 'nosniff',
        ...(status === 405 && { Allow: allowOrigins.length > 0 ? 'GET, HEAD, OPTIONS' : 'GET, HEAD' }),
        ...(retryAfter !== undefined && { 'Retry-After': `${retryAfter}` }),
      },
      body: JSON.stringify(body),
    };
  }
}

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Max-Age': '600',
  'Cache-Control': 'no-store',
  Vary: VARY,
};

type AnswerVisit = (lookups: Lookups, visit: Visit, parses: boolean) => Promise<Answer>;

/** The origin endpoints by rule 5 of the specification: with the single lookups and User-Agent parsing. */
const answers: Record<LookupName, AnswerVisit> = {
  async ip(lookups, visit, parses) {
    const address = addressOf(visit);
    const userAgent = parses ? userAgentOf(visit) : undefined;
    if (!userAgent) return lookups.ip(address);
    const nothing = { text: 'null', until: 0 };
    const [ip, browser] = await Promise.all([
      lookups.ip(address),
      lookups.browser(userAgent, address).catch(() => nothing),
    ]);
    return {
      // Joined as texts: parsing and writing them anew would be most of the work of a cached answer.
      text: `${ip.text.slice(0, -1)}${ip.text === '{}' ? '' : ','}"user_agent":${browser.text}}`,
      until: Math.min(ip.until, browser.until),
    };
  },

  async asn(lookups, visit) {
    const ip = await lookups.ip(addressOf(visit));
    const { connection } = JSON.parse(ip.text);
    if (!connection?.asn) throw new RelayError('unknownNetwork');
    return lookups.network(connection.asn);
  },

  async 'user-agent'(lookups, visit, parses) {
    if (!parses) throw new RelayError('userAgentOff');
    const userAgent = userAgentOf(visit);
    if (!userAgent) throw new RelayError('noUserAgent');
    return lookups.browser(userAgent, canonicalAddress(visit.address() ?? '') ?? 'unknown');
  },
};

function addressOf(visit: Visit): string {
  const told = visit.address() ?? 'none';
  const address = typeof told === 'string' ? canonicalAddress(told) : undefined;
  if (!address) throw new RelayError('unknownAddress', String(told));
  if (isReserved(address)) throw new RelayError('reservedAddress', address);
  return address;
}

function userAgentOf({ header }: Visit): string | undefined {
  const userAgent = header('user-agent') ?? '';
  return userAgent.length <= MOST_USER_AGENT ? userAgent : undefined;
}
