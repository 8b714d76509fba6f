import { withCountryFacts } from '../../model/country-facts.js';
import { countryTable } from '../../model/country-table.js';

/**
 * What a source answered, with what follows from the country's code: `location.in_eu`, `continent.code`, `country.name`
 * (English), `country.calling_code` and `language.code`, and `currency.code`, where they are missing or `null`.
 *
 * A code that is no country's (`XX`, `ZZ`, `T1`, `AP`) is taken out; `T1` makes `security.is_tor` true.
 */
export const completed = (data: Record<string, unknown>): Record<string, unknown> =>
  withCountryFacts(data, countryTable);
