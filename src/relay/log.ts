import type { Notify } from './events.js';
import type { Redactor } from './redact.js';

/**
 * Prints failures of callbacks and options, so that their developer sees them. Never prints the key, and never throws.
 */
export class Log {
  readonly #redactor: Redactor;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  error(thrown: unknown): void {
    try {
      const text = String(thrown instanceof Error ? thrown.stack : thrown);
      console.error(this.#redactor.redactText(text));
    } catch {
      console.error(
        'The relay failed with an error that cannot be printed. Throw instances of Error. See visitor-elements/docs/production.md#monitor-it.',
      );
    }
  }
}

/** How a relay reports what happens: by events, and in the log. */
export interface Reporting {
  notify: Notify;
  log: Log;
}
