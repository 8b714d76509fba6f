import { sendForElements } from './early.js';

export const isAwaited = sendForElements([
  'visitor-info',
  'visitor-value',
  'visitor-switch',
  'visitor-country-select',
  'visitor-map',
]);
