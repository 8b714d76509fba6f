/** What the developer reads on the console. */
import { keepLatest } from '../model/keep-latest.js';

/** Makes a function that prints a message on the console, the same message only once. */
export function createReporter(): (message: string) => void {
  const reported = new Map<string, true>();
  return (message) => {
    if (!reported.has(message)) console.warn(`visitor-elements: ${message}`);
    keepLatest(reported, message, true);
  };
}

/** Calls a listener. An error that it throws is reported, and does not keep other listeners from being called. */
export function safely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}
