import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { testFiles } from '../support/runner/test-files.js';

/*
 * npm run mutation -- relay                                   every mutant of a place below
 * npm run mutation -- lookup --files src/lookup/storage.ts    some of its files; `storage.ts:10-20` some of their lines
 * npm run mutation -- lookup --tests test/components/lookup   only mutants that these component tests could notice
 * npm run mutation -- lookup --again                          only what changed, or whose tests changed, since the last
 * run
 * npm run mutation -- lookup --runners 1 --budget 120         parallel runners; maximum seconds of component tests for
 * a mutant
 */
interface Place {
  mutate: string[];
  /** Component tests that could notice a mutant. Without them, mutants run in Node, and Vitest finds the tests. */
  components?: string[];
}

const places: Record<string, Place> = {
  lookup: { mutate: ['src/lookup/**/*.ts'], components: ['test/components/lookup'] },
  model: {
    // Facts about countries are tested in Node, with the relay, which uses them.
    mutate: ['src/model/**/*.ts', '!src/model/country-facts.ts'],
    components: ['test/components/model', 'test/components/personal'],
  },
  personal: {
    mutate: ['src/personal/**/*.ts'],
    components: ['test/components/model', 'test/components/personal'],
  },
  elements: {
    mutate: ['src/elements/**/*.ts'],
    components: ['test/components/elements', 'test/components/personal'],
  },
  relay: { mutate: ['src/relay/**/*.ts', 'src/model/country-facts.ts', 'src/model/country.ts'] },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true },
    again: { type: 'boolean', default: false },
    runners: { type: 'string', default: '2' },
    budget: { type: 'string', default: '60' },
  },
});

// If a runner can't write its report, Stryker takes it for broken, and restarts it for each mutant.
await mkdir('node_modules/.cache', { recursive: true });

for (const name of positionals.length > 0 ? positionals : Object.keys(places)) {
  const place = places[name];
  if (!place) throw new Error(`Unknown place "${name}". Use one of ${Object.keys(places).join(', ')}.`);
  const options = await optionsFor(name, place);
  const row = rowFor(name, await new Stryker(options).runMutationTest());
  console.log(`\n${row}\n`);
}
// A runner that hung may have left handles open.
process.exit();

async function optionsFor(name: string, place: Place): Promise<PartialStrykerOptions> {
  const memory = `node_modules/.cache/mutation-${name}`;
  // The incremental file counts results of other files in the score too.
  if (!values.again) await rm(`${memory}.json`, { force: true });
  return {
    ...(place.components ? runnerOfPages(place.components) : runnerInNode()),
    mutate: values.files ?? place.mutate,
    concurrency: Number(values.runners),
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: `${memory}.json`,
    dryRunTimeoutMinutes: 20,
    disableTypeChecks: false,
    // Stryker would rewrite tsconfig.json with a programming interface that TypeScript 7 doesn't have.
    tsconfigFile: 'none',
    ignorePatterns: ['/test-results', '/.git'],
    reporters: ['clear-text', 'html', 'progress-append-only'],
    htmlReporter: { fileName: `${memory}.html` },
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    thresholds: { high: 95, low: 85, break: null },
    allowConsoleColors: false,
  };
}

function runnerInNode(): PartialStrykerOptions {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts' },
    timeoutMS: 30_000,
  };
}

function runnerOfPages(components: string[]): PartialStrykerOptions {
  // Each of Stryker's processes loads the plugin, which is written in TypeScript.
  process.env.NODE_OPTIONS = '--import tsx';
  return {
    testRunner: 'pages',
    plugins: [fileURLToPath(new URL('pages.ts', import.meta.url))],
    tests: testFiles(values.tests ?? components).components,
    budget: Number(values.budget),
    // The runner itself detects pages that hang. After this time Stryker restarts it.
    timeoutMS: 120_000,
    timeoutFactor: 5,
  };
}

/** A row of the table of scores. */
function rowFor(name: string, mutants: MutantResult[]): string {
  const count = (...statuses: MutantResult['status'][]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const caught = count('Killed', 'Timeout');
  const missed = count('Survived', 'NoCoverage');
  const all = caught + missed;
  const score = `${((100 * caught) / all).toFixed(1)} %`;
  const date = new Date().toISOString().slice(0, 10);
  return `| ${[name, all, caught, missed, score, date].join(' | ')} |`;
}
