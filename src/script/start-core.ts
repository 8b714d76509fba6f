import { isAwaited } from './early-core.js';
import { startScript } from './start.js';

export const isFirst = startScript('visitor-core.min.js', isAwaited);
