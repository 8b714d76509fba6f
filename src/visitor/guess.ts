import type { IpData } from '../lookup/types.js';

/** Newer engines have the method, older ones the property, some neither. */
type ZonedLocale = Intl.Locale & { getTimeZones?(): string[] | undefined; timeZones?: string[] };

const SLICE_MS = 8;

/**
 * The country that a time zone belongs to, as far as the browser's own data tells: its code and the zone, nothing more.
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
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  let resumed = Date.now();
  for (const code of [new Intl.Locale(locale).maximize().region ?? 'ZZ', ...letterPairs()]) {
    if (!named.of(code)) continue;
    const region: ZonedLocale = new Intl.Locale(`und-${code}`);
    const zones = region.getTimeZones?.() ?? region.timeZones;
    // An engine turns a withdrawn code into its successor, so the answer is its region, not the code asked about.
    if (zones?.includes(timeZone))
      return { location: { country: { code: region.region ?? code } }, time_zone: { id: timeZone } };
    if (Date.now() - resumed < SLICE_MS) continue;
    await new Promise((resume) => setTimeout(resume));
    resumed = Date.now();
  }
  return undefined;
}

function letterPairs(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}
