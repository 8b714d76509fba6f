import { keptFor } from './cache.js';
import { countryCode, knownValue } from './country.js';
import { fieldValue, MAX_LENGTH, shownValue, toText } from './json.js';

export const valueFormats = ['text', 'region', 'language', 'currency', 'number', 'time', 'flag'] as const;

/** How to format a value. `flag` gives the text of a flag: the country's name. */
export type ValueFormat = (typeof valueFormats)[number];

/** Options of `formatField`. */
export interface FormatOptions {
  /** BCP 47 language tags. Default, also if one is malformed: the browser's language. */
  locale?: string | readonly string[] | undefined;
  /** Default: by field. */
  as?: ValueFormat | undefined;
}

/** The fields whose type doesn't determine their format, by format. */
const fieldsOf = {
  region: 'location.country.name location.country.borders country_code',
  language: 'location.language.name location.country.languages',
  currency: 'currency.name',
  asn: 'connection.asn asn relationships.upstreams relationships.downstreams relationships.peers',
  time: 'time_zone.current_time',
  zone: 'time_zone.name',
  date: 'allocated updated',
};

const formats = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(fieldsOf).flatMap(([format, fields]) =>
    fields.split(' ').map((field) => [field, format]),
  ),
);

/** Formats a text of the data; for a time, the current moment. Returns `undefined` or throws if it can't. */
type Formatter = (value: string) => string | undefined;
type Locales = string[] | undefined;

function create(kind: string, locales: Locales, timeZone: string): Formatter {
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locales, options);
  switch (kind) {
    case 'region':
    case 'language':
    case 'currency': {
      const names = new Intl.DisplayNames(locales, { type: kind, fallback: 'none' });
      return (value) => names.of(value.toUpperCase());
    }
    case 'number': {
      const numbers = new Intl.NumberFormat(locales, { maximumFractionDigits: 5 });
      return (value) =>
        value.trim() && Number.isFinite(Number(value)) ? numbers.format(Number(value)) : undefined;
    }
    case 'time': {
      const times = dates({ timeStyle: 'short', timeZone });
      return () => times.format(new Date());
    }
    case 'zone': {
      const zones = dates({ timeZoneName: 'long', timeZone });
      return () => zones.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value;
    }
    case 'date': {
      const days = dates({ dateStyle: 'medium', timeZone: 'UTC' });
      return (value) => days.format(new Date(value));
    }
    case 'asn':
      return (value) => (/^\d+$/.test(value) ? `AS${value}` : undefined);
    default:
      return () => undefined;
  }
}

/** The language of the browser: part of the key of what depends on it. */
// biome-ignore lint/style/noRestrictedGlobals: the language of `Intl` may change while a page is open.
export const browserLanguage = (): string | undefined => globalThis.navigator?.language;

/** Formatters by kind, zone and languages, because creating one takes a hundred times as long as using it. */
const formatters = new Map<string, Formatter>();

function formatter(kind: string, locale: FormatOptions['locale'], data: unknown): Formatter {
  const zone = kind === 'time' || kind === 'zone' ? toText(fieldValue(data, 'time_zone.id')) : '';
  const tags = locale || browserLanguage();
  // A list isn't the malformed tag that looks like it.
  const key = `${kind} ${zone} ${typeof tags} ${tags}`;
  return keptFor(formatters, key, () => create(kind, wellFormed(locale), zone));
}

function wellFormed(locale: FormatOptions['locale']): Locales {
  try {
    return Intl.getCanonicalLocales(locale);
  } catch {
    return undefined;
  }
}

/** The field to read. For a flag, the country's field, whatever field was requested. */
function fieldOf(data: unknown, field: string, as: ValueFormat | undefined): string {
  if (as !== 'flag') return toText(field);
  return fieldValue(data, 'country_code') ? 'country_code' : 'location.country.name';
}

/** The field of the code beside a name. Any other field stays as it is. */
const besideName = (path: string): string =>
  path.endsWith('.name') ? `${path.slice(0, -'name'.length)}code` : path;

/** A continent is no region of `Intl`: its code `NA` is also Namibia's. */
function kindOf(field: string, as: ValueFormat | undefined): string | undefined {
  if (as === 'flag') return 'region';
  return as && !(as === 'region' && field.includes('continent')) ? as : formats.get(field);
}

/**
 * Formats one field of a data object in the visitor's language. Empty if there is nothing to show. Never throws.
 *
 * By default, the format depends on the field:
 *
 * - The name of a country, language or currency, such as `currency.name`, is in that language, found by its code.
 * - A time is the visitor's local time in `time_zone.id`. Without a known zone, it is empty.
 * - An AS number is written as `AS15169`, and `true` and `false` as `Yes` and `No`.
 * - A value that `Intl` doesn't know stays as the service wrote it.
 *
 * Characters that change the direction of the text after them are removed. Text is cut at 1,000 characters, and lists
 * at 1,000 items.
 */
export function formatField(data: unknown, field: string, options?: FormatOptions): string {
  const { locale, as } = options ?? {};
  const path = fieldOf(data, field, as);
  const kind = kindOf(path, as);
  const show = (code: unknown, otherwise: unknown): string => {
    if (!kind && typeof code === 'boolean') return code ? 'Yes' : 'No';
    try {
      const shown = formatter(kind ?? typeof code, locale, data)(toText(code).slice(0, MAX_LENGTH));
      if (shown !== undefined) return shown.slice(0, MAX_LENGTH);
    } catch {
      // `Intl` doesn't know the code or the zone.
    }
    return shownValue(otherwise);
  };
  if (kind === 'time') return show('', '');
  const value = knownValue(data, path);
  const code = (kind && knownValue(data, besideName(path))) ?? value;
  if (!Array.isArray(code)) return show(code, value ?? code);
  const items = code
    .slice(0, MAX_LENGTH)
    .map((item) => show(fieldValue(item, 'code') ?? item, fieldValue(item, 'name') ?? item));
  return new Intl.ListFormat(wellFormed(locale), { type: 'unit' })
    .format(items.filter(Boolean))
    .slice(0, MAX_LENGTH);
}

/** The upper-case country code of a field with a flag, or of any field if `as` is `flag`. */
export function flagCode(data: unknown, field: string, as?: ValueFormat): string | undefined {
  const path = besideName(fieldOf(data, field, as));
  const carries = /^(location\.country\.code|country_code)$/.test(path);
  return (carries && countryCode(fieldValue(data, path))) || undefined;
}

/** Whether a field shows the time of day, and so must be rendered again each minute. */
export const isTime = (field: string, as?: ValueFormat): boolean => kindOf(field, as) === 'time';
