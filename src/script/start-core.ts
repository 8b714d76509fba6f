import { start } from './start.js';

export const isFirst = start('visitor-core.min.js', ['visitor-value', 'visitor-switch']);
