import { extensionQueue, extensions } from '../lookup/extensions.js';
import { countryCode, countryCodes, isInEu } from '../model/country.js';
import type { IpData } from '../model/types.js';

/** Newer engines have the method, older ones the property, some neither. */
type ZonedLocale = Intl.Locale & { getTimeZones?(): string[] | undefined; timeZones?: string[] };

/** How long to search before the page gets a turn, in milliseconds. */
const SLICE_MS = 8;

/**
 * Guesses the country of a time zone from the browser's own data: its code, whether it is in the EU, and the zone.
 * `undefined` for a zone that isn't one place's own (`UTC`, `CET`), or if the engine doesn't know. Never rejects.
 *
 * An engine may need half a second to list the zones of all regions. So the search begins with the region of the
 * browser's language, and pauses every few milliseconds.
 *
 * @param zone An IANA name. Default: the browser's own.
 */
export const guessFromTimeZone = (zone?: string): Promise<IpData | undefined> =>
  find(zone).catch(() => undefined);

/** Makes the guess known to the page: only what may need it carries its code. */
export function addGuess(): void {
  if (!extensions('guess').includes(guessFromTimeZone))
    extensionQueue().push(['guess', 1, guessFromTimeZone]);
}

async function find(zone: string | undefined): Promise<IpData | undefined> {
  const { timeZone, locale } = new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions();
  if (!/^(?!Etc).+\//.test(zone ?? timeZone)) return undefined;
  // Browsers that resist fingerprinting report this zone wherever they are.
  const languages = [locale, ...(globalThis.navigator?.languages ?? [])];
  if (timeZone === 'Atlantic/Reykjavik' && !languages.some((tag) => /^is$|-IS\b/i.test(tag)))
    return undefined;
  let resumed = Date.now();
  const { region: likely = 'ZZ' } = new Intl.Locale(locale).maximize();
  for (const code of [countryCode(likely), ...countryCodes()].filter(Boolean)) {
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
