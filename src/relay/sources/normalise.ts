import { countryOf } from '../../model/country-code.js';
import { withCountryFacts } from '../../model/country-facts.js';

/** What somebody says of a visitor, each value in their own spelling; what is missing or makes no sense is unknown. */
export interface Said {
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

/** IP data as the lookup service spells it. */
export type Data = Record<string, unknown>;

/**
 * IP data of what was said: codes in upper case, region codes as ISO 3166-2 has them (`US-CA`), numbers as numbers. Unknown
 * fields are left out; `null` where nothing is known.
 */
export function ipData(said: Said): Data | null {
  const country = matching(said.country, /^([A-Z]{2}|T1)$/i);
  const place = [coordinate(said.latitude, 90), coordinate(said.longitude, 180)];
  const [latitude, longitude] = place.includes(undefined) ? [] : place;
  const data = known({
    connection: known({ asn: asn(said.asn), organization: text(said.organization) }),
    location: known({
      continent: known({ code: matching(said.continent, /^(AF|AN|AS|EU|NA|OC|SA)$/i) }),
      country: known({ code: country, name: text(said.countryName) }),
      region: known({ code: regionCode(said.region, country), name: text(said.regionName) }),
      city: text(said.city),
      postal: text(said.postal),
      latitude,
      longitude,
      in_eu: typeof said.inEu === 'boolean' ? said.inEu : undefined,
    }),
    time_zone: known({ id: text(said.timeZone) }),
    security: said.security,
  });
  // Without a table nothing is added, but what is no country goes.
  const clean = data && withCountryFacts(data, '');
  return clean && Object.keys(clean).length > 0 ? clean : null;
}

/** The fields that have a value; `undefined` where none has. */
function known(fields: Data): Data | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** A text with a letter or digit in it: platforms write `**`, `?` or `-` for what they don't know. */
export function text(value: unknown): string | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return /[\p{L}\p{N}]/u.test(trimmed) ? trimmed : undefined;
}

/** A code of some form, in upper case. Its letters are looked at first: `ß` would become the code of South Sudan. */
function matching(value: unknown, form: RegExp): string | undefined {
  const code = text(value) ?? '';
  return form.test(code) ? code.toUpperCase() : undefined;
}

function regionCode(value: unknown, country: string | undefined): string | undefined {
  const code = matching(value, /^([A-Z]{2}-)?[A-Z\d]{1,3}$/i);
  const known = countryOf({ location: { country: { code: country } } });
  if (!code || code.includes('-')) return code;
  return known ? `${known}-${code}` : undefined;
}

/** `123`, `'123'` and `'AS123'` are 123. */
function asn(value: unknown): number | undefined {
  const [, digits] = /^(?:AS)?(\d{1,10})$/i.exec(text(value) ?? '') ?? [];
  const number = typeof value === 'number' ? value : Number(digits);
  return Number.isInteger(number) && number > 0 && number < 2 ** 32 ? number : undefined;
}

/** Degrees; some platforms write 999.9 for what they don't know. */
function coordinate(value: unknown, most: number): number | undefined {
  const degrees = typeof value === 'number' ? value : Number(text(value));
  return Math.abs(degrees) <= most ? degrees : undefined;
}
