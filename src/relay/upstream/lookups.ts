import { isObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { type JsonBody, withBrowser } from '../body.js';
import { isRelayError, REASONS, RelayError } from '../errors.js';
import type { Reporting } from '../events.js';
import type { LookupContext } from '../http/lookup-context.js';

/** The lookups that a relay makes about a visitor. Each rejects with a `RelayError` if there is no data. */
export interface Lookups {
  /** Throws a `RelayError` if it is known that there is no IP data, so that a browser isn't paid for in vain. */
  assertIpLookup?(context: LookupContext): void;
  /** The IP data, without a browser. */
  ip(context: LookupContext): Promise<JsonBody>;
  /** The AS data of the network in IP data. */
  network(ip: JsonBody, context: LookupContext): Promise<JsonBody>;
  /** The User-Agent data. Absent if User-Agents aren't parsed. */
  browser?: (context: LookupContext) => Promise<JsonBody>;
}

/** The data of one path. Rejects with a `RelayError` if there is none. */
type OriginLookup = (lookups: Lookups, context: LookupContext, reporting: Reporting) => Promise<JsonBody>;

/** The origin lookups, made of single lookups and User-Agent parsing. */
export const originLookups: Record<LookupName, OriginLookup> = {
  async ip(lookups, context, reporting) {
    lookups.assertIpLookup?.(context);
    if (!lookups.browser || !context.userAgent) return lookups.ip(context);
    const [ip, browser] = await Promise.all([
      lookups.ip(context),
      lookups.browser(context).catch((failure) => reportMissingBrowser(failure, context, reporting)),
    ]);
    return withBrowser(ip, browser);
  },

  async asn(lookups, context) {
    lookups.assertIpLookup?.(context);
    return lookups.network(await lookups.ip(context), context);
  },

  async 'user-agent'(lookups, context) {
    if (!lookups.browser) throw new RelayError(REASONS.userAgentOff);
    if (!context.userAgent) throw new RelayError(REASONS.noUserAgent);
    return lookups.browser(context);
  },
};

/** Reports why IP data is sent without its browser, unless the event of a failed call did. */
function reportMissingBrowser(
  failure: unknown,
  context: LookupContext,
  { log, notify }: Reporting,
): undefined {
  if (!isRelayError(failure)) log.error(failure);
  else if (failure.retryAfter !== undefined && !context.isFailedCall(failure)) {
    const { outcome, status } = failure;
    notify({ type: 'fault', lookup: 'user-agent', outcome, status, milliseconds: 0 });
  }
}

/** A network, as IP data has it. */
export interface Connection {
  asn: number;
  organization?: unknown;
}

/** The network of IP data. `undefined` without a valid AS number. */
export function findConnection({ data: { connection } }: JsonBody): Connection | undefined {
  const { asn, organization } = isObject(connection) ? connection : {};
  return isAsn(asn) ? { asn, organization } : undefined;
}

/** Like `findConnection`, but throws a `RelayError` if there is none. */
export function requireConnection(ip: JsonBody): Connection {
  const connection = findConnection(ip);
  if (!connection) throw new RelayError(REASONS.unknownNetwork);
  return connection;
}

/** Whether a value is a 32-bit AS number. No other value from a service is used in a path. */
const isAsn = (asn: unknown): asn is number =>
  typeof asn === 'number' && Number.isInteger(asn) && asn > 0 && asn <= 0xffffffff;
