import { startScript } from './start.js';

export const isFirst = startScript('visitor-elements.min.js', [
  'visitor-info',
  'visitor-value',
  'visitor-switch',
  'visitor-country-select',
  'visitor-map',
]);
