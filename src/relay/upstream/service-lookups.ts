import type { LookupName } from '../../model/types.js';
import { bodyOf, type JsonBody, type Outcome } from '../body.js';
import { CircuitBreaker } from '../breakers.js';
import { OutcomeCache } from '../cache/memory.js';
import { createSharedStore } from '../cache/shared-store.js';
import { SharedWork } from '../cache/shared-work.js';
import { type CheckedOptions, serviceTimeoutOf } from '../checked-options.js';
import { REASONS, RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import { createCustomLimiter, RateLimiter } from '../limits/limiters.js';
import type { Reporter } from '../reporter.js';
import { timeLeft, waitFor } from '../time.js';
import { type Lookups, requireConnection } from './lookups.js';
import { BROWSER, REFUSAL_SECONDS, ServiceClient } from './service-client.js';

/** The maximum bytes in memory: some thousand IP addresses, networks and browsers. */
const MEMORY = { ip: 32 * 2 ** 20, asn: 25 * 2 ** 20, 'user-agent': 12 * 2 ** 20 };
const READS_PER_CALL = 10;
const FAILURES_WITHIN = 60_000;

export function createServiceLookups(options: CheckedOptions, reporter: Reporter): Lookups {
  const tools = createTools(options, reporter);
  const ips = new ServiceEndpoint('ip', tools);
  const networks = new ServiceEndpoint('asn', tools);
  const browsers = new ServiceEndpoint('user-agent', tools);

  return {
    ip: async (context) => ips.find(context.requirePublicIp(), context),
    network: async (ip, context) => networks.find(`AS${requireConnection(ip).asn}`, context),
    ...(options.parseUserAgent && {
      async browser(context, ip) {
        // Without a visitor, there is no limit that the lookup could count against.
        const address = context.requirePublicIp();
        // A browser isn't paid for if there is nothing to send it with.
        if (!options.fallbackSource && ips.isDoubtful(address)) await ip;
        return browsers.find(BROWSER + context.userAgent, context);
      },
    }),
    browserReason: REASONS.userAgentOff,
  };
}

function createTools(options: CheckedOptions, reporter: Reporter) {
  const { rateLimiter, hourlyLimit, hourlyLimitPerVisitor, maxAge, timeout } = options;
  return {
    client: new ServiceClient(options, reporter),
    reporter,
    limiter: new RateLimiter(hourlyLimitPerVisitor, hourlyLimit),
    readLimiter: new RateLimiter(READS_PER_CALL * hourlyLimitPerVisitor, Infinity),
    assertAllowed: rateLimiter && createCustomLimiter(rateLimiter, timeout),
    store: createSharedStore(options),
    maxAge: maxAge * 1000,
    serviceTimeout: serviceTimeoutOf(options),
  };
}

type Tools = ReturnType<typeof createTools>;

/** One endpoint of the lookup service, with everything that avoids calls of it. */
class ServiceEndpoint {
  readonly #memory: OutcomeCache;
  readonly #breaker: CircuitBreaker;
  readonly #reads = new SharedWork<Outcome | null>();
  readonly #admissions = new SharedWork<Outcome>();
  readonly #calls = new SharedWork<Outcome>();

  constructor(
    readonly lookup: LookupName,
    readonly tools: Tools,
  ) {
    const { maxAge, reporter, serviceTimeout } = tools;
    this.#memory = new OutcomeCache(MEMORY[lookup], Math.max(maxAge, REFUSAL_SECONDS * 1000));
    this.#breaker = new CircuitBreaker(serviceTimeout, {
      within: FAILURES_WITHIN,
      onOpen: () => reporter.notify('fault', { lookup, outcome: 'internal', status: 503, from: 'service' }),
    });
  }

  /** Whether a lookup is known to fail, or is left alone unless the store has its data. */
  isDoubtful(path: string): boolean {
    const known = this.#memory.get(path);
    return known ? 'failure' in known : this.#breaker.openFor > 0;
  }

  /** Finds data in memory, in the store, or at the service. @param path The cache key. */
  async find(path: string, context: LookupContext): Promise<JsonBody> {
    const known = this.#memory.get(path);
    if (known) context.recordServedFrom('memory');
    return bodyOf(known ?? (await this.#inStore(path, context)) ?? (await this.#atService(path, context)));
  }

  async #inStore(path: string, context: LookupContext): Promise<Outcome | null> {
    const { readLimiter, store } = this.tools;
    if (!store || store.isLeftAlone() || this.#calls.has(path)) return null;
    const known = await this.#reads.joinOrStart(path, async () => {
      try {
        readLimiter.consume(context.visitor, false);
      } catch {
        return null;
      }
      const stored = await store.get(path, this.lookup, context);
      return stored ? this.#memory.keep(path, stored, context.visitor.owner) : null;
    });
    context.recordServedFrom(store.name);
    return known;
  }

  async #atService(path: string, context: LookupContext): Promise<Outcome> {
    const { openFor } = this.#breaker;
    const started = performance.now();
    const request = () => this.#request(path, context);
    const goOn = (work: Promise<unknown>) =>
      context.request.keepAlive(work.catch((thrown) => context.reporter.toRelayError(thrown)));
    if (openFor > 0) {
      if (this.#breaker.takeProbe()) goOn(request());
      throw new RelayError(REASONS.unavailable, { retryAfter: Math.ceil(openFor / 1000) });
    }
    const left = timeLeft(context.serviceDeadline);
    const waited = await waitFor(request, left);
    if ('failure' in waited) throw waited.failure;
    context.recordServedFrom('service');
    if ('late' in waited) {
      // The service is not to blame if this process was busy, or what came before took the time.
      if (!waited.isBusy && left > this.tools.serviceTimeout / 4)
        this.#breaker.fail(started, context.visitor.name);
      this.tools.client.markLate(path);
      goOn(this.#calls.join(path));
      throw new RelayError(REASONS.late);
    }
    if ('failure' in waited.value) context.reported.push(waited.value.failure);
    return waited.value;
  }

  /** The outcome of the call under way, or of a new one. Rejects with a `RelayError` if the visitor may not cause one. */
  async #request(path: string, context: LookupContext): Promise<Outcome> {
    // Nothing is awaited without a call, so that of visitors who come at the same moment only the first is counted.
    const joined = this.#calls.has(path) && (await this.#calls.join(path));
    if (joined) return joined;
    // A refusal is shared with this visitor's other requests alone.
    const key = `${path}\n${context.visitor.name}`;
    return this.#admissions.joinOrStart(key, () => this.#admit(path, context));
  }

  async #admit(path: string, context: LookupContext): Promise<Outcome> {
    const { assertAllowed, client, limiter } = this.tools;
    client.assertNotRefused(this.lookup);
    const refund = limiter.consume(context.visitor, this.lookup === 'user-agent');
    let isOwn = false;
    try {
      if (assertAllowed) await assertAllowed(this.lookup, context);
      return (
        this.#memory.get(path) ??
        (await this.#calls.joinOrStart(path, () => {
          isOwn = true;
          return this.#call(path, context, refund);
        }))
      );
    } finally {
      if (!isOwn) refund();
    }
  }

  async #call(path: string, context: LookupContext, refund: () => void): Promise<Outcome> {
    const { client, maxAge, serviceTimeout, store } = this.tools;
    const { name, owner } = context.visitor;
    const started = performance.now();
    this.#breaker.begin();
    try {
      const body = await client.call(this.lookup, path);
      const cached = { body, expiresAt: Date.now() + maxAge };
      if (performance.now() - started <= serviceTimeout) this.#breaker.succeed();
      store?.set(path, cached, this.lookup, context);
      return this.#memory.keep(path, cached, owner);
    } catch (failure) {
      if (!(failure instanceof RelayError)) throw failure;
      const { cacheSeconds = 0, isFree, isOutage } = failure.details;
      if (isFree) refund();
      if (isOutage) this.#breaker.fail(started, name);
      else if (failure.reason !== REASONS.late) this.#breaker.succeed();
      return this.#memory.keep(path, { failure, expiresAt: Date.now() + cacheSeconds * 1000 }, owner);
    }
  }
}
