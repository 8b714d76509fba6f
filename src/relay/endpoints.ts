import { RelayError } from './errors.js';
import type { Inquiry } from './inquiry.js';
import { isObject, type LookupName } from './lookup.js';
import type { Lookups } from './lookups.js';
import type { Answer } from './memory.js';

type AnswerTo = (lookups: Lookups, inquiry: Inquiry, parses: boolean) => Promise<Answer>;

/** The origin endpoints by rule 5 of the specification: with the single lookups and User-Agent parsing. */
export const answers: Record<LookupName, AnswerTo> = {
  async ip(lookups, inquiry, parses) {
    const address = inquiry.publicAddress();
    if (!parses || !inquiry.userAgent) return lookups.ip(address, inquiry);
    const nothing = { text: 'null', until: 0 };
    const [ip, browser] = await Promise.all([
      lookups.ip(address, inquiry),
      lookups.browser(inquiry.userAgent, inquiry).catch(() => nothing),
    ]);
    return {
      text: `${ip.text.slice(0, -1)}${ip.text === '{}' ? '' : ','}"user_agent":${browser.text}}`,
      until: Math.min(ip.until, browser.until),
    };
  },

  async asn(lookups, inquiry) {
    const ip = await lookups.ip(inquiry.publicAddress(), inquiry);
    const { connection } = JSON.parse(ip.text);
    const { asn, organization } = isObject(connection) ? connection : {};
    if (!isAsn(asn)) throw new RelayError('unknownNetwork');
    const network = await lookups.network({ asn, organization }, inquiry);
    return { text: network.text, until: Math.min(ip.until, network.until) };
  },

  async 'user-agent'(lookups, inquiry, parses) {
    if (!parses) throw new RelayError('userAgentOff');
    if (!inquiry.userAgent) throw new RelayError('noUserAgent');
    return lookups.browser(inquiry.userAgent, inquiry);
  },
};

/** A number of 32 bits goes into a path, and nothing else that a service may say. */
const isAsn = (asn: unknown): asn is number =>
  typeof asn === 'number' && Number.isInteger(asn) && asn > 0 && asn <= 0xffffffff;
