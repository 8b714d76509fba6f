import { start } from './script-start.js';

export const isFirst = start('visitor-core.min.js', ['visitor-value', 'visitor-switch']);
