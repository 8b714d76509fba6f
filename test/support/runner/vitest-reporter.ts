import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { type RunReport, reportFile } from './outcome.js';

/** Records what Vitest's own JSON lacks: why tests were skipped, and each file's whole time. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const results = modules.flatMap(({ children }) => [...children.allTests()].map((test) => test.result()));
    const count = (state: string) => results.filter((result) => result.state === state).length;
    const broken = modules.filter(
      (module) => !module.ok() && [...module.children.allTests('failed')].length === 0,
    );
    const secondsOf = (module: TestModule) => {
      const { collectDuration, duration } = module.diagnostic();
      return (collectDuration + duration) / 1000;
    };
    const report: RunReport = {
      passed: count('passed'),
      failed: count('failed') + broken.length + errors.length,
      skipped: count('skipped'),
      lacks: results.flatMap((result) => (result.state === 'skipped' && result.note ? [result.note] : [])),
      lost: [],
      files: Object.fromEntries(modules.map((module) => [module.relativeModuleId, secondsOf(module)])),
    };
    writeFileSync(reportFile('vitest'), JSON.stringify(report));
  }
}
