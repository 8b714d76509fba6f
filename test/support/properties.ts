/** Property tests that run in Node. */
import { randomInt } from 'node:crypto';
import { expect } from 'vitest';

/**
 * The cases of each property. They differ in every run, which prints its seed. Add a case that failed to the property's
 * `examples`, so that every later run begins with that case. `npm run fuzz` tries more cases.
 */
export const parameters = {
  numRuns: Number(process.env.PROPERTY_RUNS ?? 300),
  seed: Number(process.env.PROPERTY_SEED ?? randomInt(2 ** 31)),
  includeErrorInReport: true,
};

const REPEATS = 1000;
const GROWTH = 4;

/**
 * Expects the work on a text to take time in proportion to the text's length: for a piece repeated many times, and four
 * times as often. Uses the best of several tries, because other work on the machine only ever slows a try down.
 */
export function expectLinear(work: (text: string) => unknown, piece: string): void {
  const best = (repeats: number) => {
    const text = piece.repeat(repeats);
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      work(text);
      return performance.now() - started;
    });
    return Math.min(...times);
  };
  const long = best(GROWTH * REPEATS);
  // A garbage collection takes as long as short work, so short times prove nothing.
  if (long < 20) return;
  expect(long / best(REPEATS), `growth of the time for ${JSON.stringify(piece)}`).toBeLessThan(2.5 * GROWTH);
}
