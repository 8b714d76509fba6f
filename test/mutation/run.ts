import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { hung, launch, openRunner, type Runner } from './browser.js';
import { instrument, type Mutant } from './instrument.js';
import { type Dry, learn, plan, sample } from './plan.js';
import { brief, escaped, type Outcome, table } from './report.js';
import { bundlePackages, Modules } from './server.js';

/*
 * npm run mutation                                   every mutant of src/lookup and src/visitor
 * npm run mutation -- --files src/lookup/store.ts    some files; also --tests, --sample 100 --seed 7, --shard 1/4
 * npm run mutation -- --again --budget 600            only the mutants that escaped last time; the others' verdicts stay
 * npm run mutation -- --pages 4 --budget 120          pages at once; most seconds of tests for one mutant, cheapest first
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', multiple: true, default: ['src/lookup', 'src/visitor'] },
    tests: { type: 'string', multiple: true, default: ['test/components/lookup', 'test/components/visitor'] },
    sample: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    pages: { type: 'string', default: '3' },
    budget: { type: 'string', default: '60' },
    again: { type: 'boolean', default: false },
  },
});

const begun = Date.now();
const memory = 'test-results/mutation.json';
const { mutants, sources } = await instrument(await filesBelow(values.files, '.ts'));
const testFiles = await runnable(await filesBelow(values.tests, '.test.ts'));
const packages = await bundlePackages([...testFiles, 'src/index.ts']);
const browser = await launch();
const modules = new Modules(sources, packages);
const runners = await Promise.all(
  Array.from({ length: Number(values.pages) }, () => openRunner(browser, modules)),
);

const dries = (await inParallel(testFiles, dryRun)).filter((dry) => dry !== undefined);
const chosen = choose(mutants);
const known = values.again ? await caughtBefore() : new Map<string, Outcome>();
console.log(`${chosen.length} mutants, ${dries.length} files of tests, ${minutes()} so far`);

const outcomes = await inParallel(
  chosen,
  async (runner, mutant) => known.get(keyOf(mutant)) ?? judge(runner, mutant),
);
console.log('\n\nOnce more without a mutant:');
await inParallel(dries, control);
console.log(`\n${table(outcomes)}\n\n${escaped(outcomes)}\n\nThat took ${minutes()}.`);
await mkdir('test-results', { recursive: true });
await writeFile(memory, JSON.stringify(outcomes, null, 2));
await browser.close();
process.exit();

/** The files below some places, by path. */
async function filesBelow(places: string[], suffix: string): Promise<string[]> {
  const paths = (await Promise.all(['src', 'test'].map(list))).flat().sort();
  return paths.filter((path) => path.endsWith(suffix) && places.some((place) => path.startsWith(place)));
}

async function list(root: string): Promise<string[]> {
  return (await readdir(root, { recursive: true })).map((name) => `${root}/${name.replaceAll('\\', '/')}`);
}

/** Tests that give commands to Web Test Runner can't run here. */
async function runnable(paths: string[]): Promise<string[]> {
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const bound = paths.filter((_, index) => texts[index]?.includes('@web/test-runner'));
  for (const path of bound) console.log(`left out: ${path} needs Web Test Runner`);
  return paths.filter((path) => !bound.includes(path));
}

/** Works on several things at once, one for each page; the results are in the order of the things. */
async function inParallel<T, R>(things: T[], work: (runner: Runner, thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = things.entries();
  await Promise.all(
    runners.map(async (runner) => {
      for (const [index, thing] of queue) results[index] = await work(runner, thing);
    }),
  );
  return results;
}

/** Runs a file without a mutant: which tests pass, and what they cover. */
async function dryRun(runner: Runner, file: string): Promise<Dry | undefined> {
  const result = await runner.run({ file }, 300_000);
  if (result === hung) {
    console.log(`left out: ${file} did not end`);
    return undefined;
  }
  for (const { title, passed, message } of result.tests)
    if (!passed) console.log(`left out: ${file}: "${title}" fails without a mutant: ${brief(message)}`);
  return { file, result };
}

/** Runs a file without a mutant again: a test that fails now may have seemed to catch mutants. */
async function control(runner: Runner, { file, result }: Dry): Promise<void> {
  const passed = new Set(result.tests.filter((test) => test.passed).map(({ title }) => title));
  const again = await runner.run({ file }, 300_000);
  const failed =
    again === hung ? ['(hung)'] : again.tests.filter((test) => !test.passed).map(({ title }) => title);
  const shaky = failed.filter((title) => again === hung || passed.has(title));
  console.log(`${file}: ${shaky.length} of ${passed.size} fail ${shaky.join('; ')}`);
}

/** What the last run caught; code that did not change since has the same mutants. */
async function caughtBefore(): Promise<Map<string, Outcome>> {
  const outcomes = JSON.parse(await readFile(memory, 'utf8')) as Outcome[];
  const caught = outcomes.filter(({ verdict }) => verdict === 'caught' || verdict === 'hung');
  return new Map(caught.map((outcome) => [keyOf(outcome.mutant), outcome]));
}

function keyOf({ file, place, original, replacement }: Mutant): string {
  return JSON.stringify([file, place, original, replacement]);
}

function choose(all: Mutant[]): Mutant[] {
  const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
  const picked = sample(all, Number(values.sample), Number(values.seed));
  return picked.filter((_, index) => index % shards === shard - 1);
}

async function judge(runner: Runner, mutant: Mutant): Promise<Outcome> {
  const steps = plan(mutant, dries, Number(values.budget) * 1000);
  for (const { order, patience } of steps) {
    const result = await runner.run(order, patience);
    const failure = result === hung ? undefined : result.tests.find(({ passed }) => !passed);
    if (result !== hung && !failure) continue;
    learn(mutant, order.file);
    const by = `${order.file}: ${failure?.title}: ${brief(failure?.message)}`;
    return tell({ mutant, verdict: failure ? 'caught' : 'hung', by });
  }
  return tell({ mutant, verdict: steps.length ? 'survived' : 'not covered' });
}

function tell(outcome: Outcome): Outcome {
  process.stdout.write({ caught: '.', hung: 't', survived: 'S', 'not covered': 'n' }[outcome.verdict]);
  return outcome;
}

function minutes(): string {
  return `${((Date.now() - begun) / 60_000).toFixed(1)} min`;
}
