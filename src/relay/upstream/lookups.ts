import { isObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { type JsonBody, withBrowser } from '../body.js';
import { REASONS, type Reason, RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import { timeLeft, waitFor } from '../time.js';

/** The lookups that a relay makes about a visitor. Each rejects with a `RelayError` if there is no data. */
export interface Lookups {
  ip(context: LookupContext): Promise<JsonBody>;
  network(ip: JsonBody, context: LookupContext): Promise<JsonBody>;
  /** The User-Agent data. Absent if User-Agents aren't parsed. @param ip The IP data that it is sent with, if any. */
  browser?: (context: LookupContext, ip?: Promise<JsonBody>) => Promise<JsonBody>;
  readonly browserReason: Reason;
}

/** The lookups of the service or the source, and those of the fallback. */
export type Upstream = { readonly lookups: Lookups; readonly fallback: Lookups | null };

/** What a lookup has found when it fails. */
type Found = { ip?: JsonBody; browser?: Promise<JsonBody | RelayError> };
type OriginLookup = (lookups: Lookups, context: LookupContext, found: Found) => Promise<JsonBody>;

const originLookups: Record<LookupName, OriginLookup> = {
  async ip(lookups, context, found) {
    const ip = lookups.ip(context);
    if (!lookups.browser || !context.userAgent) return ip;
    found.browser = lookups.browser(context, ip).catch((thrown) => context.reporter.toRelayError(thrown));
    return withBrowser(await ip, unlessFailed(await found.browser, context));
  },

  async asn(lookups, context, found) {
    found.ip = await lookups.ip(context);
    return lookups.network(found.ip, context);
  },

  async 'user-agent'({ browser, browserReason: reason }, context) {
    if (!browser) throw new RelayError(reason);
    if (!context.userAgent) throw new RelayError(REASONS.noUserAgent);
    return browser(context);
  },
};

/**
 * Finds the data of a lookup; rejects with a `RelayError` if nothing has it. A fallback is used with what the service did
 * return: a browser, or the number of a network.
 */
export async function lookUp(lookup: LookupName, context: LookupContext, { lookups, fallback }: Upstream) {
  const find = originLookups[lookup];
  const found: Found = {};
  try {
    return await find(lookups, context, found);
  } catch (thrown) {
    if (!fallback) throw thrown;
    const failure = context.reporter.toRelayError(thrown);
    // Nobody waits for a service that is left alone, not even for a browser.
    const left = failure.reason === REASONS.unavailable ? 0 : timeLeft(context.serviceDeadline);
    const waited = await waitFor(() => found.browser, left);
    const browser = 'value' in waited ? unlessFailed(waited.value, context) : undefined;
    const { ip } = found;
    const completed: Lookups = {
      ...fallback,
      ...(ip && findConnection(ip) && { ip: async () => ip }),
      ...(browser && { browser: async () => browser }),
    };
    const body = await find(completed, context, {}).catch((thrown) => {
      context.reporter.toRelayError(thrown);
      throw failure;
    });
    context.reportFailure(lookup, failure);
    return body;
  }
}

/** The data of a browser. A limit that leaves it out is reported. */
function unlessFailed(browser: JsonBody | RelayError | undefined, context: LookupContext) {
  if (!(browser instanceof RelayError)) return browser;
  if (browser.status === 429) context.reportFailure('user-agent', browser);
  return undefined;
}

/** The network of IP data. `undefined` without a 32-bit AS number: no other value is used in a path. */
function findConnection({ data: { connection } }: JsonBody) {
  const { asn, organization } = isObject(connection) ? connection : {};
  const isAsn = typeof asn === 'number' && Number.isInteger(asn) && asn > 0 && asn <= 0xffffffff;
  return isAsn ? { asn, organization } : undefined;
}

export function requireConnection(ip: JsonBody) {
  const connection = findConnection(ip);
  if (!connection) throw new RelayError(REASONS.unknownNetwork);
  return connection;
}
