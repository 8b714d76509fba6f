import { startScript } from './start.js';

export const isFirst = startScript('visitor-core.min.js', ['visitor-value', 'visitor-switch']);
