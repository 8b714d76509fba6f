/** Messages for the developer on the console. */

import { keepLatest } from '../model/cache.js';
import type { LookupError } from '../model/error.js';
import { pageClient } from './client.js';

/** Prints a message on the console, the same message only once. */
export function report(message: string): void {
  const { reported } = pageClient();
  if (!reported.has(message)) console.warn(`visitor-elements: ${message}`);
  keepLatest(reported, message, true);
}

/** Reports why a lookup failed. Skipping a crawler is not a failure. */
export function reportFailure({ code, message, resolution = '' }: LookupError): void {
  if (code !== 'skipped') report(`${message} ${resolution}`.trim());
}
