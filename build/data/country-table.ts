/**
 * Writes `src/model/country-table.ts`, the facts that follow from a country code, from the package countries-list (MIT)
 * and `country-exceptions.ts`: `npm run countries`.
 */
import { writeFileSync } from 'node:fs';
import { countries, type ICountry } from 'countries-list';
import { countryCode } from '../../src/model/country.js';
import { toAscii } from '../ascii.js';
import { path } from '../path.js';
import { exceptions } from './country-exceptions.js';

const known: Record<string, ICountry> = countries;

function corrected(kind: keyof typeof exceptions, code: string, first: string | number | undefined): string {
  return exceptions[kind][code]?.is ?? String(first ?? '');
}

/** One line for the countries of a continent with a currency: `EUEUR:AD376caAndorra;AT43deAustria`. */
function lines(): string[] {
  for (const code of Object.values(exceptions).flatMap(Object.keys))
    if (!known[code])
      throw new Error(
        `${code} is an exception, but countries-list has no such country. Remove the exception.`,
      );
  const groups = new Map<string, string[]>();
  for (const [code, { continent, currency, phone, languages, name }] of Object.entries(known).sort()) {
    if (!countryCode(code)) continue;
    const group = `${corrected('continent', code, continent)}${currency[0] ?? ''}`;
    const record = [
      code,
      corrected('callingCode', code, phone[0]),
      corrected('language', code, languages[0]),
      corrected('name', code, name),
    ].join('');
    if (!/^[A-Z]{2}\d*[a-z]*[A-Z][\p{L} .,'()-]*$/u.test(record))
      throw new Error(
        `The record "${record}" is not in the form of the table. Add an exception for the country.`,
      );
    groups.set(group, [...(groups.get(group) ?? []), record]);
  }
  return [...groups].sort().map(([group, records]) => `${group}:${records.join(';')}`);
}

export const countryModule =
  (): string => `// Written by build/data/country-table.ts from countries-list (MIT); don't edit.
/**
 * The facts that follow from a country code, parsed by \`country-facts.ts\`. Each line has a continent, a currency and a
 * colon, then countries: code, calling code, language, English name. Unknown facts are left out.
 */
export const countryTable = \`${toAscii(lines().join('\n'))}\`;
`;

if (process.argv[1] === path('build/data/country-table.ts'))
  writeFileSync(path('src/model/country-table.ts'), countryModule());
