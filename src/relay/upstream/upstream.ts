import type { LookupName } from '../../model/types.js';
import type { Answer } from '../cache/lru-cache.js';
import type { CheckedOptions } from '../checked-options.js';
import type { Notify } from '../events.js';
import type { RequestContext } from '../http/request-context.js';
import { endpoints } from './endpoints.js';
import { answerWithFallback } from './fallback.js';
import { createServiceLookups } from './service-lookups.js';
import { createSourceLookups } from './source-lookups.js';

/** Answers a lookup; rejects with a `RelayError` where there is no data. */
export type AnswerTo = (lookup: LookupName, context: RequestContext) => Promise<Answer>;

/** Makes the function that answers from where the options say: a source, or the lookup service and its fallback. */
export function createAnswerTo(options: CheckedOptions, notify: Notify): AnswerTo {
  const { fallback, source, timeout } = options;
  if (source) {
    const lookups = createSourceLookups(source, options, 'source', notify);
    return (lookup, context) => endpoints[lookup](lookups, context);
  }
  const service = createServiceLookups(options, notify);
  if (!fallback) return (lookup, context) => endpoints[lookup](service, context);
  const instead = createSourceLookups(fallback, { ...options, maxAge: 0 }, 'fallback', notify); // A fallback's answer is not kept.
  return (lookup, context) => answerWithFallback(lookup, context, service, instead, timeout, notify);
}
