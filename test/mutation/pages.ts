import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import type { StrykerOptions } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { commonTokens, tokens } from '@stryker-mutator/api/plugin';
import {
  type CompleteDryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import {
  startTestRunner,
  type TestRunnerConfig,
  type TestSuiteResult,
  type TestRunner as WebTestRunner,
} from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { chromiumArgs, headlessChromium } from '../support/browsers.js';
import { componentTests } from '../support/web-test-runner.config.js';

/** How often each mutant's code ran: while modules loaded, and in each test, by the test's full title. */
export interface Counts {
  static?: Record<string, number>;
  perTest?: Record<string, Record<string, number>>;
}

/** The settings that a page receives. */
export interface PageSettings {
  /** Milliseconds that a test may take, by its full title. */
  mostOf: Record<string, number>;
  /** The URL that receives the coverage. Empty if coverage isn't wanted. */
  coverageOf: string;
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
const patienceFor = ({ milliseconds }: Timed) => 4000 + 5 * milliseconds;

/** Runs component tests in Chromium with Web Test Runner. Each file's page is loaded with the mutant active. */
export class PageRunner implements TestRunner {
  static inject = tokens(commonTokens.logger, commonTokens.options);
  readonly #log: Logger;
  readonly #files: string[];
  readonly #budget: number;
  readonly #covered = new Map<string, Counts>();
  #runner: WebTestRunner | undefined;
  #script = '';
  #timed: Promise<Timed[]> | undefined;

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
      async createBrowserContext({ browser }) {
        const context = await browser.newContext();
        // Frames and tabs that a test opens share the mutant and the counts of the page that opened them.
        await context.addInitScript(() => {
          const from = window === window.top ? window.opener : window.parent;
          try {
            if (from?.__stryker__) globalThis.__stryker__ = from.__stryker__;
          } catch {
            // The opener is of another origin.
          }
        });
        return context;
      },
    });
    const page = { script: () => this.#script, module: 'test/mutation/in-page.ts' };
    const config = await componentTests(
      [{ name: 'chromium', files: this.#files, browsers: [chromium] }],
      1,
      300,
      page,
    );
    const inbox: NonNullable<TestRunnerConfig['middleware']>[number] = async (context, next) => {
      if (context.path !== '/covered') return next();
      this.#covered.set(decodeURIComponent(context.querystring), (await json(context.req)) as Counts);
      context.status = 204;
    };
    const runner = await startTestRunner({
      // No test runs before it is requested.
      config: { ...config, manual: true, reporters: [], middleware: [inbox, ...(config.middleware ?? [])] },
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
      const { tests, isHung } = await this.#run(file, 300_000);
      if (isHung) this.#log.warn(`left out: ${file} did not end`);
      const counts = this.#covered.get(file);
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
    for (const chosen of cheapestFirst(tests, this.#budget)) {
      const [{ file, title }] = chosen;
      const mostOf = Object.fromEntries(chosen.map((test) => [test.title, patienceFor(test)]));
      const patience = 20_000 + 5 * costOf(chosen);
      const result = await this.#run(file, patience, { mutant: activeMutant.id, mostOf, hitLimit });
      if (result.isHung) return { status: MutantRunStatus.Timeout, reason: `${file} hung` };
      nrOfTests += result.tests.length;
      const failure = result.tests.find(({ passed }) => !passed);
      if (!failure) continue;
      const killedBy = [idOf({ file, title: failure.title in mostOf ? failure.title : title })];
      const failureMessage = `${failure.title}: ${failure.message}`;
      return { status: MutantRunStatus.Killed, killedBy, failureMessage, nrOfTests };
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  /** Runs a file in its own page: all tests, or with a mutant those that have a time limit, until one fails. */
  async #run(
    file: string,
    patience: number,
    only?: { mutant: string; mostOf: Record<string, number>; hitLimit: number | undefined },
  ): Promise<Result> {
    const runner = this.#runner;
    const session = runner && [...runner.sessions.forTestFile(resolve(file))][0];
    if (!session) throw new Error(`${file}: no test of Web Test Runner`);
    const settings: PageSettings = {
      mostOf: only?.mostOf ?? {},
      coverageOf: only ? '' : `/covered?${encodeURIComponent(file)}`,
    };
    const stryker = only
      ? { activeMutant: only.mutant, hitCount: 0, hitLimit: only.hitLimit }
      : { mutantCoverage: { static: {}, perTest: {} } };
    const globals = JSON.stringify({ mutation: settings, __stryker__: stryker });
    this.#script = `Object.assign(globalThis, ${globals.replaceAll('<', '\\u003c')});`;
    const titles = only && Object.keys(only.mostOf).map(escaped);
    const { path = '' } = runner.config.testFramework ?? {};
    runner.config.testFramework = {
      path,
      config: {
        ...{ ui: 'bdd', timeout: '20000' },
        ...(titles && { bail: true, grep: `/^(${titles.join('|')})$/` }),
      },
    };
    runner.config.testsFinishTimeout = patience;
    const ended = new Promise((resolve) => runner.on('test-run-finished', resolve));
    await runner.runTests([session]);
    await ended;
    const { passed, testResults, errors } = runner.sessions.get(session.id) ?? session;
    const tests = testResults ? resultsOf(testResults) : [];
    const message = errors.map((error) => error.message).join('\n');
    if (!passed && tests.every((test) => test.passed))
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
    .filter(({ skipped }) => !skipped)
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
