import type { FileResult, Order } from './in-page.js';
import type { Mutant } from './instrument.js';

/** A file of tests as it ran without a mutant. */
export interface Dry {
  file: string;
  result: FileResult;
}

export interface Step {
  order: Order;
  /** Milliseconds this should take. */
  cost: number;
  /** Milliseconds after which the page must have hung. */
  patience: number;
}

/** What opening a page costs, in milliseconds. */
const opening = 300;

/** How often each file of tests caught a mutant of a source file. */
const catches = new Map<string, number>();
const pair = (mutant: Mutant, testFile: string) => `${mutant.file} ${testFile}`;

export function learn(mutant: Mutant, testFile: string): void {
  const name = pair(mutant, testFile);
  catches.set(name, (catches.get(name) ?? 0) + 1);
}

/**
 * The runs that could notice a mutant, those first that are cheap and often do: of each file the tests that run the mutated code, or all where it
 * runs while modules load. Tests that fail without a mutant are left out.
 */
export function plan(mutant: Mutant, dries: readonly Dry[]): Step[] {
  const { id } = mutant;
  const worth = ({ order, cost }: Step) => (1 + (catches.get(pair(mutant, order.file)) ?? 0)) / cost;
  return dries
    .map(({ file, result: { tests, loading, byTest } }): Step => {
      const chosen = tests.filter(({ title, passed }) => passed && (loading[id] || byTest[title]?.[id]));
      const cost = chosen.reduce((sum, { milliseconds }) => sum + milliseconds, opening);
      const only = Object.fromEntries(
        chosen.map(({ title, milliseconds }) => [title, 4000 + 5 * milliseconds]),
      );
      return { order: { file, mutant: id, only }, cost, patience: 20_000 + 5 * cost };
    })
    .filter(({ order }) => Object.keys(order.only ?? {}).length > 0)
    .sort((a, b) => worth(b) - worth(a));
}

/** Picks `size` mutants, the same ones for the same seed. */
export function sample(mutants: Mutant[], size: number, seed: number): Mutant[] {
  const random = generator(seed);
  const lots = new Map(mutants.map((mutant) => [mutant, random()]));
  const lot = (mutant: Mutant) => lots.get(mutant) ?? 0;
  const chosen = new Set(mutants.toSorted((a, b) => lot(a) - lot(b)).slice(0, size));
  return mutants.filter((mutant) => chosen.has(mutant));
}

/** Numbers that are always the same for a seed (xorshift). */
function generator(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  };
}
