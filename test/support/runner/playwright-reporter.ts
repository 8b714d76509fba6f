import { relative } from 'node:path';
import type { Reporter, TestCase } from '@playwright/test/reporter';
import { RunningFiles } from './running.js';

/** Writes down which tests of Playwright Test run. */
export default class implements Reporter {
  readonly #running = new RunningFiles('Playwright Test');

  onTestBegin(test: TestCase): void {
    this.#running.begin(nameOf(test));
  }

  onTestEnd(test: TestCase): void {
    this.#running.end(nameOf(test));
  }

  printsToStdio(): boolean {
    return false;
  }
}

const nameOf = ({ location, title }: TestCase) =>
  `${relative(process.cwd(), location.file)}:${location.line}, ${title}`;
