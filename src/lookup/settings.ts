import { isCrawler } from '../model/crawler.js';
import { failedSnapshot } from '../model/snapshot.js';
import type { IpData, LookupName, Snapshot } from '../model/types.js';
import { resolveUrl } from './document.js';

/** Page-wide settings; `OriginLookup` takes them too. From markup every value may be a string. */
export interface Settings {
  /**
   * The URL of the lookup service or of a relay, absolute or relative to the document. Required, unless `service`,
   * `initialData` or `guess` is set.
   */
  baseUrl?: string | undefined;
  /**
   * The API key. Required, unless `auth` is `none` or the service needs no key.
   *
   * **A key in a page is visible to anyone who opens the page, and origin restriction is enforced by browsers
   * only.** Restrict the key to your origins, throttle it, and use a relay for a key that must stay private.
   */
  apiKey?: string | undefined;
  /**
   * How the key is sent: `query` (`?key=…`, without a preflight), `header` (`Authorization: ApiKey …`, with a
   * preflight) or `none` (for a relay). Default: `query`.
   */
  auth?: 'query' | 'header' | 'none' | undefined;
  /** A query string added to every lookup, such as `fields=ip,location`. Default: empty. */
  params?: string | undefined;
  /** Seconds that a result is fresh, across page loads. With 0, a result is used only on its page. Default: 1800. */
  maxAge?: number | undefined;
  /** The storage area for results and the visitor's own country: `session`, `local` or `none`. Default: `session`. */
  storage?: 'session' | 'local' | 'none' | undefined;
  /**
   * The name of a first-party cookie that keeps the visitor's own country for a year, in place of web storage, so that the
   * server reads it too. Never written before consent or for a simulated visitor. Default: none.
   */
  overrideCookie?: string | undefined;
  /**
   * Turns the JSON of a service with another data format into this package's. It receives the frozen object of a successful
   * response and the lookup's name. The object that it returns is stored. If it throws or returns no object, the lookup
   * fails as `invalid-response`. JavaScript only. Default: none.
   */
  adapt?: ((data: Readonly<Record<string, unknown>>, lookup: LookupName) => object) | undefined;
  /** Milliseconds that one attempt may take, from 1. Default: 5000. */
  timeout?: number | undefined;
  /** The number of further attempts after a network failure or the status 502, 503 or 504. Default: 2. */
  retries?: number | undefined;
  /**
   * With `required`, no request is sent and nothing is stored until `grantConsent()`. Default: `not-required`.
   */
  consent?: 'required' | 'not-required' | undefined;
  /** Whether to skip lookups for crawlers. Default: true. */
  skipBots?: boolean | undefined;
  /**
   * With `time-zone`, the country of the browser's time zone replaces the data of a failed lookup, or all data if no
   * service is configured: then no request is sent, and nothing fails. Default: `none`.
   */
  guess?: 'time-zone' | 'none' | undefined;
  /**
   * The URL of the folder of flags, or a function from a country code to a flag's URL. If the function returns
   * nothing or throws, the flag is an emoji. Default: `flags/` beside the module or script.
   */
  flagsUrl?: string | ((code: string) => string | undefined) | undefined;
  /**
   * An IP data object that came with the page, such as the one that `relay.lookup` or `readServerTiming` returns; in markup
   * as JSON. IP lookups with the page's own URL, key and `auth` use it without a request. It is fresh for `maxAge` from the
   * moment that it is set, stored like any other result, and used only with consent.
   *
   * Without `baseUrl` and `apiKey`, which are not required then, it lasts as long as the page and isn't stored; other
   * lookups are `misconfigured`. An invalid value is reported on the console and ignored, `null` and an empty text in
   * silence. A lookup's own is ignored. Default: none.
   */
  initialData?: IpData | null | undefined;
  /**
   * Groups of countries and regions by name for conditions (`data-country="@nordics"`), the select and
   * `data-visitor-groups`, such as `{ nordics: 'DK FI IS NO SE', coast: 'US-CA US-OR US-WA' }`: ISO 3166 codes, as a text
   * or a list; in markup as JSON. Added to what is set. Names are case-insensitive. Default: `eu` and `eea`.
   */
  groups?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /**
   * The name of a ready service of `visitor-elements/services.js`, which must be loaded too. It sets `baseUrl`, `auth`,
   * `params` and how a response is read, unless you set these. `apiKey` is the service's own key. Default: none.
   */
  service?: 'cloudflare-trace' | 'ipinfo' | 'ipapi' | 'country-is' | undefined;
}

/** The settings that have a rule. `initialData` has none: it is data, and ignored if it is invalid. */
type RuledSettings = Omit<Settings, 'initialData'>;

export type CompleteSettings = Required<{
  [K in Exclude<keyof RuledSettings, 'service'>]: Exclude<RuledSettings[K], undefined>;
}> & { readonly service: string };

export interface ParsedSettings {
  /** Each setting's value, or its default if it is missing or wrong. */
  readonly values: CompleteSettings;
  /** A snapshot with a `misconfigured` error for a missing setting. With `initialData`, none is required. */
  readonly missing?: Snapshot<never> | undefined;
  readonly mistake?: Snapshot<never> | undefined;
}

export type Rule<T> = readonly [
  defaultValue: T,
  /** The allowed values, in words, for a message. */
  allowed: string,
  /** The typed value; `undefined` if it isn't allowed. Values from markup are strings. */
  parse: (value: unknown) => T | undefined,
  /** The part of a wrong value to name in a message. Default: the value. */
  wrongPart?: (value: unknown) => string | undefined,
];

/** A value as text. For one that can't be converted, such as an object without a prototype, its type. */
export const textOf = (value: unknown): string =>
  /string|number|boolean/.test(typeof value) ? String(value) : typeof value;

export const wordRule = <const T extends string>(...words: [T, ...T[]]): Rule<T> => [
  words[0],
  `one of ${words.join(', ')}`,
  (value) => words.find((word) => word === value),
];
const numberRule = (defaultValue: number, unit: string, least = 0): Rule<number> => [
  defaultValue,
  `a number of ${unit}, such as ${defaultValue}`,
  (value) =>
    /^\d+(\.\d+)?$/.test(textOf(value)) && Number(value) >= least && Number(value) < 2 ** 31
      ? Number(value)
      : undefined,
];
export const textRule = (allowed: string, isValid: (value: string) => unknown): Rule<string> => [
  '',
  allowed,
  (value) => (typeof value === 'string' && isValid(value) ? value : undefined),
];

export const sameData: CompleteSettings['adapt'] = (data) => data;

type Rules = { readonly [K in keyof CompleteSettings]?: Rule<CompleteSettings[K]> };

/** The rules of the settings that lookups apply. */
export const lookupRules: Rules = {
  baseUrl: textRule(
    'an http or https URL without user name, query or fragment',
    (value) => !value || /^https?:\/\/[^/?#@]*\/[^?#]*$/.test(resolveUrl(value)?.href ?? ''),
  ),
  apiKey: textRule('an ASCII key, set together with baseUrl, or auth none', (value) =>
    /^[!-~]*$/.test(value),
  ),
  auth: wordRule('query', 'header', 'none'),
  params: textRule(
    'a query string without key',
    (value) => !new URLSearchParams(value.replace(/^\?+/, '')).has('key'),
  ),
  maxAge: numberRule(1800, 'seconds'),
  storage: wordRule('session', 'local', 'none'),
  adapt: [
    sameData,
    'a function',
    (value) => (typeof value === 'function' ? (value as CompleteSettings['adapt']) : undefined),
  ],
  timeout: numberRule(5000, 'milliseconds from 1', 1),
  retries: numberRule(2, 'retries from 0'),
  consent: wordRule('not-required', 'required'),
  skipBots: [
    true,
    'true or false',
    (value) => (['', 'true'].includes(textOf(value)) ? true : textOf(value) === 'false' ? false : undefined),
  ],
  service: textRule('the name of a service', (value) => /^[\w-]*$/.test(value)),
};

/** The rules of all settings that this page's modules apply. Another object after each addition. */
export let rules = lookupRules;

/** Adds the rules of settings that only the calling module applies. */
export function addRules(more: Rules): void {
  rules = { ...rules, ...more };
}

/** Whether the visitor is a crawler, and the setting `skipBots` is true. */
export const isSkipped = ({ skipBots }: Pick<CompleteSettings, 'skipBots'>): boolean =>
  skipBots && isCrawler(globalThis.navigator?.userAgent);

export function parseSettings(settings: Settings): ParsedSettings {
  const values: Record<string, unknown> = {};
  let missing: Snapshot<never> | undefined;
  let mistake: Snapshot<never> | undefined;
  for (const [name, rule] of Object.entries<Rule<unknown>>(rules)) {
    const [defaultValue, , parse] = rule;
    const given = settings[name as keyof RuledSettings];
    const value = given == null ? defaultValue : parse(given);
    values[name] = value ?? defaultValue;
    const isRequired = name === 'baseUrl' || (name === 'apiKey' && settings.auth !== 'none');
    if (value === undefined) mistake ??= misconfiguredSnapshot(name, given, rule);
    else if (isRequired && !value) missing ??= misconfiguredSnapshot(name, given, rule);
  }
  return { values: values as unknown as CompleteSettings, missing, mistake };
}

function misconfiguredSnapshot(
  name: string,
  given: unknown,
  [, allowed, , wrongPart = textOf]: Rule<unknown>,
): Snapshot<never> {
  // No message repeats a value that may contain a key: in `auth` by mistake, such as `ApiKey` and the key.
  const isSecret = /url|key|params/i.test(name) || (name === 'auth' && /\W|.{8}/.test(textOf(given)));
  const problem = !isSecret ? `is "${wrongPart(given)}"` : given ? 'is invalid' : 'is missing';
  const stripped =
    name === 'baseUrl' && !given
      ? ' If the script’s tag has it, its attributes were stripped: call configure().'
      : '';
  return failedSnapshot('misconfigured', `The setting "${name}" ${problem}. Use ${allowed}.${stripped}`);
}
