import { hasPassed } from '../clock.js';
import type { RelayError } from '../errors.js';

/** The outcome of a question: an answer, or why there is none. It is good until a moment (milliseconds since 1970). */
export type Outcome = Answer | { failure: RelayError; until: number };

/** A data object as a JSON text, good until a moment (milliseconds since 1970). */
export interface Answer {
  text: string;
  until: number;
}

/** What an outcome takes beside its texts, and what an error takes, roughly, in characters. */
const OVERHEAD = 600;
const ERROR = 1000;
/** The share of a memory that the outcomes of one owner may fill. */
const SHARE = 1 / 16;

interface Kept<T> {
  outcome: T;
  owner: string;
  size: number;
}

/**
 * Outcomes by question. When it is full, those that were not used for longest are dropped. When one owner's share is full,
 * that owner's are dropped, so that nobody can push out what others need.
 */
export class Memory<T extends Outcome = Outcome> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #owners = new Map<string, Owner>();
  #size = 0;

  /**
   * @param most Characters that are kept at most.
   * @param longest Milliseconds that an outcome is good for at most.
   */
  constructor(
    readonly most: number,
    readonly longest = Infinity,
  ) {}

  /** Characters kept now; never more than `most`. */
  get size(): number {
    return this.#size;
  }

  get(question: string): T | undefined {
    const kept = this.#kept.get(question);
    if (!kept) return undefined;
    this.#kept.delete(question);
    if (hasPassed(kept.outcome.until, this.longest)) {
      this.#release(question, kept);
      return undefined;
    }
    this.#kept.set(question, kept); // The last one now.
    const questions = this.#owners.get(kept.owner)?.questions;
    if (questions && questions.size > 1) {
      questions.delete(question);
      questions.add(question);
    }
    return kept.outcome;
  }

  /** @param owner Whose share it counts in. */
  set(question: string, outcome: T, owner: string): void {
    this.#forget(question);
    if (hasPassed(outcome.until, this.longest)) return;
    const size =
      2 * question.length + ('text' in outcome ? outcome.text.length : ERROR) + owner.length + OVERHEAD;
    if (size > this.most) return;
    const share = this.#owners.get(owner) ?? { size: 0, questions: new Set() };
    this.#owners.set(owner, share);
    this.#kept.set(question, { outcome, owner, size });
    share.questions.add(question);
    share.size += size;
    this.#size += size;
    for (const oldest of share.questions) {
      if (share.size <= this.most * SHARE || oldest === question) break;
      this.#forget(oldest);
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.most) break;
      this.#forget(oldest);
    }
  }

  #forget(question: string): void {
    const kept = this.#kept.get(question);
    this.#kept.delete(question);
    if (kept) this.#release(question, kept);
  }

  #release(question: string, { owner, size }: Kept<T>): void {
    const share = this.#owners.get(owner);
    if (!share) return;
    this.#size -= size;
    share.size -= size;
    share.questions.delete(question);
    if (share.questions.size === 0) this.#owners.delete(owner);
  }
}

interface Owner {
  size: number;
  /** Those used last come last. */
  questions: Set<string>;
}
