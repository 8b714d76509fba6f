import type { RelayError } from './errors.js';
import type { Inquiry } from './inquiry.js';
import { type Answer, Memory, type Outcome } from './memory.js';
import type { From } from './observer.js';

/** What a search found, or why it was not allowed to its own visitor: no outcome for anybody else. */
export type Found = { from?: From } & ({ outcome: Outcome } | { refusal: RelayError });

/** @param isSecond Somebody searched before, in vain, and was not allowed to ask the service. */
export type Find = (isSecond: boolean) => Promise<Found>;

/** One kind of question: whoever asks the same shares one search, and then what it found, for as long as that is good. */
export class Desk {
  readonly #memory: Memory;
  readonly #underWay = new Map<string, { found: Promise<Found>; visitor: string }>();

  /** @param most Characters of answers that are kept at most. */
  constructor(most: number) {
    this.#memory = new Memory(most);
  }

  /** The answer to a question; throws a `RelayError` where there is none. */
  async answer(question: string, inquiry: Inquiry, find: Find): Promise<Answer> {
    for (let isSecond = false; ; isSecond = true) {
      const known = this.#memory.get(question);
      if (known) {
        inquiry.reach('memory');
        return use(known);
      }
      const shared = this.#underWay.get(question);
      const found = await (shared?.found ?? this.#begin(question, inquiry, () => find(isSecond)));
      if (found.from) inquiry.reach(found.from);
      if ('outcome' in found) return use(found.outcome);
      if (!shared || shared.visitor === inquiry.visitor.name) throw found.refusal;
    }
  }

  #begin(question: string, { visitor }: Inquiry, find: () => Promise<Found>): Promise<Found> {
    const found = find()
      .then((result) => {
        if ('outcome' in result) this.#memory.set(question, result.outcome, visitor.site);
        return result;
      })
      .finally(() => this.#underWay.delete(question));
    this.#underWay.set(question, { found, visitor: visitor.name });
    return found;
  }
}

function use(outcome: Outcome): Answer {
  if ('failure' in outcome) throw outcome.failure;
  return outcome;
}
