import { sendForElements } from './early.js';

export const isAwaited = sendForElements(['visitor-value', 'visitor-switch']);
