import type { LookupName } from '../../model/types.js';
import type { Answer } from '../cache/lru-cache.js';
import { RelayError } from '../errors.js';
import type { RequestContext } from '../http/request-context.js';
import type { Lookups } from './lookups.js';

/** Answers the question of one path. Rejects with a `RelayError` where there is no data. */
type Endpoint = (lookups: Lookups, context: RequestContext) => Promise<Answer>;

const NO_BROWSER: Answer = { text: 'null', until: 0 };

/** The origin endpoints by rule 5 of the specification: with the single lookups and User-Agent parsing. */
export const endpoints: Record<LookupName, Endpoint> = {
  async ip(lookups, context) {
    if (!lookups.browser || !context.userAgent) return lookups.ip(context);
    const [ip, browser] = await Promise.all([
      lookups.ip(context),
      lookups.browser(context).catch(() => NO_BROWSER),
    ]);
    return {
      text: `${ip.text.slice(0, -1)}${ip.text === '{}' ? '' : ','}"user_agent":${browser.text}}`,
      until: Math.min(ip.until, browser.until),
    };
  },

  async asn(lookups, context) {
    const ip = await lookups.ip(context);
    const network = await lookups.network(ip, context);
    return { text: network.text, until: Math.min(ip.until, network.until) };
  },

  async 'user-agent'(lookups, context) {
    if (!lookups.browser) throw new RelayError('userAgentOff');
    if (!context.userAgent) throw new RelayError('noUserAgent');
    return lookups.browser(context);
  },
};
