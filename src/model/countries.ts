import { Cache } from './intl-cache.js';

/** Codes that browsers can name but that are no country's: parts and groups of countries, test codes, withdrawn codes. */
const notCountries =
  'AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ AN BU CS CT DD DY FQ FX HV JT MI NH NQ NT PC PU PZ QU RH SU TP UK VD WK YD YU ZR';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const lists = new Cache<readonly (readonly [code: string, name: string])[]>(8);

/**
 * The countries that the browser can name, as codes and names, sorted by their names in a language.
 *
 * @param locale A BCP 47 language tag. Default, and in place of a malformed one: the browser's language.
 */
export const countries = (locale?: string) => lists.get(locale, () => listCountries(locale));

function listCountries(locale: string | undefined): readonly (readonly [code: string, name: string])[] {
  try {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    const { compare } = new Intl.Collator(locale);
    return letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => !notCountries.includes(code))
      .map((code) => [code, names.of(code) ?? ''] as const)
      .filter(([, name]) => name)
      .sort(([, a], [, b]) => compare(a, b));
  } catch {
    return listCountries(undefined);
  }
}
