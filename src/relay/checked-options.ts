import { LookupError } from '../model/error.js';
import { isObject } from '../model/json.js';
import type { ServiceSettings, Source, SourceOptions } from './options.js';

type AllOptions = Omit<ServiceSettings, 'source'> & Pick<SourceOptions, 'source'>;

/** Options whose absence is `null` once they are checked. */
type NullableName = 'rateLimiter' | 'store' | 'cache' | 'source' | 'fallbackSource' | 'onEvent';

/** `baseUrl` and `path` end with a slash. `allowedHosts` are in lower case. */
export type CheckedOptions = {
  [Name in keyof AllOptions]-?:
    | Exclude<AllOptions[Name], undefined>
    | (Name extends NullableName ? null : never);
};

/** Milliseconds for the lookup service, so that there is time for a fallback source. */
export const serviceTimeoutOf = ({ fallbackSource, timeout }: CheckedOptions): number =>
  fallbackSource ? (timeout * 2) / 3 : timeout;

interface Rule<T> {
  allowed: string;
  fits(value: unknown): boolean;
  /** Converts a value that fits. */
  normalise?(value: T): T;
  /** Without a default, the option is required. Some need none if there is a source. */
  defaultValue?: T;
  defaultWithSource?: T;
  /** Whether the value may contain a secret, so that messages never repeat it. */
  secret?: true;
}

type Rules<Options> = { readonly [Name in keyof Options]: Rule<Options[Name]> };

const MAX = 2 ** 31 - 1;

/** `URL.canParse` isn't used, because Fastly has none. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
const withSlash = (url: string) => url.replace(/\/?$/, '/');

const isText = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value);
const isList = (value: unknown, fits: (item: unknown) => boolean, min = 0) =>
  Array.isArray(value) && value.length >= min && Array.from(value).every(fits);
const isFunction = (value: unknown) => typeof value === 'function';
export const hasFunctions =
  (...names: string[]) =>
  (value: unknown): boolean =>
    names.every((name) => isFunction(Object(value)[name]));
/** Whether a value is valid as the name of a header or cookie. */
export const isToken = (value: unknown) => isText(value, /^[\w!#$%&'*+.^`|~-]+$/);
const isHostName = (value: unknown) =>
  isText(value, /^([\w.-]+|\[[\da-f:]+\])$/i) &&
  parseUrl(`http://${value}`)?.hostname === value.toLowerCase();
/** An app's pages may have a scheme of their own, such as `capacitor:`, for which `URL` gives the origin `null`. */
const isOrigin = (value: unknown) =>
  isText(value, /^[a-z][a-z\d+.-]*:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?$/) &&
  ['null', value].includes(parseUrl(value)?.origin ?? '');
export const isSource = (value: unknown): boolean => {
  const { browser = isFunction, ip, network = isFunction } = Object(value);
  return [browser, ip, network].every(isFunction);
};

const number = (what: string, min: number, max: number, defaultValue: number): Rule<number> => ({
  defaultValue,
  allowed: `${what} from ${min}${max === Infinity ? ', or Infinity' : ` to ${max}`}`,
  fits: (value) => typeof value === 'number' && value >= min && value <= max,
});

export const wholeNumber = (min: number, max: number, defaultValue: number): Rule<number> => {
  const rule = number('a whole number', min, max, defaultValue);
  return { ...rule, fits: (value) => rule.fits(value) && (value === Infinity || Number.isInteger(value)) };
};

/** A function. Its parameters can't be checked before it is called. */
export const callback = <T>(what: string, defaultValue?: T): Rule<T> => ({
  ...(defaultValue !== undefined && { defaultValue }),
  allowed: `a function that ${what}`,
  fits: isFunction,
});

const object = <T>(allowed: string, fits: Rule<T>['fits']): Rule<T | null> => ({
  defaultValue: null,
  secret: true,
  allowed,
  fits,
});

const source = object<Source>('an object with a function ip, and perhaps network and browser', isSource);

const rules: Rules<CheckedOptions> = {
  baseUrl: {
    allowed: 'the http or https URL of the lookup service, without user name, query or fragment',
    fits: (value) => isText(value, /^https?:[^?#@]*$/) && !!parseUrl(value),
    normalise: (url) => withSlash(new URL(url).href),
    defaultWithSource: '',
    secret: true,
  },
  apiKey: {
    allowed: 'the API key: printable ASCII without spaces',
    fits: (value) => isText(value, /^[!-~]+$/),
    defaultWithSource: '',
    secret: true,
  },
  path: {
    defaultValue: '/origin/',
    allowed: 'the path that browsers request, such as /origin/',
    fits: (value) => typeof value === 'string' && parseUrl(value, 'http://host')?.pathname === value,
    normalise: withSlash,
  },
  allowedHosts: {
    defaultValue: [],
    allowed: 'an array of one or more host names without port, such as www.example.com',
    // An empty list would allow nobody, but the default allows anybody.
    fits: (value) => isList(value, isHostName, 1),
    normalise: (names) => names.map((name) => name.toLowerCase()),
  },
  allowedOrigins: {
    defaultValue: [],
    allowed: 'an array of origins, each as browsers write it, such as https://www.example.com',
    fits: (value) => isList(value, isOrigin),
    normalise: (origins) => [...origins],
  },
  overrideCookie: {
    defaultValue: '',
    allowed: 'the name of a cookie, such as visitor-country',
    fits: isToken,
  },
  maxAge: number('a number of seconds', 0, MAX, 1800),
  timeout: number('a number of milliseconds', 1, MAX, 3000),
  parseUserAgent: {
    defaultValue: true,
    allowed: 'true or false',
    fits: (value) => typeof value === 'boolean',
  },
  hourlyLimitPerVisitor: wholeNumber(1, Infinity, 300),
  hourlyLimit: wholeNumber(1, Infinity, Infinity),
  rateLimiter: callback('returns true, false or seconds', null),
  store: object('a store with get and set, such as a Keyv', hasFunctions('get', 'set')),
  cache: object('a web-standard Cache', hasFunctions('match', 'put')),
  source,
  fallbackSource: source,
  onEvent: callback('accepts an event', null),
  fetch: callback('returns what fetch returns', (...request) => fetch(...request)),
};

const SERVICE_ONLY =
  'baseUrl apiKey fetch store cache rateLimiter hourlyLimitPerVisitor hourlyLimit fallbackSource'.split(' ');
const EXCLUSIVE = [...SERVICE_ONLY.map((name) => [name, 'source'] as const), ['cache', 'store'] as const];

/** The options with defaults. Throws a `LookupError`. @param more Rules for options that this kind of relay has alone. */
export function checkOptions<More>(given: unknown, more: Rules<More>): CheckedOptions & More {
  if (!isObject(given))
    throw misconfigured('The relay has no options. Use an object such as { baseUrl, apiKey }.');
  const all: Record<string, Rule<unknown>> = { ...rules, ...more };
  const has = (name: string) => given[name] !== undefined;
  const [one, other] = EXCLUSIVE.find(([one, other]) => has(one) && given[other]) ?? [];
  if (one)
    throw misconfigured(`The relay's option "${one}" can't be combined with "${other}". Remove one of them.`);
  const known = Object.keys(all);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw misconfigured(`The relay has no option "${unknown.slice(0, 50)}". Use one of ${known.join(', ')}.`);
  const checked = Object.entries(all).map(([name, rule]) => {
    const { allowed, defaultValue, defaultWithSource = defaultValue, fits, normalise, secret } = rule;
    const found = given[name];
    if (fits(found)) return [name, normalise ? normalise(found) : found];
    const value = has('source') ? defaultWithSource : defaultValue;
    if (found === undefined && value !== undefined) return [name, value];
    const shown = found === undefined ? 'missing' : secret ? 'invalid' : show(found);
    throw misconfigured(`The relay's option "${name}" is ${shown}. Use ${allowed}.`);
  });
  return Object.fromEntries(checked);
}

function show(value: unknown): string {
  const textOf = (item: unknown) => (typeof item === 'string' ? JSON.stringify(item) : typeof item);
  if (typeof value === 'string') return `the text '${value.slice(0, 200)}'`;
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`.slice(0, 200);
  return Object(value) === value ? `a value of the type ${typeof value}` : String(value);
}

const misconfigured = (message: string, section = 'relay.md#options') =>
  new LookupError('misconfigured', `${message} See visitor-elements/docs/${section}.`);

/** The options of a source, without `undefined`. Throws a `LookupError`. @param kind What `fits` allows. */
export function checkSourceOptions<Checked extends object>(
  source: string,
  given: unknown,
  allowed: readonly string[],
  fits: (value: unknown) => boolean,
  kind: string,
): Checked {
  const options = Object.entries(isObject(given) ? given : {}).filter(([, value]) => value !== undefined);
  const [wrong] = options.find(([name, value]) => !allowed.includes(name) || !fits(value)) ?? [];
  if (options.length > 0 && wrong === undefined) return Object.fromEntries(options) as Checked;
  const found = wrong === undefined ? 'has no options' : `has an invalid option "${wrong.slice(0, 50)}"`;
  throw sourceError(
    `The source ${source} ${found}. Use an object with one or more of ${allowed.join(', ')}. Each is ${kind}.`,
  );
}

export const sourceError = (message: string) => misconfigured(message, 'relay.md#data-sources');
