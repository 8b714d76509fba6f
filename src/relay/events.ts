import type { LookupName } from '../model/types.js';

/** Where data came from: the farthest place that was asked. */
export type ServedFrom = 'memory' | 'store' | 'cache' | 'service' | 'source' | 'fallback';

/**
 * What a relay tells `onEvent`: an answer to a visitor, a call of the lookup service, or a fault of what the deployment
 * passed in (`store`, `cache`, `rateLimiter`, `source`, `fallbackSource` or `clientIp`). A fault is also what made the relay turn to
 * its `fallbackSource` where no call failed, such as a limit. It never holds a key, an address or a User-Agent.
 */
export interface RelayEvent {
  readonly type: 'answer' | 'call' | 'fault';
  /** What was looked up; `null` where a request was refused before that was known. */
  readonly lookup: LookupName | null;
  /**
   * `ok`; or why not: `visitor-limit` (`hourlyLimitPerVisitor`), `hour-limit` (`hourlyLimit`), `limit` (`rateLimiter`),
   * `service-limit` (the service asked for a pause), or the error's code in lower case, such as `forbidden_origin`.
   */
  readonly outcome: string;
  /** The HTTP status of the answer or the call; 0 where there was none. */
  readonly status: number;
  readonly milliseconds: number;
  /** Where the answer came from, or what the call or the fault is of. */
  readonly from?: ServedFrom;
  /** What a call cost, as the service's own header says. */
  readonly credits?: number;
}

export type Notify = (event: RelayEvent) => void;

/** Makes the function that calls `onEvent`. What that throws or rejects with is ignored. */
export function createNotify(onEvent: ((event: RelayEvent) => unknown) | null): Notify {
  if (!onEvent) return () => {};
  return (event) => {
    const observed = (async () => onEvent(Object.freeze(event)))();
    observed.catch(() => {});
  };
}
