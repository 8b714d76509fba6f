import type { LookupName } from '../../model/types.js';
import { type CachedBody, type Data, JsonBody } from '../body.js';
import { CoalescingCache, type Search } from '../cache/coalescing-cache.js';
import { RELAY_FAILED, type Reason, RelayError } from '../errors.js';
import type { CheckedOptions, Source, SourceResult } from '../options.js';
import type { Reporting } from '../reporting.js';
import { completeFromCountry, kindOf, knownData } from '../source-data.js';
import { millisecondsSince, TimeBudget } from '../time.js';
import { LOOKUP_ERRORS, type Lookups, NETWORK_SHARE, requireConnection } from './lookups.js';

/** The maximum bytes of cached networks, and of cached browsers. */
const MAX_KEPT = 8 * 2 ** 20;

type Options = Pick<CheckedOptions, 'maxAge' | 'timeout' | 'parseUserAgent'>;

/**
 * Creates the lookups in a data source, which is used instead of the lookup service or after it.
 *
 * @param from The option with the source. If a fallback doesn't know a visitor, there is no data; with a source, there
 * is still the visitor's IP address.
 */
export function createSourceLookups(
  source: Source,
  { maxAge, timeout, parseUserAgent }: Options,
  from: 'source' | 'fallback',
  { notify, log }: Reporting,
): Lookups {
  // A tenth more than the source may take, for a busy process.
  const maxWait = timeout * 1.1;
  const networks = new CoalescingCache(MAX_KEPT, maxAge * 1000, maxWait, NETWORK_SHARE);
  const browsers = new CoalescingCache(MAX_KEPT, maxAge * 1000, maxWait);

  return {
    async ip(context) {
      const { request, publicIp } = context;
      const webRequest = request.webRequest();
      context.recordServedFrom(from);
      const data = await callSource(
        'ip',
        () => source.ip(publicIp, webRequest, request.callbackContext),
        (found) => ({
          ...completeFromCountry(found),
          ip: found.ip ?? publicIp ?? undefined,
          user_agent: undefined,
        }),
      );
      if (data) return notKept(data);
      if (from === 'fallback') throw new RelayError(LOOKUP_ERRORS.unknownVisitor);
      return notKept({ ip: context.requirePublicIp() });
    },

    async network(ip, context) {
      const { asn, organization } = requireConnection(ip);
      if (!source.network) {
        context.recordServedFrom(from);
        return notKept({ asn, name: organization ?? null });
      }
      const search = searchFor('asn', LOOKUP_ERRORS.unknownNetwork, () => source.network?.(asn));
      return networks.find(`${asn}`, context, search);
    },

    ...(source.browser &&
      parseUserAgent && {
        async browser(context) {
          const work = () => source.browser?.(context.userAgent);
          const search = searchFor('user-agent', LOOKUP_ERRORS.unknownBrowser, work);
          return browsers.find(context.userAgent, context, search);
        },
      }),
  };

  function searchFor(lookup: LookupName, unknown: Reason, work: () => SourceResult): Search {
    return {
      async call() {
        const data = await callSource(lookup, work, (found) => found);
        const expiresAt = Date.now() + maxAge * 1000;
        const outcome = data
          ? { body: new JsonBody(data), expiresAt }
          : { failure: new RelayError(unknown), expiresAt };
        return { outcome, from };
      },
    };
  }

  /** The data of the source; `null` if it knows nothing. Rejects with a `RelayError` if it fails. */
  async function callSource(
    lookup: LookupName,
    work: () => SourceResult,
    shape: (found: Data) => object,
  ): Promise<Data | null> {
    const started = performance.now();
    const waited = await new TimeBudget(timeout).wait(async () => {
      const result = await work();
      const found = knownData(result);
      if (found === null) return null;
      const data = found && toJsonData(shape(found));
      if (data !== undefined) return data;
      throw new TypeError(
        `The relay's ${from} returned ${kindOf(result)} instead of a plain object for ${lookup}. Return an object or null. See visitor-elements/docs/relay.md#your-own-source.`,
      );
    });
    if ('value' in waited) return waited.value;
    if (!waited.late) log.error(waited.failure);
    const error = new RelayError(waited.late ? LOOKUP_ERRORS.sourceLate : RELAY_FAILED);
    const { outcome, status } = error;
    notify({ type: 'fault', lookup, outcome, status, milliseconds: millisecondsSince(started), from });
    throw error;
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

const notKept = (data: Data): CachedBody => ({ body: new JsonBody(data), expiresAt: 0 });
