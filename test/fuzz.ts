/**
 * Runs the property tests of hostile input for a longer time, with new cases in each round.
 *
 *     npm run fuzz -- 10m                     for about ten minutes; also 90s, 2h
 *     npm run fuzz -- 1m --seed 7             begins with the cases of an earlier round
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { engines } from './support/browsers.js';
import { testComponents } from './support/runner/components.js';
import { testFiles } from './support/runner/test-files.js';
import { testUnits } from './support/runner/tools.js';

/** Cases of each property per round. */
const RUNS = 3000;
/** Seconds that one file may take in a round. */
const FILE_LIMIT = 900;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const milliseconds = durationOf(positionals[0] ?? '1m');
const { components, unit } = testFiles(['test']);
/** The test files with properties of hostile input, by their names. */
const hostile = (files: string[]) => files.filter((file) => /\/hostile-[^/]*$/.test(file));
const begun = performance.now();
let seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
for (let round = 1; round === 1 || performance.now() - begun < milliseconds; round++) {
  console.log(`\nRound ${round} has the seed ${seed}; to repeat: npm run fuzz -- 1s --seed ${seed}`);
  const outcomes = [
    await testUnits(hostile(unit), seed, RUNS),
    ...(await testComponents(hostile(components), engines.slice(0, 1), seed, FILE_LIMIT)),
  ];
  if (outcomes.some(({ failed }) => failed > 0)) {
    process.exitCode = 1;
    break;
  }
  seed = randomInt(2 ** 31);
}
console.log(process.exitCode ? '\nA property fails: see its counterexample above.' : '\nNo property failed.');

function durationOf(text: string): number {
  const [, number, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const seconds: Record<string, number> = { s: 1, m: 60, h: 3600 };
  if (number === undefined) throw new Error(`"${text}": expected a time such as 90s, 10m or 2h`);
  return Number(number) * (seconds[unit] ?? 1) * 1000;
}
