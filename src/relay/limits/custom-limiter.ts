import type { LookupName } from '../../model/types.js';
import type { CheckedOptions } from '../checked-options.js';
import { millisecondsSince, type Notify } from '../events.js';
import type { RequestContext } from '../http/request-context.js';
import { TimeBudget } from '../time-budget.js';

/** Seconds to wait after a plain no, and the longest wait believed. */
const PAUSE = 60;
const LONGEST_PAUSE = 86_400;

/**
 * Asks the deployment's own limit whether a visitor may cause a call. If the limit fails, the call is allowed: this
 * machine's own counts still hold.
 *
 * @param time Milliseconds it is waited for.
 * @returns The seconds after which to ask again; 0 for a yes.
 */
export async function askLimit(
  limit: NonNullable<CheckedOptions['limit']>,
  lookup: LookupName,
  { request, visitor }: RequestContext,
  time: number,
  notify: Notify,
): Promise<number> {
  const webRequest = request.webRequest();
  const started = performance.now();
  const waited = await new TimeBudget(time).wait(() => limit(visitor.name, webRequest, request.context));
  const verdict = 'value' in waited ? waited.value : undefined;
  if (verdict === true) return 0;
  if (verdict === false) return PAUSE;
  if (typeof verdict === 'number' && verdict > 0) return Math.min(Math.ceil(verdict), LONGEST_PAUSE);
  const milliseconds = millisecondsSince(started);
  notify({ type: 'fault', lookup, outcome: 'limit', status: 0, milliseconds });
  return 0;
}
