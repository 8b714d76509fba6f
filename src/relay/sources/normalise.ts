import { countryOf } from '../../model/country-code.js';
import { withCountryFacts } from '../../model/country-facts.js';
import type { Data } from '../body.js';

/** What a data source says of a visitor, in its own notation. What is missing or makes no sense is unknown. */
export interface RawLocation {
  country?: unknown;
  countryName?: unknown;
  /** The code of the first-level region, with or without the country in front. */
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
 * IP data of a raw location: codes in upper case, region codes as ISO 3166-2 has them (`US-CA`), numbers as numbers. Unknown
 * fields are left out; `null` where nothing is known.
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
  // Without a table nothing is added, but what is no country goes.
  const clean = data && withCountryFacts(data, '');
  return clean && Object.keys(clean).length > 0 ? clean : null;
}

/** The fields that have a value; `undefined` where none has. */
function withoutUnknown(fields: Data): Data | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** A text with a letter or digit in it: platforms write `**`, `?` or `-` for what they don't know. */
export function toTextValue(value: unknown): string | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return /[\p{L}\p{N}]/u.test(trimmed) ? trimmed : undefined;
}

/** A code of some form, in upper case. Its letters are looked at first: `ß` would become the code of South Sudan. */
function matchCode(value: unknown, form: RegExp): string | undefined {
  const code = toTextValue(value) ?? '';
  return form.test(code) ? code.toUpperCase() : undefined;
}

function regionCode(value: unknown, country: string | undefined): string | undefined {
  const code = matchCode(value, /^([A-Z]{2}-?)?[A-Z\d]{1,3}$/i);
  const known = countryOf({ location: { country: { code: country } } });
  if (!code || code.includes('-')) return code;
  if (!known) return undefined;
  // Unicode's codes have the country in front without a hyphen: `USCA`. Three letters may be a region's own, like `ENG`.
  const [, own] = code.startsWith(known) ? (/^..([A-Z\d]{2,3}|\d)$/.exec(code) ?? []) : [];
  const local = own ?? code;
  return local.length <= 3 ? `${known}-${local}` : undefined;
}

/** `123`, `'123'` and `'AS123'` are 123. */
function toAsn(value: unknown): number | undefined {
  const [, digits] = /^(?:AS)?(\d{1,10})$/i.exec(toTextValue(value) ?? '') ?? [];
  const number = typeof value === 'number' ? value : Number(digits);
  return Number.isInteger(number) && number > 0 && number < 2 ** 32 ? number : undefined;
}

/** Degrees; some platforms write 999.9 for what they don't know. */
function toDegrees(value: unknown, max: number): number | undefined {
  const degrees = typeof value === 'number' ? value : Number(toTextValue(value));
  return Math.abs(degrees) <= max ? degrees : undefined;
}
