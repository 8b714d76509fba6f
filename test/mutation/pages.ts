import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StrykerOptions } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  type CompleteDryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { startTestRunner, type TestSuiteResult, type TestRunner as WebTestRunner } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { chromiumArgs, headlessChromium } from '../support/browsers.js';
import { componentTests } from '../support/web-test-runner.config.js';

/** How often each mutant's code ran: while modules loaded, and in each test, by the test's full title. */
export interface Counts {
  static?: Record<string, number>;
  perTest?: Record<string, Record<string, number>>;
}

/** What the instrumented modules of a page read and write. */
export interface PageState {
  /** The mutant that is active, and how often its code may run before it is taken for an endless loop. */
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number | undefined;
  /** Milliseconds that a test may take with the mutant, by the test's full title. Only these tests run. */
  limits?: Record<string, number>;
  /** The test that runs, and what was counted. Without a mutant only. */
  currentTestId?: string;
  mutantCoverage?: Counts;
}

/** A test, and its duration without a mutant. */
interface Timed {
  file: string;
  title: string;
  milliseconds: number;
}

interface Result {
  isHung: boolean;
  tests: { title: string; passed: boolean; milliseconds: number; message: string }[];
}

/** The results of the dry run, in Stryker's sandbox, which all of its processes share. */
const memory = 'mutation-tests.json';
const idOf = ({ file, title }: Pick<Timed, 'file' | 'title'>) => `${file} ${title}`;
const limitOf = ({ milliseconds }: Timed) => 4000 + 5 * milliseconds;

/** Runs component tests in Chromium with Web Test Runner. Each file's page is loaded with the mutant active. */
export class PageRunner implements TestRunner {
  static inject = tokens(commonTokens.logger, commonTokens.options);
  readonly #log: Logger;
  readonly #files: string[];
  readonly #budget: number;
  #runner: WebTestRunner | undefined;
  /** The state in which the next page begins. */
  #state: PageState = {};
  /** What the last page counted. */
  #counts: Counts | undefined;
  #timed: Promise<Timed[]> | undefined;
  /** How many mutants each file caught; earlier ones count less. */
  readonly #killers = new Map<string, number>();

  constructor(log: Logger, options: StrykerOptions) {
    this.#log = log;
    this.#files = options.tests as string[];
    this.#budget = (options.budget as number) * 1000;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const executablePath = headlessChromium();
    const chromium = playwrightLauncher({
      launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
      createBrowserContext: async ({ browser }) => {
        const context = await browser.newContext();
        await context.exposeFunction('reportCounts', (counts: Counts) => {
          this.#counts = counts;
        });
        // Frames and tabs that a test opens share the mutant and the counts of the page that opened them.
        await context.addInitScript((state) => {
          const from = window === window.top ? window.opener : window.parent;
          try {
            globalThis.__stryker__ = from ? from.__stryker__ : state;
          } catch {
            // The opener is of another origin.
          }
        }, this.#state);
        return context;
      },
    });
    const groups = [{ name: 'chromium', files: this.#files, browsers: [chromium] }];
    const config = await componentTests(groups, 1, 300, ['test/mutation/in-page.ts']);
    const runner = await startTestRunner({
      // No test runs before it is requested.
      config: { ...config, manual: true, reporters: [] },
      readCliArgs: false,
      readFileConfig: false,
      autoExitProcess: false,
    });
    if (!runner) throw new Error('Web Test Runner did not start');
    runner.config.watch = true; // Keeps the browser open when a file has ended.
    await chromium.initialize?.(runner.config, runner.testFiles);
    const isIdle = new Promise((resolve) => runner.on('test-run-finished', resolve));
    for (const session of runner.sessions.all()) runner.sessions.updateStatus(session, 'FINISHED');
    await isIdle;
    this.#runner = runner;
  }

  async dispose(): Promise<void> {
    await this.#runner?.stop();
  }

  async dryRun(): Promise<CompleteDryRunResult> {
    const timed: Timed[] = [];
    const perTest: Record<string, Record<string, number>> = {};
    for (const file of this.#files) {
      const { tests, isHung } = await this.#run(file, 300_000, {
        mutantCoverage: { static: {}, perTest: {} },
      });
      if (isHung) this.#log.warn(`left out: ${file} did not end`);
      const counts = this.#counts;
      // Each file has a new page, so code that ran during loading, or in an earlier test, may run in any test that runs
      // alone.
      let covered = counts?.static ?? {};
      for (const { title, milliseconds, passed, message } of tests) {
        covered = { ...covered, ...counts?.perTest?.[title] };
        if (passed && counts) {
          timed.push({ file, title, milliseconds });
          perTest[idOf({ file, title })] = covered;
        } else this.#log.warn(`left out: ${file}: "${title}" fails without a mutant: ${message}`);
      }
    }
    await writeFile(memory, JSON.stringify(timed));
    return {
      status: DryRunStatus.Complete,
      mutantCoverage: { static: {}, perTest },
      tests: timed.map((test) => ({
        id: idOf(test),
        name: test.title,
        status: TestStatus.Success,
        timeSpentMs: test.milliseconds,
        fileName: test.file,
      })),
    };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    this.#timed ??= readFile(memory, 'utf8').then((text) => JSON.parse(text) as Timed[]);
    const wanted = testFilter && new Set(testFilter);
    const tests = (await this.#timed).filter((test) => !wanted || wanted.has(idOf(test)));
    let nrOfTests = 0;
    for (const chosen of this.#likeliestFirst(cheapestFirst(tests, this.#budget))) {
      const [{ file, title }] = chosen;
      const limits = Object.fromEntries(chosen.map((test) => [test.title, limitOf(test)]));
      const state = { activeMutant: activeMutant.id, hitCount: 0, hitLimit, limits };
      const result = await this.#run(file, 20_000 + 5 * costOf(chosen), state);
      if (result.isHung) return { status: MutantRunStatus.Timeout, reason: `${file} hung` };
      nrOfTests += result.tests.length;
      const failure = result.tests.find(({ passed }) => !passed);
      if (!failure) continue;
      this.#killers.set(file, (this.#killers.get(file) ?? 0) + 1);
      const killedBy = [idOf({ file, title: failure.title in limits ? failure.title : title })];
      const failureMessage = `${failure.title}: ${failure.message}`;
      return { status: MutantRunStatus.Killed, killedBy, failureMessage, nrOfTests };
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  /** Files that caught one of the last mutants first, which are of the same module: else unrelated short files would run. */
  #likeliestFirst(pages: Chosen[]): Chosen[] {
    const rank = ([{ file }]: Chosen) => this.#killers.get(file) ?? 0;
    const sorted = pages.toSorted((a, b) => costOf(a) / (1 + rank(a)) - costOf(b) / (1 + rank(b)));
    for (const [file, count] of this.#killers) this.#killers.set(file, count * 0.9);
    return sorted;
  }

  /** Runs a file in its own page: all tests, or those that have a limit until one fails. */
  async #run(file: string, patience: number, state: PageState): Promise<Result> {
    const runner = this.#runner;
    const session = runner && [...runner.sessions.forTestFile(resolve(file))][0];
    if (!session) throw new Error(`${file}: no test of Web Test Runner`);
    this.#state = state;
    this.#counts = undefined;
    const titles = state.limits && Object.keys(state.limits).map(escaped);
    const only = titles && { bail: true, grep: `/^(${titles.join('|')})$/` };
    const { path = '' } = runner.config.testFramework ?? {};
    runner.config.testFramework = { path, config: { ui: 'bdd', timeout: '20000', ...only } };
    runner.config.testsFinishTimeout = patience;
    const ended = new Promise((resolve) => runner.on('test-run-finished', resolve));
    await runner.runTests([session]);
    await ended;
    const { testResults, errors } = runner.sessions.get(session.id) ?? session;
    const tests = testResults ? resultsOf(testResults) : [];
    const message = errors.map((error) => error.message).join('\n');
    if ((errors.length || !tests.length) && tests.every((test) => test.passed))
      tests.push({ title: '(loading)', passed: false, milliseconds: 0, message });
    return { isHung: message.includes('did not finish'), tests };
  }
}

/** Escapes a title for a regular expression on one line of a script. */
const escaped = (title: string) =>
  title
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('<', '\\x3c');

function resultsOf({ tests, suites }: TestSuiteResult, path: string[] = []): Result['tests'] {
  const own = tests
    // A test that didn't run, because its title wasn't wanted, has neither passed nor failed.
    .filter(({ skipped, passed, error }) => !skipped && (passed || error))
    .map(({ name, passed, duration = 0, error }) => {
      const title = [...path, name].join(' ');
      return { title, passed, milliseconds: duration, message: error?.message ?? '' };
    });
  return [...own, ...suites.flatMap((suite) => resultsOf(suite, [...path, suite.name]))];
}

type Chosen = [Timed, ...Timed[]];

/** Milliseconds to open a page. */
const OPENING = 300;
/** Tests that take more milliseconds get their own page. */
const LONG = 1500;

const costOf = (tests: readonly Timed[]) =>
  tests.reduce((sum, { milliseconds }) => sum + milliseconds, OPENING);

/** The tests that could notice a mutant, one page each. If all of them exceed `budget`, the slowest are left out. */
function cheapestFirst(tests: readonly Timed[], budget: number): Chosen[] {
  const pages = new Map<string, Timed[]>();
  for (const test of tests) {
    const page = `${test.file} ${test.milliseconds > LONG}`;
    pages.set(page, [...(pages.get(page) ?? []), test]);
  }
  let spent = 0;
  return [...pages.values()]
    .sort((a, b) => costOf(a) - costOf(b))
    .filter((page): page is Chosen => {
      spent += costOf(page);
      return spent - costOf(page) < budget;
    });
}

/** Stryker loads this module as a plugin. */
export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'pages', PageRunner)];

/** The files of tests, and the most seconds of tests for one mutant; the cheapest run first. */
export const strykerValidationSchema = {
  properties: { tests: { type: 'array', items: { type: 'string' } }, budget: { type: 'number' } },
};
