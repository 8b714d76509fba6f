import type { LookupName } from '../../model/types.js';
import type { CachedBody } from '../body.js';
import type { CheckedOptions } from '../checked-options.js';
import type { RequestContext } from '../http/request-context.js';
import type { Reporting } from '../log.js';
import type { Redactor } from '../redact.js';
import { endpoints } from './endpoints.js';
import { lookUpWithFallback } from './fallback.js';
import { createServiceLookups } from './service-lookups.js';
import { createSourceLookups } from './source-lookups.js';

/** Finds the data of a lookup; rejects with a `RelayError` if there is none. */
export type UpstreamLookup = (lookup: LookupName, context: RequestContext) => Promise<CachedBody>;

/** Creates the lookup function for the options: with a source, or with the lookup service and its fallback. */
export function createUpstreamLookup(
  options: CheckedOptions,
  redactor: Redactor,
  reporting: Reporting,
): UpstreamLookup {
  const { fallbackSource: fallback, source, timeout } = options;
  const { notify } = reporting;
  if (source) {
    const lookups = createSourceLookups(source, options, 'source', reporting);
    return (lookup, context) => endpoints[lookup](lookups, context);
  }
  const service = createServiceLookups(options, redactor, notify);
  if (!fallback) return (lookup, context) => endpoints[lookup](service, context);
  // A fallback's data isn't cached.
  const instead = createSourceLookups(fallback, { ...options, maxAge: 0 }, 'fallback', reporting);
  return (lookup, context) => lookUpWithFallback(lookup, context, service, instead, timeout, notify);
}
