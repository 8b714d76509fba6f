import type { LookupName } from '../../model/types.js';
import { type CachedBody, JsonBody } from '../body.js';
import { RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import { LOOKUP_ERRORS, type Lookups } from './lookups.js';

/** The data of one path. Rejects with a `RelayError` if there is none. */
type Endpoint = (lookups: Lookups, context: LookupContext) => Promise<CachedBody>;

/** The origin endpoints, made of single lookups and User-Agent parsing. */
export const endpoints: Record<LookupName, Endpoint> = {
  async ip(lookups, context) {
    if (!lookups.browser || !context.userAgent) return lookups.ip(context);
    const [ip, browser] = await Promise.all([
      lookups.ip(context),
      lookups.browser(context).catch(() => undefined),
    ]);
    return {
      body: withBrowser(ip.body, browser?.body),
      expiresAt: browser ? Math.min(ip.expiresAt, browser.expiresAt) : 0,
    };
  },

  async asn(lookups, context) {
    const ip = await lookups.ip(context);
    const network = await lookups.network(ip, context);
    return { body: network.body, expiresAt: Math.min(ip.expiresAt, network.expiresAt) };
  },

  async 'user-agent'(lookups, context) {
    if (!lookups.browser) throw new RelayError(LOOKUP_ERRORS.userAgentOff);
    if (!context.userAgent) throw new RelayError(LOOKUP_ERRORS.noUserAgent);
    return lookups.browser(context);
  },
};

/** The last whole body for an IP body, which requests with the same parts share. */
const wholeBodies = new WeakMap<JsonBody, { browser: JsonBody | undefined; whole: JsonBody }>();

function withBrowser(ip: JsonBody, browser: JsonBody | undefined): JsonBody {
  const last = wholeBodies.get(ip);
  if (last && last.browser === browser) return last.whole;
  const whole = new JsonBody({ ...ip.data, user_agent: browser?.data ?? null });
  wholeBodies.set(ip, { browser, whole });
  return whole;
}
