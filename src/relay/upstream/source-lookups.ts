import type { LookupName } from '../../model/types.js';
import {
  bodyOf,
  type Data,
  type JsonBody,
  MAX_BODY,
  type Outcome,
  TOO_LONG,
  toBody,
  withoutPrefixLists,
} from '../body.js';
import { OutcomeCache } from '../cache/memory.js';
import { SharedWork } from '../cache/shared-work.js';
import type { CheckedOptions } from '../checked-options.js';
import { REASONS, type Reason, RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { Source, SourceResult } from '../options.js';
import { callWithin, completeFromCountry, requireData } from '../source-data.js';
import { timeLeft, waitFor } from '../time.js';
import { type Lookups, requireConnection } from './lookups.js';

/** The maximum bytes of networks, and of browsers, in memory. */
const MEMORY = 8 * 2 ** 20;

/** @param from If a fallback doesn't know a visitor, there is no data; with a source, there is still the IP address. */
export function createSourceLookups(
  source: Source,
  { maxAge, parseUserAgent }: CheckedOptions,
  from: 'source' | 'fallback',
): Lookups {
  const { browser, network } = source;
  const findNetwork = network && createCachedLookup('asn', network, REASONS.unknownNetwork);
  const findBrowser = browser && createCachedLookup('user-agent', browser, REASONS.unknownBrowser);

  return {
    async ip(context) {
      const { publicIp, request } = context;
      const given: Parameters<Source['ip']> = [publicIp, request.webRequest(), request.callbackContext];
      const body = await callSource('ip', context, source.ip, given, (found) => ({
        ...completeFromCountry(found),
        ip: found.ip ?? publicIp ?? undefined,
        user_agent: undefined,
      }));
      if (body) return body;
      if (from === 'fallback') throw new RelayError(REASONS.unknownVisitor);
      return toBody({ ip: context.requirePublicIp() });
    },

    async network(ip, context) {
      const { asn, organization } = requireConnection(ip);
      if (findNetwork) return findNetwork(asn, context);
      context.recordServedFrom(from);
      return toBody({ asn, name: organization ?? null });
    },

    ...(findBrowser && parseUserAgent && { browser: (context) => findBrowser(context.userAgent, context) }),
    browserReason: parseUserAgent ? REASONS.sourceWithoutBrowser : REASONS.userAgentOff,
  };

  function createCachedLookup<Key extends string | number>(
    lookup: LookupName,
    call: (key: Key) => SourceResult,
    unknown: Reason,
  ) {
    const memory = new OutcomeCache(MEMORY, maxAge * 1000);
    const calls = new SharedWork<Outcome>();
    return async (key: Key, context: LookupContext): Promise<JsonBody> => {
      const known = memory.get(`${key}`);
      context.recordServedFrom(known ? 'memory' : from);
      const find = async () => {
        const body = await callSource(lookup, context, call, [key], withoutPrefixLists);
        const found = body ? { body } : { failure: new RelayError(unknown) };
        const outcome = { ...found, expiresAt: Date.now() + maxAge * 1000 };
        return memory.keep(`${key}`, outcome, context.visitor.owner);
      };
      return bodyOf(known ?? (await calls.joinOrStart(`${key}`, find)));
    };
  }

  /** The data of the source; `null` if it knows nothing. Rejects with a `RelayError` if it fails. */
  async function callSource<Args extends unknown[]>(
    lookup: LookupName,
    context: LookupContext,
    call: (...args: Args) => SourceResult,
    args: Args,
    shape: (found: Data) => object,
  ): Promise<JsonBody | null> {
    const { deadline, reporter } = context;
    context.recordServedFrom(from);
    const started = performance.now();
    const report = (thrown: unknown) => {
      const error = reporter.toRelayError(thrown);
      context.reportFailure(lookup, error, from, started);
      return error;
    };
    const find = async () => {
      const result = await callWithin(call, timeLeft(deadline), report).apply(source, args);
      const found = requireData(result, `The relay's ${from} for ${lookup}`);
      const body = found && toBody(JSON.parse(JSON.stringify(shape(found)))); // The source may change its own object.
      if (!body || body.bytes.length <= MAX_BODY) return body;
      reporter.log(`The relay's ${from} returned ${body.bytes.length} bytes for ${lookup}. ${TOO_LONG}`);
      throw new RelayError(REASONS.tooLong);
    };
    const waited = await waitFor(find, timeLeft(deadline));
    if ('value' in waited) return waited.value;
    throw report('late' in waited ? new RelayError(REASONS.sourceLate) : waited.failure);
  }
}
