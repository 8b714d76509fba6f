/** Merges settings: a change into the page's, those of a ready service under the page's, and a lookup's own over all. */
import { isObject } from '../model/json.js';
import { failedSnapshot } from '../model/snapshot.js';
import type { LookupName } from '../model/types.js';
import { resolveUrl, withSlash } from './document.js';
import { extensions } from './extensions.js';
import {
  type CompleteSettings,
  type ParsedSettings,
  parseSettings,
  rules,
  type Settings,
} from './settings.js';

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
const keyOwnerOf = ({ baseUrl, service }: Settings) => resolveUrl(baseUrl)?.origin ?? service;

const withoutEmpty = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null));

/** A change merged over settings, its URLs made absolute. With `dropsKey`, another origin or service has no key but its own. */
function mergeSettings(settings: Settings, change: Settings, dropsKey: boolean): Settings {
  const merged = { ...settings, ...change };
  for (const name of ['baseUrl', 'flagsUrl'] as const) {
    const url = resolveUrl(merged[name]);
    if (url) merged[name] = url.href;
  }
  const hasMoved = keyOwnerOf(merged) !== keyOwnerOf(settings);
  if (dropsKey && hasMoved && !('apiKey' in change)) merged.apiKey = undefined;
  return merged;
}

/** The page's settings after a change. A URL is resolved now, whatever the document's base is later. */
export const changePageSettings = (page: Settings, change: Settings): Settings =>
  mergeSettings(page, change, keyOwnerOf(page) !== undefined);

export interface LookupSettings extends ParsedSettings {
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
  let given = withoutEmpty(own);
  // A URL that was resolved before stays the same, whatever the document's base is now.
  if (given.baseUrl && last) given.baseUrl = last.values.baseUrl || given.baseUrl;
  let wrong: Partial<ParsedSettings> = {};
  if (service) {
    const completed = service.complete(withoutEmpty({ ...(!own.service && page), ...given }));
    if (typeof completed === 'string') wrong = { mistake: failedSnapshot('misconfigured', completed) };
    else given = completed;
  }
  const parsed = parseSettings(mergeSettings(page, given, true));
  if (!service && parsed.values.service === name && name)
    wrong = {
      missing: failedSnapshot(
        'misconfigured',
        `The setting "service" is "${name}". Load visitor-elements/services.js, and use one of cloudflare-trace, ipinfo, ipapi, country-is.`,
      ),
    };
  const settings = { ...parsed, ...wrong, page, rules, service };
  known.set(own, settings);
  return settings;
}
