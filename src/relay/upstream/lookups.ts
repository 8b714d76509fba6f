import { isObject } from '../../model/json.js';
import type { CachedBody } from '../body.js';
import { RelayError } from '../errors.js';
import type { RequestContext } from '../http/request-context.js';
import { LOOKUP_ERRORS } from './lookup-errors.js';

/** The lookups that a relay makes about a visitor. Each rejects with a `RelayError` if there is no data. */
export interface Lookups {
  /** The IP data, without a browser. It may throw synchronously, which prevents further lookups. */
  ip(context: RequestContext): Promise<CachedBody>;
  /** The AS data of the network in IP data. */
  network(ip: CachedBody, context: RequestContext): Promise<CachedBody>;
  /** The User-Agent data. Absent if User-Agents aren't parsed. */
  browser?: (context: RequestContext) => Promise<CachedBody>;
}

/**
 * The share of the networks' cache that one visitor's /48 may fill. A /48 is in one network, whose data may be large.
 */
export const NETWORK_SHARE = 1 / 4;

/** The network in IP data. */
export interface Connection {
  asn: number;
  organization?: unknown;
}

/** The network in IP data; `undefined` if there is none. */
export function findConnection({ body }: CachedBody): Connection | undefined {
  const { connection } = body.data;
  const { asn, organization } = isObject(connection) ? connection : {};
  return isAsn(asn) ? { asn, organization } : undefined;
}

/** The network in IP data. Throws a `RelayError` if there is none. */
export function requireConnection(ip: CachedBody): Connection {
  const connection = findConnection(ip);
  if (!connection) throw new RelayError(LOOKUP_ERRORS.unknownNetwork);
  return connection;
}

/** Whether a value is a 32-bit AS number. No other value from a service is used in a path. */
const isAsn = (asn: unknown): asn is number =>
  typeof asn === 'number' && Number.isInteger(asn) && asn > 0 && asn <= 0xffffffff;
