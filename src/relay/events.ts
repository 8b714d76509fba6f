import type { LookupName } from '../model/types.js';
import type { ErrorCode, LimitOutcome } from './reasons.js';
import type { Redactor } from './redact.js';

/** Where the relay looks for data, from the nearest place to the farthest. */
export type ServedFrom = 'memory' | 'store' | 'cache' | 'service' | 'source' | 'fallback';

/**
 * `ok`, or why there is no data: `visitor-limit` (`hourlyLimitPerVisitor`), `hour-limit` (`hourlyLimit`), `limit`
 * (`rateLimiter`; in a fault, it failed), `service-limit` (429 of the service), or the error's code in lower case, such as
 * `forbidden_origin`.
 */
export type RelayOutcome = 'ok' | LimitOutcome | Lowercase<ErrorCode>;

/**
 * An event for `onEvent`: a response to a visitor, a call of the lookup service, or a fault. It never contains a key, an
 * IP address or a User-Agent. Faults are:
 *
 * - a failure of a callback: `store`, `cache`, `rateLimiter`, `source`, `fallbackSource` or `clientIp`
 * - a browser that a limit left out of IP data
 * - the use of `fallbackSource` without a failed call, for example because of a limit
 * - a lookup service that keeps failing, so that visitors don't wait for it for 10 seconds (status 503, `from: 'service'`)
 */
export interface RelayEvent {
  readonly type: 'answer' | 'call' | 'fault';
  /** What was looked up; `null` if the request was refused earlier. */
  readonly lookup: LookupName | null;
  /** `ok`, or why there is no data. */
  readonly outcome: RelayOutcome;
  /** The HTTP status of the response or the call; 0 if there was none. */
  readonly status: number;
  readonly milliseconds: number;
  /** The farthest place that was tried, or to which the call or fault belongs. */
  readonly from?: ServedFrom;
  /** The credits that a call cost, if the service's header says so. */
  readonly credits?: number;
}

export type Notify = (event: RelayEvent) => void;

/** Creates the function that calls `onEvent`, and ignores what that throws or rejects with. */
export function createNotify(onEvent: ((event: RelayEvent) => unknown) | null): Notify {
  if (!onEvent) return () => {};
  return (event) => {
    const called = (async () => onEvent(Object.freeze(event)))();
    called.catch(() => {});
  };
}

/**
 * Prints unexpected errors, those of `clientIp`, `source` and `fallbackSource`, and what the relay's operator must change.
 * Failures of `store`, `cache` and `rateLimiter` are only events. Never prints the key, and never throws.
 */
export class Log {
  readonly #redactor: Redactor;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  error(thrown: unknown): void {
    try {
      const text = String(thrown instanceof Error ? thrown.stack : thrown);
      console.error(`visitor-elements relay: ${this.#redactor.redactText(text)}`);
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
