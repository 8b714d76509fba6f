/** Lets the page that loads this run one file of component tests. */

import { type Counts, coverage, parameter, type Switch } from './switch.js';

export interface TestResult {
  title: string;
  milliseconds: number;
  passed: boolean;
  message?: string | undefined;
}

export interface FileResult {
  tests: TestResult[];
  /** What ran while modules loaded, before any test. */
  loading: Counts;
  /** By the title of the test that ran. */
  byTest: Record<string, Counts>;
}

export interface Order {
  file: string;
  mutant?: string | undefined;
  /** The tests to run, and how many milliseconds each may take; default: all. The first failure ends the run. */
  only?: Record<string, number> | undefined;
  /** How often the mutant may run before that counts as a loop without an end. */
  hitLimit?: number | undefined;
}

declare global {
  var runFile: typeof run;
}
globalThis.runFile = run;

async function run({ file, mutant, only, hitLimit }: Order): Promise<FileResult> {
  const mutantCoverage: Switch['mutantCoverage'] = { static: {}, perTest: {} };
  globalThis.__stryker__ = {
    activeMutant: mutant,
    mutantCoverage,
    ...(hitLimit && { hitCount: 0, hitLimit }),
  };
  reachWorkers(mutant, mutantCoverage.static);
  mocha.setup({ ui: 'bdd', bail: Boolean(only), timeout: 20_000, reporter: Mocha.reporters.Base });
  await import(`/${file}`);
  if (only) choose(mocha.suite, only);
  const tests: TestResult[] = [];
  await new Promise<void>((resolve) => {
    let begun = 0;
    const runner = mocha.run(() => resolve());
    runner.on('test', (test) => {
      begun = performance.now();
      globalThis.__stryker__.currentTestId = test.fullTitle();
    });
    runner.on('test end', (test) => {
      if (test.isPending()) return;
      const milliseconds = performance.now() - begun;
      const message = test.err?.message;
      tests.push({ title: test.fullTitle(), milliseconds, passed: test.isPassed(), message });
    });
    runner.on('fail', (failed: Mocha.Runnable, { message }) => {
      if (failed instanceof Mocha.Hook)
        tests.push({ title: failed.fullTitle(), milliseconds: 0, passed: false, message });
    });
  });
  return { tests, loading: mutantCoverage.static, byTest: mutantCoverage.perTest };
}

function choose(suite: Mocha.Suite, only: Record<string, number>): void {
  suite.tests = suite.tests.filter((test) => {
    const milliseconds = only[test.fullTitle()];
    if (milliseconds) test.timeout(milliseconds);
    return milliseconds;
  });
  for (const inner of suite.suites) choose(inner, only);
}

/** A worker has the mutant in its address, and broadcasts what it covers. */
function reachWorkers(mutant: string | undefined, counts: Counts): void {
  coverage.addEventListener('message', ({ data }: MessageEvent<string>) => {
    counts[data] = 1;
  });
  globalThis.Worker = class extends Worker {
    constructor(script: string | URL, options?: WorkerOptions) {
      const address = new URL(script, location.href);
      if (mutant) address.searchParams.set(parameter, mutant);
      super(address, options);
    }
  };
}
