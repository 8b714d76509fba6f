import { countryCode } from '../../model/country.js';
import { withoutUnknownCountry } from '../../model/country-facts.js';
import { fieldValue } from '../../model/json.js';

/** A part of a location: its path in IP data, and how it is read. `undefined` is unknown. */
type Part = readonly [path: string, parse: (value: unknown, country: string | undefined) => unknown];

/** The parts that the header `Server-Timing` has too, in its order. */
export const location = {
  country: ['location.country.code', toCountry],
  region: ['location.region.code', regionCode],
  city: ['location.city', toTextValue],
  continent: ['location.continent.code', (value) => matchCode(value, /^(AF|AN|AS|EU|NA|OC|SA)$/i)],
  timeZone: ['time_zone.id', toTextValue],
  asn: ['connection.asn', toAsn],
  organization: ['connection.organization', toTextValue],
  latitude: ['location.latitude', (value) => toDegrees(value, 90)],
  longitude: ['location.longitude', (value) => toDegrees(value, 180)],
  postal: ['location.postal', toTextValue],
} as const satisfies Record<string, Part>;

const parts = {
  ...location,
  countryName: ['location.country.name', toTextValue],
  regionName: ['location.region.name', toTextValue],
  inEu: ['location.in_eu', (value) => (typeof value === 'boolean' ? value : undefined)],
} as const satisfies Record<string, Part>;

/** A data source's values in its own notation. Missing and invalid values are unknown. */
export type RawLocation = { readonly [Name in keyof typeof parts]?: unknown };

/** Where a data source has each part: a dotted path, or the name of a header. */
export type LocationPaths = { readonly [Name in keyof typeof parts]?: string };

export const locationAt = (record: unknown, paths: LocationPaths): RawLocation =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, fieldValue(record, path)]));

/**
 * IP data made from a raw location: codes in upper case, region codes as in ISO 3166-2 (`US-CA`), numbers as numbers.
 * Unknown fields are left out. `null` if nothing is known.
 */
export function toIpData(raw: RawLocation, security?: Readonly<Record<string, boolean>>): object | null {
  const country = toCountry(raw.country);
  const values = Object.entries<Part>(parts).map(([name, [path, parse]]) => {
    return [path, parse(raw[name as keyof RawLocation], country)] as const;
  });
  const known = new Map(values.filter(([, value]) => value !== undefined));
  const coordinates = [location.latitude[0], location.longitude[0]];
  if (!coordinates.every((path) => known.has(path))) for (const path of coordinates) known.delete(path);
  const data: Record<string, unknown> = {};
  for (const [path, value] of known) {
    const names = path.split('.');
    names.reduce((inside, name, i) => {
      inside[name] ??= i + 1 < names.length ? {} : value;
      return inside[name] as typeof data;
    }, data);
  }
  const clean = withoutUnknownCountry(security ? { ...data, security } : data);
  return Object.keys(clean).length > 0 ? clean : null;
}

/** A text with a letter or digit. Platforms write `**`, `?` or `-` for an unknown value, and Apache `(null)`. */
export function toTextValue(value: unknown): string | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed !== '(null)' && /[\p{L}\p{N}]/u.test(trimmed) ? trimmed : undefined;
}

/** A code of this form, in upper case. The form is tested first: `ß` would become `SS`, the code of South Sudan. */
function matchCode(value: unknown, form: RegExp): string | undefined {
  const code = toTextValue(value) ?? '';
  return form.test(code) ? code.toUpperCase() : undefined;
}

/** A country's code, or `T1` for Tor. */
function toCountry(value: unknown): string | undefined {
  return matchCode(value, /^([A-Z]{2}|T1)$/i);
}

function regionCode(value: unknown, country: string | undefined): string | undefined {
  const code = matchCode(value, /^([A-Z]{2}-?)?[A-Z\d]{1,3}$/i);
  const known = countryCode(country);
  if (!code || code.includes('-')) return code;
  if (!known) return undefined;
  // Unicode's codes begin with the country, without a hyphen: `USCA`. Three letters may be a region's own code, such as
  // `ENG`.
  const [, own] = code.startsWith(known) ? (/^..([A-Z\d]{2,3}|\d)$/.exec(code) ?? []) : [];
  const local = own ?? code;
  return local.length <= 3 ? `${known}-${local}` : undefined;
}

/** Converts `123`, `'123'` and `'AS123'` to 123. */
function toAsn(value: unknown): number | undefined {
  const [, digits] = /^(?:AS)?(\d{1,10})$/i.exec(toTextValue(value) ?? '') ?? [];
  const number = typeof value === 'number' ? value : Number(digits);
  return Number.isInteger(number) && number > 0 && number < 2 ** 32 ? number : undefined;
}

/** Degrees. Some platforms write 999.9 for an unknown value. */
function toDegrees(value: unknown, max: number): number | undefined {
  const degrees = typeof value === 'number' ? value : Number(toTextValue(value));
  return Math.abs(degrees) <= max ? degrees : undefined;
}
