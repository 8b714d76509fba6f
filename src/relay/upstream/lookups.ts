import { isObject } from '../../model/json.js';
import type { CachedBody } from '../body.js';
import { RelayError } from '../errors.js';
import type { RequestContext } from '../http/request-context.js';
import { LOOKUP_ERRORS } from './lookup-errors.js';

/** What a relay can look up about a visitor. Each rejects with a `RelayError` if there is no data. */
export interface Lookups {
  /** The IP data, without a browser. It may throw at once: then nothing else is looked up. */
  ip(context: RequestContext): Promise<CachedBody>;
  /** The AS data of the network in IP data. */
  network(ip: CachedBody, context: RequestContext): Promise<CachedBody>;
  /** The User-Agent data; absent if browsers are not parsed. */
  browser?: (context: RequestContext) => Promise<CachedBody>;
}

/** The part of the memory for networks that one visitor's /48 may fill. It is in one network, whose data may be large. */
export const NETWORK_SHARE = 1 / 4;

/** What IP data says of a network. */
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

/** The network in IP data; throws a `RelayError` if there is none. */
export function requireConnection(ip: CachedBody): Connection {
  const connection = findConnection(ip);
  if (!connection) throw new RelayError(LOOKUP_ERRORS.unknownNetwork);
  return connection;
}

/** Whether a value is an AS number, of 32 bits. Nothing else from a service is put into a path. */
const isAsn = (asn: unknown): asn is number =>
  typeof asn === 'number' && Number.isInteger(asn) && asn > 0 && asn <= 0xffffffff;
