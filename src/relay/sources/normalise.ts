import { countryCode } from '../../model/country.js';
import { withoutUnknownCountry } from '../../model/country-facts.js';
import type { Data } from '../body.js';

/** A data source's values in its own notation. Missing and invalid values are unknown. */
export interface RawLocation {
  country?: unknown;
  countryName?: unknown;
  /** The code of the first-level region, with or without the country's. */
  region?: unknown;
  regionName?: unknown;
  city?: unknown;
  postal?: unknown;
  continent?: unknown;
  latitude?: unknown;
  longitude?: unknown;
  timeZone?: unknown;
  asn?: unknown;
  organization?: unknown;
  inEu?: unknown;
  security?: Readonly<Record<string, boolean>> | undefined;
}

/**
 * IP data made from a raw location: codes in upper case, region codes as in ISO 3166-2 (`US-CA`), numbers as numbers.
 * Unknown fields are left out. `null` if nothing is known.
 */
export function toIpData(raw: RawLocation): Data | null {
  const country = matchCode(raw.country, /^([A-Z]{2}|T1)$/i);
  const place = [toDegrees(raw.latitude, 90), toDegrees(raw.longitude, 180)];
  const [latitude, longitude] = place.includes(undefined) ? [] : place;
  const data = withoutUnknown({
    connection: withoutUnknown({ asn: toAsn(raw.asn), organization: toTextValue(raw.organization) }),
    location: withoutUnknown({
      continent: withoutUnknown({ code: matchCode(raw.continent, /^(AF|AN|AS|EU|NA|OC|SA)$/i) }),
      country: withoutUnknown({ code: country, name: toTextValue(raw.countryName) }),
      region: withoutUnknown({ code: regionCode(raw.region, country), name: toTextValue(raw.regionName) }),
      city: toTextValue(raw.city),
      postal: toTextValue(raw.postal),
      latitude,
      longitude,
      in_eu: typeof raw.inEu === 'boolean' ? raw.inEu : undefined,
    }),
    time_zone: withoutUnknown({ id: toTextValue(raw.timeZone) }),
    security: raw.security,
  });
  const clean = data && withoutUnknownCountry(data);
  return clean && Object.keys(clean).length > 0 ? clean : null;
}

/** The fields with a value. `undefined` if there are none. */
function withoutUnknown(fields: Data): Data | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** A text with a letter or digit. Platforms write `**`, `?` or `-` for an unknown value. */
export function toTextValue(value: unknown): string | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return /[\p{L}\p{N}]/u.test(trimmed) ? trimmed : undefined;
}

/** A code of this form, in upper case. The form is tested first: `ß` would become `SS`, the code of South Sudan. */
function matchCode(value: unknown, form: RegExp): string | undefined {
  const code = toTextValue(value) ?? '';
  return form.test(code) ? code.toUpperCase() : undefined;
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
