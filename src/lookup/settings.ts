import { LookupError } from '../model/error.js';
import { parseObject } from '../model/json.js';
import { type Answer, type IpData, idle, type Snapshot } from '../model/types.js';
import { absolute } from './document.js';

/** Page-wide settings; `OriginLookup` takes them too. From markup every value may be a string. */
export interface Settings {
  /** The address of the lookup service or of a relay, absolute or relative to the document. Required. */
  baseUrl?: string | undefined;
  /**
   * The API key. Required unless `auth` is `none`.
   *
   * **A key in a page is visible to anyone who opens the page, and origin restriction is enforced by browsers
   * only.** Restrict the key to your origins, throttle it, and use a relay for a key that must stay private.
   */
  apiKey?: string | undefined;
  /**
   * Where the key is sent: `query` (`?key=…`, no preflight; the default), `header` (`Authorization: ApiKey …`: the key
   * stays out of the URL, at the price of a preflight) or `none` (for a relay). Specification: Authentication, 1.
   */
  auth?: 'query' | 'header' | 'none' | undefined;
  /** A query string added to every lookup, such as `fields=ip,location`. Default: empty. */
  params?: string | undefined;
  /** Seconds a result is reused across page loads; 0: never, though one page still shares one request. Default: 1800. */
  maxAge?: number | undefined;
  /** Where results are kept between page loads: `session` (default), `local` or `none`. */
  storage?: 'session' | 'local' | 'none' | undefined;
  /** Milliseconds one attempt may take. Default: 5000. */
  timeout?: number | undefined;
  /** Attempts after the first, for network failures and the statuses 502, 503 and 504 only. Default: 2. */
  retries?: number | undefined;
  /** `required`: nothing is requested and nothing stored until `grantConsent()`. Default: `not-required`. */
  consent?: 'required' | 'not-required' | undefined;
  /** Makes no lookups for crawlers. Default: true. */
  skipBots?: boolean | undefined;
  /** `time-zone`: when the lookup fails, guess the country from the browser's time zone. Default: `none`. */
  fallback?: 'time-zone' | 'none' | undefined;
  /**
   * Where the flag files are served from, or a function from a country's two capitals to its flag's address; where that
   * gives nothing or throws, the flag is an emoji. Default: `flags/` beside the module or script.
   */
  flagsUrl?: string | ((code: string) => string | undefined) | undefined;
  /**
   * An IP data object that came with the page, such as `relay.answer` gives; in markup as JSON. It answers IP lookups that
   * have the page's own address, key and `auth`, whatever the page's `params`, without a request and in the first render:
   * as an answer that came when it was set, fresh for `maxAge`, stored like any other, and only with consent. Without
   * `baseUrl` and `apiKey`, which are not required then, it holds for the page, isn't stored, and other lookups are
   * `misconfigured`. Broken JSON, a list or a text is reported on the console and counts as not given; `null` and empty
   * count as not given. A page's setting only: a lookup's own is ignored. Default: none.
   */
  initialData?: IpData | null | undefined;
  /**
   * Named lists of countries for conditions (`data-country="@nordics"`), the select and `data-visitor-groups`, such as
   * `{ nordics: 'DK FI IS NO SE' }`: two-letter codes, as a text or a list; in markup as JSON. Each is added to what is
   * there. Names are compared without case. Default: `eu`, and `eea` (the EU, IS, LI and NO).
   */
  groups?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Honours `?visitor-country=DE&visitor-asn=64500…` in the page's address, for trying a page out. Default: false. */
  simulate?: boolean | undefined;
}

/** The settings that have a rule. `initialData` has none: it is an answer, or counts as not given. */
type RuledSettings = Omit<Settings, 'initialData'>;

type Complete = Required<{ [K in keyof RuledSettings]: Exclude<RuledSettings[K], undefined> }>;

/** Settings that were checked, with the defaults filled in. */
export interface CheckedSettings extends Complete {
  /** The `initialData` of the page, where it answers this lookup. */
  readonly answer: Answer | undefined;
  /** The same as a snapshot, where there is no service to ask. */
  readonly known?: Snapshot | undefined;
}

interface Rule<T> {
  /** The default. */
  readonly initial: T;
  /** The allowed values, in words for a message. */
  readonly allowed: string;
  /** The typed value; `undefined` where it is not allowed. Values from markup are strings. */
  parse(value: unknown): T | undefined;
}

/** A value as text; of one that can't be converted, such as an object without a prototype, its type. */
const textOf = (value: unknown): string =>
  /string|number|boolean/.test(typeof value) ? String(value) : typeof value;

const oneOf = <const T extends string>(...words: [T, ...T[]]): Rule<T> => ({
  initial: words[0],
  allowed: words.join(', '),
  parse: (value) => words.find((word) => word === value),
});
const flag = (initial: boolean): Rule<boolean> => ({
  initial,
  allowed: 'true, false',
  parse: (value) =>
    value === '' || textOf(value) === 'true' ? true : textOf(value) === 'false' ? false : undefined,
});
const amount = (initial: number): Rule<number> => ({
  initial,
  allowed: 'a number from 0 to 2147483647',
  parse: (value) =>
    /^\d+(\.\d+)?$/.test(textOf(value)) && Number(value) < 2 ** 31 ? Number(value) : undefined,
});
const text = (allowed: string, accepts: (value: string) => unknown): Rule<string> => ({
  initial: '',
  allowed,
  parse: (value) => (typeof value === 'string' && accepts(value) ? value : undefined),
});

/** Two-letter codes of countries, separated by spaces or commas. */
const codes = /^([\s,]*(?!uk|eu)[a-z]{2}\b)*[\s,]*$/i;

const rules: { readonly [K in keyof Complete]: Rule<Complete[K]> } = {
  baseUrl: text(
    'an http or https address without user name, query or fragment',
    (value) => !value || /^https?:[^?#@]*$/.test(absolute(value)?.href ?? ''),
  ),
  apiKey: text('a key (printable ASCII without spaces) beside its baseUrl, unless auth is none', (value) =>
    /^[!-~]*$/.test(value),
  ),
  auth: oneOf('query', 'header', 'none'),
  params: text(
    'a query string without key',
    (value) => !new URLSearchParams(value.replace(/^\?+/, '')).has('key'),
  ),
  maxAge: amount(1800),
  storage: oneOf('session', 'local', 'none'),
  timeout: amount(5000),
  retries: amount(2),
  consent: oneOf('not-required', 'required'),
  skipBots: flag(true),
  fallback: oneOf('none', 'time-zone'),
  flagsUrl: {
    initial: '',
    allowed: 'an address or a function',
    parse: (value) =>
      typeof value === 'function' || (typeof value === 'string' && (!value || absolute(value)))
        ? (value as CheckedSettings['flagsUrl'])
        : undefined,
  },
  groups: {
    initial: {},
    allowed: 'lists of two-letter country codes by names without spaces',
    parse: (value) => {
      const groups = parseObject(value) as Complete['groups'] | undefined;
      const isList = (list: unknown) => codes.test([list].flat().map(textOf).join());
      const areNames = groups && Object.keys(groups).every((name) => /^[^\s,@!]+$/.test(name));
      return areNames && Object.values(groups).every(isList) ? groups : undefined;
    },
  },
  simulate: flag(false),
};

/** The value of one setting, or its default where it is missing or wrong. */
export function setting<K extends keyof Complete>(settings: Settings, name: K): Complete[K] {
  return rules[name].parse(settings[name]) ?? rules[name].initial;
}

/**
 * Settings with the defaults filled in; or a `misconfigured` error, which names the first that is missing or wrong. With an
 * answer that came with the page, `baseUrl` and `apiKey` may be missing.
 */
export function checkSettings(settings: Settings, answer?: Answer): CheckedSettings | LookupError {
  const needed = settings.auth === 'none' ? ['baseUrl'] : ['baseUrl', 'apiKey'];
  const checked: Record<string, unknown> = { answer };
  for (const [name, { initial, allowed, parse }] of Object.entries<Rule<unknown>>(rules)) {
    const found = settings[name as keyof RuledSettings];
    const value = parse(found ?? initial);
    checked[name] = value;
    if (value !== undefined && (value !== '' || !needed.includes(name))) continue;
    if (value === '' && answer) {
      checked.known = Object.freeze({ ...idle, data: answer.data, updatedAt: answer.at });
      continue;
    }
    // The value may hold a key, which no message repeats.
    const isSecret = /url|key|params/i.test(name);
    const problem = !isSecret ? `is "${textOf(found)}"` : found ? 'is wrong' : 'is missing';
    return new LookupError('misconfigured', `The setting ${name} ${problem}; it must be ${allowed}.`);
  }
  return checked as unknown as CheckedSettings;
}
