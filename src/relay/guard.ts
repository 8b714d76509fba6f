/** Who may ask, and for what: it is money. */
import type { LookupName } from '../lookup/internal.js';
import { RelayError } from './errors.js';
import type { CheckedOptions } from './options.js';
import type { Visit } from './visit.js';

/** A request that was let in. */
export interface Admission {
  /** What is looked up; `undefined` for a preflight, which is answered without. */
  lookup: LookupName | undefined;
  /** The fields of the data that are wanted; empty for all. */
  fields: string;
}

const MOST_FIELDS = 1000;

/** Lets a visit in or throws a `RelayError`. */
export function createGuard({ path, allowOrigins }: CheckedOptions): (visit: Visit) => Admission {
  const lookups = new Map<string, LookupName>([
    [path, 'ip'],
    [`${path}AS`, 'asn'],
    [`${path}user_agent`, 'user-agent'],
  ]);

  return (visit) => {
    const { method, target } = visit;
    const [, asked = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
    const lookup = lookups.get(asked);
    if (!lookup) throw new RelayError('noPath', path);
    const preflight = method === 'OPTIONS' && allowOrigins.length > 0;
    if (!preflight && method !== 'GET' && method !== 'HEAD') throw new RelayError('noMethod', method);
    if (!isWelcome(visit, allowOrigins)) throw new RelayError('foreignPage');
    return { lookup: preflight ? undefined : lookup, fields: query && fieldsOf(query) };
  };
}

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
    (URL.canParse(page) && (allowOrigins.includes(new URL(page).origin) || new URL(page).host === host))
  );
}

function fieldsOf(query: string): string {
  const parameters = new URLSearchParams(query);
  if (parameters.has('ua')) throw new RelayError('noUa');
  const fields = parameters.get('fields') ?? '';
  if (fields.length > MOST_FIELDS) throw new RelayError('longFields');
  return fields;
}
