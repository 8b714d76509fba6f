import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Engine, engines } from './browsers.js';
import { run } from './command.js';
import type { Outcome } from './outcome.js';
import { testComponents } from './run-components.js';
import { testSpecs } from './run-specs.js';

/*
 * npm test                                              checks, builds and tests everything
 * npm test -- test/components/x.test.ts --engine webkit one file of component tests in one engine
 * npm test -- test/relay                                some of the tests that Playwright runs
 * npm test -- test/components --seed 7                  property tests with the cases of an earlier run
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: 'string', multiple: true }, seed: { type: 'string' } },
});
const everything = positionals.length === 0;
const components = everything ? ['test/components/**/*.test.ts'] : positionals.filter(isComponent);
const specs = positionals.filter((path) => !isComponent(path));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const outcomes: Outcome[] = [];
// What a fresh clone lacks: types, pages and tests use the built package.
if (everything || specs.length > 0) outcomes.push(await check('build'));
if (everything) {
  outcomes.push(await check('types'));
  outcomes.push(await check('style'));
  outcomes.push(await check('unused'));
}
if (components.length > 0)
  outcomes.push(...(await testComponents(components, wantedEngines(), wantedSeed())));
if (everything || specs.length > 0) outcomes.push(await testSpecs(specs));
report(outcomes);

function isComponent(path: string) {
  return /^(\.\/)?test\/components(\/|$)/.test(path);
}

function wantedEngines(): Engine[] {
  const wanted = values.engine ?? engines;
  const unknown = wanted.find((name) => !engines.some((engine) => engine === name));
  if (unknown) throw new Error(`--engine ${unknown}: expected one of ${engines.join(', ')}`);
  return engines.filter((engine) => wanted.includes(engine));
}

/** A new seed for each run, unless one is given: a run that found something can be repeated. */
function wantedSeed(): number {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error(`--seed ${values.seed}: expected a whole number`);
  return seed;
}

/** Runs one of the package's scripts; it counts as one test. */
async function check(name: string): Promise<Outcome> {
  const ok = await run(['npm', 'run', name], 600);
  return { name, passed: Number(ok), failed: Number(!ok) };
}

function report(results: Outcome[]) {
  console.log();
  for (const { name, passed, failed, skipped, note, secondTries = [] } of results) {
    console.log(
      `${name}: ${note ?? `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`}`,
    );
    for (const what of secondTries)
      console.log(`  second try, since the browser could not start or died: ${what}`);
  }
  const total = (key: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[key], 0);
  process.exitCode = total('failed') > 0 ? 1 : 0;
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
}
