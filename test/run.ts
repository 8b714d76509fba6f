import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Engine, engines } from './support/browsers.js';
import { shiftClocks } from './support/clock.js';
import { runQuietly } from './support/command.js';
import { reachedBy } from './support/runner/changed.js';
import { testComponents } from './support/runner/components.js';
import { addUp, type TestOutcome } from './support/runner/outcome.js';
import { type Suite, suiteFiles, suites, type TestFiles, testFiles } from './support/runner/test-files.js';
import { limitTime } from './support/runner/time-limit.js';
import { testPages, testUnits } from './support/runner/tools.js';

/*
 * npm test                                              checks, builds and tests the library
 * npm run test:site                                     tests the site
 * npm run test:all                                      both, and what takes long: x.nightly.test.ts
 * npm test -- --changed                                 the tests that a change since the last commit reaches
 * npm test -- --changed=main                            … a change since another commit
 * npm test -- test/components/x.test.ts --engine webkit one file of component tests in one engine
 * npm test -- test/unit/relay                           some of the tests that run in Node
 * npm test -- test/e2e/tabs.spec.ts                     some of the tests of pages
 * npm test -- test/components --seed 7                  property tests with the cases of an earlier run
 * npm test -- --clock 23:59                             as at another time (UTC), or at 2028-02-29T23:59:30Z
 * npm test -- --limit 60 --file-limit 600               ends after so many minutes, a file of component tests after so
 * many seconds
 */
const { values, positionals } = parseArgs({
  // The option works with and without a value, which `parseArgs` doesn't support.
  args: process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg)),
  allowPositionals: true,
  options: {
    suite: { type: 'string', default: 'library' },
    engine: { type: 'string', multiple: true },
    seed: { type: 'string' },
    changed: { type: 'string' },
    clock: { type: 'string' },
    limit: { type: 'string', default: '40' },
    'file-limit': { type: 'string', default: '300' },
  },
});

const begun = performance.now();
const outcomes: TestOutcome[] = [];
limitTime(positive('limit') * 60, () => report([...outcomes, { name: 'time limit', passed: 0, failed: 1 }]));
// Removes what the tests of an earlier run left, such as the packed package.
await rm('test-results', { recursive: true, force: true });
if (values.clock !== undefined) await shiftClocks(values.clock);
const suite = wantedSuite();
const isWhole = positionals.length === 0 && values.changed === undefined && suite !== 'site';
const wanted = await wantedFiles();
// A new clone lacks the built package, which types, pages and tests use.
if (isWhole || wanted.unit.length > 0 || wanted.pages.length > 0) outcomes.push(await check('build'));
const seed = wantedSeed();
// Tests in Node wait at times, which leaves the checks room. Other parts follow each other, since each keeps both
// processors of a typical machine busy.
const checks = (isWhole ? ['typecheck', 'lint', 'unused'] : []).map(check);
if (wanted.unit.length > 0) outcomes.push(await testUnits(wanted.unit, seed));
outcomes.push(...(await Promise.all(checks)));
outcomes.push(...(await testComponents(wanted.components, requestedEngines(), seed, positive('file-limit'))));
if (wanted.pages.length > 0) outcomes.push(await testPages(wanted.pages));
report(outcomes);
// A handle that a tool left open would otherwise hold the run until its time limit.
setTimeout(() => process.exit(), 5000).unref();

async function wantedFiles(): Promise<TestFiles> {
  if (values.changed !== undefined) {
    const { files, messages } = await reachedBy(values.changed);
    console.log(messages.join('\n'));
    return files;
  }
  for (const place of positionals)
    if (Object.values(testFiles([place])).flat().length === 0)
      throw new Error(`${place}: no tests are there`);
  return positionals.length > 0 ? testFiles(positionals) : suiteFiles(suite);
}

function wantedSuite(): Suite {
  const names = Object.keys(suites) as Suite[];
  const suite = names.find((name) => name === values.suite);
  if (!suite) throw new Error(`--suite ${values.suite}: expected one of ${names.join(', ')}`);
  return suite;
}

/** With `--changed`, one engine is enough unless others are requested. */
function requestedEngines(): Engine[] | undefined {
  const requested = values.engine ?? (values.changed === undefined ? undefined : engines.slice(0, 1));
  const unknown = requested?.find((name) => !engines.some((engine) => engine === name));
  if (unknown) throw new Error(`--engine ${unknown}: expected one of ${engines.join(', ')}`);
  return requested && engines.filter((engine) => requested.includes(engine));
}

/** A new seed for each run, unless one is given to repeat a run. */
function wantedSeed(): number {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error(`--seed ${values.seed}: expected a whole number`);
  return seed;
}

function positive(option: 'limit' | 'file-limit'): number {
  const number = Number(values[option]);
  if (!(number > 0)) throw new Error(`--${option} ${values[option]}: expected a number above 0`);
  return number;
}

/** Runs one of the package's scripts. It counts as one test, and its output is shown if it fails. */
async function check(name: string): Promise<TestOutcome> {
  const start = performance.now();
  const { ok, output } = await runQuietly(['npm', 'run', '--silent', name], 600);
  const seconds = (performance.now() - start) / 1000;
  console.log(`${name}: ${ok ? 'passed' : `failed\n${output}`}`);
  return { name, passed: Number(ok), failed: Number(!ok), seconds };
}

function report(results: TestOutcome[]) {
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

/** Prints how long each part took. The engines run side by side, and the checks beside the tests in Node. */
function reportTimes(results: TestOutcome[]) {
  const stages = results.filter(({ seconds }) => seconds !== undefined);
  console.log(
    `\nSeconds: ${stages.map(({ name, seconds }) => `${name} ${rounded(seconds)}`).join(', ')}; in all ${rounded((performance.now() - begun) / 1000)}`,
  );
  const files = [...addUp(results.flatMap((result) => [...(result.files ?? [])]))];
  if (files.length === 0) return;
  console.log('The slowest files, in seconds over all their engines:');
  for (const [file, seconds] of files.sort(([, a], [, b]) => b - a).slice(0, 10))
    console.log(`  ${rounded(seconds).padStart(5)}  ${file}`);
}

function rounded(seconds = 0): string {
  return seconds.toFixed(1);
}
