import { isAwaited } from './early-elements.js';
import { startScript } from './start.js';

export const isFirst = startScript('visitor-elements.min.js', isAwaited);
