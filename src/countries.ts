/**
 * What follows from a country's code, for pages: continent, currency, calling code, language and English name. The file
 * only writes a function into a global place, where the elements look for it. It is built without imports, for any script tag.
 */
import { withCountryFacts } from './data/country-facts.js';
import { countryTable } from './data/country-table.js';

const place = Symbol.for('visitor-elements:countries');
const completed = new WeakMap<object, object>();

function complete(data: object): object {
  const known = completed.get(data) ?? withCountryFacts(data, countryTable);
  completed.set(data, known);
  return known;
}

Reflect.set(globalThis, place, Object.assign(Object(Reflect.get(globalThis, place)), { complete }));
