/** What the relay needs of `src/data`: what follows from a country's code, which knows nothing of pages. */
export { countryOf, withCountryFacts } from '../data/country-facts.js';
export { countryTable } from '../data/country-table.js';
