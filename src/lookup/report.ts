import { keepLatest } from './bounded.js';

const reported = new Map<string, true>();

/** Tells the page's author, on the console, once however many readers are concerned. */
export function report(message: string): void {
  if (!reported.has(message)) console.warn(`visitor-elements: ${message}`);
  keepLatest(reported, message, true);
}
