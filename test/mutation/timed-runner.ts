import { readFile, writeFile } from 'node:fs/promises';
import type { StrykerOptions } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { commonTokens, tokens } from '@stryker-mutator/api/plugin';
import { type CompleteDryRunResult, DryRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { runnerOptions } from './options.js';
import { idOf, type Timed } from './plan.js';
import type { Counts } from './switch.js';

/** In the sandbox, where all of Stryker's processes are: what the dry run found. */
const memory = 'mutation-tests.json';

/** What runners share: their tests, and how long each takes, as the process found that made the dry run. */
export abstract class TimedRunner {
  static inject = tokens(commonTokens.logger, commonTokens.options);
  protected readonly log: Logger;
  protected readonly files: string[];
  /** Milliseconds of tests for one mutant. */
  protected readonly budget: number;
  #timed: Promise<Timed[]> | undefined;

  constructor(log: Logger, options: StrykerOptions) {
    const { tests, budget } = runnerOptions(options);
    this.log = log;
    this.files = tests;
    this.budget = budget * 1000;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  /**
   * What a dry run found.
   *
   * @param loading What ran while modules loaded, where that belongs to no test.
   * @param perTest What each test covers, by its `idOf`.
   */
  protected async found(
    timed: Timed[],
    perTest: Record<string, Counts>,
    loading: Counts = {},
  ): Promise<CompleteDryRunResult> {
    await writeFile(memory, JSON.stringify(timed));
    return {
      status: DryRunStatus.Complete,
      mutantCoverage: { static: loading, perTest },
      tests: timed.map((test) => ({
        id: idOf(test),
        name: test.title,
        status: TestStatus.Success,
        timeSpentMs: test.milliseconds,
        fileName: test.file,
      })),
    };
  }

  /** The tests that are wanted, by `idOf`; default: all. */
  protected async known(wanted?: string[]): Promise<Timed[]> {
    this.#timed ??= readFile(memory, 'utf8').then((text) => JSON.parse(text) as Timed[]);
    const ids = new Set(wanted);
    return (await this.#timed).filter((test) => !wanted || ids.has(idOf(test)));
  }
}
