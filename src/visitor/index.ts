export { Cache, onLanguageChange } from './cache.js';
export type { Conditions } from './conditions.js';
export { countries } from './countries.js';
export { fieldValue, merge, text } from './fields.js';
export {
  type As,
  type FormatOptions,
  flagCode,
  formatField,
  isTime,
  type Words,
} from './format.js';
export { guessFromTimeZone } from './guess.js';
export { hooks } from './hooks.js';
export { matches } from './matching.js';
export { withChoice, withOverride } from './override.js';
export { simulated } from './simulation.js';
export { conditionProblem } from './spelling.js';
export { type Layers, view } from './view.js';
