/** The relay itself, for any kind of server. */
import type { LookupName } from '../lookup/internal.js';
import { canonicalAddress, isReserved } from './address.js';
import { RelayError } from './errors.js';
import { pickFields } from './fields.js';
import { createGuard } from './guard.js';
import { type Answer, createLookups, type Lookups } from './lookups.js';
import { Memory } from './memory.js';
import type { CheckedOptions } from './options.js';
import type { Reply, Visit } from './visit.js';

/** The longest User-Agent that is worth a credit. */
const MOST_USER_AGENT = 1024;
/** Characters of whole answers that are kept beside what they are made of: those of some thousand visitors. */
const MOST_WHOLE = 2 * 2 ** 20;
const VARY = 'Origin, User-Agent';

/** Makes the function that answers visits. It never rejects. */
export function createResponder(options: CheckedOptions): (visit: Visit) => Promise<Reply> {
  const { allowOrigins, apiKey, userAgent: parses } = options;
  const admit = createGuard(options);
  const lookups = createLookups(options);
  const whole = new Memory(MOST_WHOLE);

  return async (visit) => {
    try {
      const { lookup, fields } = admit(visit);
      if (!lookup) return { status: 204, headers: { ...readable(visit), ...PREFLIGHT }, body: '' };
      const { text } = await answer(lookup, visit, fields);
      const headers: Record<string, string> = {
        'Content-Type': 'application/json',
        // Pages keep answers themselves; a browser's own cache would outlive revoked consent.
        'Cache-Control': 'private, no-store',
        Vary: VARY,
        'X-Content-Type-Options': 'nosniff',
      };
      if (allowOrigins.length > 0) Object.assign(headers, readable(visit));
      return { status: 200, headers, body: fields ? pickFields(text, fields) : text };
    } catch (error) {
      return failure(error, readable(visit));
    }
  };

  /** The whole answer, kept for the next time: putting it together is most of the work where its parts are known. */
  async function answer(lookup: LookupName, { address, header }: Visit, fields: string): Promise<Answer> {
    const userAgent = header('user-agent') ?? '';
    // An IP lookup that leaves the browser out spares the credit for parsing it.
    const unwanted = lookup === 'ip' && fields && !/(^|,)user_agent\b/.test(fields);
    const asker = {
      address: address() ?? 'none',
      userAgent: unwanted || userAgent.length > MOST_USER_AGENT ? '' : userAgent,
    };
    const question = `${lookup} ${asker.address} ${asker.userAgent}`;
    const known = whole.get(question);
    if (known && 'text' in known) return known;
    const answer = await answers[lookup](lookups, asker, parses);
    whole.set(question, answer);
    return answer;
  }

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

/** Who asks: the address as it was told, and the User-Agent, empty where there is none that is worth a credit. */
interface Asker {
  address: string;
  userAgent: string;
}

type AnswerTo = (lookups: Lookups, asker: Asker, parses: boolean) => Promise<Answer>;

/** The origin endpoints by rule 5 of the specification: with the single lookups and User-Agent parsing. */
const answers: Record<LookupName, AnswerTo> = {
  async ip(lookups, asker, parses) {
    const address = publicAddress(asker);
    if (!parses || !asker.userAgent) return lookups.ip(address);
    const nothing = { text: 'null', until: 0 };
    const [ip, browser] = await Promise.all([
      lookups.ip(address),
      lookups.browser(asker.userAgent, address).catch(() => nothing),
    ]);
    return {
      text: `${ip.text.slice(0, -1)}${ip.text === '{}' ? '' : ','}"user_agent":${browser.text}}`,
      until: Math.min(ip.until, browser.until),
    };
  },

  async asn(lookups, asker) {
    const ip = await lookups.ip(publicAddress(asker));
    const { connection } = JSON.parse(ip.text);
    if (!connection?.asn) throw new RelayError('unknownNetwork');
    return lookups.network(connection.asn);
  },

  async 'user-agent'(lookups, { address, userAgent }, parses) {
    if (!parses) throw new RelayError('userAgentOff');
    if (!userAgent) throw new RelayError('noUserAgent');
    return lookups.browser(userAgent, canonicalAddress(address) ?? 'unknown');
  },
};

function publicAddress({ address: told }: Asker): string {
  const address = typeof told === 'string' ? canonicalAddress(told) : undefined;
  if (!address) throw new RelayError('unknownAddress', String(told));
  if (isReserved(address)) throw new RelayError('reservedAddress', address);
  return address;
}
