import type { Snapshot } from '../lookup/index.js';

const none: readonly string[] = [];
const known = new WeakMap<Snapshot, readonly string[]>();

/** The custom states of a snapshot: the same list each time. */
function statesOf(snapshot: Snapshot): readonly string[] {
  let states = known.get(snapshot);
  if (!states) {
    const { data, error, pending, stale, guessed } = snapshot;
    const facts = {
      idle: !(data || error || pending),
      pending: pending && !data,
      ready: data,
      stale,
      guessed,
      error,
    };
    states = Object.entries(facts).flatMap(([state, holds]) => (holds ? state : []));
    known.set(snapshot, states);
  }
  return states;
}

/** The custom states of one element; writes only what changes. */
export class States {
  #shown = none;
  readonly #internals: ElementInternals;

  constructor(internals: ElementInternals) {
    this.#internals = internals;
  }

  show(snapshot: Snapshot): void {
    const before = this.#shown;
    this.#shown = statesOf(snapshot);
    if (this.#shown === before) return;
    try {
      const { states } = this.#internals;
      for (const state of before) if (!this.#shown.includes(state)) states.delete(state);
      for (const state of this.#shown) if (!before.includes(state)) states.add(state);
    } catch {
      // A browser without custom states.
    }
  }
}
