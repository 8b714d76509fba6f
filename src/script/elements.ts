/** The script for a tag, step by step: sends the lookup, reads the settings from its tag, then registers every element. */
import './early.js';
import { isFirst } from './start.js';
import '../define.js';
import * as visitorElements from '../index.js';

// A top-level declaration in a module creates no global.
if (isFirst) Object.assign(globalThis, { visitorElements });
