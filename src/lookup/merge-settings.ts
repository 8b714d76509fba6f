/** Merges settings: a change into the page's, those of a ready service under the page's, and a lookup's own over all. */
import { isObject, parseObject } from '../model/json.js';
import { failedSnapshot, type LookupName } from '../model/types.js';
import { resolveUrl, withSlash } from './document.js';
import { extensions } from './extensions.js';
import { type ParsedSettings, parseSettings, type Settings } from './settings.js';

/** How a service is asked, and how its response is read. */
export interface Service {
  readonly name: string;
  /** Its URL, to which nothing is added. A root-relative one is relative to the page, whatever its `<base>`. */
  readonly baseUrl: string;
  /** How its key is sent. Default: `query` if it has a `keyParameter` and a key is set, else `none`. */
  readonly auth?: 'query' | 'header' | 'none' | undefined;
  /** The query parameter of its key, such as `token`. */
  readonly keyParameter?: string | undefined;
  /** A query string added to each lookup. */
  readonly params?: string | undefined;
  /** The lookups that it has. Default: `ip`. */
  readonly lookups?: readonly LookupName[] | undefined;
  /** The text of a successful response as our data. A throw, or what is no object, is an invalid response. */
  read(text: string, lookup: LookupName): unknown;
}

/** The service of that name, if the page has loaded it. */
const serviceNamed = (name: string): Service | undefined =>
  extensions('service')
    .filter((value): value is Service & Record<string, unknown> => isObject(value))
    .findLast((service) => service.name === name);

const parsedUrl = (url: unknown) => (typeof url === 'string' && url ? resolveUrl(url) : undefined);

/** The settings that have a value. */
const withoutEmpty = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null));

/**
 * Settings with a change. Makes URLs absolute. With `dropsKey`, removes the key if the change has another origin and no key
 * of its own.
 */
function mergeSettings(settings: Settings, change: Settings, dropsKey: boolean): Settings {
  const merged = { ...settings, ...change };
  for (const name of ['baseUrl', 'flagsUrl'] as const) {
    const url = parsedUrl(merged[name]);
    if (url) merged[name] = url.href;
  }
  const groups = parseObject(change.groups);
  // Compared as text, so that setting equal groups again is no change.
  if (groups)
    Object.assign(merged, { groups: JSON.stringify({ ...parseObject(settings.groups), ...groups }) });
  const hasMoved = parsedUrl(merged.baseUrl)?.origin !== parsedUrl(settings.baseUrl)?.origin;
  if (dropsKey && hasMoved && !('apiKey' in change)) merged.apiKey = undefined;
  return merged;
}

/**
 * The page's settings after a change. A URL is resolved when it is set, so later changes of the document's base don't
 * matter. A key that was set for one origin is never sent to another.
 */
export const changePageSettings = (page: Settings, change: Settings): Settings =>
  mergeSettings(page, change, page.baseUrl !== undefined);

/** The settings of one lookup. */
export interface LookupSettings extends ParsedSettings {
  /** The page's settings from which these were made. */
  readonly page: Settings;
  /**
   * Whether the lookup has the page's own service, key and parameters. Only such a lookup uses the page's
   * `initialData`.
   */
  readonly usesPageService: boolean;
  /** The ready service that is asked. */
  readonly service: Service | undefined;
}

/** For a lookup that overrides no setting. Always the same object, because merged settings are cached by it. */
export const noOwnSettings: Settings = {};

const known = new WeakMap<Settings, LookupSettings>();

/**
 * A lookup's own settings merged over the page's. Cached until the page's settings change. The page's key is never sent
 * to another origin.
 */
export function lookupSettings(page: Settings, own: Settings): LookupSettings {
  const name = own.service ?? (own.baseUrl ? undefined : page.service);
  const service = name ? serviceNamed(name) : undefined;
  const last = known.get(own);
  if (last?.page === page && last.service === service) return last;
  let given = withoutEmpty(own);
  // A URL that was resolved before stays the same, whatever the document's base is now.
  if (given.baseUrl && last) given.baseUrl = last.values.baseUrl || given.baseUrl;
  if (own.service) given = withService(given, service);
  const ofPage = own.service ? page : withService(page, service);
  const parsed = parseSettings(mergeSettings(ofPage, given, true));
  const { values } = parsed;
  const valuesOfPage = parseSettings(ofPage).values;
  const usesPageService = (['baseUrl', 'auth', 'params', 'apiKey'] as const).every(
    (name) =>
      withSlash(values[name]) === withSlash(valuesOfPage[name]) ||
      (name === 'apiKey' && values.auth === 'none'),
  );
  const settings = {
    ...parsed,
    ...problemsOf(parsed, Boolean(name), service),
    page,
    usesPageService,
    service,
  };
  known.set(own, settings);
  return settings;
}

/** Settings over those of their service. */
function withService(settings: Settings, service: Service | undefined): Settings {
  if (!service) return settings;
  const { baseUrl, auth, params, keyParameter } = service;
  return {
    // A root-relative URL is the page's own, whatever its `<base>`.
    baseUrl: resolveUrl(baseUrl, globalThis.location?.href)?.href,
    auth: auth ?? (keyParameter && settings.apiKey ? 'query' : 'none'),
    params,
    ...withoutEmpty(settings),
  };
}

/** What is wrong, or missing, with the service that a lookup names. */
function problemsOf(
  { values: { params, service: name } }: ParsedSettings,
  isNamed: boolean,
  service: Service | undefined,
): Partial<ParsedSettings> {
  if (!isNamed || !name) return {};
  if (!service) {
    const message = `The setting "service" is "${name}". Load visitor-elements/services.js, and use one of cloudflare-trace, ipinfo, ipapi, country-is.`;
    return { missing: failedSnapshot('misconfigured', message) };
  }
  const { keyParameter } = service;
  if (!keyParameter || !new URLSearchParams(params).has(keyParameter)) return {};
  const message = `The setting "params" has "${keyParameter}", which is stored. Set "apiKey" instead.`;
  return { mistake: failedSnapshot('misconfigured', message) };
}
