import { isObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import type { Data } from '../body.js';
import { SharedStore } from '../cache/shared-store.js';
import { RelayError } from '../errors.js';
import type { Reporting } from '../events.js';
import { CustomLimiter } from '../limits/custom-limiter.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import type { CheckedOptions } from '../options.js';
import { REASONS } from '../reasons.js';
import type { Redactor } from '../redact.js';
import { LateCalls } from './late-calls.js';
import { type Lookups, requireConnection } from './lookups.js';
import { FAILURE_SECONDS, ServiceClient } from './service-client.js';
import { ServiceEndpoint } from './service-endpoint.js';

/** The maximum bytes in memory: some thousand IP addresses, networks and browsers. */
const MEMORY = { ip: 32 * 2 ** 20, asn: 16 * 2 ** 20, 'user-agent': 12 * 2 ** 20 };
/** How many times as often as it may cause calls, a visitor may cause reads of the store. */
const READS_PER_CALL = 10;

/** Creates the lookups at the lookup service: single lookups and User-Agent parsing. */
export function createServiceLookups(
  options: CheckedOptions,
  serviceTimeout: number,
  redactor: Redactor,
  reporting: Reporting,
): Lookups {
  const { rateLimiter, maxAge, hourlyLimit, hourlyLimitPerVisitor, timeout, parseUserAgent } = options;
  const { notify } = reporting;
  const client = new ServiceClient(options, redactor, reporting);
  const tools = {
    client,
    limiter: new RateLimiter(hourlyLimitPerVisitor, hourlyLimit),
    readLimiter: new RateLimiter(READS_PER_CALL * hourlyLimitPerVisitor, Infinity),
    customLimiter: rateLimiter ? new CustomLimiter(rateLimiter, timeout, notify) : undefined,
    store: SharedStore.from(options, notify),
    lateCalls: new LateCalls(timeout),
    notify,
    maxAge,
    serviceTimeout,
  };
  const endpointFor = (lookup: LookupName) => new ServiceEndpoint(lookup, MEMORY[lookup], tools);
  const [ips, networks, browsers] = [endpointFor('ip'), endpointFor('asn'), endpointFor('user-agent')];

  return {
    assertIpLookup: (context) => ips.assertNotFailed(context.requirePublicIp(), context),
    async ip(context) {
      const address = context.requirePublicIp();
      return ips.find(address, context, async (signal) => {
        const { user_agent, ...data } = await client.call('ip', address, signal);
        return data;
      });
    },
    async network(ip, context) {
      const path = `AS${requireConnection(ip).asn}`;
      return networks.find(path, context, (signal) => client.call('asn', path, signal));
    },
    ...(parseUserAgent && {
      async browser(context) {
        // Without a visitor, there is no limit that the lookup could count against.
        context.requirePublicIp();
        const { userAgent } = context;
        return browsers.find(`user_agent?ua=${encodeURIComponent(userAgent)}`, context, async (signal) =>
          firstResult(await client.call('user-agent', 'user_agent', signal, [userAgent])),
        );
      },
    }),
  };
}

/** The data object of a batch of one, in any wrapping that services use. */
function firstResult(body: Data): Data {
  const [first] = Array.isArray(body.results)
    ? body.results
    : [isObject(body.user_agent) ? body.user_agent : body];
  if (isObject(first) && !('code' in first && 'message' in first)) return first;
  throw new RelayError(REASONS.unusable, { found: '200', cacheSeconds: FAILURE_SECONDS });
}
