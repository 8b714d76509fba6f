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

/** Tries of each length. Other work on the machine only ever slows a try down, so one quick try is enough. */
const TRIES = 20;

/**
 * Expects the work on a text to take time in proportion to the text's length: for a piece repeated many times, and four
 * times as often.
 */
export function expectLinear(work: (text: string) => unknown, piece: string): void {
  const best = [REPEATS, GROWTH * REPEATS].map((repeats) => ({
    text: piece.repeat(repeats),
    time: Infinity,
  }));
  const growth = () => {
    const [short = 0, long = 0] = best.map(({ time }) => time);
    // A garbage collection takes as long as short work, so short times prove nothing.
    return long < 20 ? GROWTH : long / short;
  };
  for (let tries = 0; tries < TRIES && !(growth() < 2.5 * GROWTH); tries++)
    for (const each of best) {
      const started = performance.now();
      work(each.text);
      each.time = Math.min(each.time, performance.now() - started);
    }
  expect(growth(), `growth of the time for ${JSON.stringify(piece)}`).toBeLessThan(2.5 * GROWTH);
}
