import type { LookupName } from '../../model/types.js';
import type { JsonBody } from '../body.js';
import type { CheckedOptions } from '../checked-options.js';
import { isRelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { Reporter } from '../reporter.js';
import { findConnection, type Lookups, originLookups } from './lookups.js';
import { createServiceLookups } from './service-lookups.js';
import { createSourceLookups } from './source-lookups.js';

/** Finds the data of a lookup; rejects with a `RelayError` if there is none. */
export type UpstreamLookup = (lookup: LookupName, context: LookupContext) => Promise<JsonBody>;

export function createUpstreamLookup(options: CheckedOptions, reporter: Reporter): UpstreamLookup {
  const { fallbackSource, source } = options;
  const lookups = source
    ? createSourceLookups(source, options, 'source')
    : createServiceLookups(options, reporter);
  if (!fallbackSource) return (lookup, context) => originLookups[lookup](lookups, context);
  // A fallback's data isn't cached.
  const fallback = createSourceLookups(fallbackSource, { ...options, maxAge: 0 }, 'fallback');
  return (lookup, context) => lookUpWithFallback(lookup, context, lookups, fallback);
}

/** Uses the fallback with what the service did return: a browser, or the number of a network. */
async function lookUpWithFallback(
  lookup: LookupName,
  context: LookupContext,
  service: Lookups,
  fallback: Lookups,
): Promise<JsonBody> {
  const calls: { ip?: Promise<JsonBody>; browser?: Promise<JsonBody> } = {};
  const { browser } = service;
  try {
    const recorded: Lookups = {
      ...service,
      ip: () => (calls.ip = service.ip(context)),
      ...(browser && { browser: () => (calls.browser = browser(context)) }),
    };
    return await originLookups[lookup](recorded, context);
  } catch (failure) {
    if (!isRelayError(failure)) throw failure;
    const [ip, parsed] = await Promise.all([resultOf(calls.ip), resultOf(calls.browser)]);
    const completed: Lookups = {
      ...fallback,
      ...(lookup === 'asn' && ip && findConnection(ip) && { ip: async () => ip }),
      ...(parsed && { browser: async () => parsed }),
    };
    const found = await originLookups[lookup](completed, context).catch((thrown) => {
      context.reporter.toRelayError(thrown);
      throw failure;
    });
    context.reportFailure(lookup, failure);
    return found;
  }
}

const resultOf = async (call: Promise<JsonBody> | undefined): Promise<JsonBody | undefined> =>
  call?.catch(() => undefined);
