import type { CheckedOptions } from './checked-options.js';
import type { Inquiry } from './inquiry.js';
import type { LookupName } from './lookup.js';
import { since, type Tell } from './observer.js';
import { Patience } from './patience.js';

/** Seconds to wait after a plain no, and the longest wait believed. */
const PAUSE = 60;
const LONGEST_PAUSE = 86_400;

/**
 * Asks the deployment's own limit whether a visitor may cause a call. A limit that fails lets pass: it is there for many
 * machines together, and this machine still counts.
 *
 * @param patience Milliseconds it is waited for.
 * @returns The seconds after which to ask again; 0 for a yes.
 */
export async function askLimit(
  limit: NonNullable<CheckedOptions['limit']>,
  lookup: LookupName,
  { visit, visitor }: Inquiry,
  patience: number,
  tell: Tell,
): Promise<number> {
  const request = visit.request();
  const started = performance.now();
  const waited = await new Patience(patience).wait(() => limit(visitor.name, request, visit.context));
  const said = 'value' in waited ? waited.value : undefined;
  if (said === true) return 0;
  if (said === false) return PAUSE;
  if (typeof said === 'number' && said > 0) return Math.min(Math.ceil(said), LONGEST_PAUSE);
  tell({ type: 'fault', lookup, outcome: 'limit', status: 0, milliseconds: since(started) });
  return 0;
}
