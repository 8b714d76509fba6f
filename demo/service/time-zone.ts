import type { IpData } from '../../src/model/types.js';
import type { Complete } from './sample-visitors.js';

type TimeZone = NonNullable<IpData['time_zone']>;

/** `timeZones` became `getTimeZones()` between engine versions, and TypeScript's types have neither. */
type RegionLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/**
 * A country's local time at a moment. All fields are null if no zone is known, or if its zones differ at that moment.
 */
export function timeZoneOf(country: string | null, capital: string | null, now: Date): TimeZone {
  const id = country === null ? undefined : zoneOf(country, capital, now);
  if (country !== null && id) return localTimeIn(id, country, now);
  return {
    id: null,
    abbreviation: null,
    current_time: null,
    name: null,
    offset: null,
    in_daylight_saving: null,
  };
}

/** A zone's local time at a moment, with the abbreviation that the country uses. */
export function localTimeIn(id: string, country: string, now: Date): Complete<TimeZone> {
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

/** A country's one zone. If several zones show the same time, the capital's if known, or else the first. */
function zoneOf(country: string, capital: string | null, now: Date): string | undefined {
  const locale: RegionLocale = new Intl.Locale('und', { region: country });
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  if (new Set(zones.map((zone) => offsetOf(zone, now))).size > 1) return undefined;
  const city = capital?.replaceAll(' ', '_');
  return zones.find((zone) => zone.split('/').at(-1) === city) ?? zones[0];
}

type NameStyle = 'short' | 'long' | 'longOffset';

/**
 * Creating a formatter takes a hundred times as long as using it, and there are only three for each country and zone.
 */
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
