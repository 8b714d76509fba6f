/** Property tests that run in Node. */
import { randomInt } from 'node:crypto';
import { expect } from 'vitest';

/**
 * Cases that each property is tried with: others in every run, which prints its seed. What one found goes into the
 * property's own `examples`, so that every later run tries it first. `npm run fuzz` tries more.
 */
export const parameters = {
  numRuns: Number(process.env.PROPERTY_RUNS ?? 300),
  seed: Number(process.env.PROPERTY_SEED ?? randomInt(2 ** 31)),
  includeErrorInReport: true,
};

const REPEATS = 1000;
const GROWTH = 4;

/**
 * Expects work on a text to take time in proportion to its length: a piece many times over, and four times as often. The
 * best of several tries counts, since other work on the machine makes one dearer, never cheaper.
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
  // Short times say nothing: a collection of garbage takes as long.
  if (long < 20) return;
  expect(long / best(REPEATS), `growth of the time for ${JSON.stringify(piece)}`).toBeLessThan(2.5 * GROWTH);
}
