import { parseObject } from '../model/json.js';
import { failedSnapshot, type IpData, type Snapshot } from '../model/types.js';
import { resolveUrl } from './document.js';

/** Page-wide settings; `OriginLookup` takes them too. From markup every value may be a string. */
export interface Settings {
  /** The URL of the lookup service or of a relay, absolute or relative to the document. Required. */
  baseUrl?: string | undefined;
  /**
   * The API key. Required unless `auth` is `none`.
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
  /**
   * Seconds that a result is fresh, across page loads. With 0, a result is used on its page only. Default: 1800.
   */
  maxAge?: number | undefined;
  /** Web storage for results and the visitor's choice: `session`, `local` or `none`. Default: `session`. */
  storage?: 'session' | 'local' | 'none' | undefined;
  /** Milliseconds one attempt may take. Default: 5000. */
  timeout?: number | undefined;
  /** Attempts after the first, for network failures and the statuses 502, 503 and 504 only. Default: 2. */
  retries?: number | undefined;
  /**
   * With `required`, no request is sent and nothing is stored until `grantConsent()`. Default: `not-required`.
   */
  consent?: 'required' | 'not-required' | undefined;
  /** Makes no lookups for crawlers. Default: true. */
  skipBots?: boolean | undefined;
  /**
   * With `time-zone`, a failed lookup is replaced by the country of the browser's time zone. Default: `none`.
   */
  guess?: 'time-zone' | 'none' | undefined;
  /**
   * The URL of the folder of flags, or a function from a country code to a flag's URL. If the function returns
   * nothing or throws, the flag is an emoji. Default: `flags/` beside the module or script.
   */
  flagsUrl?: string | ((code: string) => string | undefined) | undefined;
  /**
   * An IP data object that came with the page, such as `relay.answer` gives; in markup as JSON. IP lookups with the
   * page's own URL, key and `auth` use it in the first render and without a request, whatever the page's `params`. It
   * is fresh for `maxAge` from the moment that it is set, stored like any other result, and used only with consent.
   * Without `baseUrl` and `apiKey`, which are not required then, it holds for the page, isn't stored, and other
   * lookups are `misconfigured`. Broken JSON, a list or a text is reported on the console and counts as not given;
   * `null` and empty count as not given. A page's setting only: a lookup's own is ignored.
   *
   * `server-timing` reads the same from the page's own response header, which a server or CDN can add to a page that it
   * caches for everybody: `Server-Timing: visitor;desc="country=DE&region=DE-BE&city=M%C3%BCnchen&timeZone=Europe%2FBerlin"`.
   * The pairs are URL-encoded, with the names of the relay's `headers()`; a valid country is required. Browsers read it in
   * secure contexts and on localhost only. An invalid header is reported on the console and ignored. Default: none.
   */
  initialData?: IpData | 'server-timing' | null | undefined;
  /**
   * Named lists of countries for conditions (`data-country="@nordics"`), the select and `data-visitor-groups`, such as
   * `{ nordics: 'DK FI IS NO SE' }`: two-letter codes, as a text or a list; in markup as JSON. Each is added to what is
   * there. Names are compared without case. Default: `eu`, and `eea` (the EU, IS, LI and NO).
   */
  groups?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Honours `?visitor-country=DE&visitor-asn=64500…` in the page's address, for trying a page out. Default: false. */
  simulate?: boolean | undefined;
}

/** The settings that have a rule. `initialData` has none: it is data, or is ignored. */
type RuledSettings = Omit<Settings, 'initialData'>;

/** Settings with the defaults filled in. */
export type CompleteSettings = Required<{
  [K in keyof RuledSettings]: Exclude<RuledSettings[K], undefined>;
}>;

/** What settings say, and what is wrong with them. */
export interface ParsedSettings {
  /** Each setting's value, or its default if it is missing or wrong. */
  readonly values: CompleteSettings;
  /** Says, as a snapshot with a `misconfigured` error, which setting is missing: `initialData` can do without. */
  readonly missing?: Snapshot<never> | undefined;
  /** Says the same of the first setting that has a wrong value. */
  readonly mistake?: Snapshot<never> | undefined;
}

interface Rule<T> {
  readonly defaultValue: T;
  /** The allowed values, in words for a message. */
  readonly allowed: string;
  /** The typed value; `undefined` where it is not allowed. Values from markup are strings. */
  parse(value: unknown): T | undefined;
}

/** A value as text; of one that can't be converted, such as an object without a prototype, its type. */
const textOf = (value: unknown): string =>
  /string|number|boolean/.test(typeof value) ? String(value) : typeof value;

const wordRule = <const T extends string>(...words: [T, ...T[]]): Rule<T> => ({
  defaultValue: words[0],
  allowed: words.join(', '),
  parse: (value) => words.find((word) => word === value),
});
const booleanRule = (defaultValue: boolean): Rule<boolean> => ({
  defaultValue,
  allowed: 'true, false',
  parse: (value) =>
    value === '' || textOf(value) === 'true' ? true : textOf(value) === 'false' ? false : undefined,
});
const numberRule = (defaultValue: number, unit: string): Rule<number> => ({
  defaultValue,
  allowed: `a number of ${unit}, such as ${defaultValue}`,
  parse: (value) =>
    /^\d+(\.\d+)?$/.test(textOf(value)) && Number(value) < 2 ** 31 ? Number(value) : undefined,
});
const textRule = (allowed: string, isValid: (value: string) => unknown): Rule<string> => ({
  defaultValue: '',
  allowed,
  parse: (value) => (typeof value === 'string' && isValid(value) ? value : undefined),
});

/** Two-letter codes of countries, separated by spaces or commas. */
const codes = /^([\s,]*(?!uk|eu)[a-z]{2}\b)*[\s,]*$/i;

const rules: { readonly [K in keyof CompleteSettings]: Rule<CompleteSettings[K]> } = {
  baseUrl: textRule(
    'an http or https URL without user name, query or fragment',
    (value) => !value || /^https?:[^?#@]*$/.test(resolveUrl(value)?.href ?? ''),
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
  timeout: numberRule(5000, 'milliseconds'),
  retries: numberRule(2, 'retries (0 for none)'),
  consent: wordRule('not-required', 'required'),
  skipBots: booleanRule(true),
  guess: wordRule('none', 'time-zone'),
  flagsUrl: {
    defaultValue: '',
    allowed: 'a URL or a function',
    parse: (value) =>
      typeof value === 'function' || (typeof value === 'string' && (!value || resolveUrl(value)))
        ? (value as CompleteSettings['flagsUrl'])
        : undefined,
  },
  groups: {
    defaultValue: {},
    allowed: 'lists of country codes, by names without spaces',
    parse: (value) => {
      const groups = parseObject(value) as CompleteSettings['groups'] | undefined;
      const isList = (list: unknown) => codes.test([list].flat().map(textOf).join());
      const areNames = groups && Object.keys(groups).every((name) => /^[^\s,@!]+$/.test(name));
      return areNames && Object.values(groups).every(isList) ? groups : undefined;
    },
  },
  simulate: booleanRule(false),
};

/** Fills in defaults, and finds what is wrong. */
export function parseSettings(settings: Settings): ParsedSettings {
  const required = settings.auth === 'none' ? ['baseUrl'] : ['baseUrl', 'apiKey'];
  const values: Record<string, unknown> = {};
  let missing: Snapshot<never> | undefined;
  let mistake: Snapshot<never> | undefined;
  for (const [name, rule] of Object.entries<Rule<unknown>>(rules)) {
    const given = settings[name as keyof RuledSettings];
    const value = rule.parse(given ?? rule.defaultValue);
    values[name] = value ?? rule.defaultValue;
    if (value === undefined) mistake ??= misconfiguredSnapshot(name, given, rule);
    else if (value === '' && required.includes(name)) missing ??= misconfiguredSnapshot(name, given, rule);
  }
  return { values: values as unknown as CompleteSettings, missing, mistake };
}

function misconfiguredSnapshot(name: string, given: unknown, { allowed }: Rule<unknown>): Snapshot<never> {
  // The value may hold a key, which no message repeats.
  const isSecret = /url|key|params/i.test(name);
  const problem = !isSecret ? `is "${textOf(given)}"` : given ? 'is invalid' : 'is missing';
  return failedSnapshot('misconfigured', `The setting "${name}" ${problem}. Use ${allowed}.`);
}
