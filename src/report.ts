import type { LookupError } from './lookup/index.js';
import { report } from './lookup/internal.js';

/** Reports why a lookup failed; to have spared a crawler's lookup is no failure. */
export function reportFailure({ code, message, resolution = '' }: LookupError): void {
  if (code !== 'skipped') report(`${message} ${resolution}`.trim());
}
