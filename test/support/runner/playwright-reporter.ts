import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { addUp, type RunReport, reportFile } from './outcome.js';

const browserEnded =
  /browserType\.launch|browser could not start|(Page|Target) crashed|browser has been closed|Browser closed/;

/** Records the results of Playwright Test. */
export default class implements Reporter {
  #tests: TestCase[] = [];
  /** Errors outside of tests, such as of a file that can't be loaded. */
  #errors = 0;

  onBegin(_: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onError(): void {
    this.#errors += 1;
  }

  onEnd(_: FullResult): void {
    const outcomes = this.#tests.map((test) => test.outcome());
    const skips = this.#tests.flatMap(({ annotations }) => annotations.filter(({ type }) => type === 'skip'));
    const report: RunReport = {
      passed: outcomes.filter((outcome) => outcome === 'expected').length,
      failed: outcomes.filter((outcome) => outcome === 'unexpected').length + this.#errors,
      skipped: outcomes.filter((outcome) => outcome === 'skipped').length,
      lacks: skips.flatMap(({ description }) => description ?? []),
      lost: this.#tests
        .filter(lostItsBrowser)
        .map((test) => ({ place: placeOf(test), message: messagesOf(test)[0] ?? '' })),
      files: Object.fromEntries(
        addUp(
          this.#tests.flatMap((test) => test.results.map(({ duration }) => [fileOf(test), duration / 1000])),
        ),
      ),
    };
    writeFileSync(reportFile('playwright'), JSON.stringify(report));
  }

  printsToStdio(): boolean {
    return false;
  }
}

const fileOf = ({ location }: TestCase) => relative(process.cwd(), location.file);
const placeOf = (test: TestCase) => `${fileOf(test)}:${test.location.line}`;
const messagesOf = ({ results }: TestCase) =>
  results.flatMap(({ errors }) => errors.map(({ message = '' }) => message));

function lostItsBrowser(test: TestCase): boolean {
  const messages = messagesOf(test);
  return messages.length > 0 && messages.every((message) => browserEnded.test(message));
}
