/**
 * Adds to IP data what follows from the country's code (continent, currency, calling code, language, English name), and
 * to maps the country's middle. The file only assigns functions to global objects, which the elements read. It is built
 * without imports, so that any kind of script tag can load it.
 */

import { countryOf } from './model/country.js';
import { countryCentres } from './model/country-centres.js';
import { withCountryFacts } from './model/country-facts.js';
import { countryTable } from './model/country-table.js';

const completed = new WeakMap<object, object>();

function complete(data: object): object {
  const known = completed.get(data) ?? withCountryFacts(data, countryTable);
  completed.set(data, known);
  return known;
}

/** Latitude and longitude of the middle of the data's country; empty if it is unknown. */
function centreOf(data: unknown): number[] {
  const code = countryOf(data);
  const [, ...centre] = (code && RegExp(`${code}(..)(..)`).exec(countryCentres)) || [];
  return centre.map((digits, i) => Number.parseInt(digits, 36) - 90 * (i + 1));
}

function publish(name: string, content: object): void {
  const key = Symbol.for(`visitor-elements:${name}`);
  Reflect.set(globalThis, key, Object.assign(Object(Reflect.get(globalThis, key)), content));
}

publish('countries', { complete });
publish('centres', { centreOf });
