import { countries } from '../model/countries.js';
import { isInEu } from '../model/groups.js';
import type { IpData } from '../model/types.js';

/** Newer engines have the method, older ones the property, some neither. */
type ZonedLocale = Intl.Locale & { getTimeZones?(): string[] | undefined; timeZones?: string[] };

const SLICE_MS = 8;

/**
 * The country that a time zone belongs to, as far as the browser's own data tells: its code, whether it is in the EU,
 * and the zone.
 *
 * `zone` is an IANA name; default: the browser's own. `undefined` for a zone of no one country (`UTC`, `CET`), and where
 * the engine cannot tell; never rejects. Asking an engine for the zones of every region can take it half a second, so
 * this begins with the region of the browser's language and gives way to the page every few milliseconds.
 */
export const guessFromTimeZone = (zone?: string): Promise<IpData | undefined> =>
  find(zone).catch(() => undefined);

async function find(zone: string | undefined): Promise<IpData | undefined> {
  const { timeZone, locale } = new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions();
  if (!/^(?!Etc).+\//.test(zone ?? timeZone)) return undefined;
  let resumed = Date.now();
  const { region: likely = 'ZZ' } = new Intl.Locale(locale).maximize();
  for (const code of [likely, ...countries().map(([code]) => code)]) {
    const region: ZonedLocale = new Intl.Locale(`und-${code}`);
    const zones = region.getTimeZones?.() ?? region.timeZones;
    if (zones?.includes(timeZone))
      return { location: { country: { code }, in_eu: isInEu(code) }, time_zone: { id: timeZone } };
    if (Date.now() - resumed < SLICE_MS) continue;
    await new Promise((resume) => setTimeout(resume));
    resumed = Date.now();
  }
  return undefined;
}
