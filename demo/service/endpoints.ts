import { isReserved } from '../../src/relay/client-ip.js';
import { type Address, parseAddress } from './address.js';
import { parseAsn, toAsData } from './asn.js';
import { readBatch } from './body.js';
import { networkAt } from './data.js';
import { type ErrorCode, quoteInput, ServiceError } from './errors.js';
import { ipDataOf } from './ip.js';
import type { SampleVisitor } from './sample-visitors.js';
import { localTimeIn } from './time-zone.js';
import { toUserAgentData } from './user-agent.js';

/** A request to one of the eight endpoints. */
export interface Call {
  request: Request;
  /** Query parameters. */
  query: URLSearchParams;
  caller: Address;
  /** The simulated visitor, if any: origin lookups return this visitor's data. */
  sample: SampleVisitor | undefined;
  now: Date;
}

/** An endpoint's lookup and its price. The lookup returns one data object or a batch. */
export interface PricedLookup {
  credits: number;
  run: () => object | Batch;
}

/** Data objects in the requested order. An entry that can't be looked up is an error object. */
export type Batch = readonly BatchEntry[];
type BatchEntry = { data: object } | { error: object };

const MAX_IPS = 1024;
const MAX_ASNS = 16;
const MAX_USER_AGENTS = 256;

/** Finds the endpoint of a request. */
export function endpointOf(
  method: string,
  path: string,
): (call: Call, path: string) => PricedLookup | Promise<PricedLookup> {
  const [get, post] =
    path === '' ? [originIp, batch] : path === 'user_agent' ? [originUserAgent, userAgents] : [lookUp];
  if (method === 'GET' || method === 'HEAD') return path === 'AS' ? originAsn : get;
  if (method === 'POST' && post) return post;
  throw new ServiceError('METHOD_NOT_ALLOWED', method, {
    Allow: post ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS',
  });
}

function originIp({ request, caller, sample, now }: Call): PricedLookup {
  const user_agent = () => toUserAgentData(request.headers.get('user-agent'));
  return {
    credits: 1,
    run: () => (sample ? sampleIp(sample, now) : { ...publicIpData(caller, now), user_agent: user_agent() }),
  };
}

/** A sample visitor's data, with the current time. */
function sampleIp({ ip }: SampleVisitor, now: Date): object {
  return { ...ip, time_zone: localTimeIn(ip.time_zone.id, ip.location.country.code, now) };
}

function originAsn({ caller, sample }: Call): PricedLookup {
  return {
    credits: 1,
    run() {
      if (sample) return sample.asn;
      const network = networkAt(demandPublic(caller));
      if (!network) throw new ServiceError('UNKNOWN_ASN', quoteInput(caller.text));
      return toAsData(network.asn);
    },
  };
}

function originUserAgent({ request, query, sample }: Call): PricedLookup {
  const ua = query.get('ua');
  const own = () => sample?.ip.user_agent ?? toUserAgentData(request.headers.get('user-agent'));
  return { credits: 1, run: () => (ua === null ? own() : toUserAgentData(ua)) };
}

async function userAgents({ request }: Call): Promise<PricedLookup> {
  const headers = await readBatch(request);
  limit(headers.length, MAX_USER_AGENTS, 'TOO_MANY_USER_AGENTS');
  return {
    credits: headers.length === 1 ? 1 : headers.length + 1,
    run: () => headers.map((header) => ({ data: toUserAgentData(header) })),
  };
}

/** One address or AS number, or several separated by commas. */
function lookUp({ now }: Call, path: string): PricedLookup {
  const entries = path.split(',');
  return entries.length > 1 ? batchOf(entries, now) : { credits: 1, run: () => dataOf(path, now) };
}

async function batch({ request, now }: Call): Promise<PricedLookup> {
  return batchOf(await readBatch(request), now);
}

function batchOf(entries: string[], now: Date): PricedLookup {
  const asns = entries.filter(looksLikeAsn).length;
  limit(asns, MAX_ASNS, 'TOO_MANY_ASNS');
  limit(entries.length - asns, MAX_IPS, 'TOO_MANY_IPS');
  return { credits: entries.length + 1, run: () => entries.map((entry) => entryOf(entry, now)) };
}

function entryOf(entry: string, now: Date): BatchEntry {
  try {
    return { data: dataOf(entry, now) };
  } catch (error) {
    if (error instanceof ServiceError) return { error: error.body };
    throw error;
  }
}

function dataOf(entry: string, now: Date): object {
  if (looksLikeAsn(entry)) return toAsData(parseAsn(entry));
  const address = parseAddress(entry);
  if (!address) throw new ServiceError('INVALID_IP_ADDRESS', quoteInput(entry));
  return publicIpData(address, now);
}

function looksLikeAsn(entry: string): boolean {
  return /^as/i.test(entry);
}

function publicIpData(address: Address, now: Date): object {
  return ipDataOf(demandPublic(address), now);
}

function demandPublic(address: Address): Address {
  if (isReserved(address.text)) throw new ServiceError('RESERVED_IP_ADDRESS', quoteInput(address.text));
  return address;
}

function limit(found: number, allowed: number, code: ErrorCode): void {
  if (found > allowed) throw new ServiceError(code, `${found}`);
}
