import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Engine, engines } from './support/browsers.js';
import { runQuietly } from './support/command.js';
import { reachedBy } from './support/runner/changed.js';
import { componentFiles } from './support/runner/component-files.js';
import { testComponents } from './support/runner/components.js';
import { addUp, type Outcome, overBudget, slowest } from './support/runner/outcome.js';
import { testSpecs } from './support/runner/specs.js';

/*
 * npm test                                              checks, builds and tests everything
 * npm test -- --changed                                 what the files reach that changed since the last commit
 * npm test -- --changed=main                            … since another one
 * npm test -- test/components/x.test.ts --engine webkit one file of component tests in one engine
 * npm test -- test/unit/relay                           some of the tests that Playwright runs
 * npm test -- test/components --seed 7                  property tests with the cases of an earlier run
 */
const { values, positionals } = parseArgs({
  // Not an option that must have a value, nor one that can't.
  args: process.argv.slice(2).map((given) => (given === '--changed' ? '--changed=HEAD' : given)),
  allowPositionals: true,
  options: {
    engine: { type: 'string', multiple: true },
    seed: { type: 'string' },
    changed: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const begun = performance.now();
const isWhole = positionals.length === 0 && values.changed === undefined;
const outcomes = await (isWhole ? testEverything() : testSome(await wanted()));
report(outcomes);

async function testEverything(): Promise<Outcome[]> {
  // What a fresh clone lacks: types, pages and tests use the built package.
  const checks = [await check('build')];
  checks.push(...(await Promise.all(['types', 'style', 'unused'].map(check))));
  const components = await testComponents(componentFiles(), askedEngines(), wantedSeed());
  const specs = await testSpecs([]);
  return [...checks, ...components, specs, withinBudget(components), withinBudget([specs])];
}

async function testSome({ components, specs }: Wanted): Promise<Outcome[]> {
  const found: Outcome[] = [];
  if (specs.length > 0) found.push(await check('build'));
  if (components.length > 0) found.push(...(await testComponents(components, askedEngines(), wantedSeed())));
  if (specs.length > 0) found.push(await testSpecs(specs));
  return found;
}

interface Wanted {
  components: string[];
  specs: string[];
}

async function wanted(): Promise<Wanted> {
  if (values.changed !== undefined) {
    const { components, specs, said } = await reachedBy(values.changed);
    console.log(said.join('\n'));
    return { components, specs };
  }
  const isComponent = (path: string) => /^(\.\/)?test\/components(\/|$)/.test(path);
  const places = positionals.filter(isComponent);
  const components = componentFiles(places);
  if (places.length > 0 && components.length === 0)
    throw new Error(`${places}: no component tests are there`);
  return { components, specs: positionals.filter((path) => !isComponent(path)) };
}

/** A contributor who asks for what a change reaches waits for one engine, unless told otherwise. */
function askedEngines(): Engine[] | undefined {
  const asked = values.engine ?? (values.changed === undefined ? undefined : engines.slice(0, 1));
  const unknown = asked?.find((name) => !engines.some((engine) => engine === name));
  if (unknown) throw new Error(`--engine ${unknown}: expected one of ${engines.join(', ')}`);
  return asked && engines.filter((engine) => asked.includes(engine));
}

/** A new seed for each run, unless one is given: a run that found something can be repeated. */
function wantedSeed(): number {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error(`--seed ${values.seed}: expected a whole number`);
  return seed;
}

/** Runs one of the package's scripts; it counts as one test, and what it prints is shown where it fails. */
async function check(name: string): Promise<Outcome> {
  const start = performance.now();
  const { ok, output } = await runQuietly(['npm', 'run', '--silent', name], 600);
  const seconds = (performance.now() - start) / 1000;
  console.log(`${name}: ${ok ? 'passed' : `failed\n${output}`}`);
  return { name, passed: Number(ok), failed: Number(!ok), seconds };
}

/** That no file takes more than its share counts as one test. */
function withinBudget(of: Outcome[]): Outcome {
  const over = of.flatMap(({ name, files = new Map() }) =>
    overBudget(files).map((said) => `${name}: ${said}; CONTRIBUTING names the most`),
  );
  for (const said of over) console.log(said);
  return { name: 'budget', passed: Number(over.length === 0), failed: Number(over.length > 0) };
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
  reportTimes(results);
  const lacks = results.flatMap(({ name, note, lacks = [] }) => (note ? [`${name} left out`] : lacks));
  if (lacks.length > 0) console.log(`\nNo full run: ${lacks.join('; ')}.`);
  const total = (key: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[key], 0);
  process.exitCode = total('failed') > 0 ? 1 : 0;
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
}

/** Where the time went: engines run side by side, and so do checks after the build. */
function reportTimes(results: Outcome[]) {
  const stages = results.filter(({ seconds }) => seconds !== undefined);
  console.log(
    `\nSeconds: ${stages.map(({ name, seconds }) => `${name} ${rounded(seconds)}`).join(', ')}; in all ${rounded((performance.now() - begun) / 1000)}`,
  );
  const files = addUp(results.flatMap((result) => [...(result.files ?? [])]));
  if (files.size === 0) return;
  console.log('The slowest files, in seconds over all their engines:');
  for (const [file, seconds] of slowest(files, 10)) console.log(`  ${rounded(seconds).padStart(5)}  ${file}`);
}

function rounded(seconds = 0): string {
  return seconds.toFixed(1);
}
