import { keepLatest } from '../../model/cache.js';
import type { LookupName } from '../../model/types.js';
import { RelayError } from '../errors.js';
import type { CheckedOptions } from '../options.js';
import type { RelayRequest } from './exchange.js';
import { FieldsError, type FieldsParameter, parseFields } from './fields.js';
import { hostName, isHost, isSameHost } from './host.js';
import { REQUEST_ERRORS } from './request-errors.js';

/** An admitted request. */
export interface AdmittedRequest {
  /** What to look up. Absent for a preflight, whose response needs no lookup. */
  lookup?: LookupName;
  /** The selected fields of the data. Absent for all. */
  fields?: FieldsParameter | undefined;
}

/** The maximum characters of the parameter `fields`. */
const MAX_FIELDS = 1000;
/** The queries whose meaning is kept. Over HTTP/2 a client can repeat its last 4 KiB of headers in a few bytes. */
const MAX_QUERIES = 8;
/** The characters of a page's URL that are read: more than an origin can have. */
const MAX_ORIGIN = 300;

/** Admits requests, each of which may cost money. Throws a `RelayError` for the others. */
export class Guard {
  readonly #path: string;
  readonly #allowedHosts: readonly string[];
  readonly #allowedOrigins: readonly string[];
  readonly #lookups: ReadonlyMap<string, LookupName>;
  /** The last valid host. Usually the next request has the same. */
  #knownHost: string | undefined;
  /** What the last queries mean: fields, or an error. */
  readonly #knownQueries = new Map<string, QueryResult>();

  constructor({ path, allowedHosts, allowedOrigins }: CheckedOptions) {
    this.#path = path;
    this.#allowedHosts = allowedHosts;
    this.#allowedOrigins = allowedOrigins;
    this.#lookups = new Map([
      // Frameworks add or remove a trailing slash.
      [path.slice(0, -1), 'ip'],
      [path, 'ip'],
      [`${path}AS`, 'asn'],
      [`${path}AS/`, 'asn'],
      [`${path}user_agent`, 'user-agent'],
      [`${path}user_agent/`, 'user-agent'],
    ]);
  }

  admit(request: RelayRequest): AdmittedRequest {
    const { method, target } = request;
    this.assertAllowedHost(request);
    const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
    const lookup = this.#lookups.get(path);
    if (!lookup) throw new RelayError(REQUEST_ERRORS.pathNotFound, { found: this.#path });
    if (query.includes('#')) throw new RelayError(REQUEST_ERRORS.malformed);
    const isPreflight = method === 'OPTIONS' && this.#allowedOrigins.length > 0;
    if (!isPreflight && method !== 'GET' && method !== 'HEAD')
      throw new RelayError(REQUEST_ERRORS.methodNotAllowed, { found: method });
    if (!this.#isFromAllowedPage(request)) throw forbidden(request);
    if (isPreflight) return {};
    return { lookup, fields: query ? this.#fieldsOf(query) : undefined };
  }

  #fieldsOf(query: string): FieldsParameter | undefined {
    const known = this.#knownQueries.get(query);
    const { fields, error } = known ?? keepLatest(this.#knownQueries, query, readQuery(query), MAX_QUERIES);
    if (error) throw error;
    return fields;
  }

  assertAllowedHost({ host }: RelayRequest): void {
    if (host !== this.#knownHost && host !== undefined && !isHost(host))
      throw new RelayError(REQUEST_ERRORS.malformed);
    this.#knownHost = host;
    if (this.#allowedHosts.length > 0 && !this.#allowedHosts.includes(hostName(host)))
      throw new RelayError(REQUEST_ERRORS.misdirected, { found: host });
  }

  /**
   * Whether the requesting page, if any, has this origin or an allowed one. A request that names no page is admitted:
   * some browsers don't name the page in a same-origin GET (older ones, and newer ones over plain HTTP), and clients
   * other than browsers may send any header.
   */
  #isFromAllowedPage({ header, host }: RelayRequest): boolean {
    const origin = header('origin');
    if (origin && this.#allowedOrigins.includes(origin)) return true;
    const site = header('sec-fetch-site');
    if (site) return site === 'same-origin' || (site === 'none' && !origin);
    const page = origin ?? header('referer');
    if (!page) return true;
    const url = parsePage(page);
    // The origin of a `blob:https://…` URL begins with https too.
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return false;
    return isSameHost(url, host) || this.#allowedOrigins.includes(url.origin);
  }
}

/**
 * Why a page may not use this relay. Without `Sec-Fetch-Site`, the page's host is compared with `Host`. A proxy that
 * replaces `Host` makes them differ, and can't be detected.
 */
function forbidden({ header, host }: RelayRequest): RelayError {
  const pageHost = parsePage(header('origin') ?? header('referer') ?? '')?.host;
  return pageHost && !header('sec-fetch-site')
    ? new RelayError(REQUEST_ERRORS.hostNotForwarded, { found: `'${pageHost}' and '${host}'` })
    : new RelayError(REQUEST_ERRORS.forbiddenOrigin, { found: header('origin') ?? 'another origin' });
}

/** The beginning of a page's URL, with its origin. `undefined` if it is invalid. */
function parsePage(page: string): URL | undefined {
  const start = page.slice(0, MAX_ORIGIN);
  return URL.canParse(start) ? new URL(start) : undefined;
}

interface QueryResult {
  fields?: FieldsParameter | undefined;
  error?: RelayError;
}

function readQuery(query: string): QueryResult {
  const parameters = new URLSearchParams(query);
  if (parameters.has('ua')) return { error: new RelayError(REQUEST_ERRORS.uaParameter) };
  const text = parameters.get('fields') ?? '';
  if (text.length > MAX_FIELDS) return { error: new RelayError(REQUEST_ERRORS.fieldsTooLong) };
  try {
    const filter = parseFields(text);
    return { fields: filter && { text, filter } };
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    return { error: new RelayError(REQUEST_ERRORS.malformedFields, { found: error.message }) };
  }
}
