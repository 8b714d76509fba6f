import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
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
import { hung, launch, openRunner, type Runner } from './browser.js';
import { runnerOptions } from './options.js';
import { idOf, learn, plan, type Timed } from './plan.js';
import { bundlePackages, Modules } from './server.js';
import type { Counts } from './switch.js';

/** Runs component tests in Chromium, each file in a page that was loaded with the mutant active. */
export class PageRunner implements TestRunner {
  static inject = tokens(commonTokens.logger, commonTokens.options);
  readonly #log: Logger;
  readonly #budget: number;
  readonly #files: string[];
  #end = async () => {};
  #runner: Runner | undefined;
  #timed: Promise<Timed[]> | undefined;

  constructor(log: Logger, options: StrykerOptions) {
    this.#log = log;
    const { tests, budget } = runnerOptions(options);
    this.#files = tests;
    this.#budget = budget;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const browser = await launch();
    this.#end = () => browser.close();
    const packages = await bundlePackages([...this.#files, 'src/index.ts']);
    this.#runner = await openRunner(browser, new Modules(packages));
  }

  async dispose(): Promise<void> {
    await this.#end();
  }

  async dryRun(): Promise<CompleteDryRunResult> {
    const timed: Timed[] = [];
    const perTest: Record<string, Counts> = {};
    for (const file of this.#files) {
      const result = await this.#run({ file }, 300_000);
      if (result === hung) {
        this.#log.warn(`left out: ${file} did not end`);
        continue;
      }
      for (const { title, milliseconds, passed, message } of result.tests) {
        if (passed) {
          timed.push({ file, title, milliseconds });
          // A page is loaded anew for each file, so whatever ran while it loaded belongs to each of its tests.
          perTest[idOf({ file, title })] = { ...result.loading, ...result.byTest[title] };
        } else this.#log.warn(`left out: ${file}: "${title}" fails without a mutant: ${message}`);
      }
    }
    await writeFile(memory, JSON.stringify(timed));
    return {
      status: DryRunStatus.Complete,
      mutantCoverage: { static: {}, perTest },
      tests: timed.map(({ file, title, milliseconds }) => ({
        id: idOf({ file, title }),
        name: title,
        status: TestStatus.Success,
        timeSpentMs: milliseconds,
        fileName: file,
      })),
    };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const { id, fileName } = activeMutant;
    const source = relative(process.cwd(), fileName);
    const wanted = new Set(testFilter);
    const tests = (await this.#known()).filter((test) => !testFilter || wanted.has(idOf(test)));
    let nrOfTests = 0;
    for (const { file, only, patience } of plan(source, tests, this.#budget * 1000)) {
      const result = await this.#run({ file, mutant: id, only, hitLimit }, patience);
      if (result === hung) return { status: MutantRunStatus.Timeout, reason: `${file} hung` };
      nrOfTests += result.tests.length;
      const failure = result.tests.find(({ passed }) => !passed);
      if (!failure) continue;
      learn(source, file);
      const title = failure.title in only ? failure.title : (Object.keys(only)[0] ?? '');
      const failureMessage = `${failure.title}: ${failure.message}`;
      return { status: MutantRunStatus.Killed, killedBy: [idOf({ file, title })], failureMessage, nrOfTests };
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  #run(...order: Parameters<Runner['run']>) {
    if (!this.#runner) throw new Error('not started');
    return this.#runner.run(...order);
  }

  /** The tests and how long each takes, as the process found that made the dry run. */
  #known(): Promise<Timed[]> {
    this.#timed ??= readFile(memory, 'utf8').then((text) => JSON.parse(text) as Timed[]);
    return this.#timed;
  }
}

/** In the sandbox, where all of Stryker's processes are. */
const memory = 'mutation-tests.json';
