import type { RelayError } from './errors.js';

/** What came of a question, good until a moment (milliseconds since 1970): a JSON text, or why there is none. */
export type Outcome = { text: string; until: number } | { failure: RelayError; until: number };

/** Characters that a relay keeps at most: at two bytes each, about 32 MB. */
const MOST_CHARACTERS = 16 * 2 ** 20;
/** What an outcome takes beside its texts, and what an error takes, roughly. */
const OVERHEAD = 200;
const ERROR = 1000;

/** Outcomes by question. What came first leaves first when it grows too large. */
export class Memory {
  readonly #outcomes = new Map<string, Outcome>();
  #size = 0;

  constructor(readonly most = MOST_CHARACTERS) {}

  /** Characters kept now; never more than `most`. */
  get size(): number {
    return this.#size;
  }

  get(question: string): Outcome | undefined {
    const known = this.#outcomes.get(question);
    return known && known.until > Date.now() ? known : undefined;
  }

  set(question: string, outcome: Outcome): void {
    this.#forget(question);
    this.#outcomes.set(question, outcome);
    this.#size += sizeOf(question, outcome);
    for (const oldest of this.#outcomes.keys()) {
      if (this.#size <= this.most) break;
      this.#forget(oldest);
    }
  }

  #forget(question: string): void {
    const known = this.#outcomes.get(question);
    if (known) this.#size -= sizeOf(question, known);
    this.#outcomes.delete(question);
  }
}

function sizeOf(question: string, outcome: Outcome): number {
  return question.length + ('text' in outcome ? outcome.text.length : ERROR) + OVERHEAD;
}
