import { isObject } from '../lookup/json.js';
import { isReserved } from './address.js';
import { RelayError } from './errors.js';
import { Memory, type Outcome } from './memory.js';
import type { CheckedOptions } from './options.js';
import { createUpstream } from './upstream.js';
import { cachedOutcome, cacheOutcome } from './web-cache.js';

/** What came of a question: at once where it is known, otherwise later. */
type Soon = Outcome | Promise<Outcome>;

/** The three things a relay looks up. Whoever asks the same shares one call of the service, and then its answer. */
export interface Lookups {
  ip(address: string): Soon;
  network(asn: number): Soon;
  /** @param address Who asks: one address is not parsed any number of User-Agents. */
  browser(userAgent: string, address: string): Soon;
}

type Data = Record<string, unknown>;

/** User-Agents that are parsed for one address within `maxAge`: a large office's worth. */
const MOST_BROWSERS = 100;
const MOST_ADDRESSES = 10_000;

export function createLookups(options: CheckedOptions): Lookups {
  const { apiKey, baseUrl, cache, maxAge } = options;
  const upstream = createUpstream(options);
  const memory = new Memory();
  const underWay = new Map<string, Promise<Outcome>>();
  let browsers = new Map<string, number>();
  let countedSince = 0;

  return {
    ip: (address) =>
      answer(address, async () => {
        if (isReserved(address)) throw new RelayError('reservedAddress', address);
        return { ...(await upstream(address)), user_agent: undefined };
      }),
    network: (asn) => answer(`AS${asn}`, () => upstream(`AS${asn}`)),
    browser: (userAgent, address) =>
      answer(`user_agent?ua=${userAgent}`, async () => {
        count(address);
        return firstResult(await upstream('user_agent', [userAgent]));
      }),
  };

  function answer(question: string, ask: () => Promise<Data>): Soon {
    return memory.get(question) ?? underWay.get(question) ?? begin(question, ask);
  }

  function begin(question: string, ask: () => Promise<Data>): Promise<Outcome> {
    const outcome = find(question, ask).finally(() => underWay.delete(question));
    underWay.set(question, outcome);
    return outcome;
  }

  /** Never rejects with a `RelayError`: a failure is an outcome as well, and is remembered for as long as it holds. */
  async function find(question: string, ask: () => Promise<Data>): Promise<Outcome> {
    const key = `${baseUrl}${encodeURIComponent(question)}`;
    const cached = cache && (await cachedOutcome(cache, key, maxAge));
    if (cached) return cached;
    try {
      const text = JSON.stringify(await ask(), withoutKey);
      const outcome = { text, until: Date.now() + maxAge * 1000 };
      if (cache) await cacheOutcome(cache, key, outcome, maxAge);
      else memory.set(question, outcome);
      return outcome;
    } catch (failure) {
      if (!(failure instanceof RelayError)) throw failure;
      const outcome = { failure, until: Date.now() + failure.holds * 1000 };
      if (failure.holds) memory.set(question, outcome);
      return outcome;
    }
  }

  function withoutKey(name: string, value: unknown): unknown {
    return name.includes(apiKey) ? undefined : value;
  }

  function count(address: string): void {
    if (Date.now() - countedSince >= maxAge * 1000 || browsers.size > MOST_ADDRESSES) {
      browsers = new Map();
      countedSince = Date.now();
    }
    const seen = (browsers.get(address) ?? 0) + 1;
    if (seen > MOST_BROWSERS)
      throw new RelayError('manyUserAgents', '', Math.ceil(countedSince / 1000 + maxAge - Date.now() / 1000));
    browsers.set(address, seen);
  }
}

/** The one data object of a batch of one, in whatever envelope it comes. */
function firstResult(body: Data): Data {
  const [first] = Array.isArray(body.results)
    ? body.results
    : [isObject(body.user_agent) ? body.user_agent : body];
  if (isObject(first) && !('code' in first && 'message' in first)) return first;
  throw new RelayError('unusable', '200', undefined, 2);
}
