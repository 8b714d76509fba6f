export type { Conditions } from './conditions.js';
export { countries } from './countries.js';
export { type CountryList, countryList } from './country-list.js';
export {
  type As,
  type FormatOptions,
  flagCode,
  formatField,
  isTime,
} from './format.js';
export { Cache, onLanguageChange } from './intl-cache.js';
export { matches } from './matching.js';
export { onGroupsChange } from './page-groups.js';
export { fieldValue, merge, text } from './paths.js';
export { conditionProblem } from './spelling.js';
