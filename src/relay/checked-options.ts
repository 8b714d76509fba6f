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
  /** The typed value. `undefined` if it is not allowed. */
  parse(value: unknown): T | undefined;
  /** Without a default, the option is required. */
  defaultValue?: T;
  /** Whether the value may contain a secret, so that messages never repeat it. */
  secret?: true;
}

type Rules<Options> = { readonly [Name in keyof Options]: Rule<Options[Name]> };

const MAX = 2 ** 31 - 1;

export const parseUrl = (text: string, base?: string): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined;
const withSlash = (url: string) => url.replace(/\/?$/, '/');
const isFunction = (value: unknown) => typeof value === 'function';

const text = (
  allowed: string,
  parse: (value: string) => string | false | undefined,
  more: Pick<Rule<string>, 'defaultValue' | 'secret'>,
): Rule<string> => ({
  ...more,
  allowed,
  parse: (value) => (typeof value === 'string' && parse(value)) || undefined,
});

const number = (what: string, min: number, max: number, defaultValue: number): Rule<number> => ({
  defaultValue,
  allowed: `${what} from ${min}${max === Infinity ? ', or Infinity' : ` to ${max}`}`,
  parse: (value) => (typeof value === 'number' && value >= min && value <= max ? value : undefined),
});

export const wholeNumber = (min: number, max: number, defaultValue: number): Rule<number> => {
  const rule = number('a whole number', min, max, defaultValue);
  return {
    ...rule,
    parse: (value) => (value === Infinity || Number.isInteger(value) ? rule.parse(value) : undefined),
  };
};

/** A function. Its parameters can't be checked before it is called. */
export const callback = <T>(what: string, defaultValue?: T): Rule<T> => ({
  ...(defaultValue !== undefined && { defaultValue }),
  allowed: `a function that ${what}`,
  parse: (value) => (isFunction(value) ? (value as T) : undefined),
});

const object = <T>(allowed: string, fits: (value: Record<string, unknown>) => boolean): Rule<T | null> => ({
  defaultValue: null,
  secret: true,
  allowed,
  parse: (value) => (fits(Object(value)) ? (value as T) : undefined),
});

const list = (
  allowed: string,
  min: number,
  parse: (value: string) => string | false,
): Rule<readonly string[]> => ({
  defaultValue: [],
  allowed,
  parse: (value) => {
    if (!Array.isArray(value) || value.length < min) return undefined;
    const parsed = Array.from(value, (item) => typeof item === 'string' && parse(item));
    return parsed.every((item) => typeof item === 'string') ? parsed : undefined;
  },
});

const hostName = (value: string) => {
  const name = value.toLowerCase();
  return /^([\w.-]+|\[[\da-f:]+\])$/.test(name) && parseUrl(`http://${name}`)?.hostname === name && name;
};

export const isSource = (value: unknown): boolean => {
  const { browser = isFunction, ip, network = isFunction } = Object(value);
  return [browser, ip, network].every(isFunction);
};

const source = object<Source>('an object with a function ip, and perhaps network and browser', isSource);

const rules: Rules<CheckedOptions> = {
  baseUrl: text(
    'the http or https URL of the lookup service, without user name, query or fragment',
    (value) => /^https?:[^?#@]*$/.test(value) && URL.canParse(value) && withSlash(new URL(value).href),
    { secret: true },
  ),
  apiKey: text('the API key: printable ASCII without spaces', (value) => /^[!-~]+$/.test(value) && value, {
    secret: true,
  }),
  path: text(
    'the path that browsers request, such as /origin/',
    (value) => parseUrl(value, 'http://host')?.pathname === value && withSlash(value),
    { defaultValue: '/origin/' },
  ),
  // An empty list would allow nobody, but the default allows anybody.
  allowedHosts: list('an array of one or more host names without port, such as www.example.com', 1, hostName),
  allowedOrigins: list(
    'an array of origins, each as browsers write it, such as https://www.example.com',
    0,
    (value) =>
      /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?$/.test(value) && parseUrl(value)?.origin === value && value,
  ),
  overrideCookie: text('the name of a cookie, such as visitor-country', (value) => isToken(value) && value, {
    defaultValue: '',
  }),
  maxAge: number('a number of seconds', 0, MAX, 1800),
  timeout: number('a number of milliseconds', 1, MAX, 3000),
  parseUserAgent: {
    defaultValue: true,
    allowed: 'true or false',
    parse: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  hourlyLimitPerVisitor: wholeNumber(1, Infinity, 300),
  hourlyLimit: wholeNumber(1, Infinity, Infinity),
  rateLimiter: callback('returns true, false or seconds', null),
  store: object('a store with get and set, such as a Keyv', ({ get, set }) => [get, set].every(isFunction)),
  cache: object('a web-standard Cache', ({ match, put }) => [match, put].every(isFunction)),
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
  const checked = Object.entries(all).map(([name, { allowed, defaultValue, parse, secret }]) => {
    const found = given[name];
    const isSpared = has('source') && (name === 'baseUrl' || name === 'apiKey');
    const value = found !== undefined ? parse(found) : isSpared ? '' : defaultValue;
    if (value !== undefined) return [name, value];
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

/** Whether a value is valid as the name of a header or cookie. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value);

/** The options of a source, without `undefined`. Throws a `LookupError`. @param kind What `fits` allows. */
export function checkSourceOptions<Checked extends object>(
  source: string,
  given: unknown,
  allowed: readonly string[],
  fits: (value: unknown) => boolean,
  kind: string,
): Checked {
  const entries = Object.entries(isObject(given) ? given : {}).filter(([, value]) => value !== undefined);
  const names = allowed.join(', ');
  if (entries.length === 0)
    throw sourceError(`The source ${source} has no options. Use an object with one or more of ${names}.`);
  for (const [name, value] of entries) {
    if (!allowed.includes(name))
      throw sourceError(`The source ${source} has no option "${name.slice(0, 50)}". Use one of ${names}.`);
    if (!fits(value)) throw sourceError(`The source ${source} has an invalid "${name}". Use ${kind}.`);
  }
  return Object.fromEntries(entries) as Checked;
}

export const sourceError = (message: string) => misconfigured(message, 'relay.md#data-sources');
