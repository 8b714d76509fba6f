import type { IpData } from '../../src/lookup/types.js';

type TimeZone = NonNullable<IpData['time_zone']>;

/** `timeZones` became `getTimeZones()` between engine versions; the library's types know neither. */
type RegionLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** The clock of a country at a moment; all null where the country has several zones or none is known. */
export function timeZoneOf(country: string | null, now: Date): TimeZone {
  const locale: RegionLocale | null = country === null ? null : new Intl.Locale('und', { region: country });
  const [id, ...others] = locale?.getTimeZones?.() ?? locale?.timeZones ?? [];
  if (!id || others.length > 0)
    return {
      id: null,
      abbreviation: null,
      current_time: null,
      name: null,
      offset: null,
      in_daylight_saving: null,
    };
  const offset = offsetOf(id, now);
  const [january, july] = [0, 6].map((month) =>
    offsetOf(id, new Date(Date.UTC(now.getUTCFullYear(), month))),
  );
  return {
    id,
    abbreviation: zoneName(id, now, `en-${country}`, 'short'),
    current_time: localTime(now, offset),
    name: zoneName(id, now, 'en', 'long'),
    offset,
    in_daylight_saving: january !== july && offset === Math.max(january ?? offset, july ?? offset),
  };
}

type NameStyle = 'short' | 'long' | 'longOffset';

/** A formatter costs a hundred times what it formats, and there are few: three for each single-zone country. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function zoneName(timeZone: string, now: Date, locale: string, timeZoneName: NameStyle): string {
  const name = `${timeZone} ${locale} ${timeZoneName}`;
  const formatter = formatters.get(name) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName });
  formatters.set(name, formatter);
  return formatter.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Seconds east of UTC. */
function offsetOf(id: string, at: Date): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(zoneName(id, at, 'en', 'longOffset')) ?? [];
  return (sign === '-' ? -60 : 60) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

function localTime(now: Date, offset: number): string {
  const clock = new Date(now.getTime() + offset * 1000).toISOString().slice(0, 19);
  const span = new Date(Math.abs(offset) * 1000).toISOString().slice(11, 16);
  return `${clock}${offset < 0 ? '-' : '+'}${span}`;
}
