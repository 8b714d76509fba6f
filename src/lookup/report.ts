/** What the page's author is told on the console. */
import type { LookupError } from '../model/error.js';
import { keepLatest } from '../model/keep-latest.js';

const reported = new Map<string, true>();

/** Prints a message on the console, the same one once only. */
export function report(message: string): void {
  if (!reported.has(message)) console.warn(`visitor-elements: ${message}`);
  keepLatest(reported, message, true);
}

/** Reports why a lookup failed. A lookup that was skipped for a crawler is no failure. */
export function reportFailure({ code, message, resolution = '' }: LookupError): void {
  if (code !== 'skipped') report(`${message} ${resolution}`.trim());
}

/** Calls a listener. An error that it throws is reported, and does not keep other listeners from being called. */
export function safely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}
