import { isObject } from '../../model/json.js';
import type { Answer } from '../cache/lru-cache.js';
import { RelayError } from '../errors.js';
import type { RequestContext } from '../http/request-context.js';

/** The things that a relay looks up about a visitor. Each rejects with a `RelayError` where there is no data. */
export interface Lookups {
  /** The IP data, without a browser. It may throw at once: then nothing else is asked for. */
  ip(context: RequestContext): Promise<Answer>;
  /** The AS data of the network that IP data speaks of. */
  network(ip: Answer, context: RequestContext): Promise<Answer>;
  /** The User-Agent data; absent where browsers are not parsed. */
  browser?: (context: RequestContext) => Promise<Answer>;
}

/** What IP data says of a network. */
export interface Connection {
  asn: number;
  organization?: unknown;
}

/** What was read from IP data, since that can be long and is read for each request. */
const connections = new WeakMap<Answer, Connection | null>();

/** The network that IP data speaks of; throws a `RelayError` where there is none. */
export function connectionOf(ip: Answer): Connection {
  const known = connections.get(ip);
  const connection = known === undefined ? readConnection(ip) : known;
  connections.set(ip, connection);
  if (!connection) throw new RelayError('unknownNetwork');
  return connection;
}

function readConnection({ text }: Answer): Connection | null {
  const { connection } = JSON.parse(text);
  const { asn, organization } = isObject(connection) ? connection : {};
  return isAsn(asn) ? { asn, organization } : null;
}

/** Whether a value is an AS number, of 32 bits. Nothing else that a service answers is put into a path. */
const isAsn = (asn: unknown): asn is number =>
  typeof asn === 'number' && Number.isInteger(asn) && asn > 0 && asn <= 0xffffffff;
