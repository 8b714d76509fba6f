/** What the page's author is told on the console. */
import { keepLatest } from '../model/keep-latest.js';

const reported = new Map<string, true>();

/** Prints a message on the console, the same one once only. */
export function report(message: string): void {
  if (!reported.has(message)) console.warn(`visitor-elements: ${message}`);
  keepLatest(reported, message, true);
}

/** Calls a listener. An error that it throws is reported, and does not keep other listeners from being called. */
export function safely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}
