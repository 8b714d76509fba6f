import type { FileResult, Order, TestResult } from './in-page.js';
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
const pair = (source: string, testFile: string) => `${source} ${testFile}`;

export function learn(mutant: Mutant, testFile: string): void {
  const name = pair(mutant.file, testFile);
  catches.set(name, (catches.get(name) ?? 0) + 1);
}

/** Longer tests, in milliseconds, have a page of their own, after those that are quick. */
const long = 1500;

/**
 * The runs that could notice a mutant, those first that are cheap and often do: of each file the tests that run the
 * mutated code, or all where it runs while modules load. Left out are tests that fail without a mutant, and the dearest
 * runs once all cost more than `budget` milliseconds.
 */
export function plan(mutant: Mutant, dries: readonly Dry[], budget: number): Step[] {
  const { id, file: source } = mutant;
  const worth = ({ order, cost }: Step) => (1 + (catches.get(pair(source, order.file)) ?? 0)) / cost;
  const steps = dries.flatMap(({ file, result: { tests, loading, byTest } }) => {
    const covering = tests.filter(({ title, passed }) => passed && (loading[id] || byTest[title]?.[id]));
    return [
      covering.filter(({ milliseconds }) => milliseconds <= long),
      covering.filter(({ milliseconds }) => milliseconds > long),
    ].flatMap((chosen) => (chosen.length > 0 ? step(file, id, chosen) : []));
  });
  steps.sort((a, b) => a.cost - b.cost);
  let spent = 0;
  const affordable = steps.filter(({ cost }) => {
    spent += cost;
    return spent - cost < budget;
  });
  return affordable.sort((a, b) => worth(b) - worth(a));
}

function step(file: string, mutant: string, tests: TestResult[]): Step {
  const cost = tests.reduce((sum, { milliseconds }) => sum + milliseconds, opening);
  const only = Object.fromEntries(tests.map(({ title, milliseconds }) => [title, 4000 + 5 * milliseconds]));
  return { order: { file, mutant, only }, cost, patience: 20_000 + 5 * cost };
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
