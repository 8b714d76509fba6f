import { ofDocument } from './document.js';
import { LookupError } from './error.js';

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
   * How the key travels: `query` (`?key=…`, no preflight; the default), `header` (`Authorization: ApiKey …`: the key
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
  /** Honours `?visitor-country=DE&visitor-asn=64500…` in the page's address, for trying a page out. Default: false. */
  simulate?: boolean | undefined;
}

/** Settings that were checked, with the defaults filled in. */
export type CheckedSettings = Required<{ [K in keyof Settings]: Exclude<Settings[K], undefined> }>;

interface Rule<T> {
  initial: T;
  allowed: string;
  /** The value, typed; `undefined` where it is not allowed. */
  parse(value: unknown): T | undefined;
  /** It may hold a secret, so a message never repeats what was found. */
  unspoken?: boolean;
}

/** What was found, for a message; not every value can be made a text. */
const textOf = (value: unknown) =>
  /string|number|boolean/.test(typeof value) ? String(value) : typeof value;

const oneOf = <const T extends string>(initial: T, ...others: T[]): Rule<T> => ({
  initial,
  allowed: [initial, ...others].join(', '),
  parse: (value) => [initial, ...others].find((allowed) => allowed === value),
});
const flag = (initial: boolean): Rule<boolean> => ({
  initial,
  allowed: 'true, false',
  parse: (value) =>
    ([true, 'true', ''] as unknown[]).includes(value) || (textOf(value) === 'false' ? false : undefined),
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
  unspoken: true,
});

/**
 * An absolute URL, by default resolved against the document or, in a worker, its script; `undefined` for what is none.
 */
export function absolute(
  address: string,
  base: string | undefined = ofDocument('baseURI') ?? globalThis.location?.href,
): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

type FlagAddress = (code: string) => string | undefined;
const flags: Rule<string | FlagAddress> = text(
  'an address or a function',
  (value) => !value || absolute(value),
);
const rules: { [K in keyof CheckedSettings]: Rule<CheckedSettings[K]> } = {
  baseUrl: text('an http or https address without user name, query or fragment', (value) =>
    /^https?:[^?#@]*$/.test((value && absolute(value)?.href) ?? ''),
  ),
  apiKey: text('a key (printable ASCII without spaces), unless auth is none', (value) =>
    /^[!-~]*$/.test(value),
  ),
  auth: oneOf('query', 'header', 'none'),
  params: text('a query string without key', (value) => !new URLSearchParams(value).has('key')),
  maxAge: amount(1800),
  storage: oneOf('session', 'local', 'none'),
  timeout: amount(5000),
  retries: amount(2),
  consent: oneOf('not-required', 'required'),
  skipBots: flag(true),
  fallback: oneOf('none', 'time-zone'),
  flagsUrl: {
    ...flags,
    parse: (value) => (typeof value === 'function' ? (value as FlagAddress) : flags.parse(value)),
  },
  simulate: flag(false),
};

/** The value of one setting, or its default where it is missing or wrong. */
export function setting<K extends keyof Settings>(settings: Settings, name: K): CheckedSettings[K] {
  return rules[name].parse(settings[name]) ?? rules[name].initial;
}

/**
 * Checks settings and fills in the defaults.
 *
 * @throws {LookupError} `misconfigured`, naming the setting, what was found and what is allowed.
 */
export function checkSettings(settings: Settings): CheckedSettings {
  const check = (name: keyof Settings) => {
    const { allowed, initial, parse, unspoken } = rules[name];
    const found = settings[name] ?? undefined;
    const needed = name === 'baseUrl' || (name === 'apiKey' && settings.auth !== 'none');
    const value = found === undefined ? initial : parse(found);
    if (value !== undefined && !(needed && value === '')) return [name, value];
    const instead = !found && needed ? 'is missing' : unspoken ? 'is wrong' : `is "${textOf(found)}"`;
    throw new LookupError('misconfigured', `The setting ${name} ${instead}; it must be ${allowed}.`);
  };
  return Object.fromEntries((Object.keys(rules) as (keyof Settings)[]).map(check));
}
