import type { LookupError } from '../lookup/index.js';
import { report } from '../lookup/report.js';

/** Reports why a lookup failed. A lookup that was skipped for a crawler is no failure. */
export function reportFailure({ code, message, resolution = '' }: LookupError): void {
  if (code !== 'skipped') report(`${message} ${resolution}`.trim());
}
