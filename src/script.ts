/** The classic script: reads its settings from its own tag, then registers every element. */
import './script-settings.js';
import './define.js';

export * from './index.js';
