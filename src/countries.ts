/** Adds to IP data what follows from the country's code, and to maps the country's middle. A file for any script tag. */
import { extensionQueue } from './lookup/extensions.js';
import { countryOf } from './model/country.js';
import { countryCentres } from './model/country-centres.js';
import { withCountryFacts } from './model/country-facts.js';
import { countryTable } from './model/country-table.js';

const complete = (data: object): object => withCountryFacts(data, countryTable);

/** Latitude and longitude of the middle of the data's country; empty if it is unknown. */
function centreOf(data: unknown): number[] {
  const code = countryOf(data);
  const [, ...centre] = (code && RegExp(`${code}(..)(..)`).exec(countryCentres)) || [];
  return centre.map((digits, i) => Number.parseInt(digits, 36) - 90 * (i + 1));
}

extensionQueue().push(['centre', 1, centreOf], ['countries', 1, complete]);
