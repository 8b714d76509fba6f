import type { LookupName } from '../model/types.js';

/** Where the relay looks for data, from the nearest place to the farthest. */
export type ServedFrom = 'memory' | 'store' | 'cache' | 'service' | 'source' | 'fallback';

/** The codes of errors. Those of the lookup service are the service's own. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'INVALID_FILTER_SYNTAX'
  | 'INVALID_IP_ADDRESS'
  | 'RESERVED_IP_ADDRESS'
  | 'RESERVED_ASN'
  | 'MISSING_API_KEY'
  | 'INSUFFICIENT_CREDITS'
  | 'INVALID_API_KEY'
  | 'FORBIDDEN_IP'
  | 'FORBIDDEN_ORIGIN'
  | 'FORBIDDEN_IP_ORIGIN'
  | 'NOT_FOUND'
  | 'UNKNOWN_ASN'
  | 'METHOD_NOT_ALLOWED'
  | 'MISDIRECTED_REQUEST'
  | 'TOO_MANY_REQUESTS'
  | 'DISABLED_API_KEY'
  | 'INTERNAL';

/** The outcomes of limits, which share a code. */
export type LimitOutcome = 'visitor-limit' | 'hour-limit' | 'limit' | 'service-limit';

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
