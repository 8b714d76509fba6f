import type { LookupName } from '../../model/types.js';
import { type Data, encodeJson, type JsonBody, MAX_BODY, toBody, withoutPrefixLists } from '../body.js';
import { type Outcome, OutcomeCache } from '../cache/memory.js';
import { SharedWork } from '../cache/shared-work.js';
import { REASONS, type Reason, RelayError } from '../errors.js';
import type { Reporting } from '../events.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { CheckedOptions, Source, SourceResult } from '../options.js';
import { callWithin, completeFromCountry, kindOf, knownData } from '../source-data.js';
import { millisecondsSince } from '../time.js';
import { type Lookups, requireConnection } from './lookups.js';

/** The maximum bytes of networks, and of browsers, in memory. */
const MEMORY = 8 * 2 ** 20;

type Options = Pick<CheckedOptions, 'maxAge' | 'timeout' | 'parseUserAgent'>;

/**
 * Creates the lookups in a data source, which is used instead of the lookup service or after it.
 *
 * @param from The option with the source. If a fallback doesn't know a visitor, there is no data; with a source, there
 * is still the visitor's IP address.
 */
export function createSourceLookups(
  source: Source,
  { maxAge, parseUserAgent }: Options,
  from: 'source' | 'fallback',
  { notify, log }: Reporting,
): Lookups {
  const findNetwork = createKeptLookup('asn', REASONS.unknownNetwork);
  const findBrowser = createKeptLookup('user-agent', REASONS.unknownBrowser);
  const { browser, network } = source;

  return {
    async ip(context) {
      const { request, publicIp } = context;
      const webRequest = request.webRequest();
      const data = await callSource(
        'ip',
        context,
        (left) => callWithin(source.ip, left).call(source, publicIp, webRequest, request.callbackContext),
        (found) => ({
          ...completeFromCountry(found),
          ip: found.ip ?? publicIp ?? undefined,
          user_agent: undefined,
        }),
      );
      if (data) return toBody(data);
      if (from === 'fallback') throw new RelayError(REASONS.unknownVisitor);
      return toBody({ ip: context.requirePublicIp() });
    },

    async network(ip, context) {
      const { asn, organization } = requireConnection(ip);
      if (network)
        return findNetwork(`${asn}`, context, (left) => callWithin(network, left).call(source, asn));
      context.recordServedFrom(from);
      return toBody({ asn, name: organization ?? null });
    },

    ...(browser &&
      parseUserAgent && {
        async browser(context) {
          const { userAgent } = context;
          return findBrowser(userAgent, context, (left) => callWithin(browser, left).call(source, userAgent));
        },
      }),
  };

  /** A lookup whose result is kept for `maxAge`. */
  function createKeptLookup(lookup: LookupName, unknown: Reason) {
    const memory = new OutcomeCache(MEMORY, maxAge * 1000);
    const calls = new SharedWork<Outcome>();
    return async (
      key: string,
      context: LookupContext,
      call: (left: number) => SourceResult,
    ): Promise<JsonBody> => {
      const known = memory.get(key);
      const outcome =
        known ??
        (await calls.joinOrStart(key, async () => {
          const data = await callSource(lookup, context, call, withoutPrefixLists);
          const expiresAt = Date.now() + maxAge * 1000;
          const found = data
            ? { body: toBody(data), expiresAt }
            : { failure: new RelayError(unknown), expiresAt };
          return memory.keep(key, found, context.visitor.owner);
        }));
      context.recordServedFrom(known ? 'memory' : from);
      if ('failure' in outcome) throw outcome.failure;
      return outcome.body;
    };
  }

  /** The data of the source; `null` if it knows nothing. Rejects with a `RelayError` if it fails. */
  async function callSource(
    lookup: LookupName,
    context: LookupContext,
    call: (left: number) => SourceResult,
    shape: (found: Data) => object,
  ): Promise<Data | null> {
    context.recordServedFrom(from);
    const started = performance.now();
    const waited = await context.deadline.wait(async () => {
      const result = await call(context.deadline.left);
      const found = knownData(result);
      if (found === null) return null;
      const data = found && toJsonData(shape(found));
      if (data === undefined)
        throw new TypeError(
          `The relay's ${from} returned ${kindOf(result)} instead of a plain object for ${lookup}. Return an object or null. See visitor-elements/docs/relay.md#your-own-source.`,
        );
      const { length } = encodeJson(data);
      if (length <= MAX_BODY) return data;
      log.error(
        `The relay's ${from} returned ${length} bytes for ${lookup}. The relay accepts at most 256 KiB of data; lists of prefixes don't count.`,
      );
      throw new RelayError(REASONS.tooLong);
    });
    if ('value' in waited) return waited.value;
    const error = failureOf(waited);
    const { outcome, status } = error;
    notify({ type: 'fault', lookup, outcome, status, milliseconds: millisecondsSince(started), from });
    throw error;
  }

  function failureOf(waited: { failure: unknown } | { late: true }): RelayError {
    if ('late' in waited) return new RelayError(REASONS.sourceLate);
    if (waited.failure instanceof RelayError) return waited.failure;
    log.error(waited.failure);
    return new RelayError(REASONS.relayFailed);
  }
}

/**
 * An object converted to JSON and back. `undefined` if the result isn't an object, because its own `toJSON` may return
 * anything.
 */
function toJsonData(found: object): Data | null | undefined {
  const text: string | undefined = JSON.stringify(found);
  return text === 'null' || text?.startsWith('{') ? JSON.parse(text) : undefined;
}
