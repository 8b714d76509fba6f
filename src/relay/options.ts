import { LookupError } from '../lookup/error.js';

/** How a relay is set up. */
export interface RelayOptions<Context = unknown> {
  /** The address of the lookup service: http or https, without user name, query or fragment. Required. */
  baseUrl: string | undefined;
  /** The private API key. It is sent to `baseUrl` alone, in the `Authorization` header. Required. */
  apiKey: string | undefined;
  /**
   * Gives the visitor's IP address, or `null` where it is not known. Take it from what the platform itself says, never
   * from a header that a client can write. `context` is what the relay was called with beside the request.
   */
  address(request: Request, context: Context): string | null | undefined;
  /** Where the relay is mounted: the path as browsers ask for it. Default: `/origin/`. */
  path?: string | undefined;
  /** Other origins whose pages may ask, such as `https://www.example.com`. Default: same-origin requests only. */
  allowOrigins?: readonly string[] | undefined;
  /** Seconds an answer is reused for its visitor; 0: never, though concurrent requests share one. Default: 1800. */
  maxAge?: number | undefined;
  /** Milliseconds one call of the lookup service may take. Default: 5000. */
  timeout?: number | undefined;
  /** `false` spares the credit for parsing the User-Agent: answers hold no browser then. Default: true. */
  userAgent?: boolean | undefined;
  /** A web-standard `Cache` that keeps the answers, such as `caches.default`. Default: this process's memory. */
  cache?: Pick<Cache, 'match' | 'put'> | undefined;
  /** Calls the lookup service. Default: the platform's own `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** Options that were checked, with the defaults filled in; `baseUrl` and `path` end with a slash. */
export interface CheckedOptions {
  baseUrl: string;
  apiKey: string;
  path: string;
  allowOrigins: readonly string[];
  maxAge: number;
  timeout: number;
  userAgent: boolean;
  cache: Pick<Cache, 'match' | 'put'> | undefined;
  fetch: typeof fetch;
}

/** The value of one option, or its default. `secret` values are never repeated in a message. */
function check<T>(
  { name, allowed, initial, secret }: { name: string; allowed: string; initial?: T; secret?: true },
  found: unknown,
  accepts: (value: unknown) => value is T,
): T {
  if (found === undefined && initial !== undefined) return initial;
  if (accepts(found)) return found;
  const shown = found === undefined ? ' is missing; it' : secret ? '' : ` is ${show(found)}, but`;
  throw new LookupError('misconfigured', `The relay's option ${name}${shown} must be ${allowed}.`);
}

function show(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : `"${String(value)}"`;
}

const isText = (value: unknown) => typeof value === 'string';
const isAddress = (value: unknown): value is string =>
  isText(value) && /^https?:\/\/[^?#@\\]+$/.test(value) && URL.canParse(value);
const isKey = (value: unknown): value is string => isText(value) && /^[!-~]+$/.test(value);
const isPath = (value: unknown): value is string =>
  isText(value) && URL.canParse(`http://host${value}`) && new URL(`http://host${value}`).pathname === value;
const isOrigins = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((origin) => isAddress(origin) && new URL(origin).origin === origin);
const isFlag = (value: unknown) => typeof value === 'boolean';
const isFetch = (value: unknown): value is typeof fetch => typeof value === 'function';
const isCache = (value: unknown): value is CheckedOptions['cache'] =>
  typeof (value as Partial<Cache> | null)?.match === 'function';
const isAmount =
  (least: number, most: number) =>
  (value: unknown): value is number =>
    typeof value === 'number' && value >= least && value <= most;

const MOST = 2 ** 31 - 1;
const slashed = (text: string) => text.replace(/\/?$/, '/');

/**
 * Checks the options that every relay has, and fills in the defaults.
 *
 * @throws {LookupError} `misconfigured`, naming the option, what was found and what is allowed.
 */
export function checkOptions(options: Omit<RelayOptions, 'address'>): CheckedOptions {
  const { cache } = options;
  return {
    baseUrl: slashed(check({ name: 'baseUrl', allowed: ADDRESS, secret: true }, options.baseUrl, isAddress)),
    apiKey: check({ name: 'apiKey', allowed: KEY, secret: true }, options.apiKey, isKey),
    path: slashed(check({ name: 'path', allowed: PATH, initial: '/origin/' }, options.path, isPath)),
    allowOrigins: check(
      { name: 'allowOrigins', allowed: ORIGINS, initial: [] },
      options.allowOrigins,
      isOrigins,
    ),
    maxAge: check(
      { name: 'maxAge', allowed: `a number from 0 to ${MOST}`, initial: 1800 },
      options.maxAge,
      isAmount(0, MOST),
    ),
    timeout: check(
      { name: 'timeout', allowed: `a number from 1 to ${MOST}`, initial: 5000 },
      options.timeout,
      isAmount(1, MOST),
    ),
    userAgent: check(
      { name: 'userAgent', allowed: 'true or false', initial: true },
      options.userAgent,
      isFlag,
    ),
    cache: cache && check({ name: 'cache', allowed: 'a web-standard Cache' }, cache, isCache),
    fetch: check(
      { name: 'fetch', allowed: 'a function like fetch', initial: (...call) => fetch(...call) },
      options.fetch,
      isFetch,
    ),
  };
}
