import { isObject } from '../../model/json.js';
import type { CachedBody } from '../body.js';
import { type Reason, RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';

/** The lookups that a relay makes about a visitor. Each rejects with a `RelayError` if there is no data. */
export interface Lookups {
  /** The IP data, without a browser. It may throw synchronously, which prevents further lookups. */
  ip(context: LookupContext): Promise<CachedBody>;
  /** The AS data of the network in IP data. */
  network(ip: CachedBody, context: LookupContext): Promise<CachedBody>;
  /** The User-Agent data. Absent if User-Agents aren't parsed. */
  browser?: (context: LookupContext) => Promise<CachedBody>;
}

/**
 * The share of the networks' cache that one visitor's /48 may fill. A /48 is in one network, whose data may be large.
 */
export const NETWORK_SHARE = 1 / 4;

/** A network, as IP data has it. */
export interface Connection {
  asn: number;
  organization?: unknown;
}

/** The network of IP data. `undefined` without a valid AS number. */
export function findConnection({ body }: CachedBody): Connection | undefined {
  const { connection } = body.data;
  const { asn, organization } = isObject(connection) ? connection : {};
  return isAsn(asn) ? { asn, organization } : undefined;
}

/** Like `findConnection`, but throws a `RelayError` if there is none. */
export function requireConnection(ip: CachedBody): Connection {
  const connection = findConnection(ip);
  if (!connection) throw new RelayError(LOOKUP_ERRORS.unknownNetwork);
  return connection;
}

/** Whether a value is a 32-bit AS number. No other value from a service is used in a path. */
const isAsn = (asn: unknown): asn is number =>
  typeof asn === 'number' && Number.isInteger(asn) && asn > 0 && asn <= 0xffffffff;

/** Why the relay itself has no data for a lookup. */
export const LOOKUP_ERRORS = {
  noUserAgent: [
    400,
    'BAD_REQUEST',
    'The request has no User-Agent header of 1 to 1024 characters.',
    'Send a User-Agent header, as browsers do.',
  ],
  userAgentOff: [
    404,
    'NOT_FOUND',
    'This relay does not parse User-Agents.',
    "Remove parseUserAgent: false from the relay's options, or the element from the page.",
  ],
  unknownBrowser: [404, 'NOT_FOUND', 'There is no data for this browser.', 'Show your fallback content.'],
  unknownVisitor: [404, 'NOT_FOUND', 'There is no data for this visitor.', 'Show your fallback content.'],
  unknownNetwork: [
    404,
    'UNKNOWN_ASN',
    "The visitor's IP address belongs to no known autonomous system.",
    'Show your fallback content.',
  ],
  late: [
    504,
    'INTERNAL',
    'The lookup service sent no response in time.',
    "Try again later, or raise the relay's option timeout.",
  ],
  sourceLate: [
    504,
    'INTERNAL',
    "The relay's source returned nothing in time.",
    "Try again later, or raise the relay's option timeout.",
  ],
} as const satisfies Record<string, Reason>;
