/**
 * The smaller script for a tag: values, switches and the attributes on `<html>`, and a global without the other
 * elements' classes.
 */
import { isFirst } from './start-core.js';
import '../define/visitor-value.js';
import '../define/visitor-switch.js';
import * as visitorElements from '../core.js';

if (isFirst && !('visitorElements' in globalThis)) Object.assign(globalThis, { visitorElements });
