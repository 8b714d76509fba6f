import { isCrawler } from '../../model/crawler.js';
import type { LookupName } from '../../model/types.js';
import { type CheckedOptions, parseUrl } from '../checked-options.js';
import { REASONS, RelayError } from '../errors.js';
import type { RelayRequest } from './exchange.js';
import { type FieldFilter, parseFields } from './fields.js';

const MAX_FIELDS = 1000;

/** Admits requests, each of which may cost money. Throws a `RelayError` for the others. */
export class Guard {
  readonly #lookups = new Map<string, LookupName>();

  constructor(readonly options: CheckedOptions) {
    const names = { '': 'ip', AS: 'asn', user_agent: 'user-agent' } as const;
    for (const [name, lookup] of Object.entries(names))
      this.#lookups.set(withoutSlash(`${options.path}${name}`), lookup);
  }

  admit(request: RelayRequest): { lookup: LookupName; fields: FieldFilter | undefined } {
    const { method, target } = request;
    this.assertAllowedHost(request);
    const [, path = '', query] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
    const lookup = this.#lookups.get(withoutSlash(path));
    if (!lookup) throw new RelayError(REASONS.pathNotFound, { found: this.options.path });
    if (query?.includes('#')) throw new RelayError(REASONS.malformed);
    if (method !== 'GET' && method !== 'HEAD')
      throw new RelayError(REASONS.methodNotAllowed, { found: method });
    this.#assertAllowedPage(request);
    return { lookup, fields: query ? fieldsIn(query) : undefined };
  }

  assertAllowedHost({ host }: RelayRequest): void {
    const { allowedHosts } = this.options;
    if (host !== undefined && !isHost(host)) throw new RelayError(REASONS.malformed);
    const name = host?.toLowerCase().replace(/:\d*$/, '') ?? '';
    if (allowedHosts.length > 0 && !allowedHosts.includes(name))
      throw new RelayError(REASONS.misdirected, { found: host });
  }

  allowedOriginOf({ header }: RelayRequest): string | undefined {
    return this.options.allowedOrigins.find((origin) => origin === header('origin'));
  }

  /**
   * Throws unless the requesting page, if any, has this origin or an allowed one. Some browsers name no page in a same-origin
   * GET: older ones, and newer ones over plain HTTP.
   */
  #assertAllowedPage(request: RelayRequest): void {
    const { header, host } = request;
    const origin = header('origin');
    const site = header('sec-fetch-site');
    if (this.allowedOriginOf(request) || site === 'same-origin' || (site === 'none' && !origin)) return;
    const page = origin || header('referer');
    if (!site && !page) return;
    const url = !site && page ? parseUrl(page) : undefined;
    // The origin of a `blob:https://…` URL begins with https too.
    const isWebPage = url?.protocol === 'https:' || url?.protocol === 'http:';
    if (isWebPage && (isSameHost(url, host) || this.options.allowedOrigins.includes(url.origin))) return;
    // A proxy that replaces `Host` can't be detected, so the error names both hosts.
    if (url?.host) throw new RelayError(REASONS.hostNotForwarded, { found: `'${url.host}' and '${host}'` });
    throw new RelayError(REASONS.pageForbidden, { found: origin || 'another origin' });
  }
}

/** Frameworks add or remove a trailing slash. */
const withoutSlash = (path: string) => path.replace(/\/$/, '');

function fieldsIn(query: string): FieldFilter | undefined {
  const parameters = new URLSearchParams(query);
  if (parameters.has('ua')) throw new RelayError(REASONS.uaParameter);
  const text = parameters.get('fields') ?? '';
  if (text.length > MAX_FIELDS) throw new RelayError(REASONS.fieldsTooLong);
  return parseFields(text);
}

/** Whether a host can be part of a URL: a name or IP address, with or without a port. */
export const isHost = (host: string): boolean =>
  /^([\w.-]+|\[[\da-f:.]+\])(:\d{0,5})?$/i.test(host) && !!parseUrl(`http://${host}/`);

/**
 * Whether a page's host is the requested host in any spelling: `WWW.Example.com:443` is `www.example.com`. Schemes
 * aren't compared, because behind a proxy that terminates TLS, the relay doesn't know its own.
 */
const isSameHost = ({ protocol, host }: URL, requested = ''): boolean =>
  parseUrl(`${protocol}//${requested}/`)?.host === host;

/** Headers by which browsers mark a prefetch. The last two are older. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-moz'];

/** Whether a visitor will see the requested page, and no page of another site requests it in order to spend a lookup. */
export function isWorthLookup({ header, method }: RelayRequest): boolean {
  const isPrefetch = PURPOSE_HEADERS.some((name) => /\bprefetch\b/i.test(header(name) ?? ''));
  if (isPrefetch || isCrawler(header('user-agent') ?? undefined)) return false;
  // Clients without this header aren't browsers with a page of another site.
  if (/^(same-origin|none)?$/.test(header('sec-fetch-site') ?? '')) return true;
  return (
    header('sec-fetch-mode') === 'navigate' &&
    header('sec-fetch-dest') === 'document' &&
    (method === 'GET' || method === 'HEAD')
  );
}
