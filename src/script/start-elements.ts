import { start } from './start.js';

export const isFirst = start('visitor-elements.min.js', [
  'visitor-info',
  'visitor-value',
  'visitor-switch',
  'visitor-country-select',
  'visitor-map',
]);
