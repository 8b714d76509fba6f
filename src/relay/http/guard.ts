/** Decides which requests are let in: each may cost money. */

import type { LookupName } from '../../model/types.js';
import type { Narrowing } from '../cache/selections.js';
import type { CheckedOptions } from '../checked-options.js';
import { RelayError } from '../errors.js';
import type { RelayRequest } from './exchange.js';
import { FieldsError, parseFields } from './fields.js';

/** A request that was let in. */
export interface Admission {
  /** What is looked up; absent for a preflight, which is answered without. */
  lookup?: LookupName;
  /** The fields of the data that are wanted; absent for all. */
  narrowing?: Narrowing | undefined;
}

/** Lets requests in; throws a `RelayError` for those that it does not. */
export interface Guard {
  /** Checks the host only. */
  demandHost(request: RelayRequest): void;
  admit(request: RelayRequest): Admission;
}

const MOST_FIELDS = 1000;

export function createGuard({ path, hosts, allowOrigins }: CheckedOptions): Guard {
  const lookups = new Map<string, LookupName>([
    // Frameworks add the last slash to a path, or remove it.
    [path.slice(0, -1), 'ip'],
    [path, 'ip'],
    [`${path}AS`, 'asn'],
    [`${path}AS/`, 'asn'],
    [`${path}user_agent`, 'user-agent'],
    [`${path}user_agent/`, 'user-agent'],
  ]);

  /** The last host that was one: most often the next is the same. */
  let knownHost: string | undefined;

  return { demandHost, admit };

  function demandHost({ host }: RelayRequest): void {
    if (host !== knownHost && host !== undefined && !isHost(host)) throw new RelayError('noRequest');
    knownHost = host;
    if (hosts.length > 0 && !hosts.includes(hostName(host))) throw new RelayError('otherHost');
  }

  function admit(request: RelayRequest): Admission {
    const { method, target } = request;
    demandHost(request);
    const [, asked = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
    const lookup = lookups.get(asked);
    if (!lookup) throw new RelayError('noPath', path);
    if (query.includes('#')) throw new RelayError('noRequest');
    const preflight = method === 'OPTIONS' && allowOrigins.length > 0;
    if (!preflight && method !== 'GET' && method !== 'HEAD') throw new RelayError('noMethod', method);
    if (!isWelcome(request, allowOrigins)) throw new RelayError('foreignPage');
    if (preflight) return {};
    return { lookup, narrowing: query ? narrowingOf(query) : undefined };
  }
}

/** Whether a host can be part of an address: a name or IP address, with or without a port. */
export const isHost = (host: string): boolean =>
  /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}/`);

/** A host without its port, in lower case. */
const hostName = (host = '') => host.toLowerCase().replace(/:\d*$/, '');

/**
 * Whether the page that asks, if any, is this origin's own or a listed one. Only a browser says where a request comes
 * from. One that says nothing is let in: older browsers, and newer ones over plain HTTP, say nothing with a same-origin
 * GET, and whoever is no browser may say what it likes.
 */
function isWelcome({ header, host }: RelayRequest, allowOrigins: readonly string[]): boolean {
  const origin = header('origin');
  if (origin && allowOrigins.includes(origin)) return true;
  const site = header('sec-fetch-site');
  if (site) return site === 'same-origin' || (site === 'none' && !origin);
  const page = origin ?? header('referer');
  if (!page) return true;
  if (!URL.canParse(page)) return false;
  const url = new URL(page);
  // The origin of `blob:https://…` is that of https, too.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  return isSameHost(url, host) || allowOrigins.includes(url.origin);
}

/**
 * Whether a web page's host is the one that was asked, however that is written: `WWW.Example.com:443` is
 * `www.example.com`. The scheme is not compared: behind a proxy that ends TLS, the relay does not know its own.
 */
function isSameHost({ protocol, host }: URL, asked = ''): boolean {
  const address = `${protocol}//${asked}/`;
  return (
    host === asked || (/^[^/?#@\\]+$/.test(asked) && URL.canParse(address) && new URL(address).host === host)
  );
}

function narrowingOf(query: string): Narrowing | undefined {
  const parameters = new URLSearchParams(query);
  if (parameters.has('ua')) throw new RelayError('noUa');
  const fields = parameters.get('fields') ?? '';
  if (fields.length > MOST_FIELDS) throw new RelayError('longFields');
  try {
    const selection = parseFields(fields);
    return selection && { fields, selection };
  } catch (error) {
    throw error instanceof FieldsError ? new RelayError('badFields', error.message) : error;
  }
}
