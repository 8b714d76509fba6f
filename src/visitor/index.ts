export { type Conditions, conditionProblem, hooks, matches, simulated } from './conditions.js';
export { countries } from './countries.js';
export { fieldValue, merge, text } from './fields.js';
export { type As, type FormatOptions, flagCode, formatField, isTime } from './format.js';
export { guessFromTimeZone } from './guess.js';
export { withChoice, withOverride } from './override.js';
export { type Layers, view } from './view.js';
