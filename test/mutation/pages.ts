import { relative } from 'node:path';
import {
  type CompleteDryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
} from '@stryker-mutator/api/test-runner';
import { hung, launch, openRunner, type Runner } from './browser.js';
import { idOf, learn, plan, type Timed } from './plan.js';
import { bundlePackages, Modules } from './server.js';
import type { Counts } from './switch.js';
import { TimedRunner } from './timed-runner.js';

/** Runs component tests in Chromium, each file in a page that was loaded with the mutant active. */
export class PageRunner extends TimedRunner implements TestRunner {
  #end = async () => {};
  #runner: Runner | undefined;

  async init(): Promise<void> {
    const browser = await launch();
    this.#end = () => browser.close();
    const packages = await bundlePackages([...this.files, 'src/index.ts']);
    this.#runner = await openRunner(browser, new Modules(packages));
  }

  async dispose(): Promise<void> {
    await this.#end();
  }

  async dryRun(): Promise<CompleteDryRunResult> {
    const timed: Timed[] = [];
    const perTest: Record<string, Counts> = {};
    for (const file of this.files) {
      const result = await this.#run({ file }, 300_000);
      if (result === hung) {
        this.log.warn(`left out: ${file} did not end`);
        continue;
      }
      // A page is loaded anew for each file. What ran while it loaded, or in an earlier test, may run in each that is alone.
      let covered = result.loading;
      for (const { title, milliseconds, passed, message } of result.tests) {
        covered = { ...covered, ...result.byTest[title] };
        if (passed) {
          timed.push({ file, title, milliseconds });
          perTest[idOf({ file, title })] = covered;
        } else this.log.warn(`left out: ${file}: "${title}" fails without a mutant: ${message}`);
      }
    }
    return this.found(timed, perTest);
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const { id, fileName } = activeMutant;
    const source = relative(process.cwd(), fileName);
    const tests = await this.known(testFilter);
    let nrOfTests = 0;
    for (const { file, only, patience } of plan(source, tests, this.budget)) {
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
}
