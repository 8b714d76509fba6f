import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { RunningFiles } from './running.js';

/** What a run of Vitest came to. */
export interface UnitReport {
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped. */
  lacks: string[];
  /** Seconds of each file. */
  files: [file: string, seconds: number][];
}

export const reportFile = 'test-results/unit.json';

/** Writes down what Vitest's own JSON leaves out: why tests were skipped, and all that a file takes. */
export default class implements Reporter {
  readonly #running = new RunningFiles('Vitest');

  onTestModuleQueued({ relativeModuleId }: TestModule) {
    this.#running.begin(relativeModuleId);
  }

  onTestModuleEnd({ relativeModuleId }: TestModule) {
    this.#running.end(relativeModuleId);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const results = modules.flatMap(({ children }) => [...children.allTests()].map((test) => test.result()));
    const count = (state: string) => results.filter((result) => result.state === state).length;
    const broken = modules.filter(
      (module) => !module.ok() && ![...module.children.allTests('failed')].length,
    ).length;
    const report: UnitReport = {
      passed: count('passed'),
      failed: count('failed') + broken + errors.length,
      skipped: count('skipped'),
      lacks: results.flatMap((result) => (result.state === 'skipped' && result.note ? [result.note] : [])),
      files: modules.map((module) => {
        const { collectDuration, duration } = module.diagnostic();
        return [module.relativeModuleId, (collectDuration + duration) / 1000];
      }),
    };
    writeFileSync(reportFile, JSON.stringify(report));
  }
}
