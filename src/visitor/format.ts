import { fieldValue, text } from './fields.js';

/** How a value is shown. `flag` is the text alternative of a flag: the country's name. */
export type As = 'text' | 'region' | 'language' | 'currency' | 'number' | 'time' | 'flag';

export interface FormatOptions {
  /** BCP 47 language tags. Default, and in place of a malformed one: the browser's language. */
  locale?: string | readonly string[] | undefined;
  /** Default: what the field calls for. */
  as?: As | undefined;
  /** The moment that `time` shows. Default: now. */
  now?: Date | undefined;
}

/** What a field calls for, where the type of its value does not tell. */
const kinds = new Map([
  ['location.country.name', 'region'],
  ['location.country.borders', 'region'],
  ['country_code', 'region'],
  ['location.language.name', 'language'],
  ['location.country.languages', 'language'],
  ['currency.name', 'currency'],
  ['connection.asn', 'asn'],
  ['asn', 'asn'],
  ['relationships.upstreams', 'asn'],
  ['relationships.downstreams', 'asn'],
  ['relationships.peers', 'asn'],
  ['time_zone.current_time', 'time'],
  ['time_zone.name', 'zone'],
  ['allocated', 'date'],
  ['updated', 'date'],
]);

/** A text of the data, or the moment, as a person reads it; `undefined`, or an error, where that is impossible. */
type Formatter = (value: string, now: Date) => string | undefined;
type Locale = FormatOptions['locale'];

function create(kind: string, locale: Locale, timeZone: string): Formatter {
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(wellFormed(locale), options);
  switch (kind) {
    case 'region':
    case 'language':
    case 'currency': {
      const names = new Intl.DisplayNames(wellFormed(locale), { type: kind, fallback: 'none' });
      const known = new Map<string, string | undefined>();
      return (value) => {
        const code = kind === 'language' ? value : value.toUpperCase();
        if (!known.has(code)) known.set(code, names.of(code));
        return known.get(code);
      };
    }
    case 'number': {
      const numbers = new Intl.NumberFormat(wellFormed(locale), { maximumFractionDigits: 5 });
      return (value) =>
        value.trim() && Number.isFinite(Number(value)) ? numbers.format(Number(value)) : undefined;
    }
    case 'time': {
      const times = dates({ timeStyle: 'short', timeZone });
      return (_, now) => times.format(now);
    }
    case 'zone': {
      const zones = dates({ timeZoneName: 'long', timeZone });
      return (_, now) => zones.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value;
    }
    case 'date': {
      const days = dates({ dateStyle: 'medium', timeZone: 'UTC' });
      return (value) => days.format(new Date(value));
    }
    case 'asn':
      return (value) => (/^\d+$/.test(value) ? `AS${value}` : undefined);
    case 'boolean':
      return (value) => (value === 'true' ? '✓' : '✗');
    default:
      return () => undefined;
  }
}

/** Made once for each kind, language and zone: making one costs far more than using it. */
const formatters = new Map<string, Formatter>();

function formatter(kind: string, locale: Locale, zone: string): Formatter {
  const key = [kind, locale, zone].join();
  const made = formatters.get(key) ?? create(kind, locale, zone);
  formatters.set(key, made);
  return made;
}

function wellFormed(locale: Locale): Locale {
  try {
    return Intl.getCanonicalLocales(locale) && locale;
  } catch {
    return undefined;
  }
}

/** A flag stands for the data's country, whatever field it was asked of. */
const fieldOf = (data: unknown, field: string, as: As | undefined): string =>
  as !== 'flag' ? field : fieldValue(data, 'country_code') ? 'country_code' : 'location.country.name';

const kindOf = (field: string, as: As | undefined): string | undefined =>
  as === 'flag' ? 'region' : (as ?? kinds.get(field));

/**
 * One field of a data object as a person reads it, in their language; empty where there is nothing to show.
 *
 * By default a country, language or currency is named from the code beside it, a time is the visitor's present local
 * time in `time_zone.id`, an AS number is written `AS15169`, lists and numbers follow the language. What `Intl` does not
 * know stays as the service wrote it, save for a time, which without a known zone is empty. Never throws.
 */
export function formatField(
  data: unknown,
  field: string,
  { locale, as, now = new Date() }: FormatOptions = {},
): string {
  const path = fieldOf(data, field, as);
  const kind = kindOf(path, as);
  const value = fieldValue(data, path);
  const show = (code: unknown, otherwise: unknown): string => {
    try {
      const zone = text(fieldValue(data, 'time_zone.id'));
      return formatter(kind ?? typeof code, locale, zone)(text(code), now) ?? text(otherwise);
    } catch {
      return text(otherwise);
    }
  };
  if (kind === 'time') return show('', '');
  if (Array.isArray(value)) {
    const items = value.map((item) =>
      show(fieldValue(item, 'code') ?? item, fieldValue(item, 'name') ?? item),
    );
    return new Intl.ListFormat(wellFormed(locale), { type: 'unit' }).format(items.filter(Boolean));
  }
  const code = (kind && fieldValue(data, path.replace(/\bname$/, 'code'))) ?? value;
  return code === undefined || code === null ? '' : show(code, value ?? code);
}

/** The upper-case country code of the flag that a field carries, or that is asked for `as` a flag. */
export function flagCode(data: unknown, field: string, as?: As): string | undefined {
  const path = fieldOf(data, field, as).replace(/\bname$/, 'code');
  const code = text(fieldValue(data, path)).toUpperCase();
  return /^(location\.country\.code|country_code)$/.test(path) && /^[A-Z]{2}$/.test(code) ? code : undefined;
}

/** Whether a field shows a clock, which goes on by itself. */
export const isTime = (field: string, as?: As): boolean => kindOf(field, as) === 'time';
