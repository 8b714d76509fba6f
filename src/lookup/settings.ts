/** What each setting may be, and how settings are merged: those of a ready service under the page's, a lookup's own over all. */
import { isCrawler } from '../model/crawler.js';
import { isObject } from '../model/json.js';
import { failedSnapshot } from '../model/snapshot.js';
import type { CompleteSettings, LookupName, RuledSettings, Settings, Snapshot } from '../model/types.js';
import { resolveUrl, withSlash } from './document.js';
import { extensions } from './extensions.js';

/** Whether the visitor is a crawler, and the setting `skipBots` is true. */
export const isSkipped = ({ skipBots }: Pick<CompleteSettings, 'skipBots'>): boolean =>
  skipBots && isCrawler(globalThis.navigator?.userAgent);

interface ParsedSettings {
  /** Each setting's value, or its default if it is missing or wrong. */
  readonly values: CompleteSettings;
  /** A snapshot with a `misconfigured` error for a missing setting. With `initialData`, none is required. */
  readonly missing?: Snapshot<never> | undefined;
  readonly mistake?: Snapshot<never> | undefined;
}

type Rule<T> = readonly [
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
const lookupRules: Rules = {
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
let rules = lookupRules;

/** Adds the rules of settings that only the calling module applies. */
export function addRules(more: Rules): void {
  rules = { ...rules, ...more };
}

/** The names of all settings, or of those that lookups apply. */
export const settingNames = (isOfLookups = false): string[] => [
  ...Object.keys(isOfLookups ? lookupRules : rules),
  'initialData',
  'flagsUrl',
];

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

/** A ready service of `src/services.ts`: its requests, and how its response is read. */
export interface Service {
  readonly name: string;
  readonly lookups: readonly LookupName[];
  /** The query parameter of its key, such as `token`. */
  readonly keyParameter?: string | undefined;
  /** Settings with those of the service under them, or what is wrong with them. Nothing is added to its `baseUrl`. */
  complete(settings: Settings): Settings | string;
  /** The text of a successful response as our data. A throw, or what is no object, is an invalid response. */
  read(text: string, lookup: LookupName): unknown;
}

const serviceNamed = (name: string | undefined): Service | undefined =>
  name
    ? extensions('service').findLast((item): item is Service => isObject(item) && item['name'] === name)
    : undefined;

/** To whom a key belongs: an origin, or a service by its name. */
export const keyOwnerOf = ({ baseUrl, service }: Settings) => resolveUrl(baseUrl)?.origin ?? service;

const withoutEmpty = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null));

/** A change merged over settings, its URLs made absolute. With `dropsKey`, another origin or service has no key but its own. */
export function mergeSettings(settings: Settings, change: Settings, dropsKey: boolean): Settings {
  const merged = { ...settings, ...change };
  for (const name of ['baseUrl', 'flagsUrl'] as const) {
    const url = resolveUrl(merged[name]);
    if (url) merged[name] = url.href;
  }
  const hasMoved = keyOwnerOf(merged) !== keyOwnerOf(settings);
  if (dropsKey && hasMoved && !('apiKey' in change)) merged.apiKey = undefined;
  return merged;
}

interface LookupSettings extends ParsedSettings {
  /** The page's settings and the rules that they are made from. */
  readonly page: Settings;
  readonly rules: object;
  readonly service: Service | undefined;
}

/** Where a lookup goes, to be compared: the URL of its service, its parameters and its key. */
export const destination = ({ baseUrl, auth, params, apiKey }: CompleteSettings): string =>
  JSON.stringify([withSlash(baseUrl), params, auth, auth !== 'none' && apiKey]);

/** For a lookup that overrides no setting. Always the same object, because merged settings are cached by it. */
export const noOwnSettings: Settings = {};

const known = new WeakMap<Settings, LookupSettings>();

/** A lookup's own settings over the page's, whose key isn't sent elsewhere. Cached until the page's settings change. */
export function lookupSettings(page: Settings, own: Settings): LookupSettings {
  const name = own.service ?? (own.baseUrl ? undefined : page.service);
  const service = serviceNamed(name);
  const last = known.get(own);
  if (last?.page === page && last.service === service && last.rules === rules) return last;
  const given = withoutEmpty(own);
  // A URL that was resolved before stays the same, whatever the document's base is now.
  if (given.baseUrl && last) given.baseUrl = last.values.baseUrl || given.baseUrl;
  const completed = service?.complete(withoutEmpty({ ...(!own.service && page), ...given })) ?? given;
  const isWrong = typeof completed === 'string';
  const { values, missing, mistake } = parseSettings(mergeSettings(page, isWrong ? given : completed, true));
  const settings = {
    values,
    missing:
      name && !service && values.service === name
        ? failedSnapshot(
            'misconfigured',
            `The setting "service" is "${name}". Load visitor-elements/services.js, and use one of cloudflare-trace, ipinfo, ipapi, country-is.`,
          )
        : missing,
    mistake: isWrong ? failedSnapshot('misconfigured', completed) : mistake,
    page,
    rules,
    service,
  };
  known.set(own, settings);
  return settings;
}
