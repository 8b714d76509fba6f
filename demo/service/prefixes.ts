import { type Address, parseAddress } from './address.js';
import { quoteInput, ServiceError } from './errors.js';
import { type SampleVisitor, sampleVisitors } from './sample-visitors.js';

/** A request's prefixes, and the rest of its path. */
export interface Route {
  /** Decoded segments after the prefixes; `['']` is the root. */
  path: string[];
  /** `from/<ip>/`: responds as if called from this IP address. */
  from?: Address;
  /** `from/sample-<name>/`: responds as if called by this sample visitor. */
  sample?: SampleVisitor;
  /** `fault/<name>/`: responds with this fault. */
  fault?: string;
  /** `visit/<name>/`: counts requests under this name. */
  visit?: string;
  /** The same request without its fault, relative to its URL. */
  faultless: string;
}

const VISIT = /^[\w.-]{1,100}$/;

/**
 * Parses the prefixes of a path, in any order, each at most once.
 *
 * @throws BAD_REQUEST for broken percent-encoding, a repeated prefix or an impossible visit name,
 *   INVALID_IP_ADDRESS for `from/` without an address or the name of a sample visitor.
 */
export function readRoute({ pathname, search }: URL): Route {
  const raw = pathname.slice(1).split('/');
  const path = decode(pathname, search);
  const route: Route = { path, faultless: '' };
  for (let at = 0; path.length > 1; at += 2) {
    const [prefix, value = ''] = path;
    if (prefix !== 'from' && prefix !== 'fault' && prefix !== 'visit') break;
    if (route[prefix] !== undefined)
      throw new ServiceError('BAD_REQUEST', `the prefix ${prefix}/ appears twice`);
    if (prefix === 'from') Object.assign(route, callerOf(value));
    else if (prefix === 'fault') {
      route.fault = value;
      route.faultless = `${'../'.repeat(raw.length - 1 - at)}${raw.slice(at + 2).join('/')}${search}`;
    } else if (VISIT.test(value)) route.visit = value;
    else
      throw new ServiceError(
        'BAD_REQUEST',
        `the visit name ${quoteInput(value)} is not 1 to 100 letters, digits, '.', '_' or '-'`,
      );
    path.splice(0, 2);
  }
  if (path.length === 0) path.push('');
  return route;
}

function decode(pathname: string, search: string): string[] {
  try {
    decodeURIComponent(search.replaceAll('+', ' '));
    return pathname.slice(1).split('/').map(decodeURIComponent);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'its percent-encoding is broken');
  }
}

function callerOf(text: string): Pick<Route, 'from' | 'sample'> {
  const sample = Object.hasOwn(sampleVisitors, text) ? sampleVisitors[text] : undefined;
  const from = parseAddress(sample?.ip.ip ?? text);
  if (from) return { from, ...(sample && { sample }) };
  if (text.startsWith('sample-'))
    throw new ServiceError(
      'BAD_REQUEST',
      `there is no visitor ${quoteInput(text)}; use one of ${Object.keys(sampleVisitors).join(', ')}`,
    );
  throw new ServiceError('INVALID_IP_ADDRESS', quoteInput(text));
}
