import type { LookupError } from './lookup/index.js';

const reported = new Set<string>();

/** Tells the page's author, on the console, once however many elements are concerned. */
export function report(message: string): void {
  if (reported.has(message)) return;
  reported.add(message);
  console.warn(`visitor-elements: ${message}`);
}

/** Reports why a lookup failed; to have spared a crawler's lookup is no failure. */
export function reportFailure({ code, message, resolution = '' }: LookupError): void {
  if (code !== 'skipped') report(`${message} ${resolution}`.trim());
}
