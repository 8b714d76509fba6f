import type { LookupName } from '../../model/types.js';
import type { JsonBody } from '../body.js';
import { isRelayError } from '../errors.js';
import type { Redactor, Reporting } from '../events.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { CheckedOptions } from '../options.js';
import { millisecondsSince } from '../time.js';
import { findConnection, type Lookups, originLookups } from './lookups.js';
import { createServiceLookups } from './service-lookups.js';
import { createSourceLookups } from './source-lookups.js';

/** Finds the data of a lookup; rejects with a `RelayError` if there is none. */
export type UpstreamLookup = (lookup: LookupName, context: LookupContext) => Promise<JsonBody>;

/** Creates the lookup function for the options: with a source, or with the lookup service and its fallback. */
export function createUpstreamLookup(
  options: CheckedOptions,
  serviceTimeout: number,
  redactor: Redactor,
  reporting: Reporting,
): UpstreamLookup {
  const { fallbackSource, source } = options;
  const lookups = source
    ? createSourceLookups(source, options, 'source', reporting)
    : createServiceLookups(options, serviceTimeout, redactor, reporting);
  if (source || !fallbackSource)
    return (lookup, context) => originLookups[lookup](lookups, context, reporting);
  // A fallback's data isn't cached.
  const fallback = createSourceLookups(fallbackSource, { ...options, maxAge: 0 }, 'fallback', reporting);
  return (lookup, context) => lookUpWithFallback(lookup, context, lookups, fallback, reporting);
}

/**
 * Looks up at the lookup service. If the service has no data, uses the fallback source, whose data isn't cached. Data
 * that the service returned in the same request is still used: a browser, or the number of a network. If the fallback
 * has no data either, rejects with the service's failure.
 */
async function lookUpWithFallback(
  lookup: LookupName,
  context: LookupContext,
  service: Lookups,
  fallback: Lookups,
  reporting: Reporting,
): Promise<JsonBody> {
  const { log, notify } = reporting;
  const started = performance.now();
  const calls: { ip?: Promise<JsonBody>; browser?: Promise<JsonBody> } = {};
  const { browser } = service;
  try {
    return await originLookups[lookup](
      {
        ...service,
        ip: () => (calls.ip = service.ip(context)),
        ...(browser && { browser: () => (calls.browser = browser(context)) }),
      },
      context,
      reporting,
    );
  } catch (failure) {
    if (!isRelayError(failure)) throw failure;
    const found = await lookUpInFallback().catch((unknown) => {
      if (!isRelayError(unknown)) log.error(unknown);
      throw failure;
    });
    // The event of a failed call was sent already.
    const { outcome, status } = failure;
    const milliseconds = millisecondsSince(started);
    if (!context.isFailedCall(failure)) notify({ type: 'fault', lookup, outcome, status, milliseconds });
    return found;
  }

  async function lookUpInFallback(): Promise<JsonBody> {
    const [ip, parsed] = await Promise.all([resultOf(calls.ip), resultOf(calls.browser)]);
    return originLookups[lookup](
      {
        ip: lookup === 'asn' && ip && findConnection(ip) ? async () => ip : fallback.ip,
        network: fallback.network,
        ...(parsed ? { browser: async () => parsed } : fallback.browser && { browser: fallback.browser }),
      },
      context,
      reporting,
    );
  }
}

/** The result of a call, if it was made and successful. */
const resultOf = async (call: Promise<JsonBody> | undefined): Promise<JsonBody | undefined> =>
  call?.catch(() => undefined);
