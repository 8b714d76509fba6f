import { LookupError } from '../lookup/internal.js';

/** What the relay needs of a web-standard `Cache`, named here for programs whose types have none. */
export interface WebCache {
  match(address: string): Promise<Response | undefined>;
  put(address: string, response: Response): Promise<void>;
}

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
  cache?: WebCache | undefined;
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
  cache: WebCache | null;
  fetch: typeof fetch;
}

/** What one option may be. */
export interface Rule<T> {
  allowed: string;
  /** The value, typed; `undefined` where it is not allowed. */
  parse(value: unknown): T | undefined;
  /** The default; the option is required where there is none. */
  initial?: T;
  /** The value may hold a secret, so a message never repeats it. */
  secret?: true;
}

const MOST = 2 ** 31 - 1;

/** A number; a whole one where `step` is 1. */
export const amount = (initial: number, least: number, most = MOST, step = 0): Rule<number> => ({
  initial,
  allowed: `a ${step ? 'whole ' : ''}number from ${least} to ${most}`,
  parse: (value) =>
    typeof value === 'number' && value >= least && value <= most && !(step && value % step)
      ? value
      : undefined,
});

/** A function. Nothing tells more about it before it is called. */
export const callable = <T>(what: string, initial?: T): Rule<T> => ({
  ...(initial && { initial }),
  allowed: `a function that ${what}`,
  parse: (value) => (typeof value === 'function' ? (value as T) : undefined),
});

const text = (allowed: string, parse: (value: string) => string | false): Rule<string> => ({
  allowed,
  parse: (value) => (typeof value === 'string' && parse(value)) || undefined,
});
const url = (address: string) => (URL.canParse(address) ? new URL(address) : undefined);
const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:/.test(value) && url(value)?.origin === value;
const slashed = (address: string) => address.replace(/\/?$/, '/');

const rules: { [K in keyof CheckedOptions]: Rule<CheckedOptions[K]> } = {
  baseUrl: {
    ...text(
      'the http or https address of the lookup service, without user name, query or fragment',
      (value) => /^https?:[^?#@]*$/.test(value) && URL.canParse(value) && slashed(new URL(value).href),
    ),
    secret: true,
  },
  apiKey: {
    ...text('the API key: printable ASCII without spaces', (value) => /^[!-~]+$/.test(value) && value),
    secret: true,
  },
  path: {
    ...text(
      'the path that browsers ask for, such as /origin/',
      (value) => url(`http://host${value}`)?.pathname === value && slashed(value),
    ),
    initial: '/origin/',
  },
  allowOrigins: {
    initial: [],
    allowed: 'an array of origins, each as browsers write it, such as https://www.example.com',
    parse: (value) => (Array.isArray(value) && value.every(isOrigin) ? value : undefined),
  },
  maxAge: amount(1800, 0),
  timeout: amount(5000, 1),
  userAgent: {
    initial: true,
    allowed: 'true or false',
    parse: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  cache: {
    initial: null,
    allowed: 'a web-standard Cache',
    parse: (value) => (typeof (value as Cache | null)?.put === 'function' ? (value as Cache) : undefined),
  },
  fetch: callable('answers like fetch', (...request) => fetch(...request)),
};

/**
 * Checks the options that every relay has, and fills in the defaults.
 *
 * @throws {LookupError} `misconfigured`, naming the option, what was found and what is allowed.
 */
export function checkOptions(options: Omit<RelayOptions, 'address'>): CheckedOptions {
  const found = new Map<string, unknown>(Object.entries(options));
  const checked = Object.entries(rules).map(([name, rule]) => [
    name,
    checkOption<unknown>(name, rule, found.get(name)),
  ]);
  return Object.fromEntries(checked);
}

/** Checks one option. Throws as {@link checkOptions} does. */
export function checkOption<T>(
  name: string,
  { initial, parse, allowed, secret }: Rule<T>,
  found: unknown,
): T {
  const value = found === undefined ? initial : parse(found);
  if (value !== undefined) return value;
  const shown = found === undefined ? ' is missing; it' : secret ? '' : ` is ${show(found)}, but`;
  throw new LookupError('misconfigured', `The relay's option ${name}${shown} must be ${allowed}.`);
}

function show(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : `'${String(value)}'`;
}
