import type { Ask } from './ask.js';
import { LATEST } from './bounded.js';
import { isBlank, type Known } from './known.js';
import type { Question } from './question.js';
import type { LookupName, Snapshot } from './types.js';

/** Somebody who wants to know, and goes on being told. */
export interface Reader {
  readonly lookup: LookupName;
  /** What it asks at this moment. */
  ask(): Ask;
  /** Hears each new snapshot, and perhaps the same one again. `settled`: what it asked for has come, or failed. */
  tell(snapshot: Snapshot<object>, settled: boolean): void;
}

/** A reader's place. */
export interface Seat {
  readonly reader: Reader;
  /** What it may ask now: as it was told last, and as it is at every change. */
  leave: Ask;
  /** Where it reads. */
  entry?: Entry | undefined;
  /** It insists on a new answer, and did not have it asked for yet. */
  refresh: boolean;
  waits: boolean;
}

/** What is known of a question, and the readers who may ask it. */
export interface Entry extends Known {
  readonly seats: Set<Seat>;
}

/** All that is known, by question. */
export class Entries {
  readonly #all = new Map<string, Entry>();

  /** What is known now, also where it changes meanwhile. */
  list(): Entry[] {
    return [...this.#all.values()];
  }

  find(question: Question): Entry | undefined {
    return this.#all.get(question.name);
  }

  of(question: Question): Entry {
    const entry = this.find(question) ?? { question, seats: new Set(), snapshots: [] };
    this.#all.set(question.name, entry);
    return entry;
  }

  /** Somebody has done with an entry. Of those without readers, the latest stay. */
  leave(entry: Entry): void {
    const { name } = entry.question;
    if (this.#all.get(name) !== entry) return;
    this.#all.delete(name);
    if (entry.seats.size || !isBlank(entry)) this.#all.set(name, entry);
    const idle = [...this.#all].filter(([, { seats, attempt }]) => !seats.size && !attempt);
    for (const [oldest] of idle.slice(0, -LATEST)) this.#all.delete(oldest);
  }

  /** Nothing was ever known, and what is under way comes to nothing. */
  forget(): void {
    for (const entry of this.list()) entry.attempt = undefined;
    this.#all.clear();
  }
}
