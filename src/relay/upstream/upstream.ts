import type { LookupName } from '../../model/types.js';
import type { CachedBody } from '../body.js';
import { isRelayError, RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { CheckedOptions } from '../options.js';
import type { Redactor } from '../redact.js';
import type { Notify, Reporting } from '../reporting.js';
import { millisecondsSince, TimeBudget } from '../time.js';
import { endpoints } from './endpoints.js';
import { findConnection, LOOKUP_ERRORS, type Lookups } from './lookups.js';
import { createServiceLookups } from './service-lookups.js';
import { createSourceLookups } from './source-lookups.js';

/** Finds the data of a lookup; rejects with a `RelayError` if there is none. */
export type UpstreamLookup = (lookup: LookupName, context: LookupContext) => Promise<CachedBody>;

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
  const fallbackLookups = createSourceLookups(fallback, { ...options, maxAge: 0 }, 'fallback', reporting);
  return (lookup, context) => lookUpWithFallback(lookup, context, service, fallbackLookups, timeout, notify);
}

/**
 * Looks up at the lookup service. If the service has no data, uses the fallback source, whose data isn't cached. Data
 * that the service returned in the same request is still used: a browser, or the number of a network. If the fallback
 * has no data either, rejects with the service's failure.
 *
 * @param timeout Milliseconds for an IP lookup and its ASN lookup together, at the service and at the fallback each.
 */
async function lookUpWithFallback(
  lookup: LookupName,
  context: LookupContext,
  service: Lookups,
  fallback: Lookups,
  timeout: number,
  notify: Notify,
): Promise<CachedBody> {
  const started = performance.now();
  const calls: { ip?: Promise<CachedBody>; browser?: Promise<CachedBody> } = {};
  const { browser } = service;
  try {
    return await endpoints[lookup](
      {
        ip: () => (calls.ip = service.ip(context)),
        network: networkWithin(service.network, timeout),
        ...(browser && { browser: () => (calls.browser = browser(context)) }),
      },
      context,
    );
  } catch (failure) {
    if (!isRelayError(failure)) throw failure;
    const found = await lookUpInFallback().catch(() => {
      throw failure;
    });
    // The event of a failed call was sent already.
    const { outcome, status } = failure;
    const milliseconds = millisecondsSince(started);
    if (!context.isFailedCall(failure)) notify({ type: 'fault', lookup, outcome, status, milliseconds });
    return { ...found, expiresAt: 0 };
  }

  async function lookUpInFallback(): Promise<CachedBody> {
    const [ip, parsed] = await Promise.all([resultOf(calls.ip), resultOf(calls.browser)]);
    return endpoints[lookup](
      {
        ip: lookup === 'asn' && ip && findConnection(ip) ? async () => ip : fallback.ip,
        network: networkWithin(fallback.network, timeout),
        ...(parsed ? { browser: async () => parsed } : fallback.browser && { browser: fallback.browser }),
      },
      context,
    );
  }
}

/** Looks up a network in the rest of a time that begins now. A later result isn't used, but is cached. */
function networkWithin(network: Lookups['network'], timeout: number): Lookups['network'] {
  const ends = performance.now() + timeout;
  return async (ip, context) => {
    const waited = await new TimeBudget(ends - performance.now()).wait(() => network(ip, context));
    if ('value' in waited) return waited.value;
    throw waited.late ? new RelayError(LOOKUP_ERRORS.late) : waited.failure;
  };
}

/** The result of a call, if it was made and successful. */
const resultOf = async (call: Promise<CachedBody> | undefined): Promise<CachedBody | undefined> =>
  call?.catch(() => undefined);
