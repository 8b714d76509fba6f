import type { LookupName } from '../model/types.js';
import type { RelayOutcome } from './errors.js';

export type { RelayOutcome };

/** Where the relay looks for data, from the nearest place to the farthest. */
export type ServedFrom = 'memory' | 'store' | 'cache' | 'service' | 'source' | 'fallback';

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
