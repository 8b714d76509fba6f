/** Who may ask, and for what: it is money. */

import type { CheckedOptions } from './checked-options.js';
import { RelayError } from './errors.js';
import { FieldsError, parseFields, type Selection } from './fields.js';
import type { LookupName } from './lookup.js';
import type { Visit } from './visit.js';

/** A request that was let in. */
export interface Admission {
  /** What is looked up; absent for a preflight, which is answered without. */
  lookup?: LookupName;
  /** The fields of the data that are wanted; absent for all. */
  selection?: Selection | undefined;
}

const MOST_FIELDS = 1000;

/** Lets a visit in or throws a `RelayError`. */
export function createGuard({ path, hosts, allowOrigins }: CheckedOptions): (visit: Visit) => Admission {
  const lookups = new Map<string, LookupName>([
    // Frameworks add or take the last slash.
    [path.slice(0, -1), 'ip'],
    [path, 'ip'],
    [`${path}AS`, 'asn'],
    [`${path}AS/`, 'asn'],
    [`${path}user_agent`, 'user-agent'],
    [`${path}user_agent/`, 'user-agent'],
  ]);

  return (visit) => {
    const { method, target } = visit;
    if (visit.host !== undefined && !isHost(visit.host)) throw new RelayError('noRequest');
    if (hosts.length > 0 && !hosts.includes(hostName(visit.host))) throw new RelayError('otherHost');
    const [, asked = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
    const lookup = lookups.get(asked);
    if (!lookup) throw new RelayError('noPath', path);
    if (REWRITTEN.test(query)) throw new RelayError('noRequest');
    const preflight = method === 'OPTIONS' && allowOrigins.length > 0;
    if (!preflight && method !== 'GET' && method !== 'HEAD') throw new RelayError('noMethod', method);
    if (!isWelcome(visit, allowOrigins)) throw new RelayError('foreignPage');
    if (preflight) return {};
    return { lookup, selection: query ? selectionOf(query) : undefined };
  };
}

/** What no `Request` can say: the URL parser takes it off or turns it round. */
const REWRITTEN = /[\\#]/;

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
function isWelcome({ header, host }: Visit, allowOrigins: readonly string[]): boolean {
  const origin = header('origin');
  if (origin && allowOrigins.includes(origin)) return true;
  const site = header('sec-fetch-site');
  if (site) return site === 'same-origin' || (site === 'none' && !origin);
  const page = origin ?? header('referer');
  // The scheme is not compared: behind a proxy that ends TLS, the relay does not know its own.
  return (
    !page ||
    (URL.canParse(page) && (allowOrigins.includes(new URL(page).origin) || isSameHost(new URL(page), host)))
  );
}

/** Whether a page's host is the one that was asked, however that is written: `WWW.Example.com:443` is `www.example.com`. */
function isSameHost({ protocol, host }: URL, asked = ''): boolean {
  const address = `${protocol}//${asked}/`;
  return (
    host === asked || (/^[^/?#@\\]+$/.test(asked) && URL.canParse(address) && new URL(address).host === host)
  );
}

function selectionOf(query: string): Selection | undefined {
  const parameters = new URLSearchParams(query);
  if (parameters.has('ua')) throw new RelayError('noUa');
  const fields = parameters.get('fields') ?? '';
  if (fields.length > MOST_FIELDS) throw new RelayError('longFields');
  try {
    return parseFields(fields);
  } catch (error) {
    throw error instanceof FieldsError ? new RelayError('badFields', error.message) : error;
  }
}
