/** The script for a tag: reads its settings from that tag, asks, then registers every element. */
import { isFirst } from './start-elements.js';
import '../define.js';
import * as visitorElements from '../index.js';

// In a module, a declaration makes no global.
if (isFirst) Object.assign(globalThis, { visitorElements });
