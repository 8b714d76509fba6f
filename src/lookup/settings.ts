import { ofDocument } from './document.js';

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

/** What a setting is where nothing is set, and what it may be: the value, typed, or `undefined` where it is not allowed. */
interface Rule<T> {
  readonly initial: T;
  parse(value: unknown): T | undefined;
}

/** What was found; not every value can be made a text. */
export const textOf = (value: unknown): string =>
  /string|number|boolean/.test(typeof value) ? String(value) : typeof value;

const oneOf = <const T extends string>(initial: T, ...others: T[]): Rule<T> => ({
  initial,
  parse: (value) => [initial, ...others].find((allowed) => allowed === value),
});
const flag = (initial: boolean): Rule<boolean> => ({
  initial,
  parse: (value) =>
    ([true, 'true', ''] as unknown[]).includes(value) || (textOf(value) === 'false' ? false : undefined),
});
const amount = (initial: number): Rule<number> => ({
  initial,
  parse: (value) =>
    /^\d+(\.\d+)?$/.test(textOf(value)) && Number(value) < 2 ** 31 ? Number(value) : undefined,
});
const text = (accepts: (value: string) => unknown): Rule<string> => ({
  initial: '',
  parse: (value) => (typeof value === 'string' && accepts(value) ? value : undefined),
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

const rules: { [K in keyof CheckedSettings]: Rule<CheckedSettings[K]> } = {
  baseUrl: text((value) => /^https?:[^?#@]*$/.test((value && absolute(value)?.href) ?? '')),
  apiKey: text((value) => /^[!-~]*$/.test(value)),
  auth: oneOf('query', 'header', 'none'),
  params: text((value) => !new URLSearchParams(value.replace(/^\?+/, '')).has('key')),
  maxAge: amount(1800),
  storage: oneOf('session', 'local', 'none'),
  timeout: amount(5000),
  retries: amount(2),
  consent: oneOf('not-required', 'required'),
  skipBots: flag(true),
  fallback: oneOf('none', 'time-zone'),
  flagsUrl: {
    initial: '',
    parse: (value) =>
      typeof value === 'function'
        ? (value as FlagAddress)
        : text((address) => !address || absolute(address)).parse(value),
  },
  simulate: flag(false),
};
const names = Object.keys(rules) as (keyof Settings)[];

/** The value of one setting, or its default where it is missing or wrong. */
export function setting<K extends keyof Settings>(settings: Settings, name: K): CheckedSettings[K] {
  return rules[name].parse(settings[name]) ?? rules[name].initial;
}

/** Settings with the defaults filled in, or else the name of the first one that is missing or wrong. */
export function parseSettings(settings: Settings): CheckedSettings | keyof Settings {
  const needed = settings.auth === 'none' ? ['baseUrl'] : ['baseUrl', 'apiKey'];
  const checked = names.map(
    (name) => [name, rules[name].parse(settings[name] ?? rules[name].initial)] as const,
  );
  const wrong = checked.find(
    ([name, value]) => value === undefined || (value === '' && needed.includes(name)),
  );
  return wrong ? wrong[0] : (Object.fromEntries(checked) as CheckedSettings);
}
