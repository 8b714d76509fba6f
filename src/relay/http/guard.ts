import { isCrawler } from '../../model/crawler.js';
import type { LookupName } from '../../model/types.js';
import { REASONS, RelayError } from '../errors.js';
import type { CheckedOptions } from '../options.js';
import type { RelayRequest } from './exchange.js';
import { type FieldFilter, FieldsError, parseFields } from './fields.js';

/** An admitted request. */
export interface AdmittedRequest {
  lookup: LookupName;
  /** The selected fields of the data. `undefined` for all. */
  fields: FieldFilter | undefined;
}

/** The maximum characters of the parameter `fields`. */
const MAX_FIELDS = 1000;
/** The queries whose meaning is kept. HPACK lets a client resend a 4 KiB query in a few bytes, so it isn't parsed again. */
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
    if (!lookup) throw new RelayError(REASONS.pathNotFound, { found: this.#path });
    if (query.includes('#')) throw new RelayError(REASONS.malformed);
    if (method !== 'GET' && method !== 'HEAD')
      throw new RelayError(REASONS.methodNotAllowed, { found: method });
    if (!this.#isFromAllowedPage(request)) throw forbidden(request);
    return { lookup, fields: query ? this.#fieldsOf(query) : undefined };
  }

  #fieldsOf(query: string): FieldFilter | undefined {
    const { fields, error } = this.#knownQueries.get(query) ?? readQuery(query);
    if (this.#knownQueries.size === MAX_QUERIES) this.#knownQueries.clear();
    this.#knownQueries.set(query, { fields, error });
    if (error) throw error;
    return fields;
  }

  assertAllowedHost({ host }: RelayRequest): void {
    if (host !== this.#knownHost && host !== undefined && !isHost(host))
      throw new RelayError(REASONS.malformed);
    this.#knownHost = host;
    if (this.#allowedHosts.length > 0 && !this.#allowedHosts.includes(hostName(host)))
      throw new RelayError(REASONS.misdirected, { found: host });
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
    ? new RelayError(REASONS.hostNotForwarded, { found: `'${pageHost}' and '${host}'` })
    : new RelayError(REASONS.pageForbidden, { found: header('origin') ?? 'another origin' });
}

/** The beginning of a page's URL, with its origin. `undefined` if it is invalid. */
function parsePage(page: string): URL | undefined {
  const start = page.slice(0, MAX_ORIGIN);
  return URL.canParse(start) ? new URL(start) : undefined;
}

interface QueryResult {
  fields?: FieldFilter | undefined;
  error?: RelayError | undefined;
}

function readQuery(query: string): QueryResult {
  const parameters = new URLSearchParams(query);
  if (parameters.has('ua')) return { error: new RelayError(REASONS.uaParameter) };
  const text = parameters.get('fields') ?? '';
  if (text.length > MAX_FIELDS) return { error: new RelayError(REASONS.fieldsTooLong) };
  try {
    return { fields: parseFields(text) };
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    return { error: new RelayError(REASONS.malformedFields, { found: error.message }) };
  }
}

/** Whether a host can be part of a URL: a name or IP address, with or without a port. */
export const isHost = (host: string): boolean =>
  /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}/`);

/** A host without its port, in lower case. */
const hostName = (host = ''): string => host.toLowerCase().replace(/:\d*$/, '');

/**
 * Whether a page's host is the requested host in any spelling: `WWW.Example.com:443` is `www.example.com`. Schemes
 * aren't compared, because behind a proxy that terminates TLS, the relay doesn't know its own.
 */
function isSameHost({ protocol, host }: URL, requested = ''): boolean {
  const url = `${protocol}//${requested}/`;
  return (
    host === requested || (/^[^/?#@\\]+$/.test(requested) && URL.canParse(url) && new URL(url).host === host)
  );
}

/** Headers by which browsers mark a prefetch. The last two are older. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-moz'];

/**
 * Whether a request for a page is worth a lookup: a visitor will see the page, and no page of another site requests it
 * just for the lookup.
 */
export const isWorthLookup = (request: RelayRequest): boolean =>
  !isBotOrPrefetch(request) && !isForeignSubrequest(request);

function isBotOrPrefetch({ header }: RelayRequest): boolean {
  return (
    isCrawler(header('user-agent') ?? undefined) ||
    PURPOSE_HEADERS.some((name) => /\bprefetch\b/i.test(header(name) ?? ''))
  );
}

/**
 * Whether a page of another site requests this one without navigating to it: as an image or frame, by script, or by a
 * form's POST. Frameworks fetch a page's data by any method, but from the same origin. Clients without `Sec-Fetch-Site`
 * aren't such pages.
 */
function isForeignSubrequest({ header, method }: RelayRequest): boolean {
  const site = header('sec-fetch-site');
  if (!site || site === 'same-origin' || site === 'none') return false;
  const isNavigation =
    header('sec-fetch-mode') === 'navigate' &&
    header('sec-fetch-dest') === 'document' &&
    (method === 'GET' || method === 'HEAD');
  return !isNavigation;
}
