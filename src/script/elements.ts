/** The script for a tag: reads the settings from its tag, sends the lookup, then registers every element. */
import { isFirst } from './start-elements.js';
import '../define.js';
import * as visitorElements from '../index.js';

// A top-level declaration in a module creates no global.
if (isFirst) Object.assign(globalThis, { visitorElements });
