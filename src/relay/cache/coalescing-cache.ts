import { isRelayError, type RelayError } from '../errors.js';
import type { From } from '../events.js';
import type { RequestContext } from '../http/request-context.js';
import { type Answer, Memory, type Outcome } from './lru-cache.js';

/** The outcome of a question, and where it came from. */
export interface Found {
  outcome: Outcome;
  from: From;
}

/** The steps that find an answer that memory does not hold, in this order. */
export interface Search {
  /** Looks into what other machines share; `undefined` where nothing is there. */
  recall?(): Promise<Found | undefined>;
  /**
   * Asks whether the visitor may cause a call; rejects with a `RelayError` if not, which concerns this visitor only. The
   * result takes the permission back, for when somebody else has made the call.
   */
  permit?(): Promise<() => void>;
  /** Calls for the answer. A `RelayError` is an outcome too. */
  call(): Promise<Found>;
}

interface FirstSearch {
  visitor: string;
  result: Promise<Found | { refusal: RelayError }>;
}

/** A cache of outcomes. Whoever asks the same at the same time shares one search, and later its outcome while it is good. */
export class CoalescingCache {
  readonly #memory: Memory;
  readonly #searches = new Map<string, FirstSearch>();
  readonly #calls = new Map<string, Promise<Found>>();

  /**
   * @param most Characters of answers that are kept at most.
   * @param longest Milliseconds that an outcome is good for at most.
   */
  constructor(most: number, longest: number) {
    this.#memory = new Memory(most, longest);
  }

  /** The answer to a question; rejects with a `RelayError` where there is none. */
  async answer(question: string, context: RequestContext, search: Search): Promise<Answer> {
    const { outcome, from } = await (this.#known(question) ?? this.#search(question, context, search));
    context.asked(from);
    if (!('failure' in outcome)) return outcome;
    if (from === 'service') context.callFailed(outcome.failure);
    throw outcome.failure;
  }

  /** What memory holds, or what a call under way will bring. */
  #known(question: string): Found | Promise<Found> | undefined {
    const outcome = this.#memory.get(question);
    return outcome ? { outcome, from: 'memory' } : this.#calls.get(question);
  }

  async #search(question: string, context: RequestContext, search: Search): Promise<Found> {
    const first = this.#searches.get(question);
    const result = await (first?.result ?? this.#searchFirst(question, context, search));
    if (!('refusal' in result)) return result;
    if (!first || first.visitor === context.visitor.name) throw result.refusal;
    // Somebody else was refused. The others ask for themselves, all at the same time, and share the call alone.
    return this.#call(question, context, search);
  }

  #searchFirst(question: string, context: RequestContext, search: Search): FirstSearch['result'] {
    const find = async () => {
      const recalled = await search.recall?.();
      if (recalled) this.#keep(question, context, recalled);
      return recalled ?? this.#call(question, context, search);
    };
    const result = find()
      .catch((error) => {
        if (isRelayError(error)) return { refusal: error };
        throw error;
      })
      .finally(() => this.#searches.delete(question));
    this.#searches.set(question, { visitor: context.visitor.name, result });
    return result;
  }

  /** Makes the call, if the visitor may cause it and nobody else did meanwhile. */
  async #call(question: string, context: RequestContext, search: Search): Promise<Found> {
    const takeBack = await search.permit?.();
    const known = this.#known(question);
    if (known) {
      takeBack?.();
      return known;
    }
    const call = search
      .call()
      .then((found) => this.#keep(question, context, found))
      .finally(() => this.#calls.delete(question));
    this.#calls.set(question, call);
    return call;
  }

  #keep(question: string, { visitor }: RequestContext, found: Found): Found {
    this.#memory.set(question, found.outcome, visitor.site);
    return found;
  }
}
