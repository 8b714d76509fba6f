import { isObject } from '../model/json.js';
import type { AnswerCache, AnswerStore, RelayOptions, Source } from './options.js';
import {
  booleanRule,
  checkByRules,
  functionRule,
  isToken,
  methodsRule,
  misconfiguredError,
  nonEmptyRule,
  numberRule,
  type Rules,
  textListRule,
  textRule,
  wholeNumberRule,
} from './rules.js';

/** Checked options with defaults. `baseUrl` and `path` end with a slash. */
export interface CheckedOptions {
  baseUrl: string;
  apiKey: string;
  path: string;
  /** In lower case. Empty for any. */
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
  /** Empty for none. */
  overrideCookie: string;
  maxAge: number;
  timeout: number;
  parseUserAgent: boolean;
  hourlyLimitPerVisitor: number;
  hourlyLimit: number;
  rateLimiter: NonNullable<RelayOptions['rateLimiter']> | null;
  store: AnswerStore | null;
  cache: AnswerCache | null;
  source: Source | null;
  fallbackSource: Source | null;
  onEvent: NonNullable<RelayOptions['onEvent']> | null;
  fetch: typeof fetch;
}

const url = (address: string) => (URL.canParse(address) ? new URL(address) : undefined);
const slashed = (address: string) => address.replace(/\/?$/, '/');

/** An origin in the spelling that browsers use. */
const origin = (value: string) =>
  /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?$/.test(value) && url(value)?.origin === value
    ? value
    : undefined;

/** A host name or IP address in lower case. */
function hostName(value: string): string | undefined {
  const name = value.toLowerCase();
  return /^([\w.-]+|\[[\da-f:]+\])$/.test(name) && url(`http://${name}`)?.hostname === name
    ? name
    : undefined;
}

const aSource = methodsRule<Source>(
  'an object with a function ip, and perhaps network and browser',
  ['ip'],
  ['network', 'browser'],
);

const rules: Rules<CheckedOptions> = {
  baseUrl: {
    ...textRule(
      'the http or https URL of the lookup service, without user name, query or fragment',
      (value) => /^https?:[^?#@]*$/.test(value) && URL.canParse(value) && slashed(new URL(value).href),
    ),
    secret: true,
  },
  apiKey: {
    ...textRule('the API key: printable ASCII without spaces', (value) => /^[!-~]+$/.test(value) && value),
    secret: true,
  },
  path: {
    ...textRule(
      'the path that browsers request, such as /origin/',
      (value) => url(`http://host${value}`)?.pathname === value && slashed(value),
    ),
    defaultValue: '/origin/',
  },
  allowedHosts: nonEmptyRule(
    textListRule('an array of one or more host names without port, such as www.example.com', hostName, []),
  ),
  allowedOrigins: textListRule(
    'an array of origins, each as browsers write it, such as https://www.example.com',
    origin,
    [],
  ),
  overrideCookie: {
    ...textRule('the name of a cookie, such as visitor-country', (value) => isToken(value) && value),
    defaultValue: '',
  },
  maxAge: numberRule(1800, 0),
  timeout: numberRule(5000, 1),
  parseUserAgent: booleanRule(true),
  hourlyLimitPerVisitor: wholeNumberRule(300, 1, Infinity),
  hourlyLimit: wholeNumberRule(Infinity, 1, Infinity),
  rateLimiter: functionRule('returns true, false or seconds', null),
  store: methodsRule('a store with get and set, such as a Keyv', ['get', 'set']),
  cache: methodsRule('a web-standard Cache', ['match', 'put']),
  source: aSource,
  fallbackSource: aSource,
  onEvent: functionRule('accepts an event', null),
  fetch: functionRule('returns what fetch returns', (...request) => fetch(...request)),
};

/** The options for the lookup service, which are not allowed beside a source. */
const ABOUT_SERVICE =
  'baseUrl apiKey fetch store cache rateLimiter hourlyLimitPerVisitor hourlyLimit fallbackSource'.split(' ');

/**
 * Checks the options of a relay, and fills in the defaults.
 *
 * @param more Rules for further options of this kind of relay.
 * @throws {LookupError} `misconfigured`, naming the option, its value and what is allowed.
 */
export function checkOptions<More>(options: unknown, more: Rules<More>): CheckedOptions & More {
  const given = isObject(options) ? options : {};
  const has = (name: string) => given[name] !== undefined;
  const misplaced = has('source') && ABOUT_SERVICE.find(has);
  if (misplaced)
    throw misconfiguredError(
      `The relay's option "${misplaced}" has no use beside "source". Remove one of them.`,
    );
  if (has('cache') && has('store'))
    throw misconfiguredError(`The relay's option "cache" has no use beside "store". Remove one of them.`);
  const adapted = {
    ...(has('source') && {
      baseUrl: { ...rules.baseUrl, defaultValue: '' },
      apiKey: { ...rules.apiKey, defaultValue: '' },
    }),
    // Both the service and the fallback must respond within the time that a page waits.
    ...(has('fallbackSource') && { timeout: { ...rules.timeout, defaultValue: 2000 } }),
  };
  return checkByRules<CheckedOptions & More>(
    { ...rules, ...more, ...adapted } as Rules<CheckedOptions & More>,
    options,
  );
}
