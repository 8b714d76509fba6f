/** The smaller script for a tag: values, switches, attributes on `<html>`, and a global without the other classes. */
import './early.js';
import './start.js';
import '../define/visitor-value.js';
import '../define/visitor-switch.js';
import * as visitorElements from '../core.js';

// Markup such as `<a id="visitorElements">` is in `globalThis` too, but is no property of its own.
if (!Object.hasOwn(globalThis, 'visitorElements')) Object.assign(globalThis, { visitorElements });
