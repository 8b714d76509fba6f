import { isObject } from '../lookup/internal.js';
import { RelayError } from './errors.js';
import { Memory, type Outcome } from './memory.js';
import type { CheckedOptions } from './options.js';
import { createUpstream } from './upstream.js';
import { cachedOutcome, cacheOutcome } from './web-cache.js';

/** A data object as a JSON text, good until a moment (milliseconds since 1970). */
export interface Answer {
  text: string;
  until: number;
}

/** The three things a relay looks up. Whoever asks the same shares one call of the service, and then its answer. */
export interface Lookups {
  ip(address: string): Promise<Answer>;
  network(asn: number): Promise<Answer>;
  /** @param address Who asks: one address is not parsed any number of User-Agents. */
  browser(userAgent: string, address: string): Promise<Answer>;
}

type Data = Record<string, unknown>;

/** User-Agents that are parsed for one address within `maxAge`: a large office's worth. */
const MOST_BROWSERS = 100;
const MOST_ADDRESSES = 10_000;

export function createLookups(options: CheckedOptions): Lookups {
  const { baseUrl, cache, maxAge } = options;
  const upstream = createUpstream(options);
  const memory = new Memory();
  const underWay = new Map<string, Promise<Outcome>>();
  let browsers = new Map<string, number>();
  let countedSince = 0;

  return {
    ip: (address) => answer(address, async () => ({ ...(await upstream(address)), user_agent: undefined })),
    network: (asn) => answer(`AS${asn}`, () => upstream(`AS${asn}`)),
    browser: (userAgent, address) =>
      answer(`user_agent?ua=${encodeURIComponent(userAgent)}`, async () => {
        count(address);
        return firstResult(await upstream('user_agent', [userAgent]));
      }),
  };

  /** @param question The lookup's path at the service: what answers are known by. */
  async function answer(question: string, ask: () => Promise<Data>): Promise<Answer> {
    let outcome: Outcome | Promise<Outcome> | undefined = memory.get(question) ?? underWay.get(question);
    if (!outcome) {
      outcome = find(question, ask).finally(() => underWay.delete(question));
      underWay.set(question, outcome);
    }
    const known = await outcome;
    if ('failure' in known) throw known.failure;
    return known;
  }

  /** Never rejects with a `RelayError`: a failure is an outcome as well, and is remembered for as long as it holds. */
  async function find(question: string, ask: () => Promise<Data>): Promise<Outcome> {
    const key = `${baseUrl}${question}`;
    const cached = cache && (await cachedOutcome(cache, key, maxAge));
    if (cached) return cached;
    try {
      const text = JSON.stringify(await ask());
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
