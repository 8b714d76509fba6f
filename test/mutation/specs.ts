import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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
import { runnerOptions } from './options.js';
import type { Counts } from './switch.js';

/** In the sandbox, where all of Stryker's processes are: what the dry run found. */
const memory = 'mutation-tests.json';
const cover = fileURLToPath(new URL('cover.mjs', import.meta.url));

/** Runs files that Playwright Test runs; each counts as one test. */
export class SpecRunner implements TestRunner {
  static inject = tokens(commonTokens.logger, commonTokens.options);
  readonly #log: Logger;
  readonly #files: string[];
  readonly #budget: number;

  constructor(log: Logger, options: StrykerOptions) {
    this.#log = log;
    const { tests, budget } = runnerOptions(options);
    this.#files = tests;
    this.#budget = budget;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<CompleteDryRunResult> {
    const tests: CompleteDryRunResult['tests'] = [];
    const perTest: Record<string, Counts> = {};
    for (const file of this.#files) {
      const folder = await mkdtemp(join(tmpdir(), 'cover-'));
      const begun = Date.now();
      const { passed, said } = await playwright(file, {
        COVER_IN: folder,
        NODE_OPTIONS: `--import=${pathToFileURL(cover)}`,
      });
      if (!passed) this.#log.warn(`left out: ${file} fails without a mutant:\n${said}`);
      else {
        const timeSpentMs = Date.now() - begun;
        tests.push({ id: file, name: file, fileName: file, status: TestStatus.Success, timeSpentMs });
        perTest[file] = await countsIn(folder);
      }
      await rm(folder, { recursive: true });
    }
    await writeFile(memory, JSON.stringify(tests));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { static: {}, perTest } };
  }

  async mutantRun({ activeMutant, testFilter }: MutantRunOptions): Promise<MutantRunResult> {
    const files = await this.#affordable(testFilter);
    for (const [index, file] of files.entries()) {
      const { passed, said } = await playwright(file, {
        __STRYKER_ACTIVE_MUTANT__: activeMutant.id,
        NODE_OPTIONS: '',
      });
      if (passed) continue;
      const killed = { killedBy: [file], failureMessage: said, nrOfTests: index + 1 };
      return { status: MutantRunStatus.Killed, ...killed };
    }
    return { status: MutantRunStatus.Survived, nrOfTests: files.length };
  }

  /** The cheapest first; left out are the dearest once all cost more than the budget. */
  async #affordable(wanted?: string[]): Promise<string[]> {
    const all = JSON.parse(await readFile(memory, 'utf8')) as CompleteDryRunResult['tests'];
    let spent = 0;
    return all
      .filter(({ id }) => !wanted || wanted.includes(id))
      .sort((a, b) => a.timeSpentMs - b.timeSpentMs)
      .filter(({ timeSpentMs }) => {
        spent += timeSpentMs;
        return spent - timeSpentMs < this.#budget * 1000;
      })
      .map(({ id }) => id);
  }
}

async function countsIn(folder: string): Promise<Counts> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.assign({}, ...texts.map((text) => JSON.parse(text) as Counts));
}

/** Runs a file in the sandbox; its first failure ends the run. */
async function playwright(file: string, env: Record<string, string>) {
  const program = 'node_modules/@playwright/test/cli.js';
  const options = ['test', '-c', 'test/playwright.config.ts', '--max-failures=1', '--workers=1'];
  const output = `--output=${join(tmpdir(), `specs-${process.pid}`)}`;
  const child = spawn(process.execPath, [program, ...options, '--reporter=line', output, file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.on('data', (data) => {
    said += data;
  });
  const [code] = await once(child, 'close');
  return { passed: code === 0, said: said.slice(0, 2000) };
}
