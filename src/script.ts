/** The script for a tag: reads its settings from that tag, then registers every element. */
import './script-settings.js';
import './define.js';
import * as visitorElements from './index.js';

// What a module declares is no global.
Object.assign(globalThis, { visitorElements });
